"""Settings of all tests."""

from __future__ import annotations

import re
import signal
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.player import Player
from helpers.programs import playable_of
from helpers.tools import MISSING, SHIPPED_SPEC_FILE, SPEC_FILE
from hypothesis import settings

from pygen.base.cache import FOLDER_VARIABLE
from pygen.compilers import COMPILERS
from pygen.emulators.rom_stub import build_rom_stub
from pygen.emulators.roms import Roms
from pygen.programs.carrier import ModularProgram
from pygen.spec import Spec, load_spec

# The same examples on every machine and in every run, and no file of earlier failures: a red test
# is red for everybody. No deadline: how long a test takes says nothing about the code.
settings.register_profile("same", derandomize=True, deadline=None, database=None)
# For hunting: python -m pytest --hypothesis-profile=hunt
settings.register_profile("hunt", deadline=None, max_examples=5000)
settings.load_profile("same")

# Tests send SIGINT to programs they start, which inherit whether it is ignored: it is where a shell
# runs the tests in the background.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Tests that take many minutes are only run on request."""
    parser.addoption("--long", action="store_true", help="run the tests that are marked as long")
    parser.addoption(
        "--job",
        choices=JOBS,
        help="run only the tests with this marker, which are otherwise left out: jobs of their own "
        "in continuous integration",
    )


JOBS = ("faults", "sanitizers", "flags")
"""Markers of tests that a plain run leaves out: each is a job of its own."""


def left_out(config: pytest.Config, items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests that the options leave out."""
    if config.getoption("--long"):
        return set()
    found = {item for item in items if item.get_closest_marker("long")} | doubles(items)
    job = config.getoption("--job")
    for item in items:
        marks = {name for name in JOBS if item.get_closest_marker(name)}
        if (job not in marks) if job else marks:
            found.add(item)
    return found | unsampled([item for item in items if item not in found])


def unsampled(items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests that `sampled(n)` leaves out: of those of a function all but every n-th, in an
    order that mixes their parameters, so that each value of each is among those that are run."""
    functions: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            functions[item.nodeid.partition("[")[0], *mark.args].append(item)
    found = set()
    for (_, each), same in functions.items():
        same.sort(key=lambda item: zlib.crc32(item.nodeid.encode()))
        found |= {item for number, item in enumerate(same) if number % each}
    return found


WITH_ONE_COMPILER = (
    "builders", "calls", "core", "emit", "engine", "kinds", "measure", "media", "modules", "passes",
    "program", "programs", "proof",
)  # fmt: skip
"""Folders of tests about much the same code with either compiler. Each of their tests is run with
one, chosen by its name; with --long, with both. Five of six are run with cc65, which takes a
quarter of the time, and all that count the cycles of steps: its code is the slower one. `invoke
verify --sample`, which every push runs behind the tests, proves all shipped dungeons with both."""


def doubles(items: list[pytest.Item]) -> set[pytest.Item]:
    """The tests in these folders that another one repeats with the other compiler."""
    installed = [name for name in COMPILERS if name not in MISSING]
    tests = Path(__file__).parent
    same: dict[str, dict[str, pytest.Item]] = defaultdict(dict)
    for item in items:
        if item.get_closest_marker("long"):
            continue
        names = re.findall(rf"\b({'|'.join(COMPILERS)})\b", item.nodeid)
        if len(names) == 1 and item.path.relative_to(tests).parts[0] in WITH_ONE_COMPILER:
            same[item.nodeid.replace(names[0], "*")][names[0]] = item
    found = set()
    for key, by_compiler in same.items():
        if installed and len(by_compiler) == len(COMPILERS):
            has_steps = any(item.get_closest_marker("steps") for item in by_compiler.values())
            turn = 1 if has_steps else zlib.crc32(key.encode()) % 6
            kept = installed[min(turn, len(installed) - 1, 1)]
            found |= {item for name, item in by_compiler.items() if name != kept}
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is run with one compiler, and skip what needs a tool that is missing here."""
    spared = left_out(config, items)
    config.hook.pytest_deselected(items=list(spared))
    # The longest first: a worker that begins one when the others are done keeps everybody waiting.
    items[:] = sorted(
        (item for item in items if item not in spared),
        key=lambda item: item.get_closest_marker("slow") is None,
    )
    for item in items:
        callspec = getattr(item, "callspec", None)
        values = callspec.params.values() if callspec else ()
        for name in COMPILERS:
            if any(value == name for value in values):
                item.add_marker(name)
        if "stub" in getattr(item, "fixturenames", ()):
            item.add_marker("vice")
            item.add_marker("ca65")
        for marker, reason in MISSING.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for each reason how many tests were skipped for it."""
    for reason, count in sorted(reasons_of(terminalreporter).items()):
        terminalreporter.write_line(f"Skipped {count}: {reason}")


MAY_BE_MISSING = (
    "no ROMs of the C64",
    "OSCAR64 is not installed",
    "OSCAR64 was found neither",
    "oscar64",
    "OTHER_OSCAR64 names no other versions",
    "UNDERCROFT_PROCESSOR_TESTS names no file",
    # VICE's stand-in for the ROM of a drive.
    "VICE has no ROM of a drive",
)
"""What no machine needs to have: how the reasons begin for which a test may be skipped."""


def reasons_of(reporter: pytest.TerminalReporter) -> Counter[str]:
    """Why tests were skipped, and how many."""
    return Counter(
        report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", [])
    )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which a test was skipped for a reason that is not known: what is skipped on
    every machine rots. Tools that are missing here are known; ./bootstrap test installs them."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    known = (*MAY_BE_MISSING, *MISSING.values())
    unknown = [reason for reason in reasons_of(reporter) if not reason.startswith(known)]
    if unknown and session.exitstatus == 0:
        reporter.write_line("")
        reporter.write_line(f"failed: skipped for a reason that is not known: {'; '.join(unknown)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def is_long(request: pytest.FixtureRequest) -> bool:
    """Whether the run takes its time (--long, weekly): a test that draws examples draws more."""
    return bool(request.config.getoption("--long"))


@pytest.fixture
def nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Nothing of earlier tests is kept: what is built is built anew, in tasks as well."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="session")
def spec() -> Spec:
    """The tests' spec: three dungeons that stay what they are."""
    return load_spec(SPEC_FILE)


@pytest.fixture(scope="session")
def shipped_spec() -> Spec:
    """generator.yaml as it ships, only for tests that are marked `shipped`."""
    return load_spec(SHIPPED_SPEC_FILE)


@pytest.fixture(scope="session")
def stub(tmp_path_factory: pytest.TempPathFactory) -> Roms:
    """What VICE runs on instead of the C64's ROMs. A test with it is one that needs VICE."""
    return build_rom_stub(tmp_path_factory.mktemp("stub"))


@pytest.fixture(scope="module", params=list(COMPILERS))
def program(spec: Spec, request: pytest.FixtureRequest) -> ModularProgram:
    """A program of the module's `spec` that is played, by each of the compilers.

    It does not have the catacombs: cc65's modules of all three would not fit.
    """
    dungeons = [name for name in spec.program.dungeons if name != "catacombs"]
    return playable_of(spec, request.param, selection=spec.only(*dungeons))


@pytest.fixture
def player(program: ModularProgram, stub: Roms) -> Iterator[Player]:
    """Somebody who plays the program in VICE."""
    with Player(program, stub) as found:
        yield found
