"""The documentation: links lead somewhere, named files exist, the example of a kind works."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.tools import compiler_or_skip, needs_cc, needs_cc65, needs_oscar64, needs_sim65

from pygen.base.project import PROJECT

PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
EXAMPLE = PROJECT / "docs" / "adding-a-kind.md"
SOURCES = ("pygen", "c64src", "templates", "tasks.py")
SEEDS = 64


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
    assert set(PAGES) - linked <= {PROJECT / "README.md"}


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
    shown = files_of_example(EXAMPLE.read_text(encoding="utf-8"))
    for name in re.findall(r"`((?:pygen|c64src|templates|tests|docs)/[\w/.-]+)`", text):
        assert (PROJECT / name).exists() or name in shown, name


@pytest.mark.parametrize(
    "compiler",
    [
        pytest.param("none", marks=needs_cc),
        pytest.param("oscar64", marks=[needs_oscar64, needs_sim65]),
        pytest.param("cc65", marks=[needs_cc65, needs_sim65]),
    ],
)
def test_the_example_of_a_kind_is_equal_in_all_languages(tmp_path: Path, compiler: str) -> None:
    if compiler != "none":
        compiler_or_skip(compiler)
    shown = files_of_example(EXAMPLE.read_text(encoding="utf-8"))
    (kind,) = {name.split("/")[2] for name in shown}
    assert not (PROJECT / "pygen" / "kinds" / kind).exists()
    for source in SOURCES:
        if (PROJECT / source).is_dir():
            shutil.copytree(PROJECT / source, tmp_path / source)
        else:
            shutil.copy(PROJECT / source, tmp_path / source)
    for name, text in shown.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    spec = tmp_path / "example.yaml"
    spec.write_text(f"dungeons: {{{kind}: {{kind: {kind}}}}}\n", encoding="utf-8")
    report = tmp_path / "report.json"
    done = subprocess.run(
        [
            sys.executable, "-m", "invoke", "verify", "--spec", str(spec), "--sample", str(SEEDS),
            "--compiler", compiler, "--jobs", "1", "--report", str(report),
        ],
        cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    results = json.loads(report.read_text(encoding="utf-8"))["results"]
    routes = {result["route"] for result in results if result["equal"] == SEEDS}
    assert len(routes) == len(results)
    assert routes >= {compiler if compiler != "none" else "native"}
