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

/* What `join_stage` says: what is done next. */
#define JOIN_COPY 0
#define JOIN_FIND 1
#define JOIN_SAVE 2
#define JOIN_FLOOD 3
#define JOIN_START 4
#define JOIN_SPREAD 5
#define JOIN_LEAD 6
WORK uint8_t join_stage;

/* How many rows one step does, in which a wave starts, and into which it spreads. */
#define ROWS_OF(bytes) ((bytes) / PLANE_ROW_BYTES ? (bytes) / PLANE_ROW_BYTES : 1)
#define ROWS_STARTED ROWS_OF(BYTES_STARTED)
#define ROWS_SPREAD ROWS_OF(BYTES_SPREAD)

/* The bits of the numbers of all tiles: in which round each was reached, 1 to 3 by turns, 0 if it was not.
 * What was taken is put aside in the first of them. */
WORK uint8_t wave_low[PLANE_BYTES], wave_high[PLANE_BYTES];

/* The number of the start, and of each third round. */
#define LAST_ROUND 3

/* The number of the last round, and how many rounds there were. */
WORK uint8_t wave_number;
WORK uint16_t wave_rounds;

/* The rows that have tiles of the last round; none if the first one is below the last one. */
WORK uint8_t wave_top, wave_bottom;

/* The row that is next in a round or at the start, and the last row of the round. */
WORK uint8_t wave_y, wave_last;

/* With them, the bits of the numbers of the round before become ones. */
WORK uint8_t low_flip, high_flip;

/* The tile to which the way back has come, and how it goes on there. */
WORK uint8_t back_x, back_y, back_across, back_down;

/* Groups of regions that were joined, regions that are protected entirely, and all those that cannot be
 * joined with all others. */
WORK uint16_t region_groups, regions_closed, regions_left;

/* Whether the region was joined with a group already. */
WORK uint8_t is_joined;

/* Where the way back goes on, if not straight on: columns and rows. */
static const uint8_t side_across[4] = { 0xFF, 1, 0, 0 };
static const uint8_t side_down[4] = { 0, 0, 0xFF, 1 };

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

/* Let the wave start at the tiles of row wave_y that belong to the region, and take again what was put
 * aside. */
static void start_wave_row(void)
{
    uint8_t left, own, any;
    uint16_t first;
    REGISTER uint8_t *taken;
    REGISTER uint8_t *low;
    REGISTER uint8_t *high;
    const uint8_t *solid;
    const uint8_t *guarded;

    first = plane_row[wave_y];
    taken = plane_taken + first;
    low = wave_low + first;
    high = wave_high + first;
    solid = plane_solid + first;
    guarded = plane_protected + first;
    any = 0;
    for (left = PLANE_ROW_BYTES; left != 0; --left) {
        own = *taken & (uint8_t)~*solid & (uint8_t)~*guarded;
        *taken |= *low;
        *low = own;
        *high = own;
        any |= own;
        ++taken;
        ++low;
        ++high;
        ++solid;
        ++guarded;
    }
    if (any)
        note_row(wave_y);
}

/* Begin the next round. */
static void begin_wave_round(void)
{
    low_flip = wave_number & 1 ? 0 : 0xFF;
    high_flip = wave_number & 2 ? 0 : 0xFF;
    if (wave_number == LAST_ROUND)
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
    uint8_t at, before, here, behind, near;
    uint16_t place;
    REGISTER uint8_t *low;
    REGISTER uint8_t *high;

    /* From the row above on, there are the row itself and the one below. */
    place = plane_row[wave_y - 1];
    low = wave_low + place;
    high = wave_high + place;
    before = 0;
    here = (low[PLANE_ROW_BYTES] ^ low_flip) & (high[PLANE_ROW_BYTES] ^ high_flip);
    for (at = 0; at != PLANE_ROW_BYTES; ++at) {
        behind = 0;
        if (at != PLANE_ROW_BYTES - 1)
            behind = (low[PLANE_ROW_BYTES + 1] ^ low_flip) & (high[PLANE_ROW_BYTES + 1] ^ high_flip);
        near = (*low ^ low_flip) & (*high ^ high_flip);
        near |= (low[2 * PLANE_ROW_BYTES] ^ low_flip) & (high[2 * PLANE_ROW_BYTES] ^ high_flip);
        near |= (uint8_t)(here << 1) | (here >> 1);
        if (before & 0x80)
            near |= 1;
        if (behind & 1)
            near |= 0x80;
        before = here;
        here = behind;
        near &= (uint8_t)~(low[PLANE_ROW_BYTES] | high[PLANE_ROW_BYTES]);
        if (near) {
            if (at == 0)
                near &= 0xFE;
            if (at == PLANE_ROW_BYTES - 1)
                near &= (uint8_t)~PLANE_EDGE_BITS;
            place = plane_row[wave_y] + at;
            near &= (uint8_t)~plane_protected[place];
            if (near) {
                if (wave_number & 1)
                    low[PLANE_ROW_BYTES] |= near;
                if (wave_number & 2)
                    high[PLANE_ROW_BYTES] |= near;
                note_row(wave_y);
                near &= plane_taken[place] & (uint8_t)~plane_solid[place];
                if (near) {
                    back_x = first_column(near, at);
                    back_y = wave_y;
                    return 1;
                }
            }
        }
        ++low;
        ++high;
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

/* Whether the tile beside the way back has the number wave_number. */
static uint8_t leads_back(uint8_t across, uint8_t down)
{
    uint8_t x, y, bit, number;
    uint16_t place;

    x = back_x + across;
    y = back_y + down;
    place = plane_row[y] + (x >> 3);
    bit = plane_bit[x & 7];
    number = 0;
    if (wave_low[place] & bit)
        number = 1;
    if (wave_high[place] & bit)
        number |= 2;
    return number == wave_number;
}

/* Take the way back to the next tile, straight on where possible. */
static void go_on_back(void)
{
    uint8_t side;

    if ((back_across | back_down) == 0 || leads_back(back_across, back_down) == 0) {
        side = 0;
        while (leads_back(side_across[side], side_down[side]) == 0)
            ++side;
        back_across = side_across[side];
        back_down = side_down[side];
    }
    back_x += back_across;
    back_y += back_down;
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
            wave_number = LAST_ROUND;
        go_on_back();
    }
    return 0;
}

/* Begin to join all regions by tunnels. */
static void begin_to_join(void)
{
    join_stage = JOIN_COPY;
    bytes_copied = 0;
    search_y = 1;
    search_at = 0;
    region_groups = 0;
    regions_closed = 0;
    regions_left = 0;
}

/* What is done when the wave has started: it spreads if the region is not the first one and has tiles
 * that are not protected. */
static void end_start(void)
{
    join_stage = JOIN_FIND;
    if (wave_top > wave_bottom) {
        ++regions_closed;
        return;
    }
    if (region_groups == 0) {
        region_groups = 1;
        return;
    }
    wave_number = LAST_ROUND;
    wave_rounds = 0;
    back_across = 0;
    back_down = 0;
    begin_wave_round();
    join_stage = JOIN_SPREAD;
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

/* One step of joining all regions by tunnels round the protected tiles. */
static uint8_t join_regions(void)
{
    uint8_t result;

    switch (join_stage) {
    case JOIN_COPY:
        if (copy_plane())
            join_stage = JOIN_FIND;
        return 0;
    case JOIN_FIND:
        result = find_region();
        if (result == FOUND) {
            is_joined = 0;
            join_stage = JOIN_SAVE;
            return 0;
        }
        if (result == NOTHING_FOUND) {
            regions_left = regions_closed;
            if (region_groups != 0)
                regions_left += region_groups - 1;
        }
        return result;
    case JOIN_SAVE:
        if (save_taken()) {
            flood_from(plane_taken, found_x, found_y);
            join_stage = JOIN_FLOOD;
        }
        return 0;
    case JOIN_FLOOD:
        if (fill_region()) {
            wave_y = 0;
            begin_to_note();
            join_stage = JOIN_START;
        }
        return 0;
    case JOIN_START:
        start_wave();
        return 0;
    case JOIN_SPREAD:
        result = spread_wave();
        if (result == FOUND)
            join_stage = JOIN_LEAD;
        else if (result == NOTHING_FOUND) {
            if (is_joined == 0)
                ++region_groups;
            join_stage = JOIN_FIND;
        }
        return 0;
    default:
        if (lead_back()) {
            if (is_joined)
                --region_groups;
            is_joined = 1;
            join_stage = JOIN_SAVE;
            if (region_groups == 1)
                join_stage = JOIN_FIND;
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
