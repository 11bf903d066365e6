"""The documentation: links lead somewhere, named files exist, the files of a kind and of a pass
are those that are written, whole specs are valid and give what is shown."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.carried import carried
from helpers.listings import a_folder_for_each_block, first_dungeon, yaml_blocks
from helpers.programs import module_of, playable_of
from helpers.tools import compiler_or_skip, needs_c1541, needs_cartconv, needs_cc65

from pygen.base.project import PROJECT
from pygen.compilers import COMPILERS
from pygen.console.pages import anchor
from pygen.console.program_sizes import RECORD, sizes_of
from pygen.console.scaffolds import KIND as NEW_KIND
from pygen.console.scaffolds import PASS as NEW_PASS
from pygen.console.scaffolds import Scaffold
from pygen.emit import emit
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.disk_image import DiskImage
from pygen.programs.c1541 import blocks_of
from pygen.programs.export_plan import library_parts
from pygen.spec import Spec, load_spec

PAGES = [
    *(
        PROJECT / name
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "c64src/README.md")
    ),
    *sorted((PROJECT / "docs").rglob("*.md")),
]
DUNGEONS = PROJECT / "docs" / "examples.md"


@dataclass(frozen=True)
class Example:
    """The example of a kind or of a pass: the page that shows it, what writes it, and its name."""

    page: Path
    scaffold: Scaffold
    name: str

    @property
    def text(self) -> str:
        """The text of the page."""
        return self.page.read_text(encoding="utf-8")

    @property
    def files(self) -> dict[str, str]:
        """The files that are written: their text by their path."""
        return self.scaffold.skeleton(self.name)

    def rows(self, begin: str, end: str) -> list[str]:
        """The files that a table of the page lists: `<kind>` and the like stand for a word."""
        table = self.text.partition(f"\n{begin}\n")[2].partition(f"\n{end}")[0]
        return re.findall(r"^\| `([^`]+)` \|", table, re.M)

    def row_of(self, path: str, name: str, further: bool = False) -> str | None:
        """The first row that names this file of the kind or pass `name`; None if there is none.

        If `further`, it may be one of those that not all have.
        """
        rows = self.rows("## The files", "It may have more:")
        for row in rows + (self.rows("It may have more:", "No other file") if further else []):
            pattern = re.escape(row.replace(f"<{self.scaffold.word}>", name))
            if re.fullmatch(re.sub("<[a-z]+>", r"\\w+", pattern), path):
                return row
        return None


A_KIND = Example(PROJECT / "docs" / "adding-a-kind.md", NEW_KIND, "hall")
A_PASS = Example(PROJECT / "docs" / "adding-a-pass.md", NEW_PASS, "rubble")
FILES_OF_EXAMPLES = {*A_KIND.files, *A_PASS.files}

each_example = pytest.mark.parametrize(
    "example", [A_KIND, A_PASS], ids=lambda one: one.scaffold.word
)


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
            assert heading in map(anchor, titles), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    example = {
        *FILES_OF_EXAMPLES,
        *(f"{Path(path).parent}/" for path in FILES_OF_EXAMPLES),
    }
    for name in re.findall(r"`((?:pygen|c64src|templates|tests|docs)/[\w/.-]+)`", text):
        assert (PROJECT / name).exists() or name in example, name


@each_example
def test_the_list_of_files_is_that_of_the_files_that_are_written(example: Example) -> None:
    rows = example.rows("## The files", "It may have more:")
    named = [example.row_of(path, example.name) for path in (*example.files, "generator.yaml")]
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
    assert not [name for name in sorted(touched) if A_KIND.row_of(name, "mazes", True) is None]


@each_example
def test_the_files_on_the_page_are_those_that_are_written(example: Example) -> None:
    """A page shows a file by a line that begins with its path, and a block with its text."""
    shown = re.findall(
        r"^`([\w/.]+)`\.[^`]*?(?:`[^`\n]+`[^`]*?)*\n```\w+\n(.*?)^```$", example.text, re.M | re.S
    )
    written = example.files
    assert dict(shown) == {path: text for path, text in written.items() if path[-3:] != ".md"}


@each_example
def test_the_lines_for_the_spec_on_the_page_are_those_that_are_printed(example: Example) -> None:
    (lines,) = re.findall(r"^```yaml\n(.*?)^```$", example.text, re.M | re.S)
    assert lines in example.scaffold.next_steps(example.name)


@pytest.mark.sampled(3)
@needs_cc65
@pytest.mark.parametrize("name", ["my-dungeons", "gaol", "sea_caves", "hive"])
def test_the_specs_on_the_pages_become_programs_with_cc65(name: str, tmp_path: Path) -> None:
    """With the compiler that ./bootstrap installs: all that a designer needs."""
    pages = {**first_dungeon(""), **a_folder_for_each_block(DUNGEONS.read_text(encoding="utf-8"))}
    file = tmp_path / "generator.yaml"
    file.write_text(pages[f"{name}/generator.yaml"], encoding="utf-8")
    spec = load_spec(file)
    assert playable_of(spec, "cc65").file.stat().st_size > 20_000
    assert len(spec.program.dungeons) == (2 if name == "my-dungeons" else 1)


WHOLE_SPECS = [
    pytest.param(block, id=f"{page.parent.name}/{page.stem}-{number}")
    for page in PAGES
    if page.parent.name in ("kinds", "passes") or page.stem in ("recipes", "passes")
    for number, block in enumerate(yaml_blocks(page.read_text(encoding="utf-8")))
    if block.startswith("dungeons:")
]


def test_there_are_whole_specs_on_pages() -> None:
    assert len(WHOLE_SPECS) > 20


@pytest.mark.parametrize("text", WHOLE_SPECS)
def test_a_whole_spec_on_a_page_is_valid_and_gives_a_dungeon(text: str, tmp_path: Path) -> None:
    file = tmp_path / "recipe.yaml"
    file.write_text(text, encoding="utf-8")
    spec = load_spec(file)
    for name in spec.dungeons:
        assert generate(spec, Request(name, 7, 1)).tiles


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


PROGRAM = PROJECT / "docs" / "program.md"
FITS = re.compile(
    r"^\| ([a-z, ]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE
)
"""A row of the table of what fits: dungeons, then bytes of the file and of the resident part."""


def number(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_programs_have_the_sizes_that_the_page_says(shipped_spec: Spec, compiler: str) -> None:
    rows = FITS.findall(PROGRAM.read_text(encoding="utf-8"))
    assert len(rows) == 5
    at = 1 + 2 * list(COMPILERS).index(compiler)
    found = {}
    for row in rows:
        selection = shipped_spec.only(*row[0].split(", "))
        program = playable_of(shipped_spec, compiler, selection=selection)
        found[row[0]] = [program.file.stat().st_size, program.resident_bytes]
    assert found == {row[0]: [number(text) for text in row[at : at + 2]] for row in rows}


ON_DISK = re.compile(r'^(\d+) +"([a-z0-9.-]+)" +(?:prg|seq)', re.MULTILINE)
"""A line of a disk's directory: blocks and name."""


@needs_cartconv
@needs_c1541
@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_the_recorded_sizes_are_those_that_programs_have(shipped_spec: Spec, compiler: str) -> None:
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))[compiler]
    found = {}
    for name, plan in shipped_spec.programs.items():
        selection = shipped_spec.selection_of(name)
        found[name] = {
            carrier: sizes_of(carried(shipped_spec, compiler, carrier, selection=selection))
            for carrier in plan.carriers
        }
    assert found == recorded, "run: invoke docs --programs"


@needs_c1541
@pytest.mark.long
@pytest.mark.shipped
def test_the_directory_on_the_page_is_that_of_the_disk(shipped_spec: Spec) -> None:
    collection = shipped_spec.selection_of("collection")
    image = DiskImage(carried(shipped_spec, "oscar64", "d64", selection=collection).file)
    files = [(blocks_of(len(image.read(name))), name.lower()) for name in image.names()]
    page = PROGRAM.read_text(encoding="utf-8")
    assert files == [(number(blocks), name) for blocks, name in ON_DISK.findall(page)]


SHIPPING = PROJECT / "docs" / "shipping.md"
LIBRARY_PART = re.compile(r"^\| (\w+) \| `(\w+)` \| (\d+)(?: to (\d+))? \| (\d+) \|$", re.MULTILINE)
"""A row of the table of what compilers add: compiler, part, its bytes, and how many modules."""


@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize("number", range(len(COMPILERS)))
def test_the_page_names_all_that_a_compiler_adds_to_modules(
    shipped_spec: Spec, number: int
) -> None:
    name = list(COMPILERS)[number]
    compiler_or_skip(name)
    found: dict[str, list[int]] = {}
    for dungeon in shipped_spec.dungeons:
        for part, size in library_parts(module_of(shipped_spec, dungeon, name)).items():
            found.setdefault(part, []).append(size)
    page = SHIPPING.read_text(encoding="utf-8")
    rows = [row[1:] for row in LIBRARY_PART.findall(page) if row[0].lower() == name]
    assert rows == [
        (
            part,
            str(min(sizes)),
            str(max(sizes)) if len(set(sizes)) > 1 else "",
            str(len(sizes)),
        )
        for part, sizes in sorted(found.items())
    ]
    sums = [
        sum(library_parts(module_of(shipped_spec, dungeon, name)).values())
        for dungeon in shipped_spec.dungeons
    ]
    words = {
        "oscar64": f"OSCAR64 contain up to {max(sums)} bytes of its library",
        "cc65": f"cc65 contain {min(sums)} to {max(sums)} bytes of its library",
    }
    assert words[name] in " ".join(page.split())


IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@pytest.mark.shipped
def test_what_oscar64_adds_is_all_that_no_source_names(shipped_spec: Spec, tmp_path: Path) -> None:
    """The names of library parts are a list; an object that neither the list nor any source of
    ours has would be missing from what an export says."""
    compiler_or_skip("oscar64")
    sources = [path for path in (PROJECT / "c64src").rglob("*") if path.is_file()]
    for dungeon in ("crypt", "manor"):
        emit(shipped_spec, "a spec", tmp_path, selection=shipped_spec.only(dungeon))
        ours = set()
        for path in [*sources, *tmp_path.iterdir()]:
            ours |= set(IDENTIFIER.findall(path.read_text(encoding="utf-8")))
        for part in module_of(shipped_spec, dungeon, "oscar64").result.objects:
            if part.kind in ("code", "data"):
                name = IDENTIFIER.findall(part.name.removesuffix("@proxy"))[0]
                assert part.is_library != (name in ours), part
