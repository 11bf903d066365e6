/* Roads from site to site, which climb as little as they can. */
#ifndef UNDERCROFT_TERRAIN_ROADS_H
#define UNDERCROFT_TERRAIN_ROADS_H

#include "core/generation.h"
#include "kinds/terrain/classes.h"
#include "kinds/terrain/common.h"

/* Whether the tiles of a height cannot be walked on. */
#if TILE_BITS == 4
#define HEIGHT_IS_SOLID(height) (height_count[height] & 0x80)
#else
#define HEIGHT_IS_SOLID(height) (height_count_high[height] & 0x80)
#endif

/* The site to which the road leads, how many sites there are so far, and whether this one is found. */
WORK uint8_t site_x, site_y, sites_done, is_on_road;

/* The end of the road, and the height from which it climbs. */
WORK uint8_t road_x, road_y, road_height;

/* Begin with the first site. */
static void begin_roads(void)
{
    height_count[ROAD] = TILE_OF_HEIGHT(TILE_FLOOR, 0);
    height_count_high[ROAD] = UPPER_OF_HEIGHT(TILE_FLOOR, 0);
    sites_done = 0;
    is_on_road = 0;
}

/* Find a random tile that can be walked on, if one of some is; else take the last of them. */
static void find_site(void)
{
    uint8_t left;

    for (left = SITES_TRIED; left != 0; --left) {
        pick_inner_tile();
        if (sites_done == 0)
            place_x = 1;
        else if (sites_done == ROADS_SITES - 1)
            place_x = MAP_WIDTH - 2;
        find_height();
        if (!HEIGHT_IS_SOLID(*place_height))
            break;
    }
    site_x = place_x;
    site_y = place_y;
    if (sites_done == 0) {
        road_x = site_x;
        road_y = site_y;
        road_height = *place_height;
    }
    place_x = road_x;
    place_y = road_y;
    find_height();
}

/* By how much a road climbs or falls; not at all on another road. */
static NOINLINE uint8_t climb(uint8_t height)
{
    if (height == ROAD)
        return 0;
    if (height >= road_height)
        return height - road_height;
    return road_height - height;
}

/* Go on to the next tile of the road. */
static void go_on_with_road(void)
{
    uint8_t *across;
    uint8_t *down;

    across = place_height + 1;
    if (site_x < road_x)
        across = place_height - 1;
    down = place_height + MAP_WIDTH;
    if (site_y < road_y)
        down = place_height - MAP_WIDTH;
    if (road_x != site_x && (road_y == site_y || climb(*across) <= climb(*down))) {
        place_height = across;
        if (site_x < road_x)
            --road_x;
        else
            ++road_x;
    } else {
        place_height = down;
        if (site_y < road_y)
            --road_y;
        else
            ++road_y;
    }
    if (*place_height != ROAD)
        road_height = *place_height;
}

/* One step of building all roads: 1 if it was the last one. */
static uint8_t build_roads(void)
{
    uint8_t left;

    if (!is_on_road) {
        find_site();
        is_on_road = 1;
        return 0;
    }
    for (left = ROAD_TILES; left != 0; --left) {
        *place_height = ROAD;
        if (road_x == site_x && road_y == site_y) {
            is_on_road = 0;
            ++sites_done;
            return sites_done == ROADS_SITES;
        }
        go_on_with_road();
    }
    return 0;
}

#endif
