"""Who may talk to the studio, and what it never answers."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from helpers.studio import Studio, ask
from starlette.types import Receive, Scope, Send

from pygen.studio.guard import Guard

pytestmark = pytest.mark.shipped


def test_the_page_gets_its_answers(studio: Studio) -> None:
    status, text, headers = ask(studio, "GET", "/")
    assert status == 200 and "Undercroft" in text
    assert "default-src 'none'" in headers["content-security-policy"]
    status, text, _ = ask(studio, "POST", "/api/open", {})
    assert status == 200 and "crypt" in json.loads(text)["dungeons"]


def test_the_token_becomes_a_cookie_that_no_script_reads(studio: Studio) -> None:
    status, _, headers = ask(studio, "GET", f"/?token={studio.token}", Cookie=None)
    assert status == 303 and headers["location"] == "/"
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


def test_the_cookie_is_not_the_token(studio: Studio) -> None:
    assert studio.token not in studio.cookie
    forged = f"undercroft_{studio.port}={studio.token}"
    assert ask(studio, "GET", "/", Cookie=forged)[0] == 403


def test_what_the_browser_is_started_with_opens_the_page_once() -> None:
    entered = []

    async def page(scope: Scope, receive: Receive, send: Send) -> None:
        entered.append(scope["path"])

    guard = Guard(page, 8000, "printed", "once")
    for query, status in ((b"token=once", 303), (b"token=once", 403), (b"token=printed", 303)):
        scope: Scope = {"type": "http", "path": "/", "query_string": query}
        answer = guard.entry(scope)
        assert answer is not None and answer.status_code == status
    assert entered == []


def test_a_request_of_unknown_length_is_refused(studio: Studio) -> None:
    chunked = {"Transfer_Encoding": "chunked", "Content_Length": None}
    status, text, _ = ask(studio, "POST", "/api/open", b"2\r\n{}\r\n0\r\n\r\n", **chunked)
    assert status == 411, text


def test_many_waiting_pages_do_not_hold_up_the_others(studio: Studio) -> None:
    _, text, _ = ask(studio, "POST", "/api/open", {})
    version = json.loads(text)["version"]
    body = json.dumps({"version": version}).encode()
    host = f"127.0.0.1:{studio.port}"
    head = (
        f"POST /api/changed HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        f"Content-Type: application/json\r\nCookie: {studio.cookie}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode()
    waiting = [socket.create_connection(("127.0.0.1", studio.port)) for _ in range(60)]
    try:
        for one in waiting:
            one.sendall(head + body)
        # `ask` gives up after 20 seconds, which is how long each of them would keep a thread.
        assert ask(studio, "POST", "/api/open", {})[0] == 200
    finally:
        for one in waiting:
            one.close()


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("/", {"Cookie": None}, 403),
        ("/app.js", {"Cookie": None}, 403),
        ("/", {"Cookie": "undercroft_1=wrong"}, 403),
        ("/?token=wrong", {}, 403),
        ("/?token=", {}, 403),
        ("/", {"Host": "studio.example"}, 421),
        ("/", {"Host": "127.0.0.1"}, 421),
        ("/", {"Host": None}, 400),
        ("/", {"Origin": "http://studio.example"}, 403),
        ("/", {"Origin": "null"}, 403),
    ],
)
def test_others_are_refused(
    studio: Studio, path: str, headers: dict[str, str | None], expected: int
) -> None:
    status, text, _ = ask(studio, "GET", path, **headers)
    assert status in (expected, 421) if expected == 400 else status == expected
    assert "<html" not in text


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Cookie": None}, 403),
        ({"Origin": None}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Origin": "https://127.0.0.1"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Length": "99999999"}, 413),
        ({"Host": "studio.example", "Origin": "http://studio.example"}, 421),
    ],
)
def test_nothing_is_changed_by_others(
    studio: Studio, headers: dict[str, str | None], expected: int
) -> None:
    before = studio.file.read_bytes()
    body = {"version": "", "dungeon": "crypt", "section": {}}
    assert ask(studio, "POST", "/api/save", body, **headers)[0] == expected
    assert studio.file.read_bytes() == before


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(studio: Studio, method: str) -> None:
    assert ask(studio, method, "/")[0] == 405


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py", "/..%2fserver.py", "/%2e%2e/server.py", "//etc/passwd", "/etc/passwd",
        "/page/index.html", "/server.py", "/app.js/", "/app.js%00", "/api/open/../save", "/.git",
        "/generator.yaml", "/index.html/../../guard.py", "/\\..\\guard.py",
    ],
)  # fmt: skip
def test_no_other_file_is_read(studio: Studio, path: str) -> None:
    status, text, _ = ask(studio, "GET", path)
    assert status in (404, 405) and "import" not in text and "dungeons:" not in text


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"null", b"{", b"\xff\xfe", b"[" * 5000, b'{"a":' * 3000, {"dungeon": 5},
        {"dungeon": "crypt"}, {"dungeon": "../x", "section": {}, "seed": 1, "floor": 1},
        {"dungeon": "crypt", "section": [1], "seed": 1, "floor": 1},
        {"dungeon": "crypt", "section": {"kind": "grid_rooms"}, "seed": True, "floor": 1},
        {"dungeon": "crypt", "section": {"kind": "grid_rooms"}, "seed": 1, "floor": 0},
        {"dungeon": "crypt", "section": {"kind": "none"}, "seed": 1, "floor": 1},
        {"dungeon": "crypt", "section": {"kind": "walk", "x": {"y": []}}, "seed": 1, "floor": 1},
        {"dungeon": "x" * 99, "section": {"kind": "walk"}, "seed": 1, "floor": 1},
        b'{"dungeon": "crypt", "seed": 1, "floor": 1, "where": "x", "section": '
        + b'{"a":' * 900 + b"1" + b"}" * 901,
    ],
    ids=lambda body: str(body)[:40],
)  # fmt: skip
def test_what_cannot_be_drawn_is_an_error_in_words(studio: Studio, body: Any) -> None:
    for name in (
        "draw",
        "gallery",
        "film",
        "overlay",
        "tile",
        "values",
        "find",
        "plan",
        "png",
        "prove",
    ):
        status, text, _ = ask(studio, "POST", f"/api/{name}", body)
        assert status == 200 and json.loads(text.splitlines()[0])["error"], (name, text)


def test_the_studio_is_on_this_machine_only(studio: Studio) -> None:
    with socket.socket() as other:
        other.settimeout(5)
        addresses = {one[4][0] for one in socket.getaddrinfo(socket.gethostname(), None)}
        for address in addresses - {"127.0.0.1", "::1"}:
            if ":" not in str(address) and not str(address).startswith("127."):
                with pytest.raises(OSError):
                    other.connect((address, studio.port))
