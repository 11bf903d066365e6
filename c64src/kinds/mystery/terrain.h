/* Water in the walls: rivers with lakes, and spots. */
#ifndef UNDERCROFT_MYSTERY_TERRAIN_H
#define UNDERCROFT_MYSTERY_TERRAIN_H

#include "core/generation.h"
#include "kinds/mystery/cells.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/numbers.h"

/* How many rivers there are, by a number below 8. */
static const uint8_t rivers[8] = { 1, 1, 1, 2, 2, 2, 3, 3 };

#define LAKE_SIDE 7

/* What place_water does next. */
#define BEGIN_RIVER 1
#define RIVER 2
#define LAKE 3
#define FILL_LAKE 4
#define BEGIN_SPOT 5
#define FILL_SPOT 6
#define HIT_SPOT 7
#define DRAW_SPOT 8

/* How many rivers, and then spots, are left; the river's end, direction and flow, its tiles until it
 * turns and until a lake. */
WORK uint8_t waters_left, water_x, water_y, river_step_x, river_step_y, river_flow;
WORK uint8_t river_tiles, lake_in, lake_x, lake_y;

/* Whether a tile is water or a moat. */
static uint8_t is_water(uint8_t x, uint8_t y)
{
    return (GROUND_ROW(y)[x] & TERRAIN) >= WATER;
}

/* Make a tile water if it is a wall and not at the edge of the map. */
static void flood_tile(uint8_t x, uint8_t y)
{
    REGISTER uint8_t *tile;

    /* What is left of the map, or above, is a large number. */
    if ((uint8_t)(x - 1) >= MAP_WIDTH - 2 || (uint8_t)(y - 1) >= MAP_HEIGHT - 2)
        return;
    tile = GROUND_ROW(y) + x;
    if ((*tile & TERRAIN) == WALL)
        *tile |= WATER;
}

/* Begin a river at the lower edge or the upper one. */
static void begin_river(void)
{
    river_flow = 1;
    water_y = 0;
    if (draw_percent(HALF_THRESHOLD)) {
        river_flow = 255;
        water_y = MAP_HEIGHT - 1;
    }
    lake_in = 10 + draw_below(50);
    water_x = 2 + draw_below(MAP_WIDTH - 4);
    river_step_x = 0;
    river_step_y = river_flow;
    river_tiles = 2 + draw_few(6);
}

/* Let the river turn if it is time to, or if it has left the map; 1 if it has. */
static uint8_t turn_river(uint8_t is_outside)
{
    if (!is_outside) {
        --river_tiles;
        if (river_tiles)
            return 0;
    }
    if (river_step_x == 0) {
        river_step_x = 1;
        if (draw_percent(HALF_THRESHOLD))
            river_step_x = 255;
        river_step_y = 0;
    } else {
        river_step_x = 0;
        river_step_y = river_flow;
    }
    if (is_outside)
        return 1;
    river_tiles = 2 + draw_few(6);
    return 0;
}

/* Place a tile of the river; 1 if it has come to its end. */
static uint8_t place_river(void)
{
    if (water_x < MAP_WIDTH) {
        if (is_water(water_x, water_y))
            return 1;
        flood_tile(water_x, water_y);
    }
    water_x += river_step_x;
    water_y += river_step_y;
    if (water_y >= MAP_HEIGHT)
        return turn_river(1);
    --lake_in;
    if (lake_in == 0) {
        work = LAKE;
        work_count = LAKE_TRIES;
        return 0;
    }
    return turn_river(0);
}

/* Whether a tile is at least two tiles from the edge. */
static uint8_t is_inner(uint8_t x, uint8_t y)
{
    return (uint8_t)(x - 2) < MAP_WIDTH - 4 && (uint8_t)(y - 2) < MAP_HEIGHT - 4;
}

/* Make an inner tile of the lake water if it is a wall and so many of its neighbours are water. */
static void spread_water(uint8_t x, uint8_t y, uint8_t least)
{
    REGISTER uint8_t *tile;

    if (!is_inner(x, y))
        return;
    tile = GROUND_ROW(y) + x;
    if ((*tile & TERRAIN) != WALL)
        return;
    first_tile = tile - (MAP_WIDTH + 1);
    if (water_around() >= least)
        *tile |= WATER;
}

/* Let water spread to a random tile of the lake. */
static void spread_lake(void)
{
    uint8_t x, y;

    x = (uint8_t)(water_x - LAKE_RADIUS + draw_few(LAKE_SIDE));
    y = (uint8_t)(water_y - LAKE_RADIUS + draw_few(LAKE_SIDE));
    spread_water(x, y, 1);
}

/* Fill a gap of the lake, and go to its next tile; 1 if that was the last one. */
static uint8_t fill_lake(void)
{
    spread_water((uint8_t)(water_x - LAKE_RADIUS + lake_x), (uint8_t)(water_y - LAKE_RADIUS + lake_y),
                 NEIGHBOURS_OF_LAKE);
    ++lake_y;
    if (lake_y != LAKE_SIDE)
        return 0;
    lake_y = 0;
    ++lake_x;
    return lake_x == LAKE_SIDE;
}

/* Find a random tile that is not at the edge of the map, for a spot. */
static void draw_spot_place(void);

/* Begin a spot around a random tile. */
static void begin_spot(void)
{
    uint8_t at;

    draw_spot_place();
    for (at = 0; at != SPOT_ROW; ++at) {
        spot[at] = 0;
        spot[at + SPOT_ROW * (SPOT_SIDE + 1)] = 0;
    }
}

/* Fill a row of the spot. */
static void fill_spot(uint8_t row)
{
    uint8_t at;

    at = (uint8_t)(row << 4);
    spot[at] = 0;
    spot[(uint8_t)(at + SPOT_SIDE + 1)] = 0;
    ++at;
    first_tile = spot + at;
    tile_count = SPOT_SIDE;
    bits_kept = 0;
    bits_added = 1;
    change_tiles();
}

/* Place a row of the spot. */
static void draw_spot(uint8_t row)
{
    uint8_t y;

    y = (uint8_t)(water_y + row - 5);
    /* What is above the map is a large number. */
    if ((uint8_t)(y - 1) >= MAP_HEIGHT - 2)
        return;
    first_tile = GROUND_ROW(y);
    spot_at = (uint8_t)((row << 4) + 1);
    spot_column = water_x - 4;
    flood_spot();
}

/* After a river: the next one, or the spots; 1 if there is neither. */
static uint8_t end_river(void)
{
    work = BEGIN_RIVER;
    --waters_left;
    if (waters_left)
        return 0;
    work = BEGIN_SPOT;
    waters_left = WATER_DENSITY;
    return waters_left == 0;
}

/* Place rivers and spots; a piece is a tile of a river, a try or a tile of a lake, or of a spot its
 * place, a row or some hits. */
static uint8_t place_water(void)
{
    switch (work) {
    case 0:
        waters_left = rivers[draw_few(8)];
        work = BEGIN_RIVER;
        break;
    case BEGIN_RIVER:
        begin_river();
        work = RIVER;
        /* fall through */
    case RIVER:
        if (place_river())
            return end_river();
        break;
    case LAKE:
        spread_lake();
        --work_count;
        if (work_count == 0) {
            lake_x = 0;
            lake_y = 0;
            work = FILL_LAKE;
        }
        break;
    case FILL_LAKE:
        if (fill_lake()) {
            work = RIVER;
            turn_river(0);
        }
        break;
    case BEGIN_SPOT:
        begin_spot();
        work_count = 1;
        work = FILL_SPOT;
        break;
    case FILL_SPOT:
        fill_spot(work_count);
        ++work_count;
        if (work_count == SPOT_SIDE + 1) {
            work_count = SPOT_HITS / HITS_AT_ONCE;
            work = HIT_SPOT;
        }
        break;
    case HIT_SPOT:
        hit_spot();
        --work_count;
        if (work_count == 0) {
            work_count = 1;
            work = DRAW_SPOT;
        }
        break;
    default:
        draw_spot(work_count);
        ++work_count;
        if (work_count == SPOT_SIDE + 1) {
            work = BEGIN_SPOT;
            --waters_left;
            return waters_left == 0;
        }
        break;
    }
    return 0;
}

/* Take water from the row and the column beside the upper and left edge, and from the shop and the
 * monster house; a piece is all of the edge, or a row of the room. */
static uint8_t clean_water(void)
{
    uint8_t left, cell;
    REGISTER uint8_t *tile;

    cell = house_cell;
    if (cell == NO_CELL)
        cell = shop_cell;
    if (work == 0) {
        work = 1;
        tile = ground + MAP_WIDTH + 1;
        for (left = MAP_WIDTH - 2; left != 0; --left) {
            if (*tile & WATER)
                *tile &= (uint8_t)~TERRAIN;
            ++tile;
        }
        tile = ground + MAP_WIDTH + 1;
        for (left = MAP_HEIGHT - 2; left != 0; --left) {
            if (*tile & WATER)
                *tile &= (uint8_t)~TERRAIN;
            tile += MAP_WIDTH;
        }
        if (cell == NO_CELL)
            return 1;
        work_y = cell_top[cell];
        return 0;
    }
    tile = GROUND_ROW(work_y) + cell_left[cell];
    for (left = cell_right[cell] - cell_left[cell]; left != 0; --left) {
        if ((*tile & (WATER | HOUSE)) == (WATER | HOUSE))
            *tile = (*tile & (uint8_t)~TERRAIN) | FLOOR;
        ++tile;
    }
    ++work_y;
    return work_y == cell_bottom[cell];
}

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_terrain.h"
#else
#include "kinds/mystery/lean_terrain.h"
#endif

#endif
