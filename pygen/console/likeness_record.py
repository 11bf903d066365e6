"""The record of how far the dungeons of `generator.yaml` are apart in docs/likeness.json, and its
table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pygen.base.files import write_if_changed
from pygen.base.project import PROJECT
from pygen.measure.likeness import apart, faces
from pygen.spec import Spec, dungeon_digest

RECORD = PROJECT / "docs" / "likeness.json"
"""What `invoke docs --likeness` measured last: the digests of the dungeons, and how far each two of
them are apart."""


def record_likeness(spec: Spec, now: Callable[[str], None]) -> None:
    """Measure how far the dungeons of a spec are apart, which takes a minute or two, and record
    it."""
    found = apart(faces(spec, spec.dungeons, now))
    data = {
        "digests": {name: dungeon_digest(spec, name) for name in spec.dungeons},
        "apart": {f"{one} {other}": round(value, 2) for (one, other), value in found.items()},
    }
    write_if_changed(RECORD, (json.dumps(data, indent=1) + "\n").encode())


def recorded_likeness() -> dict[str, Any]:
    """The record, as it was written."""
    found: dict[str, Any] = json.loads(RECORD.read_text("utf-8"))
    return found


def nearest(_: str) -> str:
    """A table with the dungeon that is nearest to each one, from the nearest pair on."""
    names, values = _matrix()
    found = []
    for name in names:
        value, pair = min((value, pair) for pair, value in values.items() if name in pair)
        found.append((value, name, pair[pair[0] == name]))
    rows = [f"| `{name}` | `{other}` | {value:.1f} |" for value, name, other in sorted(found)]
    return "\n".join(["| dungeon | its nearest | apart |", "| --- | --- | --- |", *rows, ""])


def likeness(_: str) -> str:
    """The matrix of the dungeons. A column has the number of a dungeon's row."""
    names, values = _matrix()
    lines = [["", "dungeon", *(str(number) for number in range(1, len(names)))]]
    lines.append(["---"] * len(lines[0]))
    for number, name in enumerate(names):
        row = [f"{values[other, name]:.1f}" for other in names[:number]]
        row += [""] * (len(names) - 1 - number)
        lines.append([str(number + 1), f"`{name}`", *row])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _matrix() -> tuple[list[str], dict[tuple[str, str], float]]:
    """The names of the dungeons, and how far each two are apart."""
    record = recorded_likeness()
    pairs = (key.split() for key in record["apart"])
    values = {(one, other): record["apart"][f"{one} {other}"] for one, other in pairs}
    return list(record["digests"]), values
