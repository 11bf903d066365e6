"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "DRAWINGS": "how many drawings there are",
    "CHOICES": "how many numbers of vaults are possible, from the least on",
    "TABLE": "the records of the drawings, one after the other",
    "BYTES": "all drawings, each turned until its entrance is in the first row",
    "TILES": "by number in the drawings: the tile",
    "KINDS": "by the same number: the kind of its entity; 0 for none",
    "ONCE": "for each drawing: of how many floors it is on one (0: on every floor), the place of "
    "this floor among them, how many are below it, and the key of the stream, low byte first",
    "HAS_ONCE": "whether some are on one of several floors",
    "IN_ROOMS": "whether some are in rooms",
    "IN_ROCK": "whether some are in rock",
    "LOCKED": "whether some have a locked door",
    "TRANSPARENT": "whether corridors may end at some",
    "ZONED": "whether some are in a zone",
    "PLACES_ENTITIES": "whether some have entities",
}
