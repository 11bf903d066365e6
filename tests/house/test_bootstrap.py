"""The set-up script on a machine of stubs: what it installs, edits and says, and how it fails."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.fake_machine import OFFERED, OLD_PYTHON, PYTHON, SUDO, Machine

from pygen.base.project import PROJECT

PARAGRAPH = "Types: deb\nURIs: some:place\nSuites: {suite}\nComponents: {components}\n"


def paragraph(components: str = "main", suite: str = "stable") -> str:
    return PARAGRAPH.format(components=components, suite=suite)


def installs(machine: Machine) -> list[str]:
    """The calls of apt-get that installed something."""
    calls = machine.calls("apt-get")
    return [call for call in calls if " install " in call and "--print-uris" not in call]


def pips(machine: Machine) -> list[str]:
    return [call for call in machine.calls("python") if "pip install" in call]


def requirements_of(pip: str) -> list[str]:
    """The groups of packages that a call of pip installed."""
    return re.findall(r"--requirement requirements/(\w+)\.txt", pip)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def ready(machine: Machine) -> Machine:
    """A machine on which ./bootstrap has been run."""
    machine.install_everything()
    assert machine.run().returncode == 0
    return machine


# What is installed


def test_a_bare_machine_gets_everything_and_runs_the_main_job(machine: Machine) -> None:
    (machine.programs / "python3").unlink()
    machine.sources("debian.sources", paragraph())
    done = machine.run()
    assert done.returncode == 0, done.stderr
    (install,) = installs(machine)
    packages = install.partition(" install ")[2].split()
    assert packages == ["cc65", "vice", "gcc", "libc6-dev", "python3", "python3-venv"]
    assert {"-y", "--no-install-recommends"} <= set(install.split())
    (pip,) = pips(machine)
    assert "--require-hashes" in pip and requirements_of(pip) == ["product"]
    tasks, _, following = done.stdout.partition("\nNext:\n")
    *_, place, first, second, proven = tasks.splitlines()
    assert [place, first, second] == [
        f"in {machine.project}", "word <build-release>", "word <parity>"
    ]  # fmt: skip
    assert re.fullmatch(r"==> Built and proven in \d+ s", proven)
    assert ".venv/bin/invoke show --seed 7" in following
    assert machine.left_over() == []


def test_a_second_run_installs_nothing(ready: Machine) -> None:
    assert ready.run("test").returncode == 0
    assert pips(ready)
    assert ready.run("test").returncode == 0
    assert ready.calls("apt-get") == ready.calls("apt-cache") == ready.calls("python3") == []
    assert pips(ready) == []


@pytest.mark.parametrize(
    ("program", "packages"),
    [("cc65", "cc65"), ("ca65", "cc65"), ("ld65", "cc65"), ("cc", "gcc libc6-dev")],
)
def test_only_what_is_missing_is_installed(machine: Machine, program: str, packages: str) -> None:
    machine.install_everything()
    (machine.programs / program).unlink()
    assert machine.run().returncode == 0
    assert machine.calls("apt-get")[-1].endswith(f"install {packages}")


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("show", ["install tcc"]),
        (
            "test",
            ["install tcc chromium chromium-driver acme 64tass xvfb xdotool clang clang-tidy"],
        ),
    ],
)
def test_what_is_useful_is_installed_if_it_is_offered(
    machine: Machine, task: str, expected: list[str]
) -> None:
    machine.install_everything()
    tools = ("acme", "64tass", "Xvfb", "xdotool", "clang", "clang-tidy")
    for name in ("tcc", "chromium", "chromedriver", *tools):
        (machine.programs / name).unlink()
    assert machine.run(task).returncode == 0
    assert machine.calls("apt-get") == [], "nothing of it is offered"
    offered = ("tcc", "chromium", "chromium-driver", *map(str.lower, tools))
    machine.set(offered="".join(f"{package} 1.0\n" for package in offered))
    assert machine.run(task).returncode == 0
    assert [call[call.index("install ") :] for call in installs(machine)] == expected


def test_what_is_only_useful_stops_nothing(machine: Machine) -> None:
    machine.install_everything()
    (machine.programs / "tcc").unlink()
    machine.set(offered="tcc 0.9\n", install_fails="")
    done = machine.run("show")
    assert done.returncode == 0 and "going on without" in done.stderr
    machine.set(user="1000")
    done = machine.run("show")
    assert done.returncode == 0 and "useful: apt-get install tcc" in done.stdout


def test_a_python_that_is_too_old_gets_a_newer_one_beside_it(machine: Machine) -> None:
    machine.install_everything()
    machine.stub("python3", OLD_PYTHON)
    machine.set(offered="python3 3.10.6-1\npython3.11 3.11.0\npython3.11-venv 3.11.0\n")
    done = machine.run()
    assert done.returncode == 0, done.stderr
    assert machine.calls("apt-get")[-1].endswith("install python3.11 python3.11-venv")
    assert [call for call in machine.calls("python3.11") if "-m venv" in call]


def test_a_python_without_ensurepip_gets_its_package(machine: Machine) -> None:
    machine.install_everything()
    machine.stub("python3", PYTHON.replace('[ ! -e "$STATE/no_venv" ]', "false"))
    assert machine.run().returncode == 0
    assert machine.calls("apt-get")[-1].endswith("install python3 python3-venv")


def test_changed_requirements_are_installed_into_the_same_environment(ready: Machine) -> None:
    (ready.project / "requirements/product.txt").write_text("package==2.0\n")
    assert ready.run().returncode == 0
    assert ready.calls("python3") == []
    assert [requirements_of(call) for call in pips(ready)] == [["product"]]


@pytest.mark.parametrize(
    ("arguments", "groups"),
    [
        (["studio", "--dungeon", "crypt"], ["studio"]),
        (["bench", "--studio"], ["studio"]),
        (["test", "--arguments=-x"], ["studio", "tests"]),
        (["--with", "tests", "doctor"], ["tests"]),
        (["show", "--dungeon", "testing"], []),
    ],
)
def test_a_task_gets_the_packages_that_are_still_missing(
    ready: Machine, arguments: list[str], groups: list[str]
) -> None:
    assert ready.run(*arguments).returncode == 0
    assert [requirements_of(call) for call in pips(ready)] == ([groups] if groups else [])
    assert ready.run(*arguments).returncode == 0
    assert pips(ready) == []


def test_packages_of_earlier_tasks_stay_up_to_date(ready: Machine) -> None:
    assert ready.run("test").returncode == 0
    for group in ("product", "tests"):
        (ready.project / f"requirements/{group}.txt").write_text("package==2.0\n")
    assert ready.run("show").returncode == 0
    assert [requirements_of(call) for call in pips(ready)] == [["product", "tests"]]


def test_a_group_that_does_not_exist_is_refused(ready: Machine) -> None:
    done = ready.run("--with", "toys", "show")
    assert done.returncode == 1 and "product, studio, cluster, tests" in done.stderr
    assert "word <" not in done.stdout


@pytest.mark.parametrize("program", ["invoke", "inv"])
def test_the_programs_of_the_environment_work_from_any_folder(ready: Machine, program: str) -> None:
    moved = ready.folder / "it's"
    shutil.move(ready.project, moved)
    ready.project = moved
    assert ready.run().returncode == 0
    ready.calls_file.write_text("")
    subprocess.run(
        [moved / ".venv/bin" / program, "show", "a b"],
        env={"STATE": str(ready.state), "CALLS": str(ready.calls_file), "PATH": "/bin:/usr/bin"},
        cwd=ready.folder / "home", check=True, capture_output=True,
    )  # fmt: skip
    assert ready.calls("python") == [f"{moved}/pygen/console/launcher.py show a b"]


# What is said


def test_what_will_change_is_said_before_it_does(machine: Machine) -> None:
    (machine.programs / "python3").unlink()
    source = machine.sources("debian.sources", paragraph())
    lines = machine.run().stdout.splitlines()
    first = lines.index("==> What this changes on this machine:")
    assert first == 0
    assert lines[1:7] == [
        "      apt-get update; apt-get install cc65 vice gcc libc6-dev python3 python3-venv",
        f"      if a package is not offered: contrib added to {source} (a copy stays: .save)",
        "      apt-get install, if they are offered (useful, not needed): tcc",
        f"      a virtual environment in {machine.project}/.venv",
        "      Python packages from PyPI into .venv: requirements/product.txt",
        f"==> Nothing else outside of {machine.project} is changed, except caches in your home "
        "directory",
    ]


def test_only_what_will_change_is_said(ready: Machine) -> None:
    assert "What this changes" not in ready.run("show").stdout
    said = ready.run("studio").stdout
    assert "packages from PyPI into .venv: requirements/studio.txt\n" in said
    assert "apt-get" not in said and "virtual environment" not in said


def test_each_step_ends_with_the_seconds_that_it_took(machine: Machine) -> None:
    machine.sources("debian.sources", paragraph())
    steps = [line for line in machine.run().stdout.splitlines() if " ..." in line]
    for what in (
        r"Updating the list of packages",
        r"Updating the list of packages again",
        r"Installing cc65 vice gcc libc6-dev \(2 packages, 2\.1 MB to download\)",
        r"Creating a virtual environment in \.venv with Python 3\.11\.2",
        r"Installing the Python packages: product",
    ):
        assert re.fullmatch(rf"==> {what} \.\.\. \d+ s", steps.pop(0)), what
    assert not steps


def test_a_step_that_was_interrupted_by_words_still_says_what_it_took(machine: Machine) -> None:
    machine.sources("debian.sources", paragraph())
    machine.set(locked="1\n")
    lines = machine.run().stdout.splitlines()
    waiting = lines.index("==> Another program is installing packages: waiting (0 s of 600 s)")
    assert lines[waiting - 1].endswith(" ...")
    assert re.fullmatch(r"    that took \d+ s", lines[waiting + 1])


def test_an_environment_that_was_moved_is_made_anew(ready: Machine) -> None:
    moved = ready.folder / "moved"
    shutil.move(ready.project, moved)
    ready.project = moved
    assert ready.run().returncode == 0
    assert [call for call in ready.calls("python3") if "-m venv" in call]


def test_an_environment_whose_python_is_gone_is_made_anew(ready: Machine) -> None:
    (ready.project / ".venv/bin/python").unlink()
    assert ready.run().returncode == 0
    assert [call for call in ready.calls("python3") if "-m venv" in call]


def test_a_folder_of_the_same_name_elsewhere_does_not_mislead(ready: Machine) -> None:
    (ready.folder / "elsewhere" / ready.project.name).mkdir(parents=True)
    done = ready.run(folder=ready.folder, CDPATH=str(ready.folder / "elsewhere"))
    assert done.returncode == 0 and f"in {ready.project}\n" in done.stdout


# Tasks


def test_tasks_get_their_arguments_as_they_are(ready: Machine) -> None:
    done = ready.run("show", "--set", "a.b=c d", "--glyphs", "*'\"$HOME", "")
    words = [line for line in done.stdout.splitlines() if line.startswith("word ")]
    assert words == [
        "word <show>", "word <--set>", "word <a.b=c d>", "word <--glyphs>", "word <*'\"$HOME>",
        "word <>",
    ]  # fmt: skip


def test_the_status_of_the_tasks_is_handed_on(ready: Machine) -> None:
    ready.set(task_status="7")
    assert ready.run("parity").returncode == 7


def test_after_a_failed_proof_nothing_comes_next(ready: Machine) -> None:
    ready.set(task_status="7")
    done = ready.run()
    assert done.returncode == 7 and "Next:" not in done.stdout


def test_a_task_by_name_has_the_last_word(ready: Machine) -> None:
    assert ready.run("show").stdout.splitlines()[-1] == "word <show>"


def test_the_next_steps_are_tasks_that_exist() -> None:
    text = (PROJECT / "bootstrap").read_text(encoding="utf-8").partition("\nNext:\n")[2]
    named = set(re.findall(r"\.venv/bin/invoke ([a-z][a-z-]*)", text.partition("TEXT")[0]))
    listed = subprocess.run(
        [sys.executable, "-m", "invoke", "--list", "--list-format", "json"],
        cwd=PROJECT, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert len(named) >= 2
    assert named <= {task["name"] for task in json.loads(listed.stdout)["tasks"]}


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_explains_and_does_nothing(machine: Machine, option: str) -> None:
    done = machine.run(option)
    assert done.returncode == 0 and "./bootstrap test" in done.stdout
    assert machine.calls_file.read_text() == ""
    assert not (machine.project / ".venv").exists()


def test_oscar64_is_missed_in_one_line(ready: Machine, tmp_path: Path) -> None:
    assert ready.run().stdout.count("OSCAR64 is neither") == 1
    (tmp_path / "oscar/bin").mkdir(parents=True)
    shutil.move(ready.stub("oscar64"), tmp_path / "oscar/bin/oscar64")
    assert "OSCAR64" not in ready.run(OSCAR64_HOME=str(tmp_path / "oscar")).stdout
    ready.stub("oscar64")
    assert "OSCAR64" not in ready.run().stdout


# Package sources


def test_contrib_is_added_to_the_paragraph_of_debian(machine: Machine) -> None:
    text = "# Ours\n\n# Theirs\n" + paragraph(suite="other") + "\n\n"
    source = machine.sources(
        "debian.sources",
        text + "# Debian\n" + paragraph(),
        "Docker|Docker|{sources}:1\nDebian|Debian|{sources}:2\n",
    )
    done = machine.run()
    assert done.returncode == 0, done.stderr
    assert source.read_text() == text + "# Debian\n" + paragraph("main contrib")
    assert f"Adding contrib to the package source in {source}" in done.stdout
    assert Path(f"{source}.save").read_text() == text + "# Debian\n" + paragraph()


def test_contrib_is_added_to_every_paragraph_of_debian_but_not_to_security(
    machine: Machine,
) -> None:
    source = machine.sources(
        "debian.sources",
        paragraph() + "\n" + paragraph() + "\n" + paragraph(),
        "Debian|Debian|{sources}:1\nDebian|Debian-Security|{sources}:2\nDebian|Debian|{sources}:3\n",
    )
    assert machine.run().returncode == 0
    added = paragraph("main contrib")
    assert source.read_text() == added + "\n" + paragraph() + "\n" + added


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Components:\n main\n", "Components: contrib\n main\n"),
        ("components: main  \n", "components: main contrib\n"),
        ("Components: main non-free-firmware\n", "Components: main non-free-firmware contrib\n"),
    ],
)
def test_components_may_be_written_in_several_ways(
    machine: Machine, before: str, after: str
) -> None:
    source = machine.sources("debian.sources", "Types: deb\n" + before + "Suites: stable\n")
    assert machine.run().returncode == 0
    assert source.read_text() == "Types: deb\n" + after + "Suites: stable\n"


def test_contrib_is_added_to_the_line_of_debian(machine: Machine) -> None:
    others = "# deb some:place stable main\ndeb other:place stable main\n"
    source = machine.sources(
        "sources.list",
        others + "deb [arch=amd64] some:place stable main # the archive\n",
        "Docker|Docker|{sources}:2\nDebian|Debian|{sources}:3\n",
    )
    done = machine.run()
    assert done.returncode == 0, done.stderr
    added = "deb [arch=amd64] some:place stable main contrib # the archive\n"
    assert source.read_text() == others + added


@pytest.mark.parametrize("before", ["main", "main universe"])
def test_ubuntu_gets_universe_and_multiverse(machine: Machine, before: str) -> None:
    source = machine.sources("ubuntu.sources", paragraph(before), "Ubuntu|Ubuntu|{sources}:1\n")
    assert machine.run().returncode == 0
    assert source.read_text() == paragraph("main universe multiverse")


def test_sources_that_have_everything_are_left_alone(machine: Machine) -> None:
    source = machine.sources("debian.sources", paragraph())
    machine.set(offered=OFFERED + "vice 3.7\n")
    assert machine.run().returncode == 0
    assert source.read_text() == paragraph() and not Path(f"{source}.save").exists()
    assert machine.calls("apt-get").count("-q update") == 1


def test_a_copy_of_the_sources_that_is_there_is_kept(machine: Machine) -> None:
    source = machine.sources("debian.sources", paragraph())
    Path(f"{source}.save").write_text("precious")
    assert machine.run().returncode == 0
    assert Path(f"{source}.save").read_text() == "precious"


def test_the_rights_of_the_sources_are_kept(machine: Machine) -> None:
    source = machine.sources("debian.sources", paragraph())
    source.chmod(0o640)
    assert machine.run().returncode == 0
    assert "contrib" in source.read_text() and source.stat().st_mode & 0o777 == 0o640


def test_a_package_that_no_source_has_is_named(machine: Machine) -> None:
    source = machine.sources("foreign.sources", paragraph(), "Docker|Docker|{sources}:1\n")
    done = machine.run()
    assert done.returncode == 1 and "no package source of this machine has: vice" in done.stderr
    assert source.read_text() == paragraph()


# Rights and locks


def test_other_users_install_with_sudo_that_asks_nothing(machine: Machine) -> None:
    machine.set(user="1000")
    machine.stub("sudo", SUDO)
    source = machine.sources("debian.sources", paragraph())
    assert machine.run().returncode == 0
    calls = machine.calls("sudo")
    assert all(call.startswith("-n ") for call in calls)
    assert [call.split()[1] for call in calls if call.endswith(str(source))] == ["cp"]
    assert [call.split()[1] for call in calls if call.endswith(f"{source}.save")] == ["cp"]
    as_root = [call for call in calls if "apt-get" in call]
    questions = [
        call for call in machine.calls("apt-get") if re.match("indextargets|--print", call)
    ]
    assert len(as_root) == len(machine.calls("apt-get")) - len(questions)


def test_without_root_and_sudo_it_says_so(machine: Machine) -> None:
    machine.set(user="1000")
    done = machine.run()
    assert done.returncode == 1 and "there is no sudo" in done.stderr
    assert machine.calls("apt-get") == []


def test_a_sudo_that_wants_a_password_from_nobody_is_a_clear_error(machine: Machine) -> None:
    machine.set(user="1000", sudo_wants_password="")
    machine.stub("sudo", SUDO)
    done = machine.run()
    assert done.returncode == 1 and "without a terminal" in done.stderr
    assert machine.calls("apt-get") == []


def test_no_rights_are_needed_when_everything_is_there(machine: Machine) -> None:
    machine.set(user="1000")
    machine.install_everything()
    assert machine.run().returncode == 0


def test_a_lock_is_waited_for(machine: Machine) -> None:
    machine.sources("debian.sources", paragraph())
    machine.set(locked="1\n2\n3\n")
    done = machine.run()
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Another program is installing packages") == 3
    assert machine.calls("sleep") == ["5", "5", "5"]


def test_a_lock_is_not_waited_for_endlessly(machine: Machine) -> None:
    machine.set(locked="busy\n" * 1000)
    done = machine.run()
    assert done.returncode == 1 and "for 600 seconds" in done.stderr
    assert machine.left_over() == []


# Failures


def test_no_network_is_a_clear_error_and_changes_no_sources(machine: Machine) -> None:
    source = machine.sources("debian.sources", paragraph())
    machine.set(offline="", offered="")
    done = machine.run()
    assert done.returncode == 1
    assert "Temporary failure" in done.stderr and "Is there a network?" in done.stderr
    assert source.read_text() == paragraph()


def test_a_broken_source_of_somebody_else_is_no_obstacle(machine: Machine) -> None:
    machine.sources("debian.sources", paragraph())
    machine.set(one_source_broken="")
    done = machine.run()
    assert done.returncode == 0 and "Failed to fetch another source" in done.stderr


def test_a_failed_installation_is_told_in_apt_s_own_words(machine: Machine) -> None:
    machine.sources("debian.sources", paragraph())
    machine.set(install_fails="")
    done = machine.run()
    assert done.returncode == 1 and "You have no disk left" in done.stderr
    assert machine.left_over() == []


def test_a_failed_pip_is_told_and_tried_again_next_time(machine: Machine) -> None:
    machine.install_everything()
    machine.set(offline="")
    done = machine.run()
    assert done.returncode == 1
    assert "ERROR: no connection" in done.stderr and "pip could not install" in done.stderr
    assert "word <" not in done.stdout
    (machine.state / "offline").unlink()
    assert machine.run().returncode == 0
    assert pips(machine)


def test_a_failed_pip_leaves_no_belief_in_the_earlier_packages(ready: Machine) -> None:
    requirements = ready.project / "requirements/product.txt"
    before = requirements.read_text()
    requirements.write_text("package==2.0\n")
    ready.set(offline="")
    assert ready.run().returncode == 1
    (ready.state / "offline").unlink()
    requirements.write_text(before)
    assert ready.run().returncode == 0
    assert pips(ready)


def test_a_user_s_setting_of_pip_is_no_obstacle(machine: Machine) -> None:
    machine.install_everything()
    assert machine.run(PIP_USER="1").returncode == 0


def test_a_python_named_by_the_user_must_be_a_good_one(machine: Machine) -> None:
    machine.install_everything()
    done = machine.run(PYTHON="/no/such/python")
    assert done.returncode == 1 and "PYTHON=/no/such/python: this is not Python" in done.stderr
    machine.stub("old", OLD_PYTHON)
    done = machine.run(PYTHON="old")
    assert done.returncode == 1 and "PYTHON=old: this is not Python 3.11 or newer" in done.stderr
    machine.set(no_venv="")
    done = machine.run(PYTHON="python3")
    assert done.returncode == 1 and "python3-venv" in done.stderr
    (machine.state / "no_venv").unlink()
    assert machine.run(PYTHON="python3").returncode == 0


# Other systems


@pytest.fixture
def other_system(machine: Machine) -> Machine:
    (machine.programs / "apt-get").unlink()
    return machine


def test_another_system_is_told_what_to_install(other_system: Machine) -> None:
    done = other_system.run()
    assert done.returncode == 1
    assert "x64sc: the emulator VICE" in done.stderr and "not found: cc65 x64sc cc" in done.stderr


def test_another_system_with_everything_goes_on(other_system: Machine) -> None:
    other_system.install_everything()
    assert other_system.run().returncode == 0


def test_nothing_is_installed_with_apt_get_when_asked_for(machine: Machine) -> None:
    done = machine.run("--no-install", "show")
    assert done.returncode == 0 and "not installed because of --no-install: cc65" in done.stderr
    assert machine.calls("apt-get") == []
    assert done.stdout.splitlines()[-1] == "word <show>"
    (machine.programs / "python3").unlink()
    shutil.rmtree(machine.project / ".venv")
    done = machine.run("--no-install", "show")
    assert done.returncode == 1 and "python3-venv" in done.stderr
