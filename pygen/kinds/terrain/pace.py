"""How much one step does."""

from pygen.engine.definition.pace import schedule

PACE = schedule("kinds/terrain")
