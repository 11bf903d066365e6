"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "SHAPES": "the kinds of features that are no corridors, each as often as its weight says",
    "ROOM_WIDTHS": "how many widths of a room are possible",
    "ROOM_HEIGHT": "the height of a room, in tiles, by a random number of 4 bits",
    "LARGE_ROOM_WIDTHS": "how many widths of a large room are possible",
    "LARGE_ROOM_HEIGHT": "the height of a large room, in tiles, by a random number of 6 bits",
    "SMALL_ROOM_WIDTHS": "how many widths of a small room are possible",
    "SMALL_ROOM_HEIGHT": "the height of a small room, in tiles, by a random number of 6 bits",
    "HAS_LARGE_ROOMS": "whether large rooms have a weight on some floors",
    "HAS_SMALL_ROOMS": "whether small rooms have a weight on some floors",
    "CORRIDOR_LENGTHS": "how many lengths of a corridor are possible",
    "CROSS_SIZES": "how many sizes of a cross are possible",
    "CROSS_BREADTH": "the other side of a cross, in tiles, by a random number of 4 bits",
    "CIRCLE_RADII": "how many radii are possible",
    "CIRCLE_BOX": "by radius: the first of the rectangles that make a circle",
    "CIRCLE_HALF_WIDTH": "of each such rectangle: half its width, in tiles, the middle not counted",
    "CIRCLE_HALF_HEIGHT": (
        "of each such rectangle: half its height, in tiles, the middle not counted"
    ),
    "CAVE_SIZES": "how many sizes of a cave are possible",
    "CAVE_BREADTH": "the other side of a cave, in tiles, by a random number of 4 bits",
    "LOOPS_AT_MOST": "the most loops, on the floor that has the most",
    "HAS_VAULTS": "whether there are features that are drawn",
    "VAULT_DEPTH": "by vault: tiles from its entrance inward",
    "VAULT_BREADTH": "by vault: tiles across, seen from its entrance",
    "VAULT_ENTRANCE": "by vault: how many tiles across its entrance is",
    "VAULT_IS_HIDDEN": "by vault: whether its entrance is a secret path",
    "VAULT_TREASURES": "by vault: how many treasures are drawn in it",
    "VAULT_BOX": "by vault: the first of the rectangles of its floor",
    "VAULT_BOXES": "by vault: how many rectangles its floor has",
    "VAULT_BOX_FIRST": "of each such rectangle: its first row, from the entrance inward",
    "VAULT_BOX_LAST": "of each such rectangle: its last row",
    "VAULT_BOX_LOW": "of each such rectangle: its first tile across",
    "VAULT_BOX_HIGH": "of each such rectangle: its last tile across",
    "VAULT_MARK": "by vault: the first of its marks: tiles that are drawn besides floor",
    "VAULT_MARK_COUNT": "by vault: how many marks it has",
    "VAULT_MARK_ROW": "of each mark: its row, from the entrance inward",
    "VAULT_MARK_ACROSS": "of each mark: its tile across",
    "VAULT_MARK_TILE": "of each mark: its tile",
    "FAR_X": (
        "by side: the change of the column from a wall to the last tile of the smallest "
        "feature there, modulo 256"
    ),
    "FAR_Y": "by side: the change of the row",
}
