"""Showing dungeons: in a terminal, as a picture, as data."""

from pygen.pictures.data import as_json, json_bytes, steps_to_down_stairs
from pygen.pictures.picture import Entry, as_png, contact_sheet, world_png
from pygen.pictures.terminal import print_dungeon

__all__ = [
    "Entry",
    "as_json",
    "as_png",
    "contact_sheet",
    "json_bytes",
    "print_dungeon",
    "steps_to_down_stairs",
    "world_png",
]
