"""The colours of the C64 by their names, in the order of their numbers."""

from __future__ import annotations

from typing import Literal, get_args

Colour = Literal[
    "black", "white", "red", "cyan", "purple", "green", "blue", "yellow",
    "orange", "brown", "light_red", "dark_grey", "grey", "light_green", "light_blue", "light_grey",
]  # fmt: skip

COLOURS: tuple[str, ...] = get_args(Colour)
