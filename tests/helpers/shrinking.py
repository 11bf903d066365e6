"""Random specs that fail a test: the failure comes with the smallest spec that fails like it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

from helpers.kinds import loaded
from hypothesis.errors import HypothesisException

from pygen.engine.random.request import Request
from pygen.proof.comparing import Way
from pygen.proof.findings import Finding, finding_of, isolated
from pygen.proof.shrinking import NothingFails, Shrinker
from pygen.spec import Spec

Judge = Callable[[Spec], Iterator[Request]]
"""Judges the dungeons of a spec: yields each request, then raises an exception if it is wrong."""

TRIES_VARIABLE = "UNDERCROFT_SHRINK_TRIES"
"""The variable that says how many specs are tried at most; with 0 nothing is shrunk."""

MOST_TRIES = 100

FILE = "smallest.yaml"
"""The file to paste the smallest spec into."""

_told: dict[tuple[str, ...], str] = {}
"""What was said of a failure: hypothesis repeats a test that fails."""


def require(
    data: dict[str, Any], judge: Judge, way: Way | None = None, tries: int = MOST_TRIES
) -> None:
    """Judge the dungeons of the spec with these data. If one of them is wrong, raise AssertionError
    with what the judge has said, and with the smallest spec of which it says the same.

    `way` is how the dungeons are built, for the command that shows the failure; without it they
    are those of the reference. At most `tries` specs are tried.
    """
    try:
        for _ in judge(loaded(data)):
            pass
    except HypothesisException:
        raise
    except Exception as error:
        text = json.dumps(data)
        key = judge.__qualname__, text, str(error)
        if key not in _told:
            most = int(os.environ.get(TRIES_VARIABLE, tries))
            _told[key] = smallest(json.loads(text), judge, way, most) if most else ""
        raise AssertionError(f"{error}\n{_told[key]}") from error


def smallest(data: dict[str, Any], judge: Judge, way: Way | None, most_tries: int) -> str:
    """The smallest spec that fails, in words and as a file."""
    try:
        shrinker = Shrinker(data, lambda spec: isolated(lambda: found(judge, spec)), most_tries)
    except NothingFails:
        return "It did not fail when it was judged again, in a process of its own."
    shrinker.run()
    so_far = "" if shrinker.is_smallest else " so far"
    file = shrinker.file(shrinker.finding, command(way, shrinker))
    return f"The smallest spec that fails{so_far}, of {shrinker.tries} tried:\n\n{file}"


def found(judge: Judge, spec: Spec) -> Finding | None:
    """What a judge says of a spec, with the dungeon that is wrong."""
    request = None
    try:
        for now in judge(spec):
            request = now
    except Exception as error:
        return finding_of(error, request)
    return None


def command(way: Way | None, shrinker: Shrinker) -> str:
    """The command that shows the failure, or else the dungeon."""
    request = shrinker.finding.request
    if request is None:
        return f"invoke show --spec {FILE}"
    if way is not None:
        return way.command(FILE, shrinker.spec, request)
    floor = f" --floor {request.floor}" if request.floor != 1 else ""
    at = f" --chunk {request.chunk[0]},{request.chunk[1]}" if request.chunk != (0, 0) else ""
    dungeon = f"--dungeon {request.dungeon} --seed {request.seed}"
    return f"invoke show --spec {FILE} {dungeon}{floor}{at}"
