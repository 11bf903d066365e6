"""A studio that runs, on a copy of the shipped spec, and its page in a browser."""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from helpers.tools import SHIPPED_SPEC_FILE

from pygen.base.project import BUILD_FOLDER, PROJECT
from pygen.measure.browser import Browser

PICTURES = BUILD_FOLDER / "studio_pictures"


@dataclass
class Studio:
    """A server, the address that opens it, and the file that it works on."""

    process: subprocess.Popen[str]
    address: str
    file: Path
    patience: float = 20.0
    """The most seconds that pass before there is more of an answer."""

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

    @cached_property
    def cookie(self) -> str:
        """What the token is exchanged for."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", f"/?token={self.token}")
            answer = connection.getresponse()
            answer.read()
            return str(answer.headers["set-cookie"]).partition(";")[0]
        finally:
            connection.close()


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
    window.run("do { await new Promise((done) => setTimeout(done, 30)); } while (!studio.isIdle())")


JSON = {"Content-Type": "application/json"}


def ask(
    studio: Studio,
    method: str,
    path: str,
    body: Any = None,
    **headers: str | None,
) -> tuple[int, str, http.client.HTTPMessage]:
    """A request as the page sends it, except for `headers`; None leaves one out."""
    host = f"127.0.0.1:{studio.port}"
    sent: dict[str, str | None] = {
        "Host": host,
        # A request that brings its own needs no exchange.
        **({} if "Cookie" in headers else {"Cookie": studio.cookie}),
        **({} if body is None else {"Origin": f"http://{host}", **JSON}),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }  # fmt: skip
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=studio.patience)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        data = (
            b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None and "Content_Length" not in headers:
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(None if body is None else data)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace"), answer.headers
    finally:
        connection.close()
