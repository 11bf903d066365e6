"""The listings of the documentation, `$ invoke ...` and what it prints, and the specs they use."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import PROJECT
from pygen.commands.init import EXAMPLE
from pygen.exchange.drawings import drawing_files
from pygen.spec.document import Document
from pygen.spec.loading import spec_of

DOCS = PROJECT / "docs"
PAGES = [PROJECT / "README.md", PROJECT / "c64src" / "README.md", *sorted(DOCS.rglob("*.md"))]


@dataclass(frozen=True)
class Listing:
    """A command on a page, and what it prints there. `before` is the page above it."""

    page: Path
    line: int
    command: str
    output: str
    before: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(PROJECT)}:{self.line}"

    @property
    def words(self) -> list[str]:
        """The command's words behind `invoke`."""
        return shlex.split(self.command, comments=True)[1:]


BLOCK = re.compile(r"^```\n\$ (?:.*\n)*?```$|^ {4}\$ .*\n(?:(?: {4}.*)?\n)*", re.M)


def listings_of(page: Path) -> Iterator[Listing]:
    """Those that are indented by four spaces or lie between fences."""
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1 + block[0].startswith("```")
        body = re.sub(r"^ {4}|^```\n?", "", block[0], flags=re.M)
        variables: dict[str, str] = {}
        for part in re.split(r"^(?=\$ )", body, flags=re.M)[1:]:
            command, _, output = part.removeprefix("$ ").replace("\\\n", " ").partition("\n")
            set_here = re.fullmatch(r"(\w+)=(.*)", command)
            if set_here:
                variables[set_here[1]] = set_here[2].strip('"')
            else:
                for name, value in variables.items():
                    command = command.replace(f"${name}", value)
                yield Listing(page, line, command, output, text[: block.start()])
            line += part.count("\n")


def yaml_blocks(text: str) -> list[str]:
    return re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S)


def last_block(name: str) -> Callable[[str], dict[str, str]]:
    """The page's last spec above the listing is in the file of this name."""
    return lambda text: {name: yaml_blocks(text)[-1]}


def a_folder_for_each_block(text: str) -> dict[str, str]:
    """Each block is a whole file, in a folder that has its dungeon's name."""
    blocks = {re.findall(r"^  (\w+):$", block, re.M)[0]: block for block in yaml_blocks(text)}
    return {f"{name}/generator.yaml": block for name, block in blocks.items()}


def as_the_steps_leave_it(text: str) -> dict[str, str]:
    """The file of the first dungeon after those of the steps that are above the listing."""
    spec = ""
    for block in yaml_blocks(text):
        if "\nkind" in re.sub("^ +", "", block, flags=re.M) and "..." not in block:
            spec = block
        elif block.startswith("tiles:"):
            spec += block
        elif block.startswith("dungeons:"):
            _, _, cellar = block.partition("\n\n")
            spec = spec.replace("  keep:\n", "  keep: &keep\n", 1)
            spec = spec.replace("tiles:\n", f"{cellar}tiles:\n", 1)
        elif block.startswith("    floors:"):
            spec = spec.replace("tiles:\n", f"{block}tiles:\n", 1)
        else:
            key = re.escape(block.split(":")[0])
            spec, changed = re.subn(rf"^{key}:.*\n", block, spec, count=1, flags=re.M)
            assert changed, block
    return {"my-dungeons/generator.yaml": spec} if spec else {}


def first_dungeon(_: str) -> dict[str, str]:
    """The same after all steps."""
    return as_the_steps_leave_it((DOCS / "first-dungeon.md").read_text(encoding="utf-8"))


def as_init_writes_it(_: str) -> dict[str, str]:
    """What `invoke init my-dungeons` writes."""
    return {"my-dungeons/generator.yaml": EXAMPLE.read_text(encoding="utf-8")}


def drawn_in_tiled(text: str) -> dict[str, str]:
    """The page's spec and its drawings, as exported; `hoard` is a new one, without properties."""
    spec = yaml_blocks(text)[0] if "```yaml" in text else ""
    if not spec:
        return {}
    loaded = spec_of(Document.of_text(spec))
    files = {
        f"drawings/{name}": data.decode()
        for name, data in drawing_files(loaded, "keep").items()
        if not name.endswith(".png")
    }
    hoard = re.sub(
        r"<properties>.*?</properties>", "", files["drawings/keep_vaults_treasury.tmx"], flags=re.S
    )
    return {"keep.yaml": spec, **files, "drawings/hoard.tmx": hoard}


FILES: dict[str, Callable[[str], dict[str, str]]] = {
    "README.md": as_init_writes_it,
    "first-dungeon.md": as_the_steps_leave_it,
    "examples.md": a_folder_for_each_block,
    "verify.md": first_dungeon,
    "passes.md": lambda text: {
        "cavern.yaml": yaml_blocks(text)[0].replace("      - {name: regions, keep: all}\n", ""),
        "halls.yaml": yaml_blocks(text)[-1],
    },
    "other-tools.md": drawn_in_tiled,
    "require.md": lambda text: {"keep.yaml": yaml_blocks(text)[0]},
    "spec.md": last_block("large.yaml"),
    "worlds.md": lambda text: {"worlds.yaml": yaml_blocks(text)[0]},
}
"""What a page's commands find, from the page above them."""


def files_of(listing: Listing) -> dict[str, str]:
    """The specs that a listing finds by their names: on any other page the last one above it."""
    if "--spec" not in listing.words:
        return {}
    name = listing.words[listing.words.index("--spec") + 1]
    return FILES.get(listing.page.name, last_block(name))(listing.before)
