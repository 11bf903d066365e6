"""The listings of the documentation: what follows `$ invoke ...` is what the command prints."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.listings import PAGES, Listing, files_of, listings_of
from helpers.tasks import invoke_here_without_spec
from helpers.tools import compiler_or_skip

from pygen.base.project import PROJECT
from pygen.compilers import COMPILERS
from pygen.measure.bench import Cycles
from pygen.measure.budgets import BASELINE, read_baseline
from pygen.spec import Spec

OF_THE_MACHINE = (
    (r"^Compiling with .*\n|^What was proved is kept: .*\n", ""),
    (r"[\d,.]+ ms\b", "# ms"),
    (r"^\d+ seconds? with \d+ processe?s?$", "# seconds"),
    # The last columns of `verify`: how many it knew already, and its speed.
    (r"^( *\S.* python .*?) +[\d,]+ +[\d,]+ *$", r"\1 # #"),
    # Another spec of this name may have been there before.
    (r"(build/specs/[\w-]+?)-\d+/", r"\1/"),
    (rf"\S*{re.escape(f'{PROJECT}/')}|\S+/(?=build/verify/)", ""),
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
    r"new-kind hall|.*--dungeon hall": "tests/commands/test_scaffolds.py writes a kind",
    r"new-pass rubble|.*--dungeon rubble_sample": "tests/commands/test_scaffolds.py writes a pass",
    r"try ": "needs a program; tests/proof/test_own_program.py builds some",
    r"verify --spec worlds.yaml": "65,536 chunks; tests/proof/test_chunks.py takes fewer",
    r"tests/hunts/": "not a task; takes minutes, and the hunts have tests of their own",
}
"""Listings that are not run, by the beginning of their words, and why."""

SEARCHES = "secret_rooms >= 3 and|status != 0|tries > 5|gargoyle"
"""Conditions of searches through all seeds of a dungeon that takes long."""

LONG = rf"(?!show|init|find)|.*(?:0-999|{SEARCHES}|--vary|--from-file)"
"""Those that take more than a second or two."""


def is_like(listing: Listing, patterns: Sequence[str]) -> bool:
    return any(re.match(pattern, " ".join(listing.words)) for pattern in patterns)


TABLES = {"parity": 3, "bench": 4}
"""Commands whose listings have a row for each dungeon and compiler, which are run one by one, and
how many figures of cycles a row has."""


def is_table(listing: Listing) -> bool:
    """Whether it shows all golden seeds of shipped dungeons: of all of them, or of one."""
    return (
        listing.words[0] in TABLES
        and bool(listing.output.strip())
        and set(listing.words[1:3:2]) <= {"--dungeon"}
        and (len(listing.words) in (1, 3))
    )


COMPILER = re.compile(rf"\b(?:{'|'.join(COMPILERS)})\b")


def skip_without_its_compilers(text: str) -> None:
    """Skip the test if a compiler that a listing names, in its command or below, is not here."""
    for name in sorted(set(COMPILER.findall(text))):
        compiler_or_skip(name)


LISTINGS = [listing for page in PAGES for listing in listings_of(page)]
RUN = [
    listing for listing in LISTINGS if not is_like(listing, list(NOT_RUN)) and not is_table(listing)
]
ROWS = [
    (listing, row)
    for listing in LISTINGS
    if is_table(listing)
    for row in re.findall(r"^(?:oscar64|cc65) .*", listing.output, re.M)
]


@pytest.mark.sampled(3)
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
    skip_without_its_compilers(f"{listing.command} {listing.output}")
    for name, text in files_of(listing).items():
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


@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize(
    ("command", "row"),
    [
        pytest.param(listing.words[0], row, id="-".join([listing.words[0], *row.split()[:2]]))
        for listing, row in ROWS
        if not is_like(listing, list(NOT_RUN))
    ],
)
def test_a_row_of_a_table_is_what_the_command_prints_for_its_dungeon(
    command: str, row: str
) -> None:
    compiler, dungeon = row.split()[:2]
    skip_without_its_compilers(compiler)
    done = invoke_here_without_spec(command, "--compiler", compiler, "--dungeon", dungeon)
    assert done.returncode == 0, done.stderr
    assert is_printed(f"... {row} ...", done.stdout), done.stdout


@pytest.mark.shipped
def test_the_tables_of_cycles_have_the_committed_figures(shipped_spec: Spec) -> None:
    """Which `invoke bench --check` compares with what it measures."""
    baseline = read_baseline(BASELINE)
    names = [row.split()[:2] for listing, row in ROWS if listing.words == ["bench"]]
    # A dungeon that is new need not be in the table.
    known = {dungeon for _, dungeon in names}
    shown = [dungeon for dungeon in shipped_spec.dungeons if dungeon in known]
    assert shown and names == [[compiler, one] for compiler in COMPILERS for one in shown]
    for listing, line in ROWS:
        figures = TABLES[listing.words[0]]
        row = line.split()
        if row[1] in shipped_spec.dungeons:
            cycles = Cycles.of(list(baseline.cycles[row[0]][row[1]].values()))
            wanted = [cycles.min, cycles.median, cycles.max]
            wanted[2:2] = [cycles.p99] * (figures - 3)
            given = [int(word.replace(",", "")) for word in row[4:] if "," in word][:figures]
            assert given == wanted, row


@pytest.mark.shipped
def test_the_number_of_dungeons_that_are_equal_is_that_of_the_rows() -> None:
    tables = [one for one in LISTINGS if is_table(one) and one.words[0] == "parity"]
    assert tables
    for table in tables:
        seeds = [int(row.split()[2]) for listing, row in ROWS if listing is table]
        assert f"all {sum(seeds):,} dungeons are equal" in table.output


def test_nearly_all_listings_are_run() -> None:
    assert len(LISTINGS) > 50 and len(LISTINGS) - len(RUN) < 26
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
