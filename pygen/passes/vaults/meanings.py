"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "DRAWINGS": "how many drawings there are",
    "CHOICES": "how many numbers of vaults are possible, from the least on",
    "EACH_WEIGHT": "by drawing: how often it is chosen",
    "EACH_LEAST": "by drawing: the fewest on a floor",
    "EACH_MOST": "by drawing: the most on a floor",
    "EACH_ZONE": "by drawing: the zone of its entrance, from 1; 0: anywhere",
    "EACH_FLAGS": "by drawing: its flags",
    "EACH_ENTRANCE": "by drawing: the column of the entrance in its first row",
    "EACH_SIDE": "by drawing: at which side of the entrance it is if it is not turned",
    "BEGIN_LOW": "by drawing: where it begins, low byte",
    "BEGIN_HIGH": "by drawing: where it begins, high byte",
    "BYTES": "all drawings, each turned until its entrance is in the first row",
    "TILES": "by number in the drawings: the tile",
    "KINDS": "by the same number: the kind of its entity; 0 for none",
    "ONCE": "for each drawing: of how many floors it is on one (0: on every floor), the place of "
    "this floor among them, how many are below it, and the key of the stream, low byte first",
    "HAS_ONCE": "whether some are on one of several floors",
    "MOST_DRAWINGS": "the most drawings of a use",
    "NEEDED": "whether some must be there",
    "KEEP_SIDES": "whether some are not turned",
    "KEEP_HANDS": "whether some are not mirrored",
    "IN_ROOMS": "whether some are in rooms",
    "IN_ROCK": "whether some are in rock",
    "LOCKED": "whether some have a locked door",
    "TRANSPARENT": "whether corridors may end at some",
    "ZONED": "whether some are in a zone",
    "PLACES_ENTITIES": "whether some have entities",
}
