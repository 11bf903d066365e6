"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "ROCK_FILL_CHANCE": (
        "rock.fill_chance as a threshold: a tile is solid if a random byte is below it"
    ),
    "RULE_BORN": (
        "automaton.rule: a bit for each number of solid neighbours with which an open tile "
        "becomes solid"
    ),
    "RULE_KEPT": "a bit for each number of solid neighbours with which a solid tile stays solid",
    "OUTSIDE_BITS": "automaton.outside as eight tiles: 255 for walls, 0 for open ones",
    "LEAST_SIZE": "the fewest tiles of a cave that is kept; 0: only the largest one, 1: all",
    "DROPS_CAVES": "whether caves may be dropped",
    "JOINS_CAVES": "whether several caves are kept, and joined",
    "AREA_FROM": "by area: the first byte of its strip in a row of the plane",
    "AREA_WIDTHS": "by area: the bytes of its strip",
    "AREA_CHARACTERS": "how many characters there are",
    "AREA_FILLS": "by character: its fill_chance as a threshold",
    "AREA_BORN": "by character: its rule as the bits of RULE_BORN,",
    "AREA_KEPT": "and as those of RULE_KEPT",
}
