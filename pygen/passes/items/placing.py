"""The pass `items`: items by count, or by the area of rooms."""

from __future__ import annotations

from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.pace import Work
from pygen.engine.population.populating import populate
from pygen.passes.items.parameters import Items


def place_items(g: Generation[Any], p: Items) -> Work:
    """Place items."""
    yield from populate(g, p)
