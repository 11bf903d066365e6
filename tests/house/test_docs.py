"""The documentation: links lead somewhere, named files exist, the files of a kind are those that
`invoke new-kind` writes, whole specs are valid and give what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.programs import module_of
from helpers.tools import compiler_or_skip

from pygen.base.project import PROJECT
from pygen.commands.new_kind import next_steps, skeleton
from pygen.compilers import COMPILERS
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.pictures.terminal import as_text
from pygen.spec import Spec, load_spec

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
EXAMPLE = PROJECT / "docs" / "adding-a-kind.md"
DUNGEONS = PROJECT / "docs" / "examples.md"
SAMPLE_PASS = PROJECT / "tests" / "passes" / "sample"
"""The files of the example of a pass."""
KIND = "hall"
"""The kind of the page's example."""


def files_of_example(text: str) -> dict[str, str]:
    """The files that a page shows: a line that begins with the path, then a block with the text."""
    found = re.findall(
        r"^`([\w/.]+)`\.[^`]*?(?:`[^`\n]+`[^`]*?)*\n```\w+\n(.*?)^```$", text, re.M | re.S
    )
    return dict(found)


def test_there_are_links_to_every_page() -> None:
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in PAGES
        for link in re.findall(r"\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    # A link to a folder leads to the pages in it.
    pages = [page for page in PAGES if not linked & {page, page.parent}]
    assert pages in ([], [PROJECT / "README.md"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    for link in links:
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.M)
            assert heading in [title.lower().replace(" ", "-") for title in titles], link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    example = {*skeleton(KIND), *(f"{Path(path).parent}/" for path in skeleton(KIND))}
    for name in re.findall(r"`((?:pygen|c64src|templates|tests|docs)/[\w/.-]+)`", text):
        places = (PROJECT / name, SAMPLE_PASS / name)
        assert any(place.exists() for place in places) or name in example, name


def rows_of_files() -> list[str]:
    """The files that a kind consists of, as the page lists them: `<kind>` and the like in them
    stand for a word."""
    table = (
        EXAMPLE.read_text(encoding="utf-8").partition("\n## The files\n")[2].partition("\n\nIt")[0]
    )
    return re.findall(r"^\| `([^`]+)` \|", table, re.M)


def rows_of_further_files() -> list[str]:
    """The files that a kind may have besides, as the page lists them."""
    page = EXAMPLE.read_text(encoding="utf-8")
    table = page.partition("\nIt may have more:\n")[2].partition("\nNo other file")[0]
    return re.findall(r"^\| `([^`]+)` \|", table, re.M)


def row_of(path: str, kind: str, further: bool = False) -> str | None:
    """The first row that names this file of a kind; None if there is none."""
    for row in rows_of_files() + (rows_of_further_files() if further else []):
        pattern = re.escape(row.replace("<kind>", kind))
        if re.fullmatch(re.sub("<[a-z]+>", r"\\w+", pattern), path):
            return row
    return None


def test_the_list_of_a_kind_s_files_is_that_of_the_files_that_are_written() -> None:
    rows = rows_of_files()
    named = [row_of(path, KIND) for path in (*skeleton(KIND), "generator.yaml")]
    assert len(rows) == len(set(rows)) > 5
    assert set(named) == set(rows)


def test_the_page_lists_every_file_that_the_kind_mazes_touched() -> None:
    """By its path or its text: any other file would mean that the core knows the kind."""
    folders = ("c64src", "docs", "pygen", "templates", "tests")
    files = [path for folder in folders for path in (PROJECT / folder).rglob("*")]
    files += [path for path in PROJECT.iterdir() if path.is_file()]
    touched = set()
    for path in files:
        name = path.relative_to(PROJECT).as_posix()
        if path.is_file() and path != Path(__file__) and "__pycache__" not in name:
            is_text = path.suffix not in (".png", ".pyc", ".xz")
            if "maze" in name or (is_text and "mazes" in path.read_text(encoding="utf-8")):
                touched.add(name)
    assert len(touched) > 20
    assert not [name for name in sorted(touched) if row_of(name, "mazes", further=True) is None]


def test_the_files_on_the_page_are_those_that_are_written() -> None:
    shown = files_of_example(EXAMPLE.read_text(encoding="utf-8"))
    written = skeleton(KIND)
    assert shown == {path: text for path, text in written.items() if not path.endswith(".md")}


def test_the_lines_for_the_spec_on_the_page_are_those_that_are_printed() -> None:
    (lines,) = re.findall(r"^```yaml\n(.*?)^```$", EXAMPLE.read_text(encoding="utf-8"), re.M | re.S)
    assert lines in next_steps(KIND)


def test_the_dungeons_by_yaml_alone_are_what_the_page_shows(tmp_path: Path) -> None:
    parts = DUNGEONS.read_text(encoding="utf-8").split("```yaml\n")[1:]
    shown = 0
    for number, part in enumerate(parts):
        text, _, rest = part.partition("```\n")
        file = tmp_path / f"{number}.yaml"
        file.write_text(text, encoding="utf-8")
        spec = load_spec(file)
        (name,) = spec.dungeons
        command = rf"invoke show --spec {name}/generator\.yaml --seed (\d+)(?: --floor (\d+))?\n"
        for seed, floor, output in re.findall(rf"{command} +\.\.\.\n((?: .*\n)+)", rest):
            request = Request(name, int(seed), int(floor or 1))
            text = as_text(spec, generate(spec, request), colour=False, floor=request.floor)
            assert output.replace("\n    ", "\n")[4:] in text + "\n"
            shown += 1
    assert len(parts) == 3 and shown == 2


SIZES = re.compile(r"^\| (\w+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)
"""A row of the table of what modules take: bytes and work memory with OSCAR64, then with cc65."""


@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize("number", range(len(COMPILERS)))
def test_the_sizes_of_modules_are_those_that_they_have(shipped_spec: Spec, number: int) -> None:
    name = list(COMPILERS)[number]
    compiler_or_skip(name)
    page = (PROJECT / "docs" / "modules.md").read_text(encoding="utf-8")
    rows = {
        row[0]: [int(value.replace(",", "")) for value in row[1:]] for row in SIZES.findall(page)
    }
    assert list(rows) == list(shipped_spec.dungeons)
    found = {}
    for dungeon in rows:
        layout = (module := module_of(shipped_spec, dungeon, name)).layout
        found[dungeon] = [module.size, layout.work_end + 1 - layout.work_start]
    assert found == {dungeon: row[2 * number : 2 * number + 2] for dungeon, row in rows.items()}
