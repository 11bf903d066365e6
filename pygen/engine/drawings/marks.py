"""The marks that mean the same in the drawings of all kinds and passes."""

from __future__ import annotations

BLANK = " "
"""The mark of a place that a drawing leaves as it is; around walkable places it is solid."""

WALL, FLOOR, DOOR, SECRET, TREASURE, WATER = "#.+?$~"

TILE_OF_MARK = {
    WALL: "wall",
    FLOOR: "floor",
    DOOR: "door",
    SECRET: "secret_path",
    TREASURE: "treasure",
    WATER: "water",
}
"""The tile that each mark stands for, by its name."""
