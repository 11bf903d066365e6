"""`invoke golden`: what it says of a change, and that nothing else is written."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.commands.golden import compare, failure
from pygen.proof import golden
from pygen.spec import Spec, load_spec

FEW = "parity.golden_seeds=[3, 5, 1000]"


def renew(
    spec: Spec,
    show: Callable[[str], None],
    folder: Path,
    wrote: Callable[[Path], None] = lambda path: None,
) -> int:
    """Record what the reference generates now; how many values differed."""
    return len(golden.update(spec, folder, show, wrote))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("golden")
    assert renew(load_spec(SPEC_FILE, [FEW]), lambda text: None, folder) > 0
    return folder


def message(folder: Path, *overrides: str) -> str:
    comparison = compare(load_spec(SPEC_FILE, [FEW, *overrides]), folder)
    assert comparison.differences
    return str(failure(comparison))


def test_what_was_recorded_is_unchanged(recorded: Path) -> None:
    spec = load_spec(SPEC_FILE, [FEW])
    comparison = compare(spec, recorded)
    assert not comparison.differences and not comparison.spec_was_changed
    assert comparison.dungeons == 3 * len(spec.dungeons) and comparison.seeds == 3
    assert renew(spec, lambda text: None, recorded) == 0


def test_a_changed_spec_is_the_cause_and_no_hashes_are_listed(recorded: Path) -> None:
    text = message(recorded, "dungeons.burrow.map.height=38")
    assert "the spec was changed" in text and "invoke golden --update" in text
    assert "  burrow: 3 of 3 golden seeds changed" in text and "crypt" not in text
    assert not re.search(r"[0-9a-f]{16}", text)


def test_other_golden_seeds_are_a_change_of_the_spec(recorded: Path) -> None:
    text = message(recorded, "parity.golden_seeds=[3, 7, 8]")
    assert "the spec was changed" in text
    assert "crypt: 2 seeds not recorded yet, 2 recorded seeds no longer golden" in text


def test_a_dungeon_that_is_gone_is_a_change_of_the_spec(recorded: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(recorded, tmp_path / "golden"))
    (folder / "cellar.txt").write_text("# Golden values of dungeon cellar: ...\n")
    text = message(folder)
    assert "the spec was changed" in text and "cellar: recorded, but no longer in the spec" in text


def test_a_changed_generator_is_the_cause_if_the_spec_is_the_same(
    recorded: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(recorded, tmp_path / "golden"))
    path = folder / "crypt.txt"
    lines = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^( +5 )\w{16}", r"\g<1>0123456789abcdef", lines))
    text = message(folder)
    assert "code of the generator" in text and "seed 5: map 0123456789abcdef -> " in text
    # Both at once: the code is the news.
    assert "code of the generator" in message(folder, "dungeons.burrow.map.height=38")


def test_an_update_shows_what_changes_and_records_it(recorded: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(recorded, tmp_path / "golden"))
    changed = load_spec(SPEC_FILE, [FEW, "dungeons.burrow.map.height=38"])
    shown: list[str] = []
    assert renew(changed, shown.append, folder) > 0
    assert "burrow: 3 of 3 seeds differ" in shown[0]
    assert not compare(changed, folder).differences


def test_an_update_names_each_file_that_it_changes(recorded: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(recorded, tmp_path / "golden"))
    (folder / "cellar.txt").write_text("# Golden values of dungeon cellar: ...\n")
    changed = load_spec(SPEC_FILE, [FEW, "dungeons.burrow.map.height=38"])
    before = {path: path.read_bytes() for path in folder.iterdir()}
    wrote: list[Path] = []
    renew(changed, lambda text: None, folder, wrote.append)
    assert {folder / "burrow.txt", folder / "cellar.txt"} <= set(wrote)
    after = {path: path.read_bytes() for path in folder.iterdir()}
    assert set(wrote) == {path for path, data in before.items() if after.get(path) != data}
    wrote.clear()
    renew(changed, lambda text: None, folder, wrote.append)
    assert wrote == []
