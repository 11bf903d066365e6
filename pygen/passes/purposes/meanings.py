"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "RULES": "for each purpose its number, weight, least, most, the least and the greatest width, "
    "height and area, the bits of shapes and zones, the bit beside whose rooms it must be, and its "
    "own bit for others",
    "RULES_END": "the bytes of these rules",
    "HAVE_ZONES": "whether some ask how far a room is",
    "HAVE_SHAPES": "whether some ask for shapes",
    "HAVE_AREAS": "whether some ask for an area",
    "HAVE_NEIGHBOURS": "whether some must be beside others",
}
