"""How the reference differs from the recorded dungeons, as messages."""

from __future__ import annotations

from collections.abc import Sequence

from pygen.base.words import counted
from pygen.commands.golden import Comparison
from pygen.proof.catalogue import UPDATE, GoldenFailed
from pygen.proof.golden import GoldenDifference, description


def failure(comparison: Comparison, repeat: str = UPDATE) -> GoldenFailed:
    """The error for a comparison with differences; `repeat` is the command that records them.

    If the spec was changed, the message says how many dungeons changed. Otherwise the generator was
    changed, and the message lists the first differences.
    """
    differences, seeds = comparison.differences, comparison.seeds
    if not comparison.spec_was_changed:
        return GoldenFailed(
            f"the dungeons differ from the recorded ones\n{description(differences, seeds)}",
            "The spec is the one that they were recorded with, so the code of the generator was "
            f"changed. If that is intended, record the new dungeons: {repeat}",
        )
    lines = []
    for name in dict.fromkeys(item.dungeon for item in differences):
        mine = [item for item in differences if item.dungeon == name]
        lines.append(f"  {name}: {_summary(mine, seeds)}")
    text = "\n".join(lines)
    return GoldenFailed(
        f"the spec was changed after its dungeons were recorded\n{text}",
        "This is normal after an edit. To see the new dungeons: invoke show. "
        f"To record them, so that later changes are noticed: {repeat}",
    )


def _summary(differences: Sequence[GoldenDifference], seeds: int) -> str:
    """The differences of one dungeon in a few words."""
    if differences[0].column == "file":
        return "recorded, but no longer in the spec"
    changed = {item.seed for item in differences if item.column != "seed"}
    added = {item.seed for item in differences if item.column == "seed" and item.new}
    removed = {item.seed for item in differences if item.column == "seed" and item.old}
    parts = [f"{len(changed)} of {counted(seeds, 'golden seed')} changed"] if changed else []
    parts += [f"{counted(len(added), 'seed')} not recorded yet"] if added else []
    parts += [f"{counted(len(removed), 'recorded seed')} no longer golden"] if removed else []
    return ", ".join(parts)
