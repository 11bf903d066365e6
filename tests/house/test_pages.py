"""Pages are complete: those of kinds and passes name their parameters, those on writing one all
that a kind and a pass may say, that of the architecture all folders; the glossary explains each
word once."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import pytest
from helpers.material import Material
from helpers.passes import PassMaterial
from pydantic import BaseModel

from pygen.base.project import C_FOLDER, PROJECT
from pygen.console.pages import made_anew, pages, parameters
from pygen.engine.definition.colours import COLOURS
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import Pass, PassParameters
from pygen.engine.definition.tables import Figures, Structs, Table
from pygen.engine.dungeon.rooms import RecordNeeds
from pygen.engine.generator.kind import Kind, Phase
from pygen.kinds import KINDS
from pygen.passes import PASSES

DOCS = PROJECT / "docs"
COMMON = {*KindParameters.model_fields, *MapSize.model_fields, "kind", "name", "id"}
"""The keys that a page need not explain: docs/spec.md and docs/passes.md do."""

PARTS: Mapping[str, Any] = {
    **{f"kinds/{name}": kind for name, kind in KINDS.items()},
    **{f"passes/{name}": one for name, one in PASSES.items()},
}


def values_of(annotation: Any) -> Iterator[str]:
    """The words that a key may be set to."""
    if get_origin(annotation) is Literal:
        yield from (str(value) for value in get_args(annotation))
    else:
        for part in get_args(annotation):
            yield from values_of(part)


def sections_of(annotation: Any) -> Iterator[type[BaseModel]]:
    """The sections of the YAML in a type."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from sections_of(part)


def words_of(section: type[BaseModel]) -> tuple[set[str], set[str]]:
    """The keys of a section and of all sections in it, and the words that they may be set to."""
    keys: set[str] = set()
    values: set[str] = set()
    for name, field in section.model_fields.items():
        if name in COMMON:
            continue
        keys.add(name)
        values |= set(values_of(field.annotation))
        for inner in sections_of(field.annotation):
            more = words_of(inner)
            keys |= more[0]
            values |= more[1]
    return keys, values


CODE = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(page: str) -> str:
    """The text of a page."""
    return (DOCS / page).read_text(encoding="utf-8")


def words_in(pages: Iterable[str]) -> Iterator[str]:
    """The words in the code of these pages."""
    for text in pages:
        for code in (*CODE.findall(text), *BLOCK.findall(text)):
            yield from re.findall(r"\w+", code)


def test_parts_that_are_made_from_the_code_are_up_to_date() -> None:
    stale = [
        page.relative_to(PROJECT).as_posix()
        for page in pages()
        if made_anew(text := page.read_text(encoding="utf-8")) != text
    ]
    assert stale == [], "run: invoke docs"


MOST_LINES = 250


def test_a_long_page_begins_with_its_contents() -> None:
    long = [page for page in pages() if page.read_text(encoding="utf-8").count("\n") > MOST_LINES]
    assert len(long) > 5
    for page in long:
        before = page.read_text(encoding="utf-8").partition("\n## ")[0]
        assert "<!-- made by invoke docs: contents -->" in before, page.name


@pytest.mark.parametrize("part", PARTS)
def test_the_page_of_a_kind_or_pass_has_its_parameters_its_cycles_and_its_sources(
    part: str,
) -> None:
    folder, _, name = part.partition("/")
    figures = ["cycles", "peers"] if folder == "kinds" else []
    wanted = ["parameters", *figures, "sources"]
    text = text_of(f"{part}.md")
    made = re.findall(r"^<!-- made by invoke docs: (\w+) of (\w+) -->$", text, re.M)
    assert made == [(what, name) for what in wanted]


@pytest.mark.parametrize("part", PARTS)
def test_the_table_of_parameters_has_every_key_and_every_word_that_it_may_be_set_to(
    part: str,
) -> None:
    """Read from the models by another route than the table is made by."""
    keys, values = words_of(PARTS[part].parameters)
    table = parameters(part.partition("/")[2])
    words = set(words_in([table]))
    said = {word for value in values - {*COLOURS} for word in value.split()}
    assert keys | said <= words
    paths = re.findall(r"^\| `([\w.\[\]*]+)` \|", table, re.M)
    assert {key for path in paths for key in re.findall(r"\w+", path)} - keys <= COMMON


def test_the_table_of_passes_has_those_that_there_are() -> None:
    overview = text_of("passes.md")
    rows = re.findall(r"^\| \[(\w+)\]\(passes/(\w+)\.md\) \|", overview, re.M)
    assert rows and all(name == page and name in PASSES for name, page in rows)


REFERENCE = "kind-reference.md"
ADDING_A_PASS = "adding-a-pass.md"
OF_PYDANTIC = {name for name in vars(BaseModel) if name.startswith("model_")}


@pytest.mark.parametrize(
    ("page", "described", "others"),
    [
        (REFERENCE, Kind, {"name", "parameters", "phases"}),
        (REFERENCE, Phase, {"name", "run"}),
        (REFERENCE, Structs, set()),
        (REFERENCE, Figures, {"struct", "fields"}),
        (REFERENCE, Table, {"name", "struct", "capacity", "final_after", "holds"}),
        (REFERENCE, RecordNeeds, set()),
        (REFERENCE, Material, set()),
        (ADDING_A_PASS, Pass, {"name", "parameters", "run"}),
        (ADDING_A_PASS, PassMaterial, set()),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_the_page_names_everything_that_may_be_said(
    page: str, described: Any, others: set[str]
) -> None:
    """`others` are what its examples show."""
    text = text_of(page)
    fields = {field.name for field in dataclasses.fields(described)}
    assert f"`{described.__name__}" in text
    assert not fields - set(words_in([text])) - others


@pytest.mark.parametrize(
    ("page", "base"), [(REFERENCE, KindParameters), (ADDING_A_PASS, PassParameters)]
)
def test_the_page_names_every_method_that_parameters_may_have(
    page: str, base: type[BaseModel]
) -> None:
    overridden = {
        name
        for part in PARTS.values()
        if issubclass(part.parameters, base)
        for name in vars(part.parameters)
        if not name.startswith("_") and name in vars(base)
    }
    assert not overridden - set(words_in([text_of(page)])) - OF_PYDANTIC


NAME_IN_FILE = re.compile(r"`(\w+)[^`\n]*` (?:of|in) `((?:pygen|core|tests)/[\w/]+\.(?:py|h))`")


def test_names_are_in_the_files_that_the_pages_on_writing_one_say() -> None:
    pages = (REFERENCE, ADDING_A_PASS, "adding-a-kind.md")
    found = [pair for page in pages for pair in NAME_IN_FILE.findall(text_of(page))]
    assert len(found) > 15
    for name, file in found:
        path = (C_FOLDER if file.startswith("core/") else PROJECT) / file
        assert re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")), f"{name} in {file}"


def test_the_architecture_has_every_package_and_every_folder_of_the_c() -> None:
    text = text_of("architecture.md")
    packages = {path.parent.name for path in (PROJECT / "pygen").glob("*/__init__.py")}
    paragraphs = text.partition("\n## The packages\n")[2].partition("\nOutside `pygen`:")[0]
    assert packages == set(re.findall(r"\*\*(\w+)\*\*", paragraphs))
    folders = {path.name for path in C_FOLDER.iterdir() if path.is_dir()}
    assert folders == set(re.findall(r"`c64src/(\w+)/`", text.partition("Outside `pygen`:")[2]))


def test_the_glossary_explains_each_word_once() -> None:
    words = re.findall(r"\*\*([a-z][a-z ]*)\*\*", text_of("glossary.md"))
    assert len(words) > 50 and len(words) == len(set(words))
