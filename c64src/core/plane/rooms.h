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

/* The longest side of a room that may change: no room of the dungeon is longer than LONGEST_ROOM, if that is known. And how
 * many rows and columns around a room are read. */
#if defined(LONGEST_ROOM) && LONGEST_ROOM < 32
#define MOST_ROOM_SIDE LONGEST_ROOM
#else
#define MOST_ROOM_SIDE 32
#endif
#define ROOM_MARGIN 2

/* The bytes of a row that a room and what is around it may reach. */
#define MOST_ROOM_BYTES ((MOST_ROOM_SIDE + 2) / 8 + 2)
#if PLANE_ROW_BYTES < MOST_ROOM_BYTES
#define ROOM_BYTES PLANE_ROW_BYTES
#else
#define ROOM_BYTES MOST_ROOM_BYTES
#endif

/* The rows of the map as they are and as they are to become. */
#define ROOM_ROWS (MOST_ROOM_SIDE + 2 * ROOM_MARGIN)
WORK uint8_t room_before[ROOM_ROWS * ROOM_BYTES], room_wanted[ROOM_ROWS * ROOM_BYTES];

/* The room with its walls, for a flood: as many rows as it has, and two. They begin with the first byte of the room. */
#if MAP_HEIGHT < MOST_ROOM_SIDE + 2
#define FLOODED_ROWS MAP_HEIGHT
#else
#define FLOODED_ROWS (MOST_ROOM_SIDE + 2)
#endif
WORK uint8_t flooded_rows[FLOODED_ROWS * PLANE_ROW_BYTES];

/* The room that changes: its number, and the first column behind it. Its rectangle is the area of core/place_area.h. */
WORK uint8_t changing_room, changing_right;

/* The byte of a row of a plane with which its rows begin, how many there are, and the tiles of the room in each. */
WORK uint8_t changing_at, changing_bytes, changing_inside[ROOM_BYTES];

/* Some columns as bits of a row of the room. */
WORK uint8_t span_bits[ROOM_BYTES];

/* What a row weighs that is looked at, read, or written, without and with all of its tiles. */
WORK uint8_t light_weight, read_weight, write_weight, most_weight;

/* Whether the room was floor only, and nothing but ways from openings has been kept. */
WORK uint8_t is_bare;

/* What is done next with the room. */
#define READ_ROOM 0
#define FORM_ROOM 1
#define KEEP_OTHERS 2
#define KEEP_SIDES 3
#define LOOK_ABOVE 4
#define KEEP_ABOVE 5
#define LOOK_BELOW 6
#define KEEP_BELOW 7
#define KEEP_ENTITIES 8
#define COMPARE_ROOM 9
#define PREPARE_ROOM 10
#define FLOOD_ROOM 11
#define CHECK_ROOM 12
#define WRITE_ROOM 13
WORK uint8_t changing_stage;

/* How many of its rows, its columns or the entities are done, and how many rows there are; where the row begins in the
 * rows of the room, and which row of the map it is. */
WORK uint8_t changing_row, changing_end, room_at, changing_y;

/* The row below the room. */
WORK uint8_t room_below;

/* What is done next in a row with openings on the left and on the right. */
#define LOOK_AT_ROW 0
#define KEEP_LEFT 1
#define KEEP_RIGHT 2
WORK uint8_t row_stage;

/* Whether any row changes. */
WORK uint8_t room_differs;

/* Whether a row of those that were read changes. */
WORK uint8_t changing_rows[ROOM_ROWS];

/* The first of the room's rows for the flood that has open tiles, from 1; 0 if there is none, and one of these
 * tiles. */
WORK uint8_t room_flood_row, room_flood_x;

/* What the step has done, in parts of ROOM_WORK. */
WORK uint8_t room_work;

/* What the next part weighs. */
WORK uint8_t part_weight;

/* Whether a part of this weight fits into the step. */
static NOINLINE uint8_t room_fits(void)
{
    uint8_t work;

    work = room_work + part_weight;
    /* The first part of a step always fits. */
    if (work > ROOM_WORK && work != part_weight)
        return 0;
    room_work = work;
    return 1;
}

/* Go on to the next row, if there is one, and if a part of the weight part_weight fits into the step. */
static NOINLINE uint8_t next_room_row(void)
{
    if (changing_row == changing_end)
        return 0;
    if (!room_fits())
        return 0;
    ++changing_row;
    ++changing_y;
    room_at += ROOM_BYTES;
    return 1;
}

/* Whether all rows are done. */
static NOINLINE uint8_t room_rows_done(void)
{
    if (changing_row != changing_end)
        return 0;
    return 1;
}

/* Begin with the rows of the room and so many more above it and below it. */
static NOINLINE void begin_room_rows(uint8_t more)
{
    changing_row = 0;
    changing_end = (uint8_t)(populated_height + more + more);
    changing_y = (uint8_t)(populated_y - 1 - more);
    room_at = (ROOM_MARGIN - 1) * ROOM_BYTES;
    for (; more != 0; --more)
        room_at -= ROOM_BYTES;
}

/* Go on with what is done next. */
static NOINLINE void next_of_room(void)
{
    ++changing_stage;
    begin_room_rows(0);
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
#ifndef LONGEST_ROOM
    if (populated_width > MOST_ROOM_SIDE || populated_height > MOST_ROOM_SIDE)
        return 0;
#endif
    return 1;
}

/* A tile of a row of the room: its column, where its byte is in the rows of the room, and its bit. */
WORK uint8_t changing_x, room_place, room_bit;

/* Find the tile in column changing_x of the row at room_at. */
static NOINLINE void find_room_tile(void)
{
    uint8_t place;

    place = changing_x & 7;
    room_bit = plane_bit[place];
    place = changing_x >> 3;
    place += room_at;
    room_place = place - changing_at;
}

/* The columns from formed_first to that before formed_behind as span_bits. */
WORK uint8_t formed_first, formed_behind;
static NOINLINE void find_span_bits(void)
{
    uint8_t n, bits, at, end, at_bits, end_bits;

    n = formed_first & 7;
    at_bits = BITS_FROM[n];
    n = formed_behind & 7;
    end_bits = BITS_FROM[n];
    end_bits ^= 0xFF;
    at = formed_first >> 3;
    at -= changing_at;
    end = formed_behind >> 3;
    end -= changing_at;
    for (n = 0; n != changing_bytes; ++n) {
        bits = 0;
        if (n >= at) {
            bits = 0xFF;
            if (n == at)
                bits = at_bits;
            if (n >= end) {
                if (n != end)
                    bits = 0;
                bits &= end_bits;
            }
        }
        span_bits[n] = bits;
    }
}

/* Where the columns on the left and on the right of the room are: the byte from the beginning of a row on, and the
 * bit. */
WORK uint8_t left_at, left_bit, right_at, right_bit;

/* Begin to change the room. */
static NOINLINE void begin_changing(void)
{
    uint8_t n;

    changing_at = 0;
    if (populated_x >= ROOM_MARGIN)
        changing_at = (uint8_t)(populated_x - ROOM_MARGIN) >> 3;
    n = (uint8_t)(changing_right + 1) >> 3;
    if (n >= PLANE_ROW_BYTES)
        n = PLANE_ROW_BYTES - 1;
    n -= changing_at;
    ++n;
    changing_bytes = n;
    light_weight = n + ROW_LIGHT;
    read_weight = (uint8_t)(n << 1);
    read_weight += n;
    write_weight = (uint8_t)(read_weight << 1);
    read_weight += ROW_READ;
    write_weight += ROW_WRITTEN;
    most_weight = write_weight;
    n = populated_width + 2;
    for (; n != 0; --n)
        most_weight += TILE_WRITTEN;
    formed_first = populated_x;
    formed_behind = changing_right;
    find_span_bits();
    for (n = 0; n != ROOM_BYTES; ++n)
        changing_inside[n] = span_bits[n];
    room_at = 0;
    changing_x = populated_x - 1;
    find_room_tile();
    left_at = room_place;
    left_bit = room_bit;
    changing_x = changing_right;
    find_room_tile();
    right_at = room_place;
    right_bit = room_bit;
    is_bare = 1;
    row_stage = LOOK_AT_ROW;
    room_differs = 0;
    for (n = 0; n != ROOM_ROWS; ++n)
        changing_rows[n] = 0;
    room_flood_row = 0;
    changing_stage = READ_ROOM;
    begin_room_rows(ROOM_MARGIN);
}

/* Read the room and what is around it: some rows. What is at the edge of the map is solid. */
static NOINLINE uint8_t read_room(void)
{
    uint8_t n, at;
    REGISTER uint8_t *row;

    part_weight = read_weight;
    while (next_room_row()) {
        row = room_before + room_at;
        /* Below 0 is above the map. */
        if (changing_y == 0 || changing_y >= MAP_HEIGHT - 1) {
            for (n = 0; n != changing_bytes; ++n)
                row[n] = 0xFF;
        } else {
            read_from = row_start[changing_y] + (uint8_t)(changing_at * TILE_BITS);
            read_skew = ROW_SKEW(changing_y);
            read_to = row;
            n = changing_bytes;
            reads_left = n;
            read_solid();
            if (changing_at == 0)
                row[0] |= 1;
            --n;
            if ((uint8_t)(changing_at + n) == PLANE_ROW_BYTES - 1)
                row[n] |= PLANE_EDGE_BITS;
        }
        at = room_at;
        for (n = 0; n != changing_bytes; ++n) {
            room_wanted[at] = room_before[at];
            ++at;
        }
    }
    room_below = room_at - ROOM_BYTES;
    return room_rows_done();
}

#ifdef OTHER_TILES
/* Let tiles other than floor, wall and empty stay as they were: some rows. */
static NOINLINE uint8_t keep_others(void)
{
    uint8_t n, at, most, unused, x, closed, bits, bit, kept, tile;

    most = 0;
    for (n = populated_width; n != 0; --n)
        most += TILE_KEPT;
    part_weight = light_weight + most;
    while (next_room_row()) {
        unused = most;
        at = room_at;
        for (n = 0; n != changing_bytes; ++n) {
            closed = room_wanted[at];
            bits = closed ^ room_before[at];
#ifndef SOLID_OTHERS
            bits &= closed;
#endif
            if (bits != 0) {
                x = changing_at + n;
                x <<= 3;
                kept = 0;
                for (bit = 1; bits != 0; bit <<= 1) {
                    if (bits & 1) {
                        unused -= TILE_KEPT;
                        tile = get_tile(x, changing_y);
#ifdef SOLID_OTHERS
                        /* Floor stays as little as a wall that is to become floor. */
                        if (closed & 1) {
                            if (tile != TILE_FLOOR)
                                kept |= bit;
                        } else if (tile != TILE_EMPTY && tile != TILE_WALL)
#else
                        if (tile != TILE_FLOOR)
#endif
                            kept |= bit;
                    }
                    bits >>= 1;
                    closed >>= 1;
                    ++x;
                }
                if (kept) {
                    kept ^= room_wanted[at];
                    room_wanted[at] = kept;
                    is_bare = 0;
                }
            }
            ++at;
        }
        room_work -= unused;
    }
    return room_rows_done();
}
#endif

/* The way from an opening: the columns and the bytes of the rows of the room to its next tile. */
WORK uint8_t way_across, way_down;

/* From the tile in column changing_x of the row at room_at on let tiles be open as before, up to the first one that is
 * open or was solid. Returns 0 if there is no room in the step. */
static NOINLINE uint8_t keep_way_in(void)
{
    uint8_t left, bits;

    left = populated_height;
    if (way_across)
        left = populated_width;
    left <<= 1;
    part_weight = left + WAY_KEPT;
    if (!room_fits())
        return 0;
    for (; left != 0; left -= 2) {
        find_room_tile();
        bits = room_before[room_place];
        bits &= room_bit;
        if (bits)
            break;
        bits = room_wanted[room_place];
        bits ^= room_bit;
        if (bits & room_bit)
            break;
        room_wanted[room_place] = bits;
        changing_x += way_across;
        room_at += way_down;
    }
    room_work -= left;
    return 1;
}

/* Keep the ways from the openings on the left and on the right: some rows. */
static NOINLINE uint8_t keep_sides(void)
{
    uint8_t at, bits;

    way_down = 0;
    for (;;) {
        if (row_stage == LOOK_AT_ROW) {
            part_weight = ROW_SIDES;
            if (!next_room_row())
                return room_rows_done();
            ++row_stage;
        }
        if (row_stage == KEEP_LEFT) {
            at = room_at + left_at;
            bits = room_before[at];
            bits &= left_bit;
            if (bits == 0) {
                way_across = 1;
                changing_x = populated_x;
                if (!keep_way_in())
                    return 0;
            }
            ++row_stage;
        }
        at = room_at + right_at;
        bits = room_before[at];
        bits &= right_bit;
        if (bits == 0) {
            way_across = 255;
            changing_x = changing_right - 1;
            if (!keep_way_in())
                return 0;
        }
        row_stage = LOOK_AT_ROW;
    }
}

/* Keep the ways from the openings in the row at `beside`, in the direction of way_down: some columns. */
static NOINLINE uint8_t keep_across(uint8_t beside)
{
    uint8_t n, at, bits;

    way_across = 0;
    /* The column from which on openings are still to be looked for is changing_row. */
    n = changing_row & 7;
    bits = BITS_FROM[n];
    n = changing_row >> 3;
    at = beside;
    at += n;
    for (; n != changing_bytes; ++n) {
        bits &= changing_inside[n];
        bits |= room_before[at];
        bits ^= room_before[at];
        while (bits != 0) {
            changing_row = first_column(bits, n);
            changing_x = (uint8_t)(changing_at << 3);
            changing_x += changing_row;
            room_at = beside + way_down;
            if (!keep_way_in())
                return 0;
            bits &= (uint8_t)(bits - 1);
        }
        bits = 0xFF;
        ++at;
    }
    return 1;
}

/* Only this kind has placed entities before. */
#if defined(ENTITIES_CAPACITY) && defined(CHAMBERS_CAPACITY)
#define HAS_ENTITIES_IN_ROOMS 1

/* Let tiles with entities stay as they were: some entities. */
static NOINLINE uint8_t keep_entities(void)
{
    uint8_t y;
    REGISTER struct entity_record *entity;

    for (; changing_row != COUNT_OF_ENTITIES; ++changing_row) {
        part_weight = 1;
        if (!room_fits())
            return 0;
        entity = ENTITY_RECORD(changing_row);
        changing_x = ENTITY_GET_X(entity);
        y = (uint8_t)(ENTITY_GET_Y(entity) - populated_y);
        if ((uint8_t)(changing_x - populated_x) >= populated_width || y >= populated_height)
            continue;
        room_at = (uint8_t)((uint8_t)(y + ROOM_MARGIN) * ROOM_BYTES);
        find_room_tile();
        if (room_wanted[room_place] & (uint8_t)~room_before[room_place] & room_bit) {
            room_wanted[room_place] ^= room_bit;
            is_bare = 0;
        }
    }
    return 1;
}
#endif

/* Compare the rows with what they were: some of them. */
static NOINLINE uint8_t compare_room(void)
{
    uint8_t n, at, bits, differs;

    part_weight = light_weight;
    while (next_room_row()) {
        at = room_at;
        differs = 0;
        for (n = 0; n != changing_bytes; ++n) {
            bits = room_before[at];
            differs |= bits ^ room_wanted[at];
            if (bits & changing_inside[n])
                is_bare = 0;
            ++at;
        }
        room_differs |= differs;
        (changing_rows + ROOM_MARGIN - 1)[changing_row] = differs;
    }
    return room_rows_done();
}

/* Make the rows ready for the flood, or look whether it has left any tile: some of them. 0 if rows are left; 1, or 2 if
 * it has. */
static NOINLINE uint8_t flood_rows(void)
{
    uint8_t n, at, solid;
    REGISTER uint8_t *row;

    part_weight = light_weight;
    while (next_room_row()) {
        at = room_at;
        row = flooded_rows + plane_row[changing_row];
        for (n = 0; n != changing_bytes; ++n) {
            if (changing_stage == CHECK_ROOM) {
                if (row[n] != 0xFF)
                    return 2;
            } else {
                solid = changing_inside[n];
                solid ^= 0xFF;
                solid |= room_wanted[at];
                row[n] = solid;
                solid ^= 0xFF;
                if (solid != 0 && room_flood_row == 0) {
                    room_flood_row = changing_row;
                    room_flood_x = first_column(solid, n);
                }
                ++at;
            }
        }
    }
    return room_rows_done();
}

/* Begin the flood: the rows beside the room are solid. */
static NOINLINE void begin_to_flood_room(void)
{
    uint8_t n;
    REGISTER uint8_t *row;

    row = flooded_rows + plane_row[changing_row] + PLANE_ROW_BYTES;
    for (n = 0; n != changing_bytes; ++n) {
        flooded_rows[n] = 0xFF;
        row[n] = 0xFF;
    }
    push_entry(room_flood_x, room_flood_row, DOWNWARD);
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

/* The walls of a row as they are, and as they are to be. */
WORK uint8_t walls_before[ROOM_BYTES], walls_wanted[ROOM_BYTES];

/* Find the walls of a row: the solid tiles that have an open one among their neighbours. read_from is the row above it,
 * read_to where its walls are put.
 *
 * The tiles of a byte and those above and below are all solid where the columns have ones, in the byte before, here,
 * and in the next one. */
static NOINLINE void find_room_walls(void)
{
    uint8_t n, last, here, next, bits;

    here = 0xFF;
    n = 0;
    next = read_from[0] & read_from[ROOM_BYTES] & read_from[2 * ROOM_BYTES];
    do {
        last = here;
        here = next;
        bits = (uint8_t)(here << 1);
        if (last & 0x80)
            ++bits;
        bits &= here;
        last = here >> 1;
        ++n;
        if (n == changing_bytes)
            next = 0xFF;
        else
            next = read_from[n] & read_from[(uint8_t)(n + ROOM_BYTES)] & read_from[(uint8_t)(n + 2 * ROOM_BYTES)];
        if (next & 1)
            last |= 0x80;
        bits &= last;
        bits ^= 0xFF;
        bits &= read_from[(uint8_t)(n + ROOM_BYTES - 1)];
        read_to[(uint8_t)(n - 1)] = bits;
    } while (n != changing_bytes);
}

/* Write the row of the room and its walls; returns what the tiles weigh that have changed. */
static NOINLINE uint8_t write_room_row(void)
{
    uint8_t n, at, x, bits, walls, solid, tile, written;
#ifdef SOLID_OTHERS
    uint8_t before;
#endif

    at = room_at - ROOM_BYTES;
    read_from = room_before + at;
    read_to = walls_before;
    find_room_walls();
    read_from = room_wanted + at;
    read_to = walls_wanted;
    find_room_walls();
    written = 0;
    at = room_at;
    for (n = 0; n != changing_bytes; ++n) {
        walls = walls_wanted[n];
        solid = room_wanted[at];
        bits = walls_before[n] ^ walls;
        bits |= room_before[at] ^ solid;
        bits &= span_bits[n];
        if (bits != 0) {
#ifdef SOLID_OTHERS
            before = room_before[at];
#endif
            x = changing_at + n;
            x <<= 3;
            for (; bits != 0; bits >>= 1) {
                if (bits & 1) {
                    written += TILE_WRITTEN;
#ifdef SOLID_OTHERS
                    tile = TILE_WALL;
                    if (before & 1)
                        tile = get_tile(x, changing_y);
                    if (tile == TILE_WALL || tile == TILE_EMPTY)
#endif
                    {
                        tile = TILE_FLOOR;
                        if (walls & 1)
                            tile = TILE_WALL;
                        else if (solid & 1)
#ifdef CHAMBERS_CAPACITY
                            tile = TILE_WALL;
#else
                            tile = TILE_EMPTY;
#endif
                        set_tile(x, changing_y, tile);
                    }
                }
                ++x;
                walls >>= 1;
                solid >>= 1;
#ifdef SOLID_OTHERS
                before >>= 1;
#endif
            }
        }
        ++at;
    }
    return written;
}

/* Write the room and its walls into the map where they have changed: some rows. */
static NOINLINE uint8_t write_room(void)
{
    uint8_t row;

    for (;;) {
        row = changing_row;
        part_weight = changing_rows[row];
        part_weight |= (changing_rows + 1)[row];
        part_weight |= (changing_rows + 2)[row];
        if (part_weight)
            part_weight = most_weight;
        else
            part_weight = 1;
        if (!next_room_row())
            return room_rows_done();
        if (part_weight != 1) {
            room_work -= part_weight;
            room_work += write_weight;
            room_work += write_room_row();
            /* A wide row may take so much that the sum with the next one would not fit into a byte. */
            if (room_work > ROOM_WORK)
                room_work = ROOM_WORK;
        }
    }
}

/* What has become of a room: it may not be done, or be read and wait for its form. */
#define ROOM_NOT_DONE 0
#define ROOM_STAYS 1
#define ROOM_CHANGED 2
#define ROOM_IS_READ 3

/* One part of the work on a room, as far as the step has room for it; 0 if it is not done, 2 if the room stays. */
static NOINLINE uint8_t part_of_room(void)
{
    switch (changing_stage) {
    case READ_ROOM:
        return read_room();
#ifdef OTHER_TILES
    case KEEP_OTHERS:
        return keep_others();
#endif
    case KEEP_SIDES:
        return keep_sides();
    case LOOK_ABOVE:
    case LOOK_BELOW:
        part_weight = SIDE_LOOKED;
        return room_fits();
    case KEEP_ABOVE:
        way_down = ROOM_BYTES;
        return keep_across((ROOM_MARGIN - 1) * ROOM_BYTES);
    case KEEP_BELOW:
        way_down = 256 - ROOM_BYTES;
        return keep_across(room_below);
#ifdef HAS_ENTITIES_IN_ROOMS
    case KEEP_ENTITIES:
        return keep_entities();
#endif
    case COMPARE_ROOM:
        return compare_room();
    case PREPARE_ROOM:
    case CHECK_ROOM:
        return flood_rows();
    case FLOOD_ROOM:
        return flood_room();
    case WRITE_ROOM:
        return write_room();
    default:
        return 1;
    }
}

/* Let the room become as it is wanted, as far as its openings and its tiles other than floor and rock allow; until the
 * step is full. Says what has become of it. After it was read, the caller says what is wanted, and goes on with
 * next_of_room. In a bare room what is wanted is one piece, and a way straight on from anywhere meets it: then no flood
 * is needed. */
static NOINLINE uint8_t change_room(void)
{
    uint8_t done;

    for (;;) {
        done = part_of_room();
        if (done == 0)
            return ROOM_NOT_DONE;
        if (done == 2)
            return ROOM_STAYS;
        if (changing_stage == WRITE_ROOM)
            return ROOM_CHANGED;
        if (changing_stage == COMPARE_ROOM) {
            if (!room_differs)
                return ROOM_STAYS;
            if (is_bare)
                changing_stage = CHECK_ROOM;
        }
        if (changing_stage == PREPARE_ROOM) {
            if (!room_flood_row)
                return ROOM_STAYS;
            begin_to_flood_room();
        }
        next_of_room();
        if (changing_stage == FORM_ROOM)
            return ROOM_IS_READ;
        if (changing_stage == WRITE_ROOM) {
            begin_room_rows(1);
            formed_first = populated_x - 1;
            formed_behind = changing_right + 1;
            find_span_bits();
        }
        if (changing_stage == FLOOD_ROOM || changing_stage == CHECK_ROOM)
            return ROOM_NOT_DONE;
    }
}

#endif
