"""The record of our native dungeons beside other libraries in docs/peers.json, and its tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import PROJECT
from pygen.measure.peers import compared
from pygen.spec import Spec, load_spec

RECORD = PROJECT / "docs" / "peers.json"
"""What `invoke docs --peers` measured last."""


def record_peers(spec: Spec, now: Callable[[str], None], record: Path = RECORD) -> None:
    """Time the dungeons of a spec beside those of all libraries, and record the figures.

    Raises UserError if a library is not installed, ToolMissing without a C compiler for this
    machine.
    """
    found = list(compared(spec, now))
    missing = sorted({one.peer.library for one in found if one.theirs is None})
    if missing:
        raise UserError(
            f"not installed: {', '.join(missing)}",
            "tcod and dungeon-eos are packages for Python; the others are for Node, which finds "
            "them in the folders of NODE_PATH",
        )
    rows = [asdict(one) for one in found]
    write_if_changed(record, (json.dumps(rows, indent=1) + "\n").encode())


def peers(kind: str) -> str:
    """The table of the dungeons of a kind beside other libraries, or of all dungeons."""
    heading = ["dungeon", "map", "ours", "without counts", "theirs", "times ours", "library"]
    heading.append("its generator")
    dungeons = load_spec(PROJECT / "generator.yaml").dungeons
    kinds = {name: given.kind for name, given in dungeons.items()}
    rows = [_cells(row) for row in _recorded() if kind in ("", kinds[row["peer"]["dungeon"]])]
    if not rows:
        return "No library that `invoke bench --peers` knows makes this.\n"
    lines = [heading, ["---"] * len(heading), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cells(row: dict[str, Any]) -> list[str]:
    peer, (width, height) = row["peer"], row["size"]
    return [
        f"`{peer['dungeon']}`",
        f"{width} x {height}",
        f"{row['whole']:,.1f}",
        f"{row['plain']:,.1f}",
        f"{row['theirs']:,.1f}",
        f"{row['theirs'] / row['whole']:,.1f}",
        f"{peer['library']} {row['version']}",
        f"{peer['name']}: {peer['promises']}",
    ]


def _recorded(record: Path = RECORD) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(record.read_text("utf-8")) if record.exists() else []
    return found
