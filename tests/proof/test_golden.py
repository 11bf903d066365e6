"""Golden values: a change is found and named, and nothing is written before it was shown."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from helpers import invariants
from helpers.tools import SPEC_FILE

from pygen.base.errors import UserError
from pygen.base.project import PROJECT
from pygen.proof import golden
from pygen.proof.catalogue import COLUMNS, GoldenFailed, read_catalogue
from pygen.spec import Spec, dungeon_digest, load_spec

SHIPPED = PROJECT / "tests" / "golden"
# Few and small, so that a catalogue is made in a moment.
SMALL = ["parity.golden_seeds=[3, 5, 1000]"]


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, SMALL)


@pytest.fixture(scope="module")
def made(spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden")
    golden.update(spec, folder, show=lambda text: None)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "golden"))


def edit(path: Path, pattern: str, replacement: str) -> None:
    text = path.read_text(encoding="utf-8")
    changed = re.sub(pattern, replacement, text, count=1, flags=re.MULTILINE)
    assert changed != text
    path.write_text(changed, encoding="utf-8")


def failure(spec: Spec, folder: Path) -> str:
    """The differences in words, or what is wrong with the catalogue."""
    try:
        found = golden.check(spec, folder)
    except GoldenFailed as error:
        assert error.exit_code == 1
        return str(error)
    assert found
    return golden.description(found, len(spec.parity.seeds()))


# ------------------------------------------------------------------------ what is shipped


@pytest.mark.shipped
def test_the_shipped_catalogue_holds(shipped_spec: Spec) -> None:
    assert golden.check(shipped_spec, SHIPPED) == []


@pytest.mark.shipped
@pytest.mark.parametrize(
    ("before", "names"),
    [
        ("requirements", {"descent", "manor", "hollows", "mines", "cloister", "stronghold"}),
        ("rooms", {"halls", "manor", "cloister", "stronghold"}),
        (
            "kinds",
            {
                "quarry",
                "warren",
                "mines",
                "labyrinth",
                "citadel",
                "ruins",
                "grotto",
                "hollows",
                "highlands",
                "descent",
            },
        ),
    ],
)
def test_dungeons_that_have_changed_since_are_kept_with_their_old_bytes(
    before: str, names: set[str]
) -> None:
    folder = PROJECT / f"tests/specs/before_{before}"
    kept = load_spec(folder / "generator.yaml")
    assert set(kept.dungeons) == names
    assert golden.check(kept, folder / "golden") == []


def test_a_dungeon_that_must_be_as_required_is_recorded() -> None:
    """Tries that differ by seed, a closet, and a guard."""
    required = load_spec(PROJECT / "tests/specs/required/generator.yaml")
    assert golden.check(required, PROJECT / "tests/specs/required/golden") == []


@pytest.mark.shipped
def test_the_shipped_catalogue_has_64_seeds_of_every_dungeon(shipped_spec: Spec) -> None:
    for name in shipped_spec.dungeons:
        seeds = read_catalogue(SHIPPED, name).values
        assert len(seeds) >= 64 and {0, 1, 255, 256, 32767, 32768, 65535} <= set(seeds)


@pytest.mark.shipped
def test_every_golden_dungeon_keeps_the_invariants(shipped_spec: Spec) -> None:
    for name in shipped_spec.dungeons:
        for seed in list(read_catalogue(SHIPPED, name).values)[::4]:
            invariants.check_stages(shipped_spec, shipped_spec.proof_request(name, seed))


@pytest.mark.shipped
def test_golden_dungeons_differ_from_seed_to_seed(shipped_spec: Spec) -> None:
    twin = shipped_spec.random.seed_zero  # seed 0 is another name of this one
    for name, dungeon in shipped_spec.dungeons.items():
        values = read_catalogue(SHIPPED, name).values
        # Of a world each seed has another chunk; and a pass may look at the seed itself.
        assert dungeon.world or dungeon.reads_own_seed or values[0] == values[twin]
        maps = [row[0] for seed, row in values.items() if seed != twin]
        assert len(set(maps)) == len(maps)


# ------------------------------------------------------------------------ finding changes


def test_a_fresh_catalogue_holds(spec: Spec, folder: Path) -> None:
    assert golden.check(spec, folder) == []


def test_making_the_catalogue_again_changes_no_file(spec: Spec, folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    shown: list[str] = []
    assert golden.update(spec, folder, show=shown.append) == []
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    assert shown == ["no golden value changes"]


@pytest.mark.parametrize(("column", "title"), list(enumerate(COLUMNS)))
def test_a_changed_value_is_found_and_named(
    spec: Spec, folder: Path, column: int, title: str
) -> None:
    old = read_catalogue(folder, "crypt").values[5][column]
    other = "f" * 16 if column < 3 else "12345"
    edit(folder / "crypt.txt", rf"^( +5 .*?){old}", rf"\g<1>{other}")
    (found,) = golden.check(spec, folder)
    assert (found.dungeon, found.seed, found.column) == ("crypt", 5, title)
    assert (found.old, found.new) == (other, old)
    message = failure(spec, folder)
    assert f"crypt: 1 of 3 seeds differ ({title})" in message
    assert f"seed 5: {title} {other} -> {old}" in message
    assert not found.spec_changed


def test_every_change_of_a_generator_is_found(
    spec: Spec, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pygen.engine.random.random16 import Random16

    monkeypatch.setattr(Random16, "below", lambda self, count: self.draw() % count)
    found = golden.check(spec, folder)
    assert {(d.dungeon, d.seed) for d in found if d.column == "map"} == {
        (name, seed) for name in spec.dungeons for seed in (3, 5, 1000)
    }


def test_a_changed_spec_is_noticed_as_the_cause(folder: Path) -> None:
    changed = load_spec(SPEC_FILE, [*SMALL, "dungeons.crypt.rooms.max_size=7"])
    assert all(difference.spec_changed for difference in golden.check(changed, folder))
    message = failure(changed, folder)
    assert "crypt: 3 of 3 seeds differ" in message and "burrow" not in message


def test_what_decides_no_dungeon_may_change_freely(spec: Spec, folder: Path) -> None:
    changed = load_spec(
        SPEC_FILE,
        [*SMALL, "tiles.door.colour=brown", 'compilers.cc65.release=["-O"]', "tiles.wall.glyph=X"],
    )
    assert golden.check(changed, folder) == []
    assert dungeon_digest(changed, "crypt") == dungeon_digest(spec, "crypt")
    assert dungeon_digest(spec, "crypt") != dungeon_digest(spec, "catacombs")


def test_seeds_that_came_and_went_are_differences(folder: Path) -> None:
    other = load_spec(SPEC_FILE, ["parity.golden_seeds=[3, 5, 7]"])
    message = failure(other, folder)
    assert "seed 7: not recorded yet" in message
    assert "seed 1000: no longer a golden seed" in message


def test_many_differences_are_counted_not_listed() -> None:
    found = [golden.GoldenDifference("crypt", seed, "map", "0", "1") for seed in range(20)]
    lines = golden.description(found, 64).splitlines()
    assert lines[0] == "crypt: 20 of 64 seeds differ (map)"
    assert lines[-1] == "  and 15 more seeds" and len(lines) == 7


# ------------------------------------------------------------------------ updating


def test_an_update_shows_before_it_writes(spec: Spec, folder: Path) -> None:
    path = folder / "crypt.txt"
    edit(path, r"^( +3 )\w{16}", r"\g<1>0123456789abcdef")
    stale = path.read_text(encoding="utf-8")
    shown: list[str] = []

    def show(text: str) -> None:
        assert path.read_text(encoding="utf-8") == stale
        shown.append(text)

    found = golden.update(spec, folder, show=show)
    assert [(d.seed, d.column) for d in found] == [(3, "map")]
    assert "seed 3: map 0123456789abcdef -> " in shown[0]
    assert golden.check(spec, folder) == []


def test_a_dungeon_that_is_no_more_loses_its_catalogue(spec: Spec, folder: Path) -> None:
    (folder / "cellar.txt").write_text("# Golden values of dungeon cellar: ...\n")
    (folder / "notes.txt").write_text("not ours\n")
    assert "cellar: the spec no longer has this dungeon" in failure(spec, folder)
    golden.update(spec, folder, show=lambda text: None)
    assert not (folder / "cellar.txt").exists() and (folder / "notes.txt").exists()
    assert golden.check(spec, folder) == []


# ------------------------------------------------------------------------ damaged files


def test_a_missing_catalogue_is_a_clear_error(spec: Spec, tmp_path: Path) -> None:
    message = failure(spec, tmp_path)
    assert "crypt.txt: the dungeon is not recorded yet" in message and "invoke golden" in message


@pytest.mark.parametrize(
    ("pattern", "replacement"),
    [
        (r"^( +5 .*)$", r"\1 7"),
        (r"^( +5) \w{16}", r"\1 "),
        (r"^( +5) \w", r"\1 X"),
        (r"^ +5 ", "    x "),
        (r"^ +5 ", "     3 "),
        (r"^# made from: .*$", "#"),
        (r"^# Golden .*$", "#"),
        (r" crypt: ", " burrow: "),
        (r"(?s)\n +1000 \w+.*", "\n  1000 1234"),
        (r"(?s)^.*", ""),
    ],
)
def test_a_damaged_catalogue_is_a_clear_error(
    spec: Spec, folder: Path, pattern: str, replacement: str
) -> None:
    edit(folder / "crypt.txt", pattern, replacement)
    message = failure(spec, folder)
    assert re.search(r"crypt\.txt:\d+: ", message) and "invoke golden --update" in message


def test_a_catalogue_cut_between_lines_misses_seeds(spec: Spec, folder: Path) -> None:
    edit(folder / "crypt.txt", r"(?s)\n +1000 .*", "\n")
    assert "seed 1000: not recorded yet" in failure(spec, folder)


def test_a_catalogue_that_is_no_text_is_a_clear_error(spec: Spec, folder: Path) -> None:
    (folder / "burrow.txt").write_bytes(b"\xff\xfe\x00")
    assert "burrow.txt" in failure(spec, folder)


def test_an_update_mends_damaged_catalogues(spec: Spec, folder: Path) -> None:
    (folder / "burrow.txt").write_bytes(b"\xff\xfe\x00")
    (folder / "crypt.txt").unlink()
    shown: list[str] = []
    golden.update(spec, folder, show=shown.append)
    assert "burrow" in shown[0] and "not recorded yet" in shown[0]
    assert golden.check(spec, folder) == []


def test_a_catalogue_that_cannot_be_written_is_a_clear_error(spec: Spec, tmp_path: Path) -> None:
    (tmp_path / "golden").write_text("a file where a folder should be")
    with pytest.raises(UserError, match="cannot be written"):
        golden.update(spec, tmp_path / "golden", show=lambda text: None)
