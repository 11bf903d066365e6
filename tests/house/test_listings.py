"""The listings of the documentation: what follows `$ invoke ...` is what the command prints."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.tasks import invoke_here_without_spec

from pygen.base.project import PROJECT

DOCS = PROJECT / "docs"
PAGES = [PROJECT / "README.md", *sorted(DOCS.rglob("*.md"))]


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
        return shlex.split(self.command)[1:]


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


# ------------------------------------------------------------------ the files that a page works on


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


FILES: dict[str, Callable[[str], dict[str, str]]] = {
    "first-dungeon.md": as_the_steps_leave_it,
    "examples.md": a_folder_for_each_block,
    "verify.md": first_dungeon,
    "mazes.md": last_block("my-dungeons/generator.yaml"),
    "passes.md": lambda text: {
        "cavern.yaml": yaml_blocks(text)[0].replace("      - {name: regions, keep: all}\n", ""),
        "halls.yaml": yaml_blocks(text)[-1],
    },
    "spec.md": last_block("large.yaml"),
    "worlds.md": lambda text: {"worlds.yaml": yaml_blocks(text)[0]},
}
"""What a page's commands find, from the page above them."""


# ------------------------------------------------------------------ running and comparing

OF_THE_MACHINE = (
    (r"^Compiling with .*\n", ""),
    (r"[\d,.]+ ms\b", "# ms"),
    (r"^\d+ seconds? with \d+ processe?s?$", "# seconds"),
    # The last columns of `verify`: how many it knew already, and its speed.
    (r"^( *\S.* python .*?) +[\d,]+ +[\d,]+$", r"\1 # #"),
    (re.escape(f"{PROJECT}/"), ""),
)
"""What differs between machines and runs, and what stands for it."""


def words_of(text: str) -> list[str]:
    """The words of an output, however its lines are broken."""
    for pattern, instead in OF_THE_MACHINE:
        text = re.sub(pattern, instead, text, flags=re.M)
    return text.split()


def is_printed(shown: str, printed: str) -> bool:
    """Whether a page shows what was printed; `...` stands for anything."""
    words = words_of(shown)
    pattern = "".join("(?: .*)?" if word == "..." else f" {re.escape(word)}" for word in words)
    return re.fullmatch(pattern, "".join(f" {word}" for word in words_of(printed))) is not None


NOT_RUN = {
    r"run-vice(?!.*--headless)": "opens a window until somebody closes it",
    r"studio": "serves a page until it is ended",
    r"new-kind hall|.*--dungeon hall": "tests/commands/test_new_kind.py writes a kind",
    r"parity --dungeon burrow|show --dungeon burrow --seed 7": "needs the reader's own pass",
    r"verify --spec worlds.yaml": "65,536 chunks; tests/proof/test_chunks.py takes fewer",
}
"""Listings that are not run, by the beginning of their words, and why."""

LONG = r"(?!show|init|find)|.*(?:0-999|secret_rooms >= 3 and|gargoyle|--vary|--from-file)"
"""Those that take more than a second or two."""


def is_like(listing: Listing, patterns: Sequence[str]) -> bool:
    return any(re.match(pattern, " ".join(listing.words)) for pattern in patterns)


LISTINGS = [listing for page in PAGES for listing in listings_of(page)]
RUN = [listing for listing in LISTINGS if not is_like(listing, list(NOT_RUN))]


@pytest.mark.shipped
@pytest.mark.parametrize(
    "listing",
    [
        pytest.param(
            listing, id=listing.place, marks=[pytest.mark.long] if is_like(listing, [LONG]) else []
        )
        for listing in RUN
    ],
)
def test_a_command_prints_what_the_page_shows(
    listing: Listing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = FILES[listing.page.name](listing.before) if "--spec" in listing.words else {}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    if "--from-file" in listing.words:
        invoke_here_without_spec(*shlex.split("disk --seeds 7 --output build/undercroft.d64"))
    done = invoke_here_without_spec(*listing.words)
    said = done.stdout + done.stderr
    assert done.returncode == (2 if "error:" in listing.output else 0), said
    assert not listing.output.strip() or is_printed(listing.output, said), said


def test_nearly_all_listings_are_run() -> None:
    assert len(LISTINGS) > 50 and len(LISTINGS) - len(RUN) < 20
    for pattern in NOT_RUN:
        assert any(is_like(listing, [pattern]) for listing in LISTINGS), pattern


@pytest.mark.parametrize(
    "shown, printed",
    [
        ("one two", "one  two\n"),
        ("one\n...\nfour", "one two\nthree four"),
        ("...\nthree four", "one two three four"),
        ("one two\n...", "one two three"),
        ("rate 3.1 ms", "rate 12,000.7 ms"),
    ],
)
def test_equal_listings(shown: str, printed: str) -> None:
    assert is_printed(shown, printed)


@pytest.mark.parametrize(
    "shown, printed",
    [
        ("one two", "one three"),
        ("one two", "one two three"),
        ("one two", "zero one two"),
        ("one\n...\nfour", "one two five"),
        ("...\nthree", "three four"),
    ],
)
def test_unequal_listings(shown: str, printed: str) -> None:
    assert not is_printed(shown, printed)
