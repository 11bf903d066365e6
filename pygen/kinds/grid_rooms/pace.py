"""The amount of work in one step."""

from pygen.engine.definition.pace import schedule

PACE = schedule("kinds/grid_rooms")
