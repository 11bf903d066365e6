"""A studio that runs, on a copy of the shipped spec, and its page in a browser."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from helpers.browser import Browser
from helpers.tools import SHIPPED_SPEC_FILE

from pygen.base.project import BUILD_FOLDER, PROJECT

PICTURES = BUILD_FOLDER / "studio_pictures"


@dataclass
class Studio:
    """A server, the address that opens it, and the file that it works on."""

    process: subprocess.Popen[str]
    address: str
    file: Path

    @property
    def root(self) -> str:
        return self.address.partition("/?")[0]

    @property
    def port(self) -> int:
        return int(self.root.rpartition(":")[2])

    @property
    def token(self) -> str:
        found = re.search(r"token=([\w-]+)", self.address)
        assert found is not None
        return found[1]


def start_studio(folder: Path) -> Studio:
    """Start a studio on a copy of the shipped spec."""
    file = folder / "generator.yaml"
    file.write_bytes(SHIPPED_SPEC_FILE.read_bytes())
    process = subprocess.Popen(
        [sys.executable, "-m", "invoke", "studio", "--no-browser", "--spec", str(file)],
        cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found is not None, line + process.stdout.read()
    return Studio(process, found[0].partition("#")[0], file)


def end_studio(studio: Studio) -> int:
    """End a studio as Ctrl+C does; its exit status."""
    if studio.process.poll() is None:
        studio.process.terminate()
    status = studio.process.wait(20)
    assert studio.process.stdout is not None
    studio.process.stdout.close()
    return status


def show(window: Browser, studio: Studio, state: str) -> None:
    """Open the page with a state, and wait until it shows it."""
    window.open("about:blank")
    window.open(f"{studio.address}#{state}")
    window.wait("return document.documentElement.dataset.ready && studio.state.shown")


def settled(window: Browser) -> None:
    """Wait until the page has drawn what was changed last."""
    window.run(
        "const s = studio.state; await new Promise((done) => setTimeout(done, 30));"
        "let n; do { n = s.painted; await new Promise((done) => setTimeout(done, 120)); }"
        "while (n !== s.painted)"
    )
