"""The game calls that a dungeon's module has."""

from __future__ import annotations

from collections.abc import Sequence

from pygen.spec.game_calls import GAME_CALLS, GameCall
from pygen.spec.model import Spec


def calls_of(spec: Spec, dungeon: str) -> Sequence[GameCall]:
    """Those that the spec chooses, in the order of the table, without those for which the dungeon
    lacks a table."""
    useless = useless_calls(spec, dungeon)
    return [call for call in _chosen(spec) if call not in useless]


def useless_calls(spec: Spec, dungeon: str) -> Sequence[GameCall]:
    """Those that the spec chooses and the dungeon leaves out, because it has no table for them."""
    return [
        call
        for call in _chosen(spec)
        if call.tables and not any(spec.has_table(dungeon, table) for table in call.tables)
    ]


def _chosen(spec: Spec) -> Sequence[GameCall]:
    return [call for call in GAME_CALLS if call.name in spec.modules.calls]
