"""The studio's server: the page's files, and the answers to its requests."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from pygen.base.errors import UsageError, UserError
from pygen.engine.definition.conditions import ConditionError
from pygen.engine.random.request import Request as Place
from pygen.spec import SpecError
from pygen.studio import machine
from pygen.studio.document import ChangedOutside
from pygen.studio.guard import Guard
from pygen.studio.page_data import Data, check_place, problems_of
from pygen.studio.workshop import Workshop

PAGE = Path(__file__).resolve().parent / "page"

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}

SECONDS_BETWEEN = 0.25
SECONDS_WAITED = 20.0
"""How long the server waits for a change of the file before it answers that nothing changed."""


def page_files(folder: Path = PAGE) -> dict[str, Path]:
    """The files of the page, by the paths under which they are served. No other file is served."""
    found = {f"/{path.name}": path for path in sorted(folder.iterdir()) if path.suffix in TYPES}
    return {**found, "/": folder / "index.html"}


class Server:
    """Answers the page of one workshop."""

    def __init__(self, workshop: Workshop, folder: Path) -> None:
        """`folder` is for builds for the C64."""
        self.workshop, self.folder = workshop, folder
        self.files = page_files()
        self.is_proving = threading.Lock()
        self.is_ending = threading.Event()

    def app(self, port: int, token: str, ticket: str = "") -> ASGIApp:
        """The application behind its guard."""
        answers: dict[str, Callable[[Data], Any]] = {
            "open": lambda _: self.workshop.opened(),
            "schema": lambda _: self.workshop.schema(),
            "draw": lambda d: self.workshop.draw(*_place(d), str(d.get("have", ""))),
            "gallery": self._gallery,
            "png": self._png,
            "film": lambda d: self.workshop.film(*_place(d)),
            "overlay": lambda d: self.workshop.overlay(*_place(d), d.get("name", "")),
            "tile": lambda d: self.workshop.tile(*_place(d), *_point(d)),
            "numbers": lambda d: self.workshop.numbers(*_section(d)),
            "values": lambda d: self.workshop.values(*_place(d)),
            "find": self._find,
            "prove": self._prove,
            "plan": self._plan,
            "save": self._save,
        }
        endpoints = {name: _endpoint(_in_thread(answer)) for name, answer in answers.items()}
        endpoints["changed"] = _endpoint(self._changed)
        routes = [Route(path, self._file, methods=["GET"]) for path in self.files]
        routes += [
            Route(f"/api/{name}", endpoint, methods=["POST"])
            for name, endpoint in endpoints.items()
        ]
        app = Starlette(routes=routes)
        app.router.redirect_slashes = False
        return Guard(app, port, token, ticket)

    async def _file(self, request: Request) -> Response:
        path = self.files[request.url.path]
        data = await run_in_threadpool(path.read_bytes)
        return Response(data, media_type=TYPES[path.suffix])

    def _png(self, data: Data) -> bytes:
        scale = data.get("scale", 1)
        if type(scale) is not int:
            raise UsageError("a scale is a number")
        return self.workshop.picture(*_place(data), scale)

    def _gallery(self, data: Data) -> Data:
        dungeon, section = _section(data)
        asked = data.get("places")
        places: list[Any] = asked if isinstance(asked, list) else [None]
        if not all(isinstance(one, list) and len(one) == 3 for one in places):
            raise UsageError("a gallery needs a list of places")
        return self.workshop.gallery(section, [check_place(dungeon, *one) for one in places])

    def _find(self, data: Data) -> Iterator[Data]:
        section, place = _place({"seed": 0, **data})
        where = data.get("where")
        if not isinstance(where, str):
            raise UsageError("a search needs a condition")
        return self.workshop.find(section, place, where)

    def _prove(self, data: Data) -> Iterator[Data]:
        section, request = _place(data)
        spec = self.workshop.spec(request.dungeon, section)
        if not self.is_proving.acquire(blocking=False):
            raise UserError("the machine is busy", "Wait until the other proof is done.")
        try:
            yield from machine.prove(spec, request, self.folder)
        finally:
            self.is_proving.release()

    def _plan(self, data: Data) -> Data:
        saving = self.workshop.file.plan_saving(str(data.get("version")), *_section(data))
        return {"difference": saving.difference, "inheritors": saving.inheritors}

    def _save(self, data: Data) -> Data:
        self.workshop.file.save(str(data.get("version")), *_section(data))
        return self.workshop.opened()

    async def _changed(self, request: Request, data: Data) -> Response:
        """Wait until the file has another version than the page's, or the page stops waiting.

        Waiting takes no thread, as many pages may wait.
        """
        known, until = data.get("version"), time.monotonic() + SECONDS_WAITED
        while time.monotonic() < until and not self.is_ending.is_set():
            state = await run_in_threadpool(self.workshop.file.state)
            if state.version != known:
                return JSONResponse({"changed": True})
            await asyncio.sleep(SECONDS_BETWEEN)
            if await request.is_disconnected():
                break
        return JSONResponse({"changed": False})


def _section(data: Data) -> tuple[str, Any]:
    dungeon = data.get("dungeon")
    if not isinstance(dungeon, str):
        raise UsageError("the dungeon has no name")
    return dungeon, data.get("section")


def _place(data: Data) -> tuple[Any, Place]:
    """The section of a dungeon, and the place of the request in it."""
    dungeon, section = _section(data)
    chunk = data.get("chunk", [0, 0])
    return section, check_place(dungeon, data.get("seed"), data.get("floor"), chunk)


def _point(data: Data) -> tuple[int, int]:
    x, y = data.get("x"), data.get("y")
    if type(x) is not int or type(y) is not int:
        raise UsageError("a tile has a column and a row")
    return x, y


async def _body(request: Request) -> Data:
    """The JSON object of a request. Raises UsageError if the body is not an object."""
    try:
        data = json.loads(await request.body() or b"{}")
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise UsageError("the studio reads a JSON object")
    return data


Answer = Callable[[Request, Data], Awaitable[Response]]
"""Answers a request, whose body is also given as data."""


def _endpoint(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        data: Data = {}
        try:
            data = await _body(request)
            return await answer(request, data)
        except (UserError, RecursionError) as error:
            return _refused(error, data)

    return endpoint


def _in_thread(answer: Callable[[Data], Any]) -> Answer:
    return lambda _, data: run_in_threadpool(_response, answer, data)


def _response(answer: Callable[[Data], Any], data: Data) -> Response:
    """What `answer` makes of the data: a picture from bytes, lines from an iterator, else JSON."""
    made = answer(data)
    if isinstance(made, bytes):
        return Response(made, media_type="image/png")
    if isinstance(made, Iterator):
        # An error before the first part is an answer of its own.
        lines = _lines(next(made), made, data)
        return StreamingResponse(iterate_in_threadpool(lines), media_type="application/x-ndjson")
    return JSONResponse(made)


def _lines(first: Data, others: Iterator[Data], data: Data) -> Iterator[bytes]:
    try:
        for part in itertools.chain([first], others):
            yield _line(part)
    except UserError as error:
        yield _line(_error_data(error, data))


def _line(data: Any) -> bytes:
    return json.dumps(data).encode() + b"\n"


def _refused(error: UserError | RecursionError, data: Data) -> JSONResponse:
    if isinstance(error, RecursionError):
        error = UsageError("this is nested too deeply")
    # The status stays 200, as the browser's console would report any other one as an error.
    return JSONResponse(_error_data(error, data))


def _error_data(error: UserError, data: Data) -> Data:
    """An error for the page, with its place in the section or in the condition."""
    found: Data = {"error": error.message, "hint": error.hint}
    if isinstance(error, ChangedOutside):
        found["is_outside"] = True
    if isinstance(error, SpecError):
        found["problems"] = problems_of(error, str(data.get("dungeon", "")))
    if isinstance(error, ConditionError):
        found |= {"error": error.wrong, "start": error.start, "end": error.end}
    return found
