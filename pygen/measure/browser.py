"""Debian's Chromium, driven by its own driver over the WebDriver protocol (W3C, 2018).

The studio is measured and tested in it, with the clicks and keys of a user.
"""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pygen.base.errors import ToolMissing, UserError

CHROMIUM, DRIVER = "chromium", "chromedriver"

SECONDS = 40.0
TRIES = 3

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

KEYS = {
    "enter": "\ue007", "left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015",
    "home": "\ue011", "end": "\ue010", "control": "\ue009", "shift": "\ue008", "tab": "\ue004",
    "escape": "\ue00c", "backspace": "\ue003",
}  # fmt: skip


class Refused(UserError):
    """The browser could not carry out a command."""


class Browser:
    """A window of the browser. It can reach nothing but this machine."""

    def __init__(self, port: int, session: str) -> None:
        self.port, self.session = port, session

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a command of the protocol, and return the answer."""
        return _ask(self.port, method, f"/session/{self.session}{path}", body)

    def open(self, address: str) -> None:
        """Go to an address."""
        self.ask("POST", "/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script, and return its result. Promises are awaited."""
        wrapped = f"return (async () => {{ {script} }})()"
        return self.ask("POST", "/execute/sync", {"script": wrapped, "args": list(arguments)})

    def wait(self, script: str, *arguments: Any, seconds: float = SECONDS) -> Any:
        """Repeat a script until it returns something, and return that; fail if it never does."""
        until = time.monotonic() + seconds
        while True:
            found = self.run(script, *arguments)
            if found:
                return found
            if time.monotonic() > until:
                raise Refused(f"never true: {script}")
            time.sleep(0.02)

    def text(self, selector: str) -> str:
        """The text of an element as the page shows it."""
        found: str = self.run("return document.querySelector(arguments[0]).innerText", selector)
        return found

    def click(self, selector: str) -> None:
        """Scroll an element to the middle of the window, and click its middle."""
        self.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        found = self.ask("POST", "/element", {"using": "css selector", "value": selector})
        self.ask("POST", f"/element/{found[ELEMENT]}/click")

    def type(self, selector: str, text: str) -> None:
        """Replace the text of a field, key by key. Fails if the field then holds another text."""
        self.run("document.querySelector(arguments[0]).scrollIntoView()", selector)
        # A browser that has just started on a busy machine may lose keys.
        for _ in range(TRIES):
            self.run("document.querySelector(arguments[0]).focus()", selector)
            self.press("control", "a")
            for key in text:
                self.press(key)
            held = self.run("return document.querySelector(arguments[0]).value", selector)
            if held == text:
                return
        raise Refused(f"{selector} holds {held!r} after {text!r} was typed")

    def press(self, *keys: str) -> None:
        """Press keys by names or characters. All are held until the last one is down."""
        codes = [KEYS.get(key, key) for key in keys]
        downs = [{"type": "keyDown", "value": code} for code in codes]
        ups = [{"type": "keyUp", "value": code} for code in reversed(codes)]
        actions = [{"type": "key", "id": "keyboard", "actions": downs + ups}]
        self.ask("POST", "/actions", {"actions": actions})

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a list."""
        self.run(
            "const e = document.querySelector(arguments[0]); e.focus(); e.value = arguments[1];"
            "e.dispatchEvent(new Event('change', {bubbles: true}))",
            selector, value,
        )  # fmt: skip

    def picture(self, path: Path) -> None:
        """Save a picture of the window as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def errors(self) -> list[str]:
        """The errors in the browser's console since the last call."""
        entries = self.ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]

    def chrome(self, command: str, **parameters: Any) -> Any:
        """Send a command of Chromium's own protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})


def is_installed() -> bool:
    """Whether browser and driver are on this machine."""
    return all(shutil.which(name) for name in (CHROMIUM, DRIVER))


@contextlib.contextmanager
def browser(width: int = 1440, height: int = 900) -> Iterator[Browser]:
    """A browser without a visible window and without a network; its size is in pixels.

    Raises ToolMissing without Chromium and its driver.
    """
    if not is_installed():
        raise ToolMissing(
            "chromium and chromedriver were not found",
            "Debian: apt-get install chromium chromium-driver",
        )
    with tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True) as folder:
        driver, port = _start_driver(folder)
        try:
            session = _ask(port, "POST", "/session", _capabilities(Path(folder), width, height))
            found = Browser(port, session["sessionId"])
            try:
                yield found
            finally:
                with contextlib.suppress(OSError, UserError, ValueError):
                    found.ask("DELETE", "")
        finally:
            _end_driver(driver)


STARTS = 3
"""How many times to start the driver: another program may take the port that it chose."""


def _start_driver(folder: str) -> tuple[subprocess.Popen[str], int]:
    """Start a driver, and return it with the port on which it listens."""
    for _ in range(STARTS):
        driver = subprocess.Popen(
            [shutil.which(DRIVER) or DRIVER, "--port=0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "HOME": folder}, start_new_session=True,
        )  # fmt: skip
        assert driver.stdout is not None
        for line in driver.stdout:
            match = re.search(r"started successfully on port (\d+)", line)
            if match:
                return driver, int(match[1])
        _end_driver(driver)
    raise Refused(f"{DRIVER} ends as soon as it is started")


def _end_driver(driver: subprocess.Popen[str]) -> None:
    """End a driver and the processes that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(driver.pid, signal.SIGKILL)
    driver.wait()
    if driver.stdout:
        driver.stdout.close()


def _capabilities(folder: Path, width: int, height: int) -> dict[str, Any]:
    options = {
        "binary": shutil.which(CHROMIUM),
        "args": [
            "--headless=new", "--disable-gpu", "--no-first-run", "--disable-extensions",
            "--disable-background-networking", "--disable-dev-shm-usage",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
            f"--user-data-dir={folder / 'profile'}", f"--window-size={width},{height}",
            *(["--no-sandbox"] if os.geteuid() == 0 else []),
        ],
    }  # fmt: skip
    wanted = {
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "ALL"},
    }
    return {"capabilities": {"alwaysMatch": wanted}}


def _ask(port: int, method: str, path: str, body: Any = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        text = json.dumps(body or {}) if method == "POST" else None
        connection.request(method, path, text)
        answer = json.loads(connection.getresponse().read())["value"]
    finally:
        connection.close()
    if isinstance(answer, dict) and "error" in answer:
        raise Refused(f"{method} {path}: {answer['error']}: {answer['message'].splitlines()[0]}")
    return answer
