"""The numbers of the kinds of enemies and items that a spec lists: as many of each as an entity's
byte `kind` and a program's character set leave."""

from __future__ import annotations

from pygen.engine.definition.entity_kinds import ENEMY, OWN_ENEMIES, OWN_ITEMS

MORE_ENEMIES, MORE_ITEMS = range(64, 112), range(112, 160)
"""Where the numbers of OWN_ENEMIES and OWN_ITEMS go on."""


def is_enemy(kind: int) -> bool:
    """Whether a kind of entities is an enemy."""
    return kind == ENEMY or kind in OWN_ENEMIES or kind in MORE_ENEMIES


def is_own_item(kind: int) -> bool:
    """Whether a kind of entities is an item that a spec lists."""
    return kind in OWN_ITEMS or kind in MORE_ITEMS
