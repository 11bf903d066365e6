"""The pass `traps`: traps by count, or by the area of rooms."""

from __future__ import annotations

from typing import Any

from pygen.engine.generation import Generation
from pygen.engine.pace import Work
from pygen.engine.population.populating import populate
from pygen.passes.traps.parameters import Traps


def place_traps(g: Generation[Any], p: Traps) -> Work:
    """Place traps."""
    yield from populate(g, p)
