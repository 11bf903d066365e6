"""How the reference differs from the recorded dungeons, in words."""

from __future__ import annotations

from pygen.base.words import counted
from pygen.commands.golden import Comparison
from pygen.proof.catalogue import UPDATE, GoldenFailed
from pygen.proof.golden import description


def failure(comparison: Comparison) -> GoldenFailed:
    """The error for a comparison with differences.

    After a change of the spec it says how many dungeons changed; otherwise the generator was
    changed, and it lists the first differences.
    """
    found, seeds = comparison.differences, comparison.seeds
    if not comparison.spec_was_changed:
        return GoldenFailed(
            f"the dungeons differ from the recorded ones\n{description(found, seeds)}",
            "The spec is the one that they were recorded with, so the code of the generator was "
            f"changed. If that is intended, record the new dungeons: {UPDATE}",
        )
    lines = []
    for name in dict.fromkeys(item.dungeon for item in found):
        mine = [item for item in found if item.dungeon == name]
        if mine[0].column == "file":
            lines.append(f"  {name}: recorded, but not in the spec any more")
            continue
        count = len({item.seed for item in mine})
        lines.append(f"  {name}: {count} of {counted(seeds, 'golden seed')} differ")
    text = "\n".join(lines)
    return GoldenFailed(
        f"the spec was changed after its dungeons were recorded\n{text}",
        "This is normal after an edit. To see the new dungeons: invoke show. "
        f"To record them, so that later changes are noticed: {UPDATE}",
    )
