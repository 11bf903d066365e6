"""The parts of the pages in docs/ that are made from the code: `invoke docs` writes them.

A part begins with a comment such as `<!-- made by invoke docs: parameters of walk -->` and ends
with `<!-- end -->`. Its name says what it is, and of what.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER, PROJECT
from pygen.compilers import COMPILERS
from pygen.console import likeness_record, peer_record, program_sizes, proof_record
from pygen.engine.definition.colours import COLOURS
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import PassParameters
from pygen.engine.definition.require import Require
from pygen.kinds import KINDS
from pygen.measure.bench import Cycles
from pygen.measure.budgets import BASELINE, read_baseline
from pygen.passes import PASSES
from pygen.spec import load_spec
from pygen.spec.open_keys import keys_to_open

_PART = re.compile(
    r"(?P<begin>^<!-- made by invoke docs: (?P<what>[a-z]+)(?: of (?P<name>\w+))? -->\n)"
    r"(?P<text>.*?)(?P<end>^<!-- end -->$)",
    re.MULTILINE | re.DOTALL,
)

PAL_CYCLES_A_SECOND = 985_248
BAR = 40
"""The longest bar of a chart, in characters."""

Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A key of the YAML as a row of a table.

    `path` leads to the key from the dungeon's or pass's section, such as `rooms.max_size`. Behind
    `[]` are the keys of a list's items, behind `.*` those of a mapping whose keys are free.
    """

    path: str
    values: str
    default: str
    meaning: str


def parameters_of(
    part: type[KindParameters] | type[PassParameters] | type[Require],
) -> list[Parameter]:
    """The keys that a kind or pass has and others have not, and the size of a kind's map; or all
    keys of `require`."""
    schema = part.model_json_schema()
    reader = _SchemaReader(schema.get("$defs", {}))
    section = reader.resolved(schema)
    bases = [base for base in (KindParameters, PassParameters) if issubclass(part, base)]
    common = {"kind", "name", *(key for base in bases for key in base.model_fields)} - {"map"}
    own = {key: field for key, field in section["properties"].items() if key not in common}
    return list(reader.rows({**section, "properties": own}, ""))


class _SchemaReader:
    """Reads the parameters in a JSON Schema, given the schemas that it refers to."""

    def __init__(self, definitions: Schema) -> None:
        self._definitions = definitions

    def rows(self, section: Schema, above: str) -> Iterator[Parameter]:
        """The keys of a section and of all sections in it. `above` leads to the section."""
        for key, field in section["properties"].items():
            options = [self.resolved(one) for one in field.get("anyOf", [field])]
            is_optional = any(one.get("type") == "null" for one in options)
            options = [one for one in options if one.get("type") != "null"]
            inner = [found for one in options for found in self.sections(one)]
            path = f"{above}{key}"
            if is_optional or not all("properties" in one for one in options):
                first = {**options[0], **field}
                meaning, default = _default(first, key in section.get("required", ()))
                values = " or ".join(dict.fromkeys(_values(one) for one in options))
                yield Parameter(path, values, default, meaning)
            for way, one in inner:
                yield from self.rows(one, f"{path}{way}.")

    def resolved(self, schema: Schema) -> Schema:
        """The schema that a reference refers to, with what stands beside the reference."""
        if "$ref" not in schema:
            return schema
        own = {key: value for key, value in schema.items() if key not in ("$ref", "$defs")}
        return {**self._definitions[schema["$ref"].rpartition("/")[2]], **own}

    def sections(self, schema: Schema) -> Iterator[tuple[str, Schema]]:
        """The sections in a value, each with the way there: nothing, `[]` or `.*`."""
        inside = [(".*", one) for one in schema.get("patternProperties", {}).values()]
        inside += [("[]", schema.get("items")), (".*", schema.get("additionalProperties"))]
        if "properties" in schema:
            yield "", schema
        for way, one in inside:
            if isinstance(one, Mapping):
                for option in one.get("anyOf", [one]):
                    for deeper, found in self.sections(self.resolved(option)):
                        yield f"{way}{deeper}", found


def _values(schema: Schema) -> str:
    """What a key may be set to."""
    words = {
        "boolean": "`true`, `false`",
        "array": "list",
        "object": "mapping",
        "string": "text",
    }
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("enum") == list(COLOURS):
        return "a [colour](../spec.md#tiles)"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "integer":
        last = schema["maximum"] if "maximum" in schema else schema["exclusiveMaximum"] - 1
        return f"{schema['minimum']} to {last}"
    return words.get(schema.get("type", ""), "value")


def _default(field: Schema, is_required: bool) -> tuple[str, str]:
    """The meaning and the default of a key; its description may end with the default in words."""
    meaning = field.get("description", "")
    said = re.search(r" \(default: ([^()]*)\)$", meaning)
    if said:
        return meaning[: said.start()], said[1]
    if is_required:
        return meaning, "required"
    value = field.get("default")
    if isinstance(value, bool):
        return meaning, f"`{str(value).lower()}`"
    if value is None or value in ([], {}):
        return meaning, ""
    return meaning, str(value) if isinstance(value, int) else f"`{value}`"


def parameters(name: str) -> str:
    """The table of the parameters of a kind or pass, or of `require`."""
    kind_or_pass = KINDS.get(name) or PASSES.get(name)
    part = kind_or_pass.parameters if kind_or_pass else Require
    rows = [
        f"| `{row.path}` | {row.values} | {row.default} | {row.meaning} |"
        for row in parameters_of(part)
    ]
    if not rows:
        return "It has no parameters.\n"
    heading = ["| parameter | values | default | meaning |", "| --- | --- | --- | --- |"]
    folder = "kinds" if name in KINDS else "passes"
    keys = ", ".join(f"`{key}`" for key in keys_to_open(f"{folder}/{name}"))
    said = ["", f"May be [open](../open-parameters.md) in modules: {keys}."] if keys else []
    return "\n".join([*heading, *rows, *said, ""])


def cycles(name: str) -> str:
    """The table of the cycles of all shipped dungeons of a kind, as they were last recorded."""
    recorded = read_baseline(BASELINE).cycles
    titles = [compiler.title for compiler in COMPILERS.values()]
    rows = [
        "".join(["| dungeon |", *(f" {title}: median | slowest |" for title in titles)]),
        "| --- |" + " --- | --- |" * len(titles),
    ]
    for dungeon, given in load_spec(PROJECT / "generator.yaml").dungeons.items():
        if given.kind == name and all(dungeon in recorded[compiler] for compiler in COMPILERS):
            found = [Cycles.of([*recorded[compiler][dungeon].values()]) for compiler in COMPILERS]
            figures = "".join(f" {one.median:,} | {one.max:,} |" for one in found)
            rows.append(f"| `{dungeon}` |{figures}")
    if len(rows) == 2:
        return "No cycles are recorded; `invoke bench --bless` records them.\n"
    return "\n".join([*rows, ""])


def sources(name: str) -> str:
    """The table of the parts of a kind or pass, in both languages side by side, and its kernels."""
    folder = f"{'kinds' if name in KINDS else 'passes'}/{name}"
    python = {path.stem: path for path in (PROJECT / "pygen" / folder).rglob("*.py")}
    c = {path.name.partition(".")[0]: path for path in (C_FOLDER / folder).glob("*.*")}
    if not {*python} & {*c}:
        # What is not shared with other kinds or passes is little.
        python[name] = python["__init__"]
    rows = [f"| {_link(python[stem])} | {_link(c[stem])} |" for stem in sorted({*python} & {*c})]
    kernels = sorted((C_FOLDER / folder).glob("*.kernel.j2"))
    lines = ["| Python | C |", "| --- | --- |", *rows, ""]
    if kernels:
        lines += [f"Kernels in assembly: {', '.join(map(_link, kernels))}.", ""]
    return "\n".join(lines)


def _link(path: Path) -> str:
    name = path.relative_to(PROJECT).as_posix()
    return f"[{path.name.removesuffix('.kernel.j2')}](../../{name})"


def seconds(_: str) -> str:
    """How long a crypt takes on a C64, as bars beside the generator that it descends from.

    The figures are those of docs/performance.md, with the screen on.
    """
    page = (PROJECT / "docs" / "performance.md").read_text(encoding="utf-8")
    rows = {}
    for compiler, class_ in COMPILERS.items():
        row = re.search(rf"^ +{compiler} +crypt .* ([\d,]+) +\+[\d.]+ %$", page, re.MULTILINE)
        if row:
            rows[f"Undercroft, {class_.title}"] = int(row[1].replace(",", ""))
    original = re.search(r"^\| its newest version, 64 x 64, 16 rooms \| ([\d,]+) \|", page, re.M)
    if original:
        rows["Hacked-C64 (2026-08)"] = int(original[1].replace(",", ""))
    widest = max(rows.values())
    lines = ["Seconds for 16 rooms on a C64, with the screen on (median):", ""]
    for name, count in rows.items():
        bar = "\u2588" * max(1, round(BAR * count / widest))
        lines.append(f"    {name:22}{count / PAL_CYCLES_A_SECOND:.2f}  {bar}")
    return "\n".join([*lines, ""])


def tasks(_: str) -> str:
    """The table of all tasks."""
    rows = ["| task | what it does |", "| --- | --- |"]
    for file in sorted((PROJECT / "pygen" / "commands").glob("[!_]*.py")):
        words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        first = " ".join(words.partition("\n\n")[0].split())
        rows.append(f"| `invoke {file.stem.replace('_', '-')}` | {first} |")
    return "\n".join([*rows, ""])


PARTS: Mapping[str, Callable[[str], str]] = {
    "parameters": parameters,
    "cycles": cycles,
    "sources": sources,
    "likeness": likeness_record.likeness,
    "nearest": likeness_record.nearest,
    "peers": peer_record.peers,
    "seconds": seconds,
    "sizes": program_sizes.sizes,
    "proof": proof_record.proof,
    "proven": proof_record.proven,
    "tasks": tasks,
}
"""What a part of a page is made by, by what it is."""


def pages() -> list[Path]:
    """The pages of the project."""
    first = [PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "c64src/README.md")]
    return [*first, *sorted((PROJECT / "docs").rglob("*.md"))]


def made_anew(text: str) -> str:
    """The text of a page with all of its parts made anew.

    Raises UserError for a part that nothing makes.
    """

    def made(part: re.Match[str]) -> str:
        what, name = part["what"], part["name"] or ""
        if what == "contents":
            return part["begin"] + contents(text) + part["end"]
        if what not in PARTS:
            known = ", ".join(["contents", *PARTS])
            raise UserError(f"nothing makes `{what}`", f"parts of pages are: {known}")
        return part["begin"] + PARTS[what](name) + part["end"]

    return _PART.sub(made, text)


def anchor(title: str) -> str:
    """The name of a heading in links, as GitHub makes it: no punctuation, and dashes for spaces."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def contents(text: str) -> str:
    """The headings of the second level of a page, as links in a line."""
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^## (.+)$", outside, re.MULTILINE)
    links = [f"[{title}](#{anchor(title)})" for title in titles]
    return "On this page: " + " ·\n".join(links) + "\n"
