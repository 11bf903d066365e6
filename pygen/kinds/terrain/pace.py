"""How much one step does."""

from pygen.engine.pace import schedule

PACE = schedule("kinds/terrain")
