/* The classes of the heights: each has its share of the map. */
#ifndef UNDERCROFT_TERRAIN_CLASSES_H
#define UNDERCROFT_TERRAIN_CLASSES_H

#include "core/generation.h"

/* Whether the kernel redraw_tiles redraws tiles. */
#if TILE_BITS == 4 && ROWS_ARE_ALIGNED && !defined(WORLD_GATES)
#define REDRAWS_BY_KERNEL 1
#else
#define REDRAWS_BY_KERNEL 0
#endif

/* The tiles that a class may have, by the numbers in CLASS_TILES. */
static const uint8_t tiles_of_classes[5] = {
    TILE_WATER, TILE_GRASS, TILE_FOREST, TILE_MOUNTAIN, TILE_FLOOR
};

/* The tile of each class, from the lowest to the highest, and the one that it becomes where it must not
 * be walkable. */
WORK uint8_t class_code[MOST_CLASSES], class_filled[MOST_CLASSES];

/* What memory.list says of the tile of a class that has got a height: in height_count, and in
 * height_count_high. */
#if TILE_BITS == 4
#define TILE_OF_HEIGHT(tile, solid) ((tile) | (solid))
#define UPPER_OF_HEIGHT(tile, solid) ((uint8_t)((tile) << 4) | ((solid) >> 7))
#else
#define TILE_OF_HEIGHT(tile, solid) (tile)
#define UPPER_OF_HEIGHT(tile, solid) (solid)
#endif

/* The tiles of the heights that are assigned so far, and the height that is next. */
WORK uint16_t counted_tiles_of_heights;
WORK uint8_t next_height;

/* The class to which it belongs unless that has its share: what its heights get, and the number of tiles
 * with which it and those below it have their share. */
WORK uint8_t current_class, current_tile, current_upper;
WORK uint16_t current_end;

#if SOME_RIVERS_COUNT
/* The last height of the lowest class. */
WORK uint8_t lowest_last;
#endif

/* The tile of the class that is not walkable and nearest to a class, the lower one if there are two.
 * A rule demands that there is one. */
static uint8_t nearest_solid(uint8_t at)
{
    uint8_t away, tile, lower, higher;

    lower = at;
    higher = at;
    for (away = CLASS_COUNT; away != 0; --away) {
        tile = class_code[lower];
        if (!TILE_IS_WALKABLE(tile))
            return tile;
        tile = class_code[higher];
        if (!TILE_IS_WALKABLE(tile))
            return tile;
        if (lower != 0)
            --lower;
        if (higher != CLASS_COUNT - 1)
            ++higher;
    }
    return TILE_WALL;
}

/* Go on with another class. */
static void begin_class(uint8_t at)
{
    uint8_t tile, solid;

    current_class = at;
    tile = class_code[at];
    solid = 0x80;
    if (TILE_IS_WALKABLE(tile))
        solid = 0;
    current_tile = TILE_OF_HEIGHT(tile, solid);
    current_upper = UPPER_OF_HEIGHT(tile, solid);
    /* The last one gets all that are left. */
    current_end = 0xFFFF;
    if (at != CLASS_COUNT - 1)
        current_end = CLASS_ENDS[at];
}

/* Begin the classes: find their tiles. */
static void begin_classes(void)
{
    uint8_t at;

    for (at = 0; at != CLASS_COUNT; ++at)
        class_code[at] = tiles_of_classes[CLASS_TILES[at]];
    for (at = 0; at != CLASS_COUNT; ++at)
        class_filled[at] = nearest_solid(at);
#if REDRAWS_BY_KERNEL
    /* Several classes may have a tile: the lowest of them decides. */
    at = CLASS_COUNT;
#if SOME_ROADS_SITES
    filled_tiles[TILE_FLOOR] = class_filled[0];
#endif
    do {
        --at;
        filled_tiles[class_code[at]] = class_filled[at];
    } while (at != 0);
#endif
    counted_tiles_of_heights = 0;
    next_height = 0;
    begin_class(0);
}

#ifndef WORLD_GATES

/* Begin to count: no height has occurred yet. */
static void begin_counts(void)
{
    uint8_t height;

    height = 0;
    do {
        height_count[height] = 0;
        height_count_high[height] = 0;
        ++height;
    } while (height != 0);
}

#endif

#ifdef WORLD_GATES

/* Assign some heights to classes; 1 if these were the last ones. In a world the heights with which its
 * classes begin are known. */
static uint8_t assign_heights(void)
{
    uint8_t left, height;

    height = next_height;
    for (left = HEIGHTS_AT_ONCE; left != 0; --left) {
        while (height >= current_end)
            begin_class(current_class + 1);
        height_count[height] = current_tile;
        height_count_high[height] = current_upper;
        ++height;
    }
    next_height = height;
    return height == 0;
}

#else

/* Let the kernel assign heights to the class, up to that before `end`. */
static NOINLINE void assign_to_class(uint8_t end)
{
    assigned_height = next_height;
    assigned_end = end;
    class_tile = current_tile;
    class_upper = current_upper;
    tiles_missing = current_end - counted_tiles_of_heights;
    assign_some();
}

/* Keep what the kernel has come to. */
static NOINLINE void keep_assigned(void)
{
    next_height = assigned_height;
    counted_tiles_of_heights = current_end - tiles_missing;
}

/* Assign some heights to classes; 1 if these were the last ones.
 *
 * A class gets heights, from the lowest on, until it and those below it have their share of the tiles:
 * it has all tiles of the height with which that is reached. */
static uint8_t assign_heights(void)
{
    uint8_t end;

    end = next_height + HEIGHTS_AT_ONCE;
    do {
        assign_to_class(end);
        keep_assigned();
        while (counted_tiles_of_heights >= current_end) {
#if SOME_RIVERS_COUNT
            if (current_class == 0)
                lowest_last = next_height - 1;
#endif
            begin_class(current_class + 1);
        }
    } while (next_height != end);
    return next_height == 0;
}

#endif

#if !REDRAWS_BY_KERNEL
/* What a tile becomes where it must not be walkable: as of the lowest class that has it, or as of the
 * lowest of all if it is a road's floor. */
static uint8_t filled_tile(uint8_t tile)
{
    uint8_t at;

    at = 0;
    while (class_code[at] != tile) {
        ++at;
#if SOME_ROADS_SITES
        if (at == CLASS_COUNT)
            return class_filled[0];
#endif
    }
    return class_filled[at];
}
#endif

#endif
