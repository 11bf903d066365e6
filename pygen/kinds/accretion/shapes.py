"""The shapes of features: their place, whether they fit, and the rectangles of their floor."""

from __future__ import annotations

from pygen.engine.definition.sides import LEFT, TOP
from pygen.kinds.accretion.constants import (
    CAVE,
    CIRCLE,
    CORRIDOR,
    CROSS,
    LARGE_ROOM,
    ROOM,
    SMALL_ROOM,
    VAULT,
)
from pygen.kinds.accretion.features import Growth
from pygen.kinds.accretion.parameters.tables import circle_boxes, second_size


def choose_kind(growth: Growth) -> None:
    """Choose the kind of feature to try next: a corridor, or one of the others by their weights."""
    g = growth.g
    growth.kind = CORRIDOR
    if g.random.chance_of(g.parameters.features.room_chance):
        growth.kind = g.parameters.shape_table[g.random.state & 0xFF]


def first_size(growth: Growth, least: int, most: int) -> int:
    """A size from `least` to `most`, taken from a new random number."""
    return least + growth.g.random.below(most - least + 1)


def size_again(growth: Growth, least: int, most: int) -> int:
    """A size from `least` to `most`, taken from the random number that was drawn last."""
    return second_size(least, most, growth.g.random.state & 0xFF)


def choose_bar(growth: Growth, size: int) -> tuple[int, int]:
    """The first and the last tile of a bar of random thickness around the middle of `size` tiles.
    Both bars of a cross contain its middle."""
    thickness = 1 + growth.g.random.below(size // 2)
    first = size // 2 - thickness // 2
    return first, first + thickness - 1


def choose_size(growth: Growth) -> None:
    """Choose the depth and breadth of the feature, and the place across where the wall meets it."""
    random, parameters = growth.g.random, growth.g.parameters
    kind = growth.kind
    growth.is_mirrored = False
    if kind in (ROOM, LARGE_ROOM, SMALL_ROOM):
        rooms = parameters.rooms_of(kind)
        width = first_size(growth, rooms.min_width, rooms.max_width)
        height = size_again(growth, rooms.min_height, rooms.max_height)
        is_upright = growth.site.side < TOP
        growth.depth, growth.breadth = (width, height) if is_upright else (height, width)
        growth.offset = random.below(growth.breadth)
    elif kind == CORRIDOR:
        corridors = parameters.corridors
        growth.depth = first_size(growth, corridors.min_length, corridors.max_length)
        growth.breadth, growth.offset = 1, 0
    elif kind == CROSS:
        crosses = parameters.crosses
        growth.depth = first_size(growth, crosses.min_size, crosses.max_size)
        growth.breadth = size_again(growth, crosses.min_size, crosses.max_size)
        growth.bar = first, last = choose_bar(growth, growth.breadth)
        growth.offset = first_size(growth, first, last)
        growth.crossbar = choose_bar(growth, growth.depth)
    elif kind == CIRCLE:
        circles = parameters.circles
        growth.radius = first_size(growth, circles.min_radius, circles.max_radius)
        growth.depth = growth.breadth = 2 * growth.radius + 1
        growth.offset = growth.radius
    elif kind == CAVE:
        caves = parameters.caves
        growth.depth = first_size(growth, caves.min_size, caves.max_size)
        growth.breadth = size_again(growth, caves.min_size, caves.max_size)
        growth.offset = random.below(growth.breadth)
    else:
        vault = parameters.vaults[kind - VAULT]
        growth.depth, growth.breadth, growth.offset = vault.extent
        growth.is_mirrored = bool(random.below(2))
        if growth.is_mirrored:
            growth.offset = growth.breadth - 1 - growth.offset


def place_box(growth: Growth) -> bool:
    """Put the rectangle of the feature behind its wall; False if it would leave the map."""
    site = growth.site
    x, y = site.ahead(growth.depth if site.side in (LEFT, TOP) else 1)
    if site.side < TOP:
        growth.left, growth.top = x, y - growth.offset
        growth.width, growth.height = growth.depth, growth.breadth
    else:
        growth.left, growth.top = x - growth.offset, y
        growth.width, growth.height = growth.breadth, growth.depth
    tiles, right, bottom = growth.g.tiles, growth.left + growth.width, growth.top + growth.height
    # Behind the last column and the last row, too, there is a tile for a wall.
    return growth.left > 0 and growth.top > 0 and right < tiles.width and bottom < tiles.height


def box_is_empty(growth: Growth) -> bool:
    """Whether the ground of the feature's rectangle is solid.

    All walkable tiles have walls around them, so none is next to such a rectangle: the feature may
    share walls with others.
    """
    tiles, across = growth.g.tiles.tiles, growth.g.tiles.width
    first = growth.top * across + growth.left
    rows, empty = range(first, first + growth.height * across, across), bytes(growth.width)
    is_empty = all([tiles[row : row + growth.width] == empty for row in rows])
    box = growth.left, growth.top, growth.width, growth.height
    growth.g.tried("feature", *box, is_empty)
    return is_empty


def add_box(growth: Growth, first: int, last: int, low: int, high: int) -> None:
    """Add a rectangle to the feature's floor: from row `first` to row `last`, and across from tile
    `low` to tile `high`."""
    (x, y), (end_x, end_y) = growth.place(first, low), growth.place(last, high)
    growth.boxes.append((min(x, end_x), min(y, end_y), max(x, end_x), max(y, end_y)))


def shape_cave(growth: Growth) -> None:
    """Make a cave of rows across that all contain the middle. From one row to the next their ends
    wander by at most one tile. The first row reaches to the opening in the wall."""
    middle, last = growth.breadth // 2, growth.breadth - 1
    low, high = min(middle, growth.offset), max(middle, growth.offset)
    for row in range(growth.depth):
        add_box(growth, row, row, low, high)
        drawn = growth.g.random.draw()
        if drawn & 0x0100:
            if low > 0:
                low -= 1
        elif drawn & 0x0200 and low < middle:
            low += 1
        if drawn & 0x0400:
            if high < last:
                high += 1
        elif drawn & 0x0800 and high > middle:
            high -= 1


def shape_feature(growth: Growth) -> None:
    """Find the rectangles that make up the feature's floor."""
    growth.boxes = []
    if growth.kind == CROSS:
        add_box(growth, 0, growth.depth - 1, *growth.bar)
        add_box(growth, *growth.crossbar, 0, growth.breadth - 1)
    elif growth.kind == CIRCLE:
        middle = growth.radius
        for across, down in circle_boxes(growth.radius):
            add_box(growth, middle - down, middle + down, middle - across, middle + across)
    elif growth.kind == CAVE:
        shape_cave(growth)
    elif growth.kind < VAULT:
        add_box(growth, 0, growth.depth - 1, 0, growth.breadth - 1)
    else:
        for box in growth.g.parameters.vaults[growth.kind - VAULT].boxes:
            add_box(growth, *box)
