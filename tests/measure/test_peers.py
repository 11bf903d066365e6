"""Our native dungeons beside other libraries."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers.tools import SHIPPED_SPEC_FILE, SPEC_FILE, needs_cc
from rich.console import Console

from pygen.base.errors import UserError
from pygen.commands.bench import print_peers
from pygen.console.peer_record import record_peers
from pygen.measure import peers
from pygen.measure.peers import PEERS, Compared, compared
from pygen.spec import load_spec

pytestmark = needs_cc


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "MAPS", 5)
    monkeypatch.setattr(peers, "RUNS", 2)


def told(rows: list[Compared]) -> str:
    console = Console(file=io.StringIO(), width=160)
    print_peers(rows, console)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "shutil", SimpleNamespace(which=lambda _name: None))
    monkeypatch.setitem(sys.modules, "tcod.bsp", None)
    (rogue,) = compared(load_spec(SPEC_FILE))
    assert rogue.theirs is None and 0 < rogue.plain < rogue.whole
    assert "rot-js (not installed)" in told([rogue])


def test_a_library_in_python_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dungeon_eos", reason="needs dungeon-eos")
    monkeypatch.setattr(peers, "PEERS", [peer for peer in PEERS if peer.name == "floor"])
    (floor,) = compared(load_spec(SHIPPED_SPEC_FILE))
    assert floor.theirs and floor.version and floor.size == (56, 32)
    assert f"{floor.theirs / floor.whole:,.1f}" in told([floor])


def test_node_is_asked_for_each_of_its_generators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a stand-in for Node, for which each takes as many microseconds as the map is wide."""
    node = tmp_path / "node"
    node.write_text(
        f"#!{sys.executable}\n"
        "import json, sys\n"
        "wanted = json.load(sys.stdin)\n"
        "print('a warning')\n"
        "print(json.dumps([{'version': '9', 'median': one['width']} for one in wanted]))\n"
    )
    node.chmod(0o755)
    monkeypatch.setattr(peers, "shutil", SimpleNamespace(which=lambda _name: str(node)))
    (rogue,) = compared(load_spec(SPEC_FILE))
    assert (rogue.theirs, rogue.version) == (72, "9")
    # Node cannot run, or has not this library.
    for does in ("exit 1", "echo '[null]'"):
        node.write_text(f"#!/bin/sh\n{does}\n")
        (rogue,) = compared(load_spec(SPEC_FILE))
        assert rogue.theirs is None


def test_a_record_of_other_libraries_is_whole_or_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "peers.json"
    monkeypatch.setattr(peers, "shutil", SimpleNamespace(which=lambda _name: None))
    with pytest.raises(UserError, match=r"not installed: rot-js"):
        record_peers(load_spec(SPEC_FILE), lambda _name: None, record)
    assert not record.exists()
