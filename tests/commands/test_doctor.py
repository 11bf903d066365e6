"""The doctor, on machines of which every tool is known."""

from __future__ import annotations

import importlib.metadata
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE
from rich.console import Console

from pygen.commands import doctor
from pygen.commands.doctor import Finding, all_required, examine, print_findings
from pygen.spec import load_spec

ANSWERS = {
    "cc65": "cc65 V2.19 - Test",
    "ca65": "ca65 V2.19 - Test",
    "ar65": "ar65 V2.19 - Test",
    "ld65": "ld65 V2.19 - Test",
    "od65": "od65 V2.19 - Test",
    "sim65": "sim65 V2.19 - Test",
    "oscar64": "Starting oscar64 1.32.271",
    "x64sc": "x64sc (VICE 3.7.1)",
    "c1541": "c1541 (VICE 3.7.1)",
    "cartconv": "cartconv (VICE 3.7.1)",
    "cc": "cc (Test) 12.2.0",
    "tcc": "tcc version 0.9.27 (Test)",
}
ROM_SIZES = {"kernal": 0x2000, "basic": 0x2000, "chargen": 0x1000}


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH; empty, on a machine with no other trace of a tool."""
    folder = tmp_path / "prefix" / "bin"
    folder.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("OSCAR64_HOME", raising=False)
    monkeypatch.delenv("CC65_HOME", raising=False)
    monkeypatch.delenv("UNDERCROFT_ROMS", raising=False)
    monkeypatch.setattr("pygen.emulators.roms._STANDARD_FOLDERS", ())
    return folder


@pytest.fixture
def install(programs: Path) -> Callable[..., None]:
    """Put programs there that answer as the real ones do, or as told."""

    def put(*names: str, **answers: str) -> None:
        for name, answer in ({name: ANSWERS[name] for name in names} | answers).items():
            (programs / name).write_text(f"#!/bin/sh\necho '{answer}'\n")
            (programs / name).chmod(0o755)

    return put


def finding(name: str, findings: list[Finding] | None = None) -> Finding:
    (found,) = [item for item in findings or examine() if item.name == name]
    return found


def printed(findings: list[Finding], width: int = 200) -> tuple[str, bool]:
    file = io.StringIO()
    print_findings(findings, Console(file=file, width=width, highlight=False))
    return file.getvalue(), all_required(findings)


def test_a_machine_with_everything_is_well(install: Callable[..., None], programs: Path) -> None:
    install(*ANSWERS)
    findings = examine()
    assert {item.state for item in findings} <= {"ok", "warning"} and all_required(findings)
    for name, version in [
        ("OSCAR64", "1.32.271"), ("cc65", "2.19 - Test"), ("ld65", "2.19"), ("x64sc", "3.7.1"),
        ("c1541", "3.7.1"), ("cartconv", "3.7.1"), ("cc", "12.2.0"),
    ]:  # fmt: skip
        item = finding(name, findings)
        assert (item.state, item.version) == ("ok", version)
        assert Path(item.place) == programs / name.lower()


@pytest.mark.usefixtures("programs")
def test_a_bare_machine_is_told_how_to_get_every_tool() -> None:
    findings = examine()
    missing = [item for item in findings if item.state == "missing"]
    assert [item.name for item in missing] == [
        "OSCAR64", "cc65", "ca65", "ld65", "sim65", "x64sc", "c1541", "cartconv", "cc",
        "tcc",
    ]  # fmt: skip
    assert all(item.note for item in missing)
    assert [item.name for item in missing if item.hinders] == ["cc65", "ca65", "ld65", "x64sc"]
    text, good = printed(findings)
    assert not good and "Missing: cc65, ca65, ld65, x64sc." in text
    assert text.count("MISSING") == 4 and text.count("absent") == 6


def test_cc65_alone_is_enough_to_compile(install: Callable[..., None]) -> None:
    install("cc65", "ca65", "ar65", "ld65", "od65", "x64sc")
    findings = examine()
    assert all_required(findings) and finding("OSCAR64", findings).state == "missing"
    text, good = printed(findings)
    assert good and "Everything that is required is here." in text


def test_with_oscar64_cc65_is_not_required_but_its_assembler_is(
    install: Callable[..., None],
) -> None:
    install("oscar64", "x64sc")
    assert [item.name for item in examine() if item.hinders] == ["ca65", "ld65"]


def test_with_oscar64_and_roms_nothing_of_cc65_is_required(
    install: Callable[..., None], programs: Path
) -> None:
    install("oscar64", "x64sc")
    folder = programs.parent / "share/vice/C64"
    folder.mkdir(parents=True)
    for name, size in ROM_SIZES.items():
        (folder / name).write_bytes(bytes(size))
    findings = examine()
    assert all_required(findings) and finding("C64 ROMs", findings).place == str(folder)


def test_a_miscompiling_oscar64_is_a_warning(install: Callable[..., None]) -> None:
    install(oscar64="oscar64 1.32.273")
    item = finding("OSCAR64")
    assert item.state == "warning" and "miscompile" in item.note
    assert "miscompile" in printed([item])[0]


def test_a_vice_that_is_too_old_counts_as_missing(install: Callable[..., None]) -> None:
    install(x64sc="x64sc (VICE 3.5)")
    item = finding("x64sc")
    assert item.hinders and "VICE 3.7 or newer" in item.note and item.version == "3.5"


def test_the_paths_of_the_spec_come_first(
    install: Callable[..., None], programs: Path, tmp_path: Path
) -> None:
    install(*ANSWERS)
    elsewhere = tmp_path / "else where"
    programs.rename(elsewhere)
    names = {"compilers.oscar64": "oscar64", "compilers.cc65": "cc65", "emulator": "x64sc"}
    changes = [f"{key}.path={elsewhere / name}" for key, name in names.items()]
    findings = examine(load_spec(SPEC_FILE, changes))
    for name in ("OSCAR64", "cc65", "ca65", "ld65", "x64sc", "c1541", "cartconv"):
        assert Path(finding(name, findings).place).parent == elsewhere, name


@pytest.mark.parametrize("name", ["ca65", "c1541", "cc"])
def test_a_tool_without_a_version_is_a_warning(install: Callable[..., None], name: str) -> None:
    install(*ANSWERS)
    install(**{name: "hello"})
    item = finding(name)
    assert item.state == "warning" and "prints no version" in item.note


def test_a_tool_that_cannot_be_started_is_missing(programs: Path) -> None:
    (programs / "cc").write_bytes(b"\0 no program")
    (programs / "cc").chmod(0o755)
    item = finding("cc")
    assert item.state == "missing" and "cannot be started" in item.note


def test_a_tool_that_hangs_is_missing(
    install: Callable[..., None], programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_SECONDS_FOR_A_VERSION", 0.2)
    (programs / "cc").write_text("#!/bin/sh\nwhile :; do :; done\n")
    (programs / "cc").chmod(0o755)
    item = finding("cc")
    assert item.state == "missing" and "did not finish" in item.note


def requirements(folder: Path, monkeypatch: pytest.MonkeyPatch, **groups: str) -> None:
    """Files of groups of packages; the groups that are not named need only rich."""
    pin = f"rich=={importlib.metadata.version('rich')} \\\n    --hash=sha256:1\n"
    for group in doctor.GROUPS:
        (folder / f"{group}.txt").write_text(groups.get(group, pin))
    monkeypatch.setattr(doctor, "REQUIREMENTS", folder)


@pytest.mark.usefixtures("programs")
def test_packages_are_compared_with_their_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rich = importlib.metadata.version("rich")
    pins = (
        f"# six==0\nrich=={rich} \\\n    --hash=sha256:1\n"
        "pytest==0.0.1 ; python_version < '3.15' \\\n"
        "no-such-package==1.0\nfor-another-system==1.0 ; sys_platform == 'win32' \\\n"
    )
    requirements(tmp_path, monkeypatch, product=pins)
    findings = examine()
    whole = finding("Python: product", findings)
    assert (whole.state, whole.version) == ("warning", "1 of 3")
    assert "0.0.1" in finding("pytest", findings).note
    assert finding("pytest", findings).state == "warning"
    assert finding("no-such-package", findings).hinders
    assert finding("Python: tests", findings).state == "ok"


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize(("group", "command"), [("studio", "studio"), ("tests", "test")])
def test_packages_for_other_tasks_may_be_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str, command: str
) -> None:
    requirements(tmp_path, monkeypatch, **{group: "no-such-package==1.0\n"})
    findings = examine()
    whole = finding(f"Python: {group}", findings)
    assert whole.state == "missing" and not whole.hinders
    assert whole.note == f"./bootstrap {command} installs them."
    assert "no-such-package" not in [item.name for item in findings]


@pytest.mark.usefixtures("programs")
def test_packages_that_cannot_be_compared_are_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "REQUIREMENTS", tmp_path / "nowhere")
    assert finding("Python: product").state == "warning"


@pytest.mark.usefixtures("programs")
def test_a_narrow_terminal_loses_no_words_of_advice() -> None:
    item = Finding(
        "x64sc", "the emulator", True, "missing", place="/a/" + "b" * 60, note="Get [it]."
    )
    text, _ = printed([item], width=60)
    flat = "".join(text.split())
    assert "b" * 60 in flat and "Get[it]." in flat
