"""The pass `enemies`: enemies by count, or by the area of rooms."""

from __future__ import annotations

from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.pace import Work
from pygen.engine.population.populating import populate
from pygen.passes.enemies.parameters import Enemies


def place_enemies(g: Generation[Any], p: Enemies) -> Work:
    """Place enemies."""
    yield from populate(g, p)
