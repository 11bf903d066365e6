"""What runs in a worker of a cluster, without Dask."""

from __future__ import annotations

import asyncio
import pickle
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from helpers.equal_dungeons import require_references

from pygen.builders import cluster_worker
from pygen.builders.cluster_worker import NotAdmitted, PackedRoute, admit, forget, perform
from pygen.builders.portable import facts_of_machine, packed
from pygen.builders.python import PythonRoute
from pygen.builders.runner import opened, route_of, use_routes
from pygen.engine.random.request import Request
from pygen.spec import Spec


class FakeWorker:
    """What a worker of Dask has that these functions use: the thread of its tasks."""

    def __init__(self) -> None:
        self.executors = {"default": ThreadPoolExecutor(1)}

    def perform(self, client: str, *work: object) -> object:
        """Do a piece in the thread."""
        data = pickle.dumps((work[0], work[1:], {}))
        return self.executors["default"].submit(perform, client, data).result()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeWorker]:
    for name, value in (("_known", {}), ("_first_facts", {}), ("_watching", None)):
        monkeypatch.setattr(cluster_worker, name, value)
    worker = FakeWorker()
    yield worker
    worker.executors["default"].shutdown()
    use_routes({})


async def admitted(worker: FakeWorker, client: str, **routes: PackedRoute) -> str:
    return admit(client, routes, facts_of_machine(), worker)


async def admitted_with(worker: FakeWorker, facts: dict[str, str]) -> str:
    return admit("client", {}, facts, worker)


def built(key: str, seed: int) -> bytes:
    return opened(key).build_many([Request("burrow", seed)])


def thread_of(_piece: object) -> int:
    return threading.get_ident()


def test_a_worker_builds_by_the_routes_of_each_client(spec: Spec, worker: FakeWorker) -> None:
    route = PackedRoute(packed(PythonRoute(spec)), 0)
    assert asyncio.run(admitted(worker, "first", python=route)) == ""
    assert asyncio.run(admitted(worker, "second", other=route)) == ""
    for client, key in (("first", "python"), ("second", "other"), ("first", "python")):
        data = worker.perform(client, built, key, 7)
        assert isinstance(data, bytes)
        require_references(spec, [Request("burrow", 7)], data)
    with pytest.raises(KeyError, match="other"):
        worker.perform("first", route_of, "other")


def test_a_worker_does_nothing_for_whom_it_does_not_know(worker: FakeWorker) -> None:
    with pytest.raises(NotAdmitted):
        worker.perform("somebody", thread_of, 1)
    asyncio.run(admitted(worker, "somebody"))
    worker.perform("somebody", thread_of, 1)
    forget("somebody", worker)
    with pytest.raises(NotAdmitted):
        worker.perform("somebody", thread_of, 1)


def test_a_worker_refuses_a_client_with_other_facts(worker: FakeWorker) -> None:
    facts = {**facts_of_machine(), "C compiler": "another 1.0"}
    answer = admit("client", {}, facts, worker)
    assert answer.startswith("it has C compiler ") and answer.endswith("instead of another 1.0")
    assert cluster_worker._known == {}


def test_a_worker_whose_sources_have_changed_since_it_started_is_refused(
    worker: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has imported is of the old ones, although the files are those of the client."""
    assert asyncio.run(admitted(worker, "client")) == ""
    changed = {**facts_of_machine(), "sources": "0123456789abcdef"}
    monkeypatch.setattr(cluster_worker, "facts_of_machine", lambda with_tests: changed)
    assert "start it again" in admit("later", {}, changed, worker)


def test_a_worker_of_a_client_that_needs_tests_has_the_same_and_finds_them(
    worker: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = [folder for folder in sys.path if folder != cluster_worker.TESTS_FOLDER]
    monkeypatch.setattr(sys, "path", [*without])
    facts = facts_of_machine(with_tests=True)
    other = {**facts, "tests": "0123456789abcdef"}
    assert admit("client", {}, other, worker).startswith("it has tests ")
    assert cluster_worker.TESTS_FOLDER not in sys.path
    assert asyncio.run(admitted(worker, "proof")) == ""
    assert asyncio.run(admitted_with(worker, facts)) == ""
    assert sys.path == [*without, cluster_worker.TESTS_FOLDER]


def test_a_worker_without_work_forgets_a_client_that_may_be_dead(
    worker: FakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_worker, "IDLE_SECONDS", 0.01)

    async def wait() -> None:
        await admitted(worker, "client")
        watching = cluster_worker._watching
        assert watching is not None and "client" in cluster_worker._known
        await watching

    asyncio.run(wait())
    assert cluster_worker._known == {}
