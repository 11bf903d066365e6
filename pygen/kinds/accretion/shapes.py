"""The shapes of features: their place, whether they fit, and the rectangles of their floor."""

from __future__ import annotations

from pygen.engine.definition.sides import LEFT, RIGHT, TOP
from pygen.kinds.accretion.constants import CAVE, CIRCLE, CORRIDOR, CROSS, ROOM, VAULT
from pygen.kinds.accretion.features import Growth
from pygen.kinds.accretion.parameters.tables import circle_boxes, second_sizes


def choose_kind(growth: Growth) -> None:
    """Choose the kind of feature to try next: a corridor, or one of the others by their weights."""
    g = growth.g
    growth.kind = CORRIDOR
    if g.random.chance_of(g.parameters.features.room_chance):
        growth.kind = g.parameters.shape_table[g.random.state & 0xFF]


def second_size(growth: Growth, least: int, most: int) -> int:
    """A size from `least` to `most`, taken from the random number that was drawn last."""
    return second_sizes(least, most)[(growth.g.random.state & 0xFF) >> 2]


def choose_size(growth: Growth) -> None:
    """Choose the depth and breadth of the feature, and the place across where the wall meets it."""
    random, parameters = growth.g.random, growth.g.parameters
    kind = growth.kind
    if kind == ROOM:
        rooms = parameters.rooms
        width = rooms.min_width + random.below(rooms.max_width - rooms.min_width + 1)
        height = second_size(growth, rooms.min_height, rooms.max_height)
        growth.depth, growth.breadth = width, height
        if growth.site.side >= TOP:
            growth.depth, growth.breadth = height, width
        growth.offset = random.below(growth.breadth)
    elif kind == CORRIDOR:
        corridors = parameters.corridors
        lengths = corridors.max_length - corridors.min_length + 1
        growth.depth = corridors.min_length + random.below(lengths)
        growth.breadth, growth.offset = 1, 0
    elif kind == CROSS:
        crosses = parameters.crosses
        sizes = crosses.max_size - crosses.min_size + 1
        growth.depth = crosses.min_size + random.below(sizes)
        growth.breadth = second_size(growth, crosses.min_size, crosses.max_size)
        # The bar that leads on from the wall, and the bar across it; both contain the middle.
        thickness = 1 + random.below(growth.breadth // 2)
        growth.bar_first = growth.breadth // 2 - thickness // 2
        growth.bar_last = growth.bar_first + thickness - 1
        growth.offset = growth.bar_first + random.below(thickness)
        thickness = 1 + random.below(growth.depth // 2)
        growth.cross_first = growth.depth // 2 - thickness // 2
        growth.cross_last = growth.cross_first + thickness - 1
    elif kind == CIRCLE:
        circles = parameters.circles
        radii = circles.max_radius - circles.min_radius + 1
        growth.radius = circles.min_radius + random.below(radii)
        growth.depth = growth.breadth = 2 * growth.radius + 1
        growth.offset = growth.radius
    elif kind == CAVE:
        caves = parameters.caves
        sizes = caves.max_size - caves.min_size + 1
        growth.depth = caves.min_size + random.below(sizes)
        growth.breadth = second_size(growth, caves.min_size, caves.max_size)
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
    side = site.side
    if side < TOP:
        growth.top = site.y - growth.offset
        growth.bottom = growth.top + growth.breadth - 1
        growth.left = site.x - growth.depth if side == LEFT else site.x + 1
        growth.right = growth.left + growth.depth - 1
    else:
        growth.left = site.x - growth.offset
        growth.right = growth.left + growth.breadth - 1
        growth.top = site.y - growth.depth if side == TOP else site.y + 1
        growth.bottom = growth.top + growth.depth - 1
    tiles = growth.g.tiles
    return (
        growth.left >= 1
        and growth.top >= 1
        and growth.right <= tiles.width - 2
        and growth.bottom <= tiles.height - 2
    )


def rows_are_empty(tiles: bytearray, first: int, across: int, down: int, width: int) -> bool:
    """Whether all tiles of a rectangle are empty: `across` and `down` tiles from number `first` of
    a map of this width."""
    return not any(
        any(tiles[start : start + across]) for start in range(first, first + down * width, width)
    )


def box_is_empty(growth: Growth) -> bool:
    """Whether the ground of the feature's rectangle is solid.

    All walkable tiles have walls around them, so none is next to such a rectangle: the feature may
    share walls with others.
    """
    tiles, width = growth.g.tiles.tiles, growth.g.tiles.width
    across, down = growth.right - growth.left + 1, growth.bottom - growth.top + 1
    is_empty = rows_are_empty(tiles, growth.top * width + growth.left, across, down, width)
    growth.g.tried("feature", growth.left, growth.top, across, down, is_empty)
    return is_empty


def add_box(growth: Growth, first: int, last: int, low: int, high: int) -> None:
    """Add a rectangle to the feature's floor: from row `first` to row `last`, counted from its wall
    on, and across from `low` to `high`."""
    side = growth.site.side
    if side == LEFT:
        box = growth.right - last, growth.top + low, growth.right - first, growth.top + high
    elif side == RIGHT:
        box = growth.left + first, growth.top + low, growth.left + last, growth.top + high
    elif side == TOP:
        box = growth.left + low, growth.bottom - last, growth.left + high, growth.bottom - first
    else:
        box = growth.left + low, growth.top + first, growth.left + high, growth.top + last
    growth.boxes.append(box)


def add_vault_box(growth: Growth, first: int, last: int, low: int, high: int) -> None:
    """Add a rectangle of a vault's drawing, which may be mirrored."""
    if growth.is_mirrored:
        low, high = growth.breadth - 1 - high, growth.breadth - 1 - low
    add_box(growth, first, last, low, high)


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
        add_box(growth, 0, growth.depth - 1, growth.bar_first, growth.bar_last)
        add_box(growth, growth.cross_first, growth.cross_last, 0, growth.breadth - 1)
    elif growth.kind == CIRCLE:
        middle = growth.radius
        for half_width, half_height in circle_boxes(growth.radius):
            add_box(
                growth,
                middle - half_height,
                middle + half_height,
                middle - half_width,
                middle + half_width,
            )
    elif growth.kind == CAVE:
        shape_cave(growth)
    elif growth.kind < VAULT:
        add_box(growth, 0, growth.depth - 1, 0, growth.breadth - 1)
    else:
        for box in growth.g.parameters.vaults[growth.kind - VAULT].boxes:
            add_vault_box(growth, *box)
