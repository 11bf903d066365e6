/* Tunnels that join the regions of a plane, and lead round protected tiles. Included instead of
 * core/plane/tunnels.h where there are any. */
#ifndef UNDERCROFT_REGIONS_DETOURS_H
#define UNDERCROFT_REGIONS_DETOURS_H

#include "core/generation.h"
#include "core/plane/copy_plane.h"
#include "core/plane/flood.h"
#include "core/plane/plane.h"
#include "core/plane/plane_bit.h"
#include "core/plane/protected.h"
#include "core/plane/regions.h"
#include "core/plane/taken.h"
#include "core/plane/tunnel.h"

/* What `around_stage` says: what is done next. */
#define AROUND_COPY 0
#define AROUND_FIND 1
#define AROUND_SAVE 2
#define AROUND_FLOOD 3
#define AROUND_START 4
#define AROUND_SPREAD 5
#define AROUND_LEAD 6
#define AROUND_NEAREST 7
#define AROUND_LOOK 8
#define AROUND_DIG 9
#define AROUND_TAKE 10
#define AROUND_COUNT 11
WORK uint8_t around_stage;

/* How many rows one step does, in which a wave starts, and into which it spreads. */
#define ROWS_OF(bytes) ((bytes) / PLANE_ROW_BYTES ? (bytes) / PLANE_ROW_BYTES : 1)
#define ROWS_STARTED ROWS_OF(BYTES_STARTED)
#define ROWS_SPREAD ROWS_OF(BYTES_SPREAD)

/* The bits of the numbers of all tiles: in which round each was reached, 1 to 3 by turns, 0 if it was not.
 * What was taken is put aside in the first of them. */
WORK uint8_t wave_low[2 * PLANE_BYTES];
#define wave_high (wave_low + PLANE_BYTES)

/* How many numbers rounds have by turns; the last of them is also that of the start. */
#define WAVE_NUMBERS 3

/* The number of the last round, and how many rounds there were. */
WORK uint8_t wave_number;
WORK uint16_t wave_rounds;

/* The rows that have tiles of the last round; none if the first one is below the last one. */
WORK uint8_t wave_top, wave_bottom;

/* The row that is next in a round or at the start, and the last row of the round. */
WORK uint8_t wave_y, wave_last;

/* The number of the round before, and the tiles of a row that a round has reached. */
WORK uint8_t number_before;
WORK uint8_t reached_tiles[PLANE_ROW_BYTES];

/* The tile to which the way back has come, and how it goes on there. */
WORK uint8_t back_x, back_y, back_across, back_down;

/* Whether the wave has been to regions that were not joined, and whether tiles of the region where it
 * starts are protected. */
WORK uint8_t has_met, has_held;

/* Groups of regions that were joined, regions with which none can be joined, and all those that cannot be
 * joined with all others. */
WORK uint16_t region_groups, regions_closed, regions_left;

/* Whether the region was joined with a group already, and whether regions are counted at last. */
WORK uint8_t is_joined, is_counting;

/* The column of a tile that is put on the stack of a flood. */
WORK uint8_t flood_x;

/* The next tile of it, and which of the sides it is at: 0 straight on, or one of four. */
WORK uint8_t next_x, next_y, next_across, next_down, detour_side;

/* By side: the columns and rows to that tile. */
static const uint8_t detour_across[5] = { 0, 0xFF, 1, 0, 0 };
static const uint8_t detour_down[5] = { 0, 0, 0, 0xFF, 1 };

/* Row y has tiles of the last round. */
static void note_row(uint8_t y)
{
    if (y < wave_top)
        wave_top = y;
    if (y > wave_bottom)
        wave_bottom = y;
}

/* Begin to note rows. */
static void begin_to_note(void)
{
    wave_top = MAP_HEIGHT;
    wave_bottom = 0;
}

/* One step of putting aside what was taken, so that only solid tiles are: some bytes. */
static uint8_t save_taken(void)
{
    uint16_t left;

    left = PLANE_BYTES - bytes_copied;
    if (left > BYTES_SAVED)
        left = BYTES_SAVED;
    copied_from = plane_taken + bytes_copied;
    copied_to = wave_low + bytes_copied;
    copies_left = (uint8_t)left;
    copy_bytes();
    copied_from = plane_solid + bytes_copied;
    copied_to = plane_taken + bytes_copied;
    copies_left = (uint8_t)left;
    copy_bytes();
    bytes_copied += left;
    if (bytes_copied != PLANE_BYTES)
        return 0;
    bytes_copied = 0;
    return 1;
}

/* Put the tile (flood_x, y) on the stack. */
static NOINLINE void add_entry_of(uint8_t y, uint8_t direction)
{
    uint16_t row;
    uint8_t at;

    row = plane_row[y];
    at = entry_count;
    entries[at] = flood_x;
    entries[at + 1] = flood_x;
    at += 2 * (MOST_ENTRIES + 1);
    entries[at] = (uint8_t)row;
    entries[at + 1] = (uint8_t)(row >> 8) | direction;
    entry_count += 2;
}

/* Put the tile above (flood_x, found_y) on the stack if both are open. */
static NOINLINE void add_tile_above(void)
{
    uint8_t at;
    REGISTER const uint8_t *taken;

    at = flood_x >> 3;
    taken = plane_taken + plane_row[found_y];
    if (taken[at] & plane_bit[flood_x & 7])
        return;
    taken -= PLANE_ROW_BYTES;
    if (taken[at] & plane_bit[flood_x & 7])
        return;
    add_entry_of(found_y - 1, UPWARD);
}

/* Begin to take all that can be reached from the tile that was found, which need not be the first one
 * of its region: tunnels may lead there from above. Of the row above, an entry of the tile leaves out
 * what is above the tile and those beside it. */
static void flood_around(void)
{
    flood_from(plane_taken, found_x, found_y);
    entry_count = 0;
    flood_x = found_x - 1;
    add_tile_above();
    ++flood_x;
    add_tile_above();
    ++flood_x;
    add_tile_above();
    flood_x = found_x;
    add_entry_of(found_y, DOWNWARD);
}

/* Note whether tiles of the region are protected. Kept apart, so that OSCAR64 reads what the kernel has
 * stored. */
static NOINLINE void note_held(void)
{
    if (start_held)
        has_held = 1;
}

/* Let the wave start at the tiles of row wave_y that belong to the region, and take again what was put
 * aside. */
static void start_wave_row(void)
{
    uint16_t first;

    first = plane_row[wave_y];
    copied_from = plane_taken + first;
    copied_to = wave_high + first;
    copies_left = PLANE_ROW_BYTES;
    copy_bytes();
    start_high = wave_high + first;
    start_solid = plane_solid + first;
    start_guarded = plane_protected + first;
    start_count = PLANE_ROW_BYTES;
    if (start_bytes())
        note_row(wave_y);
    note_held();
    again_taken = plane_taken + first;
    again_low = wave_low + first;
    again_high = wave_high + first;
    start_count = PLANE_ROW_BYTES;
    take_again();
}

/* Begin the next round. */
static void begin_wave_round(void)
{
    number_before = wave_number;
    if (wave_number == WAVE_NUMBERS)
        wave_number = 0;
    ++wave_number;
    ++wave_rounds;
    wave_y = wave_top;
    if (wave_y > 1)
        --wave_y;
    wave_last = wave_bottom;
    if (wave_last < MAP_HEIGHT - 2)
        ++wave_last;
    begin_to_note();
}

/* Spread into row wave_y. 1 if the wave has come to a tile that was joined, else 0. */
static uint8_t spread_row(void)
{
    uint8_t at, tiles, joined;
    uint16_t first;
    REGISTER const uint8_t *taken;
    REGISTER const uint8_t *solid;

    first = plane_row[wave_y];
    /* Written as plane_row[wave_y - 1], OSCAR64 takes the wrong lower byte for both rows. */
    front_low = wave_low + first - PLANE_ROW_BYTES;
    front_guarded = plane_protected + first;
    front_to = reached_tiles;
    low_flip = number_before & 1 ? 0 : 0xFF;
    high_flip = number_before & 2 ? 0 : 0xFF;
    new_low = wave_number & 1 ? 0xFF : 0;
    new_high = wave_number & 2 ? 0xFF : 0;
    if (spread_tiles() == 0)
        return 0;
    note_row(wave_y);
    taken = plane_taken + first;
    solid = plane_solid + first;
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        tiles = reached_tiles[at];
        if (tiles) {
            joined = tiles & taken[at];
            if (joined != tiles)
                has_met = 1;
            joined &= (uint8_t)~solid[at];
            if (joined) {
                back_x = first_column(joined, at);
                back_y = wave_y;
                return 1;
            }
        }
    }
    return 0;
}

/* One step of spreading: some rows of a round. */
static uint8_t spread_wave(void)
{
    uint8_t left;

    for (left = ROWS_SPREAD; left != 0; --left) {
        if (spread_row())
            return FOUND;
        if (wave_y == wave_last) {
            if (wave_top > wave_bottom)
                return NOTHING_FOUND;
            begin_wave_round();
            return NOT_YET;
        }
        ++wave_y;
    }
    return NOT_YET;
}

/* Whether the tile (next_x, next_y) has the number wave_number. */
static NOINLINE uint8_t leads_back(void)
{
    uint8_t at, bit, number;
    REGISTER const uint8_t *bits;

    at = next_x >> 3;
    bit = plane_bit[next_x & 7];
    bits = wave_low + plane_row[next_y];
    number = 0;
    if (bits[at] & bit)
        number = 1;
    bits += PLANE_BYTES;
    if (bits[at] & bit)
        number |= 2;
    return number == wave_number;
}

/* Look at the tile beside the way back where it goes on at detour_side: straight on, or at one of the four
 * sides. 1 if it leads back. The side is no local variable: OSCAR64 loses one in a call here. */
static NOINLINE uint8_t look_beside(void)
{
    next_across = back_across;
    next_down = back_down;
    if (detour_side != 0) {
        next_across = detour_across[detour_side];
        next_down = detour_down[detour_side];
    } else if ((next_across | next_down) == 0)
        return 0;
    next_x = back_x + next_across;
    next_y = back_y + next_down;
    return leads_back();
}

/* Take the way back to the next tile, straight on where possible. */
static void go_on_back(void)
{
    detour_side = 0;
    while (look_beside() == 0)
        ++detour_side;
    back_across = next_across;
    back_down = next_down;
    back_x = next_x;
    back_y = next_y;
}

/* One step of digging the way back to the start of the wave: some tiles. */
static uint8_t lead_back(void)
{
    uint8_t left;

    for (left = TILES_LED; left != 0; --left) {
#ifdef REWRITES_PLANES
        if (back_y <= changed_from)
            changed_from = back_y - 1;
        if (back_y >= changed_to)
            changed_to = back_y + 1;
#endif
        plane_solid[plane_row[back_y] + (back_x >> 3)] &= (uint8_t)~plane_bit[back_x & 7];
        --wave_rounds;
        if (wave_rounds == 0)
            return 1;
        --wave_number;
        if (wave_number == 0)
            wave_number = WAVE_NUMBERS;
        go_on_back();
    }
    return 0;
}

/* Begin to join all regions by tunnels. */
static void begin_detours(void)
{
    around_stage = AROUND_COPY;
    bytes_copied = 0;
    search_y = 1;
    search_at = 0;
    region_groups = 0;
    regions_closed = 0;
    regions_left = 0;
    is_counting = 0;
}

/* What is done when the wave has started: it spreads if the region is not the first one and has tiles
 * that are not protected. */
static void end_start(void)
{
    around_stage = AROUND_FIND;
    if (wave_top > wave_bottom) {
        ++regions_closed;
        return;
    }
    if (region_groups == 0) {
        region_groups = 1;
        return;
    }
    wave_number = WAVE_NUMBERS;
    wave_rounds = 0;
    has_met = 0;
    back_across = 0;
    back_down = 0;
    begin_wave_round();
    around_stage = AROUND_SPREAD;
}

/* One step of the start of a wave: some rows. */
static void start_wave(void)
{
    uint8_t left;

    for (left = ROWS_STARTED; left != 0; --left) {
        start_wave_row();
        ++wave_y;
        if (wave_y == MAP_HEIGHT) {
            end_start();
            return;
        }
    }
}

/* What follows when a plane was copied or a region taken. */
static uint8_t next_stage_around(void)
{
    if (is_counting)
        return AROUND_COUNT;
    return AROUND_FIND;
}

/* Begin to count the regions besides the first one: a tunnel to a group may touch another one, so there
 * may be fewer than groups. */
static void begin_to_count(void)
{
    is_counting = 1;
    regions_left = 0xFFFF;
    bytes_copied = 0;
    search_y = 1;
    search_at = 0;
    around_stage = AROUND_COPY;
}

/* Begin a tunnel at the first tile of the region. */
static void begin_tunnel(void)
{
    tunnel_x = found_x;
    tunnel_y = found_y;
}

/* One step of finding out whether no tile of the tunnel is protected: some tiles. FOUND if none is. */
static uint8_t look_for_protected(void)
{
    uint8_t left;

    for (left = TILES_LOOKED; left != 0; --left) {
        if (plane_protected[plane_row[tunnel_y] + (tunnel_x >> 3)] & plane_bit[tunnel_x & 7])
            return NOTHING_FOUND;
        if (tunnel_x < tunnel_to_x)
            ++tunnel_x;
        else if (tunnel_x > tunnel_to_x)
            --tunnel_x;
        else if (tunnel_y < tunnel_to_y)
            ++tunnel_y;
        else if (tunnel_y > tunnel_to_y)
            --tunnel_y;
        else
            return FOUND;
    }
    return NOT_YET;
}

/* One step of joining all regions by tunnels round the protected tiles. */
static uint8_t join_by_detours(void)
{
    uint8_t result;

    switch (around_stage) {
    case AROUND_COUNT:
        result = find_region();
        if (result == FOUND) {
            ++regions_left;
            flood_from(plane_taken, found_x, found_y);
            around_stage = AROUND_TAKE;
            return 0;
        }
        return result;
    case AROUND_COPY:
        if (copy_plane())
            around_stage = next_stage_around();
        return 0;
    case AROUND_FIND:
        result = find_region();
        if (result == FOUND) {
            is_joined = 0;
            around_stage = AROUND_SAVE;
            if (region_groups == 1) {
                begin_tunnel();
                tunnel_distance = 0xFFFF;
                rows_away = 0;
                around_stage = AROUND_NEAREST;
            }
            return 0;
        }
        if (result == NOTHING_FOUND && (region_groups > 1 || regions_closed != 0)) {
            begin_to_count();
            return 0;
        }
        return result;
    case AROUND_NEAREST:
        if (find_nearest_tile())
            around_stage = AROUND_LOOK;
        return 0;
    case AROUND_LOOK:
        result = look_for_protected();
        if (result == FOUND)
            around_stage = AROUND_DIG;
        else if (result == NOTHING_FOUND)
            around_stage = AROUND_SAVE;
        if (result != NOT_YET)
            begin_tunnel();
        return 0;
    case AROUND_DIG:
        if (dig_tunnel()) {
            flood_from(plane_taken, found_x, found_y);
            around_stage = AROUND_TAKE;
        }
        return 0;
    case AROUND_TAKE:
        if (fill_region())
            around_stage = next_stage_around();
        return 0;
    case AROUND_SAVE:
        if (save_taken()) {
            flood_around();
            around_stage = AROUND_FLOOD;
        }
        return 0;
    case AROUND_FLOOD:
        if (fill_region()) {
            wave_y = 0;
            has_held = 0;
            begin_to_note();
            around_stage = AROUND_START;
        }
        return 0;
    case AROUND_START:
        start_wave();
        return 0;
    case AROUND_SPREAD:
        result = spread_wave();
        if (result == FOUND)
            around_stage = AROUND_LEAD;
        else if (result == NOTHING_FOUND) {
            if (is_joined == 0) {
                if (has_met)
                    ++region_groups;
                else
                    ++regions_closed;
            }
            around_stage = AROUND_FIND;
        }
        return 0;
    default:
        if (lead_back()) {
            if (is_joined)
                --region_groups;
            around_stage = AROUND_FIND;
            if (region_groups != 1 && (has_held | is_joined)) {
                is_joined = 1;
                around_stage = AROUND_SAVE;
            }
        }
        return 0;
    }
}

/* The regions that cannot be joined are left out, as the status says. */
static void leave_regions_out(void)
{
    leave_out(STATUS_NOT_ALL_PLACED);
#ifdef NATIVE
    native_left_out += regions_left - 1;
#endif
}

#endif
