"""Temporary folders are removed whatever moment a signal chooses."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pygen.base.signals import TERMINATING, termination_deferred
from pygen.base.temporary import temporary_folder

END_IN_THE_MIDDLE = """
import contextlib, os, signal, sys
from pathlib import Path
from pygen.base import temporary

contextlib.ExitStack.__exit__ = lambda *_: None

signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
block = temporary.temporary_folder(inside=Path(sys.argv[1]))
folder = block.__enter__()
(folder / "file").write_text("made")
os.kill(os.getpid(), signal.SIGTERM)
"""
"""A program whose blocks are left without the calls that should end them."""


class Ended(Exception):
    """What the handler of a signal raises here."""


@pytest.fixture
def ending() -> Iterator[None]:
    """Have each signal raise Ended while a test runs."""

    def end(*_: object) -> None:
        raise Ended

    before = {number: signal.signal(number, end) for number in TERMINATING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def with_a_signal(
    name: str, call: Callable[..., object], number: signal.Signals
) -> Callable[..., object]:
    def called(*arguments: object, **options: object) -> object:
        if name == "rmtree":
            os.kill(os.getpid(), number)
        result = call(*arguments, **options)
        os.kill(os.getpid(), number)
        return result

    return called


@pytest.mark.usefixtures("ending")
@pytest.mark.parametrize("number", TERMINATING)
@pytest.mark.parametrize(("module", "name"), [(tempfile, "mkdtemp"), (shutil, "rmtree")])
def test_a_signal_while_a_folder_is_made_or_removed_leaves_none(
    module: object,
    name: str,
    number: signal.Signals,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, name, with_a_signal(name, getattr(module, name), number))
    with pytest.raises(Ended), temporary_folder("made-", tmp_path) as folder:
        assert folder.parent == tmp_path
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("ending")
@pytest.mark.parametrize("number", TERMINATING)
def test_a_deferred_signal_is_answered_after_the_block(number: signal.Signals) -> None:
    reached = False
    with pytest.raises(Ended), termination_deferred():
        os.kill(os.getpid(), number)
        reached = True
    assert reached


def test_a_folder_whose_block_never_ends_is_removed_as_the_program_ends(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", END_IN_THE_MIDDLE, str(tmp_path)], check=False, timeout=60
    )
    assert ended.returncode == 143
    assert list(tmp_path.iterdir()) == []
