"""The colours of the C64."""

from typing import Literal

COLOURS = (
    "black", "white", "red", "cyan", "purple", "green", "blue", "yellow",
    "orange", "brown", "light_red", "dark_grey", "grey", "light_green", "light_blue", "light_grey",
)  # fmt: skip
Colour = Literal[
    "black", "white", "red", "cyan", "purple", "green", "blue", "yellow",
    "orange", "brown", "light_red", "dark_grey", "grey", "light_green", "light_blue", "light_grey",
]  # fmt: skip
