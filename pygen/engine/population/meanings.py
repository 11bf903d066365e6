"""What the constants mean that `parameters` computes, and code that only some populations need:
comments in the emitted C."""

from collections.abc import Mapping

from pygen.engine.population.values import AT_DEAD_ENDS, IN_CORRIDORS, IN_ROOMS

MEANINGS: Mapping[str, str] = {
    "CHOICES": "how many numbers are possible, from the least on; 0 unless by: count",
    "MOST": "the most in all",
    "WEIGHTS": "the weights of the kinds of the table; behind them, if some come in packs, the "
    "fewest in a pack of each kind, and how many numbers are possible from there on; and behind "
    "these pairs of a kind that is guarded and how many guards it has",
    "GUARDS": "how many such pairs there are",
    "GUARDS_AT": "where they begin",
    "ALL_WEIGHTS": "the sum of the weights",
    "FIRST_KIND": "the number of the first kind of the table",
    "KINDS": "how many kinds the table has",
    "KINDS_IN_ROW": "how many kinds have the numbers from there on",
    "KINDS_GAP": "how many numbers are left out behind them; 0 if no kind follows",
    "ONCE_FLOORS": "once: of how many floors it is one; 0: it is every floor",
    "ONCE_AT": "once: the place of this floor among them, from 0",
    "ONCE_BEHIND": "once: how many of them are below this floor",
    "ONCE_STREAM": "once: the key of the stream that chooses the floor",
    "PACKS": "whether some kinds come in packs",
    "PICKS": "whether tiles are picked among those that fit, not tried",
    "PART": "where: 0 everywhere, 1 in rooms, 2 outside of rooms, 3 at dead ends",
    "PURPOSES": "the purposes of rooms that are wanted, a bit for each number; 0 for all",
    "PURPOSES_HIGH": "those from number 8 on",
    "ZONES": "where: 1 near, 2 middle, 4 far, added; 0 anywhere",
}

PLACES_BESIDE, HAS_GUARDS = "PLACES_BESIDE", "HAS_GUARDS"
HAS_ONCE = "HAS_ONCE"
KEEPS_APART, HAS_PACKS, LIMITS_ROOMS = "KEEPS_APART", "HAS_PACKS", "LIMITS_ROOMS"
PICKS_TILES, PLACES_BY_FLOOR = "PICKS_TILES", "PLACES_BY_FLOOR"
PICKS_BY_ROOMS, PICKS_DEAD_ENDS = "PICKS_BY_ROOMS", "PICKS_DEAD_ENDS"
PICKS_IN_ZONES, PICKS_PURPOSES = "PICKS_IN_ZONES", "PICKS_PURPOSES"
AVOIDS_NEAR_ROOMS, COMPLETES_ROOMS = "AVOIDS_NEAR_ROOMS", "COMPLETES_ROOMS"

SHARED_CODE: Mapping[str, str] = {
    AVOIDS_NEAR_ROOMS: "Some passes leave out rooms near to the up stairs.",
    COMPLETES_ROOMS: "Some have a least besides what the rooms have.",
    LIMITS_ROOMS: "Some have a least and a most of each room.",
    KEEPS_APART: "Some keep what they place apart.",
    PLACES_BESIDE: "Some place entities beside others.",
    HAS_PACKS: "Some place packs.",
    HAS_GUARDS: "Some place guards.",
    HAS_ONCE: "Some place something on one of several floors.",
    PICKS_TILES: "Some pick tiles among those that fit.",
    PLACES_BY_FLOOR: "Some place a share of the floor.",
    PICKS_BY_ROOMS: "Some pick tiles in rooms only, or outside of rooms only.",
    PICKS_DEAD_ENDS: "Some pick dead ends.",
    PICKS_PURPOSES: "Some are in rooms with some purposes only.",
    PICKS_IN_ZONES: "Some pick tiles by the steps from the start.",
}
"""What macros of a dungeon mean that are defined if a use of a pass needs code of
c64src/core/population."""


def code_of_places(part: int, zones: int) -> dict[str, bool]:
    """Which macros are needed to pick tiles in a part of the map and in zones."""
    return {
        PICKS_BY_ROOMS: part in (IN_ROOMS, IN_CORRIDORS),
        PICKS_DEAD_ENDS: part == AT_DEAD_ENDS,
        PICKS_IN_ZONES: zones > 0,
    }
