/* Rooms that change: each stays one piece with all its openings, or it stays as it was. Needs the kernels
 * core/plane/read_solid and core/plane/take_entries. The twin of pygen/engine/plane/rooms.py.
 *
 * A room is read with two more rows and columns on each side; its rows have ROOM_BYTES bytes each. */
#ifndef UNDERCROFT_PLANE_ROOMS_H
#define UNDERCROFT_PLANE_ROOMS_H

#include "core/generation.h"
#ifdef OTHER_TILES
#include "core/get_tile.h"
#endif
#include "core/place_area.h"
#include "core/plane/entries.h"
#include "core/plane/plane_bit.h"
#include "core/plane/plane_rows.h"
#include "core/tilemap.h"
#include "zeropage.h"

/* The longest side of a room that may change, and how many rows and columns around a room are read. */
#define MOST_ROOM_SIDE 32
#define ROOM_MARGIN 2

/* The bytes of a row that a room and what is around it may reach. */
#if PLANE_ROW_BYTES < 6
#define ROOM_BYTES PLANE_ROW_BYTES
#else
#define ROOM_BYTES 6
#endif

/* The rows of the map as they are and as they are to become, and where each begins. */
#define ROOM_ROWS (MOST_ROOM_SIDE + 2 * ROOM_MARGIN)
static uint8_t room_before[ROOM_ROWS * ROOM_BYTES], room_wanted[ROOM_ROWS * ROOM_BYTES];
#define ROOM_ROW(row) ((uint8_t)((row) * ROOM_BYTES))
#define SIX_ROWS(row) \
    ROOM_ROW(row), ROOM_ROW((row) + 1), ROOM_ROW((row) + 2), ROOM_ROW((row) + 3), ROOM_ROW((row) + 4), ROOM_ROW((row) + 5)
static const uint8_t room_row[ROOM_ROWS] = {
    SIX_ROWS(0), SIX_ROWS(6), SIX_ROWS(12), SIX_ROWS(18), SIX_ROWS(24), SIX_ROWS(30),
};

/* The room with its walls, for a flood: as many rows as it has, and two. */
#if MAP_HEIGHT < MOST_ROOM_SIDE + 2
#define FLOODED_ROWS MAP_HEIGHT
#else
#define FLOODED_ROWS (MOST_ROOM_SIDE + 2)
#endif
static uint8_t flooded_rows[FLOODED_ROWS * PLANE_ROW_BYTES];

/* The room that changes: its number, and the first column behind it. Its rectangle is the area of core/place_area.h. */
static uint8_t changing_room, changing_right;

/* The byte of a row of a plane with which its rows begin, how many there are, the tiles of the room in each, and those of
 * the room with its walls. */
static uint8_t changing_at, changing_bytes, changing_inside[ROOM_BYTES], changing_across[ROOM_BYTES];

/* Where the columns on the left and on the right of the room are: the byte from the beginning of a row on, and the
 * bit. */
static uint8_t left_at, left_bit, right_at, right_bit;

/* What a row weighs that is looked at, read, or written. */
static uint8_t light_weight, read_weight, write_weight;

/* Whether the room was floor only, and nothing but ways from openings has been kept. */
static uint8_t is_bare;

/* What is done next with the room, and with which of its rows or columns or of the entities. */
#define READ_ROOM 0
#define KEEP_OTHERS 1
#define KEEP_SIDES 2
#define LOOK_ABOVE 3
#define KEEP_ABOVE 4
#define LOOK_BELOW 5
#define KEEP_BELOW 6
#define KEEP_ENTITIES 7
#define COMPARE_ROOM 8
#define PREPARE_ROOM 9
#define FLOOD_ROOM 10
#define CHECK_ROOM 11
#define WRITE_ROOM 12
static uint8_t changing_stage, changing_row;

/* What the step has done, in parts of ROOM_WORK. */
static uint8_t room_work;

/* Whether a part of this weight does not fit into the step. */
#define ROOM_IS_FULL(weight) (room_work != 0 && (uint8_t)(room_work + (weight)) > ROOM_WORK)

/* Whether a part fits into the step. */
static NOINLINE uint8_t room_fits(uint8_t weight)
{
    if (ROOM_IS_FULL(weight))
        return 0;
    room_work += weight;
    return 1;
}

/* Go on with what is done next. */
static NOINLINE void next_of_room(uint8_t next)
{
    changing_stage = next;
    changing_row = 0;
}

/* The rows of the table of rooms. Features have areas only in a dungeon with places. */
#ifdef AREA_STRUCT
#define COUNT_OF_CHANGING COUNT_OF_AREAS
#else
#define COUNT_OF_CHANGING COUNT_OF_FEATURES
#endif

/* Find the rectangle of the room; 0 if it is too large. */
static NOINLINE uint8_t find_changing(void)
{
#ifdef AREA_STRUCT
    place_area(changing_room);
#else
    REGISTER struct feature_record *room;

    room = FEATURE_RECORD(changing_room);
    populated_x = FEATURE_GET_X(room);
    populated_y = FEATURE_GET_Y(room);
    populated_width = FEATURE_GET_W(room);
    populated_height = FEATURE_GET_H(room);
#endif
    changing_right = populated_x + populated_width;
    return populated_width <= MOST_ROOM_SIDE && populated_height <= MOST_ROOM_SIDE;
}

/* The columns from `first` to `last` as bits of a row of the room. */
static NOINLINE void find_span_bits(uint8_t *bits, uint8_t first, uint8_t last)
{
    uint8_t n, at, end;

    for (n = 0; n != changing_bytes; ++n)
        bits[n] = 0;
    at = (uint8_t)((first >> 3) - changing_at);
    end = (uint8_t)((last >> 3) - changing_at);
    for (n = at; n <= end; ++n)
        bits[n] = 0xFF;
    bits[at] = BITS_FROM[first & 7];
    bits[end] &= (uint8_t)~BITS_FROM[(last & 7) + 1];
}

/* Begin to change the room. */
static NOINLINE void begin_changing(void)
{
    uint8_t n, last;

    changing_at = 0;
    if (populated_x >= ROOM_MARGIN)
        changing_at = (uint8_t)(populated_x - ROOM_MARGIN) >> 3;
    last = (uint8_t)(changing_right + 1) >> 3;
    if (last >= PLANE_ROW_BYTES)
        last = PLANE_ROW_BYTES - 1;
    changing_bytes = (uint8_t)(last - changing_at + 1);
    n = (uint8_t)(populated_x - 1);
    find_span_bits(changing_inside, populated_x, (uint8_t)(changing_right - 1));
    find_span_bits(changing_across, n, changing_right);
    left_at = (uint8_t)((n >> 3) - changing_at);
    left_bit = plane_bit[n & 7];
    right_at = (uint8_t)((changing_right >> 3) - changing_at);
    right_bit = plane_bit[changing_right & 7];
    light_weight = changing_bytes + ROW_LIGHT;
    read_weight = (uint8_t)((changing_bytes << 1) + changing_bytes);
    write_weight = (uint8_t)((read_weight << 1) + ROW_WRITTEN);
    read_weight += ROW_READ;
    is_bare = 1;
    next_of_room(READ_ROOM);
}

/* Read a row of the room into room_before at `at`: what is at the edge of the map is solid. */
static NOINLINE void read_room_row(uint8_t at, uint8_t y)
{
    uint8_t n;
    REGISTER uint8_t *row;

    row = room_before + at;
    /* Below 0 is above the map. */
    if (y == 0 || y >= MAP_HEIGHT - 1) {
        for (n = 0; n != changing_bytes; ++n)
            row[n] = 0xFF;
        return;
    }
    read_from = row_start[y] + (uint8_t)(changing_at * TILE_BITS);
    read_skew = ROW_SKEW(y);
    read_to = row;
    reads_left = changing_bytes;
    read_solid();
    if (changing_at == 0)
        row[0] |= 1;
    if (changing_at + changing_bytes == PLANE_ROW_BYTES)
        row[(uint8_t)(changing_bytes - 1)] |= PLANE_EDGE_BITS;
}

/* Read the room and what is around it: some rows. */
static NOINLINE uint8_t read_room(void)
{
    uint8_t n, at, end, bits, closed;

    end = (uint8_t)(populated_height + 2 * ROOM_MARGIN);
    for (; changing_row != end; ++changing_row) {
        if (ROOM_IS_FULL(read_weight))
            return 0;
        room_work += read_weight;
        at = room_row[changing_row];
        read_room_row(at, (uint8_t)(populated_y - ROOM_MARGIN + changing_row));
        closed = 0;
        for (n = 0; n != changing_bytes; ++n) {
            bits = room_before[at];
            room_wanted[at] = bits;
            closed |= bits & changing_inside[n];
            ++at;
        }
        if (closed && changing_row >= ROOM_MARGIN && changing_row < (uint8_t)(end - ROOM_MARGIN))
            is_bare = 0;
    }
    return 1;
}

#ifdef OTHER_TILES
/* Let the tiles of a byte of row y become again what they were, if they are other tiles: `closed` are to become solid,
 * `opened` open. Returns how many were looked at. */
static NOINLINE uint8_t keep_byte(uint8_t at, uint8_t first, uint8_t y, uint8_t closed, uint8_t opened)
{
    uint8_t bit, both, looked, tile, kept;

    looked = 0;
    kept = 0;
    both = closed | opened;
    for (bit = 0; both != 0; both >>= 1) {
        if (both & 1) {
            ++looked;
            tile = get_tile(first + bit, y);
            if (closed & plane_bit[bit]) {
                if (tile != TILE_FLOOR)
                    kept |= plane_bit[bit];
            } else if (tile != TILE_EMPTY && tile != TILE_WALL)
                kept |= plane_bit[bit];
        }
        ++bit;
    }
    if (kept) {
        room_wanted[at] ^= kept;
        is_bare = 0;
    }
    return looked;
}

/* Let tiles other than floor, wall and empty stay as they were: some rows. */
static NOINLINE uint8_t keep_others(void)
{
    uint8_t n, at, y, closed, opened, tile, most, looked;

    most = (uint8_t)(populated_width * TILE_KEPT + light_weight);
    for (; changing_row != populated_height; ++changing_row) {
        if (ROOM_IS_FULL(most))
            return 0;
        room_work += light_weight;
        y = populated_y + changing_row;
        at = room_row[(uint8_t)(changing_row + ROOM_MARGIN)];
        looked = 0;
        for (n = 0; n != changing_bytes; ++n) {
            closed = room_wanted[at];
            opened = room_before[at];
            if (closed != opened) {
                tile = closed;
                closed &= (uint8_t)~opened;
#ifdef SOLID_OTHERS
                opened &= (uint8_t)~tile;
#else
                opened = 0;
#endif
                looked += keep_byte(at, PLANE_FIRST_X((uint8_t)(changing_at + n)), y, closed, opened);
            }
            ++at;
        }
        room_work += (uint8_t)(looked * TILE_KEPT);
    }
    return 1;
}
#endif

/* What is done next in a row with openings on the left and on the right. */
#define LOOK_AT_ROW 0
#define KEEP_LEFT 1
#define KEEP_RIGHT 2
static uint8_t row_stage;

/* Let the tiles from (x, row) on inward be open as before, up to the first one that is open or was solid. `across` and
 * `down` are where the next one is: a column, or bytes of the rows. Returns 0 if there is no room in the step. */
static NOINLINE uint8_t keep_way_in(uint8_t x, uint8_t row, uint8_t across, uint8_t down)
{
    uint8_t at, bit, most, left, column;

    most = populated_height;
    if (across)
        most = populated_width;
    most <<= 1;
    if (!room_fits((uint8_t)(most + WAY_KEPT)))
        return 0;
    column = x;
    at = room_row[row];
    for (left = most; left != 0; left -= 2) {
        uint8_t place;

        place = (uint8_t)(at + (column >> 3) - changing_at);
        bit = plane_bit[column & 7];
        if (room_before[place] & bit)
            break;
        if ((room_wanted[place] & bit) == 0)
            break;
        room_wanted[place] ^= bit;
        column += across;
        at += down;
    }
    room_work -= left;
    return 1;
}

/* Keep the ways from the openings on the left and on the right: some rows. */
static NOINLINE uint8_t keep_sides(void)
{
    uint8_t row, at;

    for (; changing_row != populated_height; ++changing_row) {
        row = (uint8_t)(changing_row + ROOM_MARGIN);
        at = room_row[row];
        if (row_stage == LOOK_AT_ROW) {
            if (ROOM_IS_FULL(ROW_SIDES))
                return 0;
            room_work += ROW_SIDES;
            row_stage = KEEP_LEFT;
        }
        if (row_stage == KEEP_LEFT && (room_before[(uint8_t)(at + left_at)] & left_bit) == 0) {
            if (!keep_way_in(populated_x, row, 1, 0))
                return 0;
        }
        row_stage = KEEP_RIGHT;
        if ((room_before[(uint8_t)(at + right_at)] & right_bit) == 0) {
            if (!keep_way_in((uint8_t)(changing_right - 1), row, 255, 0))
                return 0;
        }
        row_stage = LOOK_AT_ROW;
    }
    return 1;
}

/* Keep the ways from the openings in the row `beside` the row `row` of the room: some columns. */
static NOINLINE uint8_t keep_across(uint8_t beside, uint8_t row, uint8_t down)
{
    uint8_t n, bits, bit, x;

    /* The column from which on openings are still to be looked for is changing_row. */
    for (n = (uint8_t)(changing_row >> 3); n != changing_bytes; ++n) {
        bits = (uint8_t)~room_before[(uint8_t)(room_row[beside] + n)] & changing_inside[n];
        if (n == changing_row >> 3)
            bits &= BITS_FROM[changing_row & 7];
        for (bit = 0; bits >> bit != 0; ++bit) {
            if (bits & plane_bit[bit]) {
                x = (uint8_t)(PLANE_FIRST_X(n) + bit);
                changing_row = x;
                if (!keep_way_in((uint8_t)(PLANE_FIRST_X(changing_at) + x), row, 0, down))
                    return 0;
            }
            if (bit == 7)
                break;
        }
    }
    return 1;
}

/* Only this kind has placed entities before. */
#if defined(ENTITIES_CAPACITY) && defined(CHAMBERS_CAPACITY)
#define HAS_ENTITIES_IN_ROOMS 1

/* Let tiles with entities stay as they were: some entities. */
static NOINLINE uint8_t keep_entities(void)
{
    uint8_t x, y, bit, place;
    REGISTER struct entity_record *entity;

    for (; changing_row != COUNT_OF_ENTITIES; ++changing_row) {
        if (!room_fits(1))
            return 0;
        entity = ENTITY_RECORD(changing_row);
        x = ENTITY_GET_X(entity);
        y = (uint8_t)(ENTITY_GET_Y(entity) - populated_y);
        if ((uint8_t)(x - populated_x) >= populated_width || y >= populated_height)
            continue;
        place = (uint8_t)(room_row[(uint8_t)(y + ROOM_MARGIN)] + (x >> 3) - changing_at);
        bit = plane_bit[x & 7];
        if (room_wanted[place] & (uint8_t)~room_before[place] & bit) {
            room_wanted[place] ^= bit;
            is_bare = 0;
        }
    }
    return 1;
}
#endif

/* Whether a row of those that were read changes, and whether any does. */
static uint8_t changing_rows[ROOM_ROWS], room_differs;

/* Compare the rows with what they were: some of them. */
static NOINLINE uint8_t compare_room(void)
{
    uint8_t n, at, row;

    for (; changing_row != populated_height; ++changing_row) {
        if (ROOM_IS_FULL(light_weight))
            return 0;
        room_work += light_weight;
        row = (uint8_t)(changing_row + ROOM_MARGIN);
        at = room_row[row];
        changing_rows[row] = 0;
        for (n = changing_bytes; n != 0; --n) {
            if (room_wanted[at] != room_before[at]) {
                changing_rows[row] = 1;
                room_differs = 1;
                break;
            }
            ++at;
        }
    }
    return 1;
}

/* The first of the room's rows for the flood that has open tiles, from 1; 0 if there is none, and one of these
 * tiles. */
static uint8_t room_flood_row, room_flood_x;

/* Make a row beside the room solid for the flood. */
static NOINLINE void close_flooded(uint8_t at)
{
    uint8_t n;
    REGISTER uint8_t *row;

    row = flooded_rows + plane_row[at] + changing_at;
    for (n = 0; n != changing_bytes; ++n)
        row[n] = 0xFF;
}

/* Make the rows ready for the flood: some of them. */
static NOINLINE uint8_t prepare_room(void)
{
    uint8_t n, at, solid;
    REGISTER uint8_t *row;

    for (; changing_row != populated_height; ++changing_row) {
        if (ROOM_IS_FULL(light_weight))
            return 0;
        room_work += light_weight;
        at = room_row[(uint8_t)(changing_row + ROOM_MARGIN)];
        row = flooded_rows + plane_row[(uint8_t)(changing_row + 1)] + changing_at;
        for (n = 0; n != changing_bytes; ++n) {
            solid = room_wanted[at] | (uint8_t)~changing_inside[n];
            row[n] = solid;
            if (solid != 0xFF && room_flood_row == 0) {
                room_flood_row = changing_row + 1;
                room_flood_x = first_column((uint8_t)~solid, (uint8_t)(changing_at + n));
            }
            ++at;
        }
    }
    return 1;
}

/* Take some entries from the stack of the flood; 1 if none is left. */
static NOINLINE uint8_t flood_room(void)
{
    flood_stack = entries;
    flooded_tiles = flooded_rows;
    stack_size = entry_count;
    entries_left = ROOM_ENTRIES;
    entry_count = take_entries();
    /* cc65 takes the flags of the kernel for a comparison that is returned. */
    if (entry_count)
        return 0;
    return 1;
}

/* Look whether the flood has left any tile: some rows. 0 if rows are left; 1, or 2 if it has. */
static NOINLINE uint8_t check_room(void)
{
    uint8_t n;
    REGISTER const uint8_t *row;

    for (; changing_row != populated_height; ++changing_row) {
        if (ROOM_IS_FULL(light_weight))
            return 0;
        room_work += light_weight;
        row = flooded_rows + plane_row[(uint8_t)(changing_row + 1)] + changing_at;
        for (n = 0; n != changing_bytes; ++n) {
            if (row[n] != 0xFF)
                return 2;
        }
    }
    return 1;
}

/* The row of the map that is written, and of one of its bytes the tiles that change and those that are to be walls. */
static uint8_t rewritten_y, rewritten_bits, rewritten_walls;

/* Write the tiles of byte `at` of a row that change, and return how many these are. The byte is at `place` in the rows
 * of the room. */
static NOINLINE uint8_t write_changes(uint8_t at, uint8_t place)
{
    uint8_t x, solid, written, tile;
#ifdef SOLID_OTHERS
    uint8_t before;

    before = room_before[place];
#endif
    x = PLANE_FIRST_X(at);
    solid = room_wanted[place];
    written = 0;
    for (; rewritten_bits != 0; rewritten_bits >>= 1) {
        if (rewritten_bits & 1) {
            ++written;
#ifdef SOLID_OTHERS
            tile = TILE_WALL;
            if (before & 1)
                tile = get_tile(x, rewritten_y);
            if (tile == TILE_WALL || tile == TILE_EMPTY)
#endif
            {
                tile = TILE_FLOOR;
                if (rewritten_walls & 1)
                    tile = TILE_WALL;
                else if (solid & 1)
#ifdef CHAMBERS_CAPACITY
                    tile = TILE_WALL;
#else
                    tile = TILE_EMPTY;
#endif
                set_tile(x, rewritten_y, tile);
            }
        }
        ++x;
        solid >>= 1;
        rewritten_walls >>= 1;
#ifdef SOLID_OTHERS
        before >>= 1;
#endif
    }
    return written;
}

/* Write a row of the room and its walls; returns how many tiles have changed.
 *
 * The tiles of a byte and those above and below are all solid where the columns have ones, in the byte before, here,
 * and in the next one: as they are, and as they are to become. */
static NOINLINE uint8_t write_room_row(uint8_t row)
{
    uint8_t n, at, written, walls, changed, bits;
    uint8_t solid_last, solid_here, solid_next, wanted_last, wanted_here, wanted_next;

    written = 0;
    rewritten_y = (uint8_t)(populated_y - ROOM_MARGIN + row);
    solid_here = 0xFF;
    wanted_here = 0xFF;
    at = room_row[(uint8_t)(row - 1)];
    solid_next = room_before[at] & (room_before + ROOM_BYTES)[at] & (room_before + 2 * ROOM_BYTES)[at];
    wanted_next = room_wanted[at] & (room_wanted + ROOM_BYTES)[at] & (room_wanted + 2 * ROOM_BYTES)[at];
    for (n = changing_bytes; n != 0;) {
        --n;
        solid_last = solid_here;
        solid_here = solid_next;
        wanted_last = wanted_here;
        wanted_here = wanted_next;
        ++at;
        if (n == 0) {
            solid_next = 0xFF;
            wanted_next = 0xFF;
        } else {
            solid_next = room_before[at] & (room_before + ROOM_BYTES)[at] & (room_before + 2 * ROOM_BYTES)[at];
            wanted_next = room_wanted[at] & (room_wanted + ROOM_BYTES)[at] & (room_wanted + 2 * ROOM_BYTES)[at];
        }
        bits = (uint8_t)(wanted_here << 1);
        if (wanted_last & 0x80)
            bits |= 1;
        bits &= wanted_here;
        walls = wanted_here >> 1;
        if (wanted_next & 1)
            walls |= 0x80;
        /* One by one: cc65 then works on bytes. */
        walls &= bits;
        walls ^= 0xFF;
        walls &= (room_wanted + (ROOM_BYTES - 1))[at];
        bits = (uint8_t)(solid_here << 1);
        if (solid_last & 0x80)
            bits |= 1;
        bits &= solid_here;
        changed = solid_here >> 1;
        if (solid_next & 1)
            changed |= 0x80;
        changed &= bits;
        changed ^= 0xFF;
        bits = (room_before + (ROOM_BYTES - 1))[at];
        changed &= bits;
        changed ^= walls;
        bits ^= (room_wanted + (ROOM_BYTES - 1))[at];
        changed |= bits;
        bits = (uint8_t)(changing_bytes - 1 - n);
        changed &= changing_across[bits];
        if (changed) {
            rewritten_bits = changed;
            rewritten_walls = walls;
            written += write_changes((uint8_t)(changing_at + bits), (uint8_t)(at + ROOM_BYTES - 1));
        }
    }
    return written;
}

/* Write the room and its walls into the map where they have changed: some rows. */
static NOINLINE uint8_t write_room(void)
{
    uint8_t most, end, row;

    most = (uint8_t)((uint8_t)(populated_width + 2) * TILE_WRITTEN + write_weight);
    end = populated_height + 2;
    for (; changing_row != end; ++changing_row) {
        row = (uint8_t)(changing_row + ROOM_MARGIN - 1);
        if ((changing_rows[(uint8_t)(row - 1)] | changing_rows[row] | changing_rows[(uint8_t)(row + 1)]) == 0) {
            if (ROOM_IS_FULL(1))
                return 0;
            ++room_work;
            continue;
        }
        if (ROOM_IS_FULL(most))
            return 0;
        room_work += write_weight;
        room_work += (uint8_t)(write_room_row(row) * TILE_WRITTEN);
        /* A wide row may take so much that the sum with the next one would not fit into a byte. */
        if (room_work > ROOM_WORK)
            room_work = ROOM_WORK;
    }
    return 1;
}

/* What has become of a room. */
#define ROOM_NOT_DONE 0
#define ROOM_STAYS 1
#define ROOM_CHANGED 2

/* Keep what must stay of a room; 0 if the step is full. */
static NOINLINE uint8_t keep_of_room(void)
{
#ifdef OTHER_TILES
    if (changing_stage == KEEP_OTHERS) {
        if (!keep_others())
            return 0;
        next_of_room(KEEP_SIDES);
    }
#endif
    if (changing_stage == KEEP_SIDES) {
        if (!keep_sides())
            return 0;
        next_of_room(LOOK_ABOVE);
    }
    if (changing_stage == LOOK_ABOVE) {
        if (!room_fits(SIDE_LOOKED))
            return 0;
        next_of_room(KEEP_ABOVE);
    }
    if (changing_stage == KEEP_ABOVE) {
        if (!keep_across(ROOM_MARGIN - 1, ROOM_MARGIN, ROOM_BYTES))
            return 0;
        next_of_room(LOOK_BELOW);
    }
    if (changing_stage == LOOK_BELOW) {
        if (!room_fits(SIDE_LOOKED))
            return 0;
        next_of_room(KEEP_BELOW);
    }
    if (changing_stage == KEEP_BELOW) {
        if (!keep_across((uint8_t)(populated_height + ROOM_MARGIN), (uint8_t)(populated_height + ROOM_MARGIN - 1),
                         (uint8_t)(256 - ROOM_BYTES)))
            return 0;
        next_of_room(KEEP_ENTITIES);
    }
#ifdef HAS_ENTITIES_IN_ROOMS
    if (!keep_entities())
        return 0;
#endif
    next_of_room(COMPARE_ROOM);
    room_differs = 0;
    /* The rows beside the room do not change. */
    changing_rows[0] = 0;
    changing_rows[ROOM_MARGIN - 1] = 0;
    changing_rows[(uint8_t)(populated_height + ROOM_MARGIN)] = 0;
    changing_rows[(uint8_t)(populated_height + ROOM_MARGIN + 1)] = 0;
    return 1;
}

/* Begin to let the room become as it is wanted, after what is wanted is known. */
static NOINLINE void begin_to_keep_room(void)
{
    row_stage = LOOK_AT_ROW;
#ifdef OTHER_TILES
    next_of_room(KEEP_OTHERS);
#else
    next_of_room(KEEP_SIDES);
#endif
}

/* Let the room become as it is wanted, as far as its openings and its tiles other than floor and rock allow; until the
 * step is full. Says what has become of it. `is_sure` says that what is wanted is one piece, and that a way straight on
 * from anywhere meets it: then no flood is needed in a bare room. */
static NOINLINE uint8_t change_room(uint8_t is_sure)
{
    uint8_t result;

    if (changing_stage < COMPARE_ROOM) {
        if (!keep_of_room())
            return ROOM_NOT_DONE;
    }
    if (changing_stage == COMPARE_ROOM) {
        if (!compare_room())
            return ROOM_NOT_DONE;
        if (!room_differs)
            return ROOM_STAYS;
        if (is_sure && is_bare)
            next_of_room(WRITE_ROOM);
        else {
            next_of_room(PREPARE_ROOM);
            room_flood_row = 0;
            close_flooded(0);
            close_flooded((uint8_t)(populated_height + 1));
        }
    }
    if (changing_stage == PREPARE_ROOM) {
        if (!prepare_room())
            return ROOM_NOT_DONE;
        if (room_flood_row == 0)
            return ROOM_STAYS;
        push_entry(room_flood_x, room_flood_row, DOWNWARD);
        changing_stage = FLOOD_ROOM;
        return ROOM_NOT_DONE;
    }
    if (changing_stage == FLOOD_ROOM) {
        if (flood_room())
            next_of_room(CHECK_ROOM);
        return ROOM_NOT_DONE;
    }
    if (changing_stage == CHECK_ROOM) {
        result = check_room();
        if (result == 0)
            return ROOM_NOT_DONE;
        if (result == 2)
            return ROOM_STAYS;
        next_of_room(WRITE_ROOM);
    }
    if (!write_room())
        return ROOM_NOT_DONE;
    return ROOM_CHANGED;
}

#endif
