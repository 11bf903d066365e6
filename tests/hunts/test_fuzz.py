"""Hostile input: some of each kind that the fuzzers make, and all that they have found."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.fake_monitor import FakeMonitor, Request, frame, resumed
from helpers.tools import SPEC_FILE, needs_c1541
from hunts import fuzz
from hunts.hostile import ALL
from hunts.hostile.monitor import Process
from hunts.hostile.target import Target

from pygen.base.errors import EmulatorFailed, UsageError, UserError
from pygen.emulators.binary_monitor import MOST_EVENTS, BinaryMonitor
from pygen.emulators.monitor_messages import Command
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice
from pygen.engine.random.seeds import parse_seeds
from pygen.measure import bench
from pygen.measure import budgets as bench_check
from pygen.media.disk_image import DiskImage
from pygen.media.saved_map import CHECKSUM_OFFSET, SavedMap, file_bytes, parse, read_saved, restored
from pygen.pictures import steps_to_down_stairs
from pygen.programs.c1541 import make_disk
from pygen.proof.journal import Entry, Journal, sealed
from pygen.spec import Spec, SpecError, load_spec

INPUTS = {"spec": 80, "option": 30, "saved": 80, "disk": 80, "journal": 80, "report": 200}


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_hostile_input_is_read_or_refused(
    kind: type[Target], tmp_path: Path, is_long: bool
) -> None:
    if kind.name == "disk" and not shutil.which("c1541"):
        pytest.skip("c1541 (VICE) is not installed")
    (tmp_path / "findings").mkdir()
    inputs = INPUTS.get(kind.name, 1500) // (1 if is_long else 2)
    findings = fuzz.fuzz(kind(tmp_path), 60, "test", tmp_path / "findings", most=inputs)
    assert not findings, list((tmp_path / "findings").iterdir())


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_an_input_is_the_same_for_the_same_seed(kind: type[Target], tmp_path: Path) -> None:
    if kind.name == "disk" and not shutil.which("c1541"):
        pytest.skip("c1541 (VICE) is not installed")
    target = kind(tmp_path)
    one, two = (target.make(Random("5")) for _ in range(2))
    assert one == two
    assert target.mutate(one, Random("6")) == target.mutate(one, Random("6"))


def test_every_target_can_be_named() -> None:
    assert sorted(fuzz.targets()) == sorted(fuzz.NAMES)


class Broken(Target):
    """A reader that does with everything what no reader may."""

    name = "broken"

    def __init__(self, folder: Path, what: Callable[[], object]) -> None:
        super().__init__(folder)
        self.what = what

    def make(self, chance: Random) -> bytes:
        return chance.randbytes(4)

    def mutate(self, data: bytes, chance: Random) -> bytes:
        return data

    def read(self, data: bytes) -> bool:
        return bool(self.what())


def _hang() -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("what", "name"),
    [(lambda: dict[str, int]()["x"], "KeyError"), (_hang, "Hangs"), (lambda: [9][7], "Index")],
)
def test_the_fuzzer_sees_what_is_wrong_and_keeps_it(
    what: Callable[[], object], name: str, tmp_path: Path
) -> None:
    (finding,) = fuzz.fuzz(
        Broken(tmp_path, what), 60, "test", tmp_path, most=2, seconds=0.2
    ).items()
    assert name in finding[0] and finding[1] == 2
    (kept,) = tmp_path.iterdir()
    assert len(kept.read_bytes()) == 4


# ------------------------------------------------------------------ what was found


def test_the_name_of_a_struct_can_neither_break_a_line_nor_fill_the_screen(tmp_path: Path) -> None:
    path = tmp_path / "generator.yaml"
    text = SPEC_FILE.read_text(encoding="utf-8")
    for name in ('"a\\nb"', '"\\e[2J"', "x" * 99_999):
        path.write_text(text.replace("{struct: corner,", f"{{struct: {name},"), encoding="utf-8")
        with pytest.raises(SpecError) as caught:
            load_spec(path)
        for problem in caught.value.problems:
            assert str(problem).isprintable() and len(str(problem)) < 4000


def saved_file(width: int, height: int, bits: int, packed: bytes) -> SavedMap:
    return SavedMap("crypt", "00" * 8, 1, 7, 7, width, height, bits, packed)


def with_kind(data: bytes, kind: bytes, bits: int) -> bytes:
    """A saved file as one of another kind, and with another number of bits a tile."""
    changed = bytearray(data)
    changed[4:5], changed[14], changed[CHECKSUM_OFFSET] = kind, bits, 0
    changed[CHECKSUM_OFFSET] = sum(changed[2:]) & 0xFF
    return bytes(changed)


def test_a_seed_file_with_a_map_and_a_map_without_are_refused(spec: Spec) -> None:
    full = file_bytes(spec, saved_file(2, 2, 8, bytes(4)))
    assert parse(with_kind(full, b"M", 8), "a file").bits == 8
    with pytest.raises(UserError, match="a seed's file cannot have a map"):
        parse(with_kind(full, b"S", 255), "a file")
    empty = file_bytes(spec, saved_file(0, 2, 8, b""))
    with pytest.raises(UserError, match="a map of 0 x 2 tiles cannot have 0 bytes"):
        parse(with_kind(empty, b"M", 8), "a file")


def test_stairs_at_the_edge_of_a_saved_map_are_reached_and_told(spec: Spec) -> None:
    codes = spec.codes
    tiles = bytearray([codes["floor"]]) * 12
    tiles[3], tiles[8] = codes["up_stairs"], codes["down_stairs"]
    generation, is_same = restored(spec, saved_file(4, 3, 8, bytes(tiles)))
    assert not is_same
    assert (generation.up, generation.down) == ((3, 0), (0, 2))
    assert steps_to_down_stairs(spec, generation) == 5


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/zero.d64:x", "."])
def test_what_is_no_plain_file_is_not_read(path: str) -> None:
    with pytest.raises(UserError, match="not a plain file|cannot be read"):
        read_saved(Path(path))


def test_a_file_too_large_for_a_map_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    for name in (path, tmp_path / "huge.d64:x"):
        path.rename(name if name == path else tmp_path / "huge.d64")
        with pytest.raises(UserError, match="too large"):
            read_saved(name)


@needs_c1541
def test_a_disk_whose_sectors_run_in_a_circle_is_a_clear_error(tmp_path: Path) -> None:
    image = tmp_path / "disk.d64"
    make_disk(image, [("a", "prg", b"x" * 999)])
    good = image.read_bytes()
    entry = good.index(b"\x82\x11\x00A\xa0")
    first = 17 * 21 * 256 - 21 * 256
    assert good[first] == 17
    for at, link, words in (
        (first, (17, 0), "circular"),
        (first, (36, 0), "no sector 0 on track 36"),
        (first, (18, 19), "no sector 19 on track 18"),
        (17 * 21 * 256 + 256, (18, 1), "circular"),
        (entry + 1, (255, 255), "no sector 255 on track 255"),
    ):
        image.write_bytes(good[:at] + bytes(link) + good[at + 2 :])
        with pytest.raises(UserError, match=words):
            DiskImage(image).read("a")


KEY = "k" * 64


def journal_text(**changes: Any) -> str:
    entry = {"seeds": "0-9", "count": 10, "checksum": "00000000", "seconds": 1.0}
    return sealed({"key": KEY, "entries": [{**entry, **changes}]}).decode()


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        journal_text(seconds="1.0"),
        journal_text(seconds=-1.0),
        journal_text(seconds=float("nan")),
        journal_text(seconds=float("inf")),
        journal_text(count=10.0),
        journal_text(seeds=["0-9"]),
        journal_text(seeds="9,0-8"),
        journal_text(seeds="0-4,4-8", count=9),
        journal_text(seeds="0-65536", count=65537),
        journal_text(seeds="9" * 5000),
        journal_text(seeds="0-65535," * 300_000, count=65536),
        journal_text(checksum=7),
    ],
    ids=lambda text: text[-60:],
)
def test_a_journal_that_we_did_not_write_counts_as_empty(text: str, tmp_path: Path) -> None:
    path = tmp_path / f"name-{KEY[:16]}.json"
    path.write_text(journal_text())
    assert Journal(tmp_path, "name", KEY).done() == set(range(10))
    path.write_text(text)
    assert Journal(tmp_path, "name", KEY).entries == []


def test_a_seed_twice_in_a_journal_makes_it_count_as_empty(tmp_path: Path) -> None:
    journal = Journal(tmp_path, "name", KEY)
    journal.add(Entry("0-9", 10, "00000000", 1.0))
    journal.add(Entry("20", 1, "00000000", 1.0))
    assert len(Journal(tmp_path, "name", KEY).done()) == 11
    journal.add(Entry("9", 1, "00000000", 1.0))
    assert not Journal(tmp_path, "name", KEY).done()


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"versions": {}, "cycles": {"a": {"b": {"1": 1e999}}}}']
)
def test_a_damaged_report_of_the_bench_is_a_clear_error(text: str, tmp_path: Path) -> None:
    path = tmp_path / "report"
    path.write_text(text)
    with pytest.raises(UserError, match="not a report"):
        bench.read_report(path)
    with pytest.raises(UserError, match="is damaged"):
        bench_check.read_baseline(path)


@pytest.mark.parametrize("text", ["\u00b2", "1-\u00b2", "\u0661", "9" * 5000, "1-" + "9" * 5000])
def test_what_only_looks_like_a_number_is_no_seed(text: str) -> None:
    with pytest.raises(UsageError, match="not a seed"):
        parse_seeds(text)


@contextmanager
def vice_with(answer: Callable[[Request], bytes | None]) -> Iterator[tuple[Vice, FakeMonitor]]:
    """An emulator whose monitor answers like this."""
    with FakeMonitor(answer) as fake, BinaryMonitor.connect("127.0.0.1", fake.port) as monitor:
        vice = Vice(Roms(Path("k"), Path("b"), Path("c"), is_stub=True))
        process: Any = Process()
        vice.adopt(monitor, process, {"PC": 3, "SP": 4, "FL": 5})
        yield vice, fake


def test_a_palette_with_too_few_colours_is_a_clear_error() -> None:
    layout = struct.pack("<HHHHHHB", 2, 1, 0, 0, 2, 1, 8)
    bodies = {
        Command.DISPLAY_GET: struct.pack("<I", 13) + layout + struct.pack("<I", 2) + b"\x01\x05",
        Command.PALETTE: b"\x05\x00" + b"\x03\x00\x00\x00" * 5,
    }

    def answer(request: Request) -> bytes:
        return frame(request.command, request.number, bodies[Command(request.command)])

    with (
        vice_with(answer) as (vice, _),
        pytest.raises(EmulatorFailed, match="palette has only 5 colours"),
    ):
        vice.screenshot()
    bodies[Command.PALETTE] = b"\x06\x00" + b"\x03\x00\x00\x00" * 6
    with vice_with(answer) as (vice, _):
        assert vice.screenshot().pixels == b"\x01\x05"


def test_events_without_end_or_stop_end_in_an_error_and_not_in_full_memory() -> None:
    def answer(request: Request) -> bytes:
        kinds = {Command.CHECKPOINT_SET: 0x11, Command.REGISTERS_SET: 0x31}
        kind = kinds.get(Command(request.command), request.command)
        body = bytes(23) if request.command == Command.CHECKPOINT_SET else b""
        own = frame(kind, request.number, body)
        if request.command == Command.RESUME:
            fake.send(own)
            while True:
                fake.send(resumed(0x2000) * 100)
        return own

    with (
        vice_with(answer) as (vice, fake),
        pytest.raises(EmulatorFailed, match=f"more than {MOST_EVENTS} events"),
    ):
        vice.run_until_store(0x1C00, 3600, start=0x2000)
