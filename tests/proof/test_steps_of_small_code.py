"""Steps are short enough where size is preferred, too: other kernels are used then."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from helpers.longest_steps import check_longest_steps
from helpers.tools import needs_ca65, needs_vice

from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request

TESTS = Path(__file__).parents[1]
CHECK = re.compile(r"check_longest_steps\(\s*(CROWDED|DUNGEONS)\b")


def dungeons() -> list[tuple[str, str]]:
    """The modules of kinds and passes that check steps, and the names of their dungeons."""
    files = [file for part in ("kinds", "passes") for file in (TESTS / part).rglob("test_*.py")]
    return [
        (".".join(file.relative_to(TESTS).with_suffix("").parts), found[1])
        for file in sorted(files)
        if (found := CHECK.search(file.read_text("utf-8")))
    ]


def test_kinds_and_passes_are_found() -> None:
    assert len(dungeons()) >= 13


@needs_vice
@needs_ca65
@pytest.mark.long
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize(("module", "name"), dungeons())
def test_no_step_is_too_long_where_size_is_preferred(module: str, name: str, compiler: str) -> None:
    found = getattr(importlib.import_module(module), name)
    requests = [Request(dungeon, 7, floor) for dungeon in found for floor in (1, 2)]
    check_longest_steps(found, compiler, requests, 1000, prefer="size")
