"""Programs on cartridges: from the reset of a machine with the CRT file in it to the dungeons."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.carried import carried
from helpers.equal_dungeons import require_reference
from helpers.player import SECONDS, Player
from helpers.programs import build_folder
from helpers.tools import (
    SPEC_FILE,
    compiler_or_skip,
    needs_ca65,
    needs_cartconv,
    needs_vice,
)

from pygen.base.errors import ToolMissing, UserError
from pygen.builders.vice import ViceBuilder
from pygen.emit.mailbox import FLAG_PLAY, mailbox
from pygen.emit.module_layout import REQUEST_OFFSET
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.roms import Roms
from pygen.emulators.vice import Vice
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.carrier import ModularProgram
from pygen.programs.cartridges import BANK, PAGE, Cartridge, EasyFlash, MagicDesk
from pygen.programs.program import build_program
from pygen.spec import Spec
from pygen.spec.memory_layout import MAGIC

needs_the_machine = [needs_ca65, needs_cartconv, needs_vice]
BOTH = [
    pytest.param((compiler, carrier), id=f"{compiler}-{carrier.name}")
    for compiler in ("oscar64", "cc65")
    for carrier in (EasyFlash(), MagicDesk())
]
ONE_EACH = [BOTH[0], BOTH[3]]
# From the menu's last entry to the dungeon.
TO_DUNGEON = ["up"] * 4


@pytest.fixture(scope="module")
def roms(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Cartridge], Roms]:
    """The ROMs of a machine for a cartridge: for EasyFlash there is nothing in them at all."""
    folder = tmp_path_factory.mktemp("roms")
    nothing = Roms(folder / "kernal", folder / "basic", folder / "chargen", is_stub=True)
    for path, size in ((nothing.kernal, 8192), (nothing.basic, 8192), (nothing.chargen, 4096)):
        path.write_bytes(bytes(size))
    stub = build_rom_stub(folder / "stub")
    return lambda carrier: nothing if isinstance(carrier, EasyFlash) else stub


def built(spec: Spec, compiler: str, carrier: Cartridge) -> ModularProgram:
    found = compiler_or_skip(compiler)
    with build_folder(spec, f"cartridges-{found.name}") as folder:
        return build_program(spec, SPEC_FILE.name, found, "release", carrier, build_folder=folder)


@pytest.fixture(scope="module")
def cartridge(spec: Spec, request: pytest.FixtureRequest) -> ModularProgram:
    compiler, carrier = request.param
    return built(spec, compiler, carrier)


def machine(program: ModularProgram, roms: Callable[[Cartridge], Roms]) -> Vice:
    """A machine with the program's cartridge in it."""
    assert isinstance(program.carrier, Cartridge)
    return Vice(roms(program.carrier), extra_arguments=("-cartcrt", str(program.file.absolute())))


def started(vice: Vice, program: ModularProgram) -> ViceBuilder:
    """The program as the machine's reset starts it."""
    vice.reset_until_store(mailbox(program.spec).command, SECONDS)
    return ViceBuilder(vice, program, is_started=True)


@pytest.fixture
def builder(cartridge: ModularProgram, roms: Callable[[Cartridge], Roms]) -> Iterator[ViceBuilder]:
    with machine(cartridge, roms) as vice:
        yield started(vice, cartridge)


class Owner(Player):
    """A player who has put the cartridge into the machine and switches it on."""

    def __init__(self, program: ModularProgram, roms: Callable[[Cartridge], Roms]) -> None:
        super().__init__(program, roms(program.carrier))  # type: ignore[arg-type]
        self.vice = machine(program, roms)

    def _start(self) -> None:
        self.vice.reset_until_store(self.mailbox.command, SECONDS)
        self.vice.write(self.mailbox.magic, bytes((*MAGIC, 0, 0, 0, 0, FLAG_PLAY)))
        self.frames(2)


def damaged(
    program: ModularProgram, folder: Path, **changes: Callable[[bytes], bytes]
) -> ModularProgram:
    """The program with other bytes on its cartridge: those of modules are changed, by dungeon."""
    carrier = program.carrier
    assert isinstance(carrier, Cartridge)
    unchanged: Callable[[bytes], bytes] = bytes
    modules = [changes.get(one.dungeon, unchanged)(one.carried) for one in program.modules]
    image = carrier.image_of(program.result, modules)
    file = folder / "damaged.crt"
    file.write_bytes(carrier.converted(image, "damaged"))
    return dataclasses.replace(program, file=file)


def flipped(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


def exchanged(data: bytes, near: int) -> bytes:
    """The bytes with two that differ exchanged. Their sum is the same; the sum of the intermediate
    sums never is."""
    at = next(at for at in range(near, len(data)) if data[at] != data[at + 1])
    return data[:at] + bytes((data[at + 1], data[at])) + data[at + 2 :]


@pytest.mark.shipped
@pytest.mark.slow
@needs_ca65
@needs_cartconv
@needs_vice
@pytest.mark.parametrize("both", [pytest.param(one, marks=pytest.mark.long) for one in BOTH[::3]])
def test_every_dungeon_of_the_shipped_collection_is_the_reference_s(
    shipped_spec: Spec, both: tuple[str, Cartridge], roms: Callable[[Cartridge], Roms]
) -> None:
    compiler, carrier = both
    collection = shipped_spec.selection_of("collection")
    program = carried(shipped_spec, compiler, carrier.name, selection=collection)
    names = program.selection.dungeons
    assert len(names) > 12
    with machine(program, roms) as vice:
        builder = started(vice, program)
        for name in names:
            request = Request(name, 7)
            require_reference(shipped_spec, request, builder.build(request).regions)


@pytest.mark.parametrize("cartridge", BOTH, indirect=True)
class TestOnBoth:
    pytestmark = needs_the_machine

    @pytest.mark.sampled(2)
    def test_every_dungeon_is_the_references_whatever_was_built_before(
        self, builder: ViceBuilder
    ) -> None:
        spec, names = builder.spec, builder.spec.program.dungeons
        assert len(names) >= 3
        wrong = [
            request
            for request in (
                *(Request(name, 0) for name in names),
                *(Request(name, 65535, 3) for name in reversed(names)),
                *(Request(names[0], 7), Request(names[0], 8)),
            )
            if builder.build(request).regions != generate(spec, request).region_bytes()
        ]
        assert wrong == []

    def test_the_bytes_in_the_window_are_those_that_were_proven(
        self, builder: ViceBuilder, cartridge: ModularProgram
    ) -> None:
        box, vice = builder.mailbox, builder.emulator
        for number, module in enumerate(cartridge.modules):
            vice.write(box.floor, b"\0")
            vice.write(box.magic, bytes((*MAGIC, 1, number, 0, 0, 0, 0)))
            seed = module.layout.start + REQUEST_OFFSET
            # The first store is the copier's.
            vice.run_until_store(seed, SECONDS)
            # The next store is the request's, after the module was checked: a seed of 0.
            vice.run_until_store(seed, SECONDS)
            assert vice.read(module.layout.start, len(module.carried)) == module.carried
            vice.run_until_store(box.command, SECONDS)

    def test_a_module_is_fetched_only_if_it_is_not_there(
        self, builder: ViceBuilder, cartridge: ModularProgram
    ) -> None:
        module, other = cartridge.modules[:2]
        behind = module.layout.start + len(module.carried)
        assert behind % PAGE, "there is a rest of the page behind the module, which is copied too"
        for dungeon, expected in ((module.dungeon, b"\x5a"), (other.dungeon, None)):
            builder.build(Request(module.dungeon, 1), statistics=False)
            builder.emulator.write(behind, b"\x5a")
            builder.build(Request(dungeon, 2), statistics=False)
            if expected is None:
                builder.build(Request(module.dungeon, 2), statistics=False)
                assert builder.emulator.read(behind, 1) == b"\xff"
            else:
                assert builder.emulator.read(behind, 1) == expected

    def test_a_dungeon_asked_for_through_the_menu_is_the_references(
        self, cartridge: ModularProgram, roms: Callable[[Cartridge], Roms]
    ) -> None:
        spec = cartridge.spec
        with Owner(cartridge, roms) as owner:
            assert "ENTER THE DUNGEON" in owner.text()
            owner.key(*TO_DUNGEON, "right", " ")
            name = spec.program.dungeons[1]
            assert owner.status_text().startswith(f"{name.upper()} ")
            packed = generate(spec, Request(name, 1)).packed()
            assert owner.read(spec.memory["map"].start, len(packed)) == packed


@pytest.mark.parametrize("cartridge", ONE_EACH, indirect=True)
class TestOnOneEach:
    pytestmark = needs_the_machine

    def test_a_damaged_module_is_told_and_never_called(
        self, cartridge: ModularProgram, roms: Callable[[Cartridge], Roms], tmp_path: Path
    ) -> None:
        spec = cartridge.spec
        first, second, third = spec.program.dungeons
        bad = damaged(
            cartridge,
            tmp_path,
            **{
                first: lambda image: flipped(image, len(image) - 1),
                third: lambda image: exchanged(image, len(image) // 2),
            },
        )
        with Owner(bad, roms) as owner:
            for keys in ([" "], ["right", "right", " "], ["left", "left", " "]):
                owner.key(*TO_DUNGEON, *keys)
                assert owner.status_text() == "THE DUNGEON IS DAMAGED ON THE CARTRIDGE"
                owner.key(" ")
                assert "ENTER THE DUNGEON" in owner.text(), "back in the menu"
            owner.key(*TO_DUNGEON, "right", " ")
            assert owner.status_text().startswith(f"{second.upper()} ")
            packed = generate(spec, Request(second, 1)).packed()
            assert owner.read(spec.memory["map"].start, len(packed)) == packed

    def test_after_a_damaged_module_the_harness_builds_the_next_dungeon(
        self, cartridge: ModularProgram, roms: Callable[[Cartridge], Roms], tmp_path: Path
    ) -> None:
        first, second, _ = cartridge.selection.dungeons
        bad = damaged(cartridge, tmp_path, **{second: lambda image: flipped(image, 0)})
        with machine(bad, roms) as vice:
            builder = started(vice, bad)
            for seed in (1, 2):
                good = Request(first, seed)
                expected = generate(bad.spec, good).region_bytes()
                assert builder.build(good).regions == expected
                builder.build(Request(second, seed))
                assert builder.regions(first) == expected, "nothing was built"

    def test_the_file_is_left_as_it_was_built(
        self, cartridge: ModularProgram, roms: Callable[[Cartridge], Roms]
    ) -> None:
        before = cartridge.file.read_bytes(), cartridge.file.stat().st_mtime_ns
        with machine(cartridge, roms) as vice:
            started(vice, cartridge)
        assert (cartridge.file.read_bytes(), cartridge.file.stat().st_mtime_ns) == before

    def test_the_last_banks_are_as_good_as_the_first(
        self, spec: Spec, cartridge: ModularProgram, roms: Callable[[Cartridge], Roms]
    ) -> None:
        class Behind(type(cartridge.carrier)):  # type: ignore[misc]
            """The same cartridge, of which the first banks are taken by something else."""

            start_pages = (cartridge.carrier.most_banks - 9) * BANK // PAGE  # type: ignore[attr-defined]

        program = built(spec, cartridge.compiler.name, Behind())
        with machine(program, roms) as vice:
            builder = started(vice, program)
            for name in spec.program.dungeons:
                request = Request(name, 5)
                require_reference(spec, request, builder.build(request).regions)


@pytest.mark.parametrize("carrier", [EasyFlash(), MagicDesk()], ids=lambda carrier: carrier.name)
def test_more_than_a_cartridge_holds_is_an_error_that_says_by_how_much(carrier: Cartridge) -> None:
    room = carrier.most_banks * BANK - carrier.start_pages * PAGE
    modules = [bytes(BANK)] * (carrier.most_banks - 2)
    left = room - len(modules) * BANK
    with pytest.raises(UserError) as caught:
        carrier.image(modules, bytes(left + 1234), 0x6000, 0x6000)
    assert caught.value.message == (
        f"the program is 1,234 bytes too large for {carrier.title}: it has {carrier.most_banks} "
        "banks of 8,192 bytes"
    )
    assert "fewer dungeons" in caught.value.hint


@needs_ca65
@pytest.mark.parametrize("carrier", [EasyFlash(), MagicDesk()], ids=lambda carrier: carrier.name)
def test_as_much_as_a_cartridge_holds_fits(carrier: Cartridge) -> None:
    room = carrier.most_banks * BANK - carrier.start_pages * PAGE
    modules = [bytes((n,)) * BANK for n in range(carrier.most_banks - 2)]
    resident = bytes(range(256)) * ((room - len(modules) * BANK) // 256)
    image = carrier.image(modules, resident, 0x6000, 0x6000)
    assert len(image) == (1 << 20)
    assert resident[-PAGE:] in image


def test_without_the_tools_the_error_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ToolMissing, match="cartconv.*\n.*VICE"):
        MagicDesk().converted(bytes(4 * BANK), "a name")
    with pytest.raises(ToolMissing, match="ca65.*\n.*cc65"):
        MagicDesk().image([b"module"], b"resident", 0x6000, 0x6000)
