"""The runner: pieces of work over any executor, and what happens when workers fail."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.equal_dungeons import require_references

from pygen.base.errors import EmulatorFailed, EmulatorLost
from pygen.builders.base import Builder, Built, Route
from pygen.builders.python import PythonRoute
from pygen.builders.runner import (
    LocalPool,
    Processes,
    Threads,
    close_opened,
    held,
    opened,
    route_of,
    run_pieces,
)
from pygen.engine.random.request import Request
from pygen.spec import Spec


class AtOnce(Executor):
    """An executor without any workers: it does everything when it is asked to."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


@dataclass
class AnyPool(LocalPool):
    """A pool around an executor of somebody else's."""

    workers: int = 2

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        yield AtOnce()


class Fake(Builder):
    """A builder that notes whether it was closed."""

    name = "fake"

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.is_closed = False

    def build(self, request: Request) -> Built:
        if self.is_closed:
            raise EmulatorLost("it was closed")
        return Built({"map": bytes([request.seed & 0xFF])}, {})

    def close(self) -> None:
        self.is_closed = True


class FakeRoute(Route):
    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.builders: list[Fake] = []

    @property
    def name(self) -> str:
        return "fake"

    def open(self) -> Fake:
        self.builders.append(Fake(self.spec))
        return self.builders[-1]

    def identity(self, dungeon: str, floor: int = 1) -> str:
        return dungeon


def test_any_executor_does_the_work_and_results_come_with_their_pieces() -> None:
    seen: list[tuple[int, int]] = []

    def done(piece: int, result: int) -> Sequence[int]:
        seen.append((piece, result))
        return ()

    run_pieces(range(50), lambda piece: piece * piece, done, AnyPool())
    assert sorted(seen) == [(n, n * n) for n in range(50)]


def test_a_result_may_ask_for_more_work() -> None:
    seen: list[int] = []

    def done(piece: int, result: int) -> Sequence[int]:
        seen.append(piece)
        return [result] if result < 20 else []

    run_pieces([1], lambda piece: 2 * piece, done, AnyPool())
    assert seen == [1, 2, 4, 8, 16]


def test_pieces_are_read_no_further_than_there_are_workers_for_them(spec: Spec) -> None:
    """So that what has become needless can be left out."""
    read = 0
    ahead: list[int] = []
    finished = 0

    def pieces() -> Iterator[int]:
        nonlocal read
        for piece in range(100):
            read += 1
            yield piece

    def done(piece: int, result: int) -> Sequence[int]:
        nonlocal finished
        finished += 1
        ahead.append(read - finished)
        return ()

    run_pieces(pieces(), lambda piece: piece, done, AnyPool(workers=3))
    assert finished == 100 and max(ahead) <= 6


def test_a_lost_emulator_is_tried_once_more() -> None:
    tries: dict[int, int] = {}

    def work(piece: int) -> int:
        tries[piece] = tries.get(piece, 0) + 1
        if piece == 3 and tries[piece] == 1:
            raise EmulatorLost("killed")
        return piece

    seen: list[int] = []

    def done(piece: int, result: int) -> Sequence[int]:
        seen.append(result)
        return ()

    run_pieces(range(6), work, done, AnyPool())
    assert sorted(seen) == list(range(6))
    assert tries[3] == 2


@pytest.mark.parametrize("kind", [EmulatorLost, EmulatorFailed])
def test_a_failure_that_repeats_ends_the_run(kind: type[EmulatorFailed]) -> None:
    tries = 0

    def work(piece: int) -> int:
        nonlocal tries
        if piece == 3:
            tries += 1
            raise kind("it hangs")
        return piece

    with pytest.raises(kind, match="it hangs"):
        run_pieces(range(1000), work, lambda _piece, _result: (), AnyPool())
    assert tries == (2 if kind is EmulatorLost else 1)


def test_a_thread_opens_a_builder_once_and_all_are_closed(spec: Spec) -> None:
    routes = {"one": FakeRoute(spec), "two": FakeRoute(spec)}

    def work(piece: tuple[str, int]) -> str:
        key, seed = piece
        opened(key).build(Request("crypt", seed))
        return threading.current_thread().name

    pieces = [(key, seed) for key in routes for seed in range(20)]
    run_pieces(pieces, work, lambda _piece, _result: (), Threads(routes, 1))
    assert [len(route.builders) for route in routes.values()] == [1, 1]
    assert all(builder.is_closed for route in routes.values() for builder in route.builders)


def test_an_interruption_closes_what_the_threads_wait_for(spec: Spec) -> None:
    route = FakeRoute(spec)
    is_waiting = threading.Event()

    def work(piece: int) -> int:
        builder = opened("one")
        assert isinstance(builder, Fake)
        is_waiting.set()
        while not builder.is_closed:
            threading.Event().wait(0.01)
        raise EmulatorLost("it was closed")

    @dataclass
    class Interrupted(Threads):
        def __init__(self) -> None:
            super().__init__({"one": route}, 1)

        @contextlib.contextmanager
        def executor(self) -> Iterator[Executor]:
            with super().executor() as executor:
                yield executor
                raise AssertionError("the run was not interrupted")

    def interrupt() -> None:
        is_waiting.wait(30)
        os.kill(os.getpid(), signal.SIGINT)

    # Ignored where a shell has started the tests in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run_pieces([1], work, lambda _piece, _result: (), Interrupted())
    signal.signal(signal.SIGINT, before)
    assert all(builder.is_closed for builder in route.builders)


def _bytes_in_a_process(piece: Request) -> bytes:
    return opened("python").build_many([piece])


def _leave(piece: Path) -> str:
    """End the process hard, once for each piece."""
    if not piece.exists():
        piece.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return route_of("python").name


def _always_leave(_piece: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_have_the_routes(spec: Spec) -> None:
    requests = [Request("burrow", seed) for seed in range(4)]
    built: dict[Request, bytes] = {}

    def done(piece: Request, result: bytes) -> Sequence[Request]:
        built[piece] = result
        return ()

    run_pieces(requests, _bytes_in_a_process, done, Processes({"python": PythonRoute(spec)}, 2))
    for request in requests:
        require_references(spec, [request], built[request])


def test_a_process_that_was_killed_is_replaced(spec: Spec, tmp_path: Path) -> None:
    seen: list[Path] = []

    def done(piece: Path, result: str) -> Sequence[Path]:
        assert result == "python"
        seen.append(piece)
        return ()

    run_pieces([tmp_path / "one"], _leave, done, Processes({"python": PythonRoute(spec)}, 1))
    assert seen == [tmp_path / "one"]


def test_processes_that_are_killed_again_and_again_are_an_error(spec: Spec) -> None:
    pool = Processes({"python": PythonRoute(spec)}, 1)
    with pytest.raises(EmulatorFailed, match="was killed"):
        run_pieces([1], _always_leave, lambda _piece, _result: (), pool)


def test_a_worker_holds_one_builder_at_a_time(spec: Spec) -> None:
    routes = {"first": FakeRoute(spec), "second": FakeRoute(spec)}

    def work(key: str) -> list[str]:
        """The routes whose builders are open, after opening one."""
        opened(key)
        return [
            name
            for name, route in routes.items()
            for builder in route.builders
            if not builder.is_closed
        ]

    seen: list[list[str]] = []

    def done(_piece: str, result: list[str]) -> Sequence[str]:
        seen.append(result)
        return ()

    run_pieces(["first", "first", "second", "first"], work, done, Threads(routes, 1))
    assert seen == [["first"], ["first"], ["second"], ["first"]]


def test_a_thread_holds_what_is_no_builder_and_it_is_closed() -> None:
    class Thing:
        is_closed = False

        def __init__(self) -> None:
            things.append(self)

        def close(self) -> None:
            self.is_closed = True

    things: list[Thing] = []
    seen: list[Thing] = []

    def done(_piece: str, thing: Thing) -> Sequence[str]:
        assert not thing.is_closed
        seen.append(thing)
        return ()

    run_pieces(["one", "one"], lambda key: held(key, Thing), done, Threads({}, 1))
    assert len(things) == 1 and seen == things * 2 and things[0].is_closed


def test_a_builder_that_failed_is_opened_anew(spec: Spec) -> None:
    routes = {"one": FakeRoute(spec)}

    def work(piece: int) -> int:
        opened("one")
        close_opened()
        return piece

    run_pieces(range(3), work, lambda _piece, _result: (), Threads(routes, 1))
    assert len(routes["one"].builders) == 3
