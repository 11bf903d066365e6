"""Showing dungeons: in a terminal, as a picture, as data."""

from pygen.show.data import as_json, json_bytes, steps_between_stairs
from pygen.show.picture import as_png, contact_sheet
from pygen.show.terminal import as_text, print_dungeon

__all__ = [
    "as_json",
    "as_png",
    "as_text",
    "contact_sheet",
    "json_bytes",
    "print_dungeon",
    "steps_between_stairs",
]
