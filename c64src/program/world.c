#include "core/small_interactive_code_begin.h"
#include "program/world.h"

#ifdef WORLDS

#include "core/mapgen.h"
#include "machine/hardware.h"
#include "program/appearance.h"
#include "program/display.h"
#include "program/entities.h"
#include "program/game.h"
#include "program/modules.h"
#include "program/scroll.h"

#define BACK ((uint8_t)-1)

/* Memory for chunks, a byte for each tile: for the window's six at most, and those around. The first slots are
 * in the RAM below the KERNAL, up to where the processor's vectors are. */
#define CHUNK_BYTES 1024
#define SLOTS_BELOW_KERNAL 7
#define OTHER_SLOTS 7
#define SLOTS (SLOTS_BELOW_KERNAL + OTHER_SLOTS)
static uint8_t other_slots[OTHER_SLOTS * CHUNK_BYTES];
static uint8_t *tiles_of_slot[SLOTS];

/* By slot: 1 if it has a chunk; and of that, or of the one it is for, the column and row of chunks, modulo
 * 256, as all of them are near each other. */
static uint8_t is_there[SLOTS], slot_column[SLOTS], slot_row[SLOTS];

/* The slots of the three by three chunks around the player. */
#define ROW_OF_PLACES 3
#define PLACES 9
#define NO_SLOT 255
static uint8_t slot_of[PLACES];
static const uint8_t place_of_row[ROW_OF_PLACES] = {0, ROW_OF_PLACES, 2 * ROW_OF_PLACES};

uint8_t world_is_shown;
uint16_t world_x, world_y;
uint8_t world_phases;

/* The directions in which the player is heading, and for how many moves this was not so; for how many frames
 * there was no move. Somebody who stands still may go anywhere. On foot a way winds, so a direction is
 * remembered for more moves. */
#define MOVES_REMEMBERED_FLYING 3
#define MOVES_REMEMBERED_WALKING 16
#define FRAMES_REMEMBERED 30
static uint8_t heading_x, heading_y, since_x, since_y, frames_still, moves_remembered;

void world_choose_memory(void)
{
    NMI_VECTOR_IN_RAM[0] = (uint8_t)NMI_HANDLER;
    NMI_VECTOR_IN_RAM[1] = NMI_HANDLER >> 8;
    PROCESSOR_PORT = world_is_shown ? RAM_ONLY : KERNAL_ONLY;
}

/* ------------------------------------------------------------------ what the player changes */

uint8_t world_saved[MOST_WORLD_BYTES];
uint8_t world_changes, world_has_place;

void world_forget(void)
{
    world_changes = 0;
    world_has_place = 0;
}

/* Write a place of the world. */
static void write_place(uint8_t *to, uint16_t x, uint16_t y)
{
    to[0] = (uint8_t)x;
    to[1] = (uint8_t)(x >> 8);
    to[2] = (uint8_t)y;
    to[3] = (uint8_t)(y >> 8);
}

void world_note_place(uint8_t x, uint8_t y)
{
    write_place(world_saved, world_x + x, world_y + y);
    world_has_place = 1;
}

#define WORD_AT(bytes, at) ((uint16_t)((bytes)[(at) + 1]) << 8 | (bytes)[at])

uint8_t world_find_place(uint8_t *x, uint8_t *y)
{
    uint16_t across, down;

    across = WORD_AT(world_saved, 0) - world_x;
    down = WORD_AT(world_saved, 2) - world_y;
    *x = (uint8_t)across;
    *y = (uint8_t)down;
    return across < 3 * CHUNK_SIDE && down < 3 * CHUNK_SIDE;
}

const char world_is_full_text[] = "YOU CANNOT CHANGE MORE OF THIS WORLD";

uint8_t world_change(uint8_t x, uint8_t y, uint8_t byte)
{
    REGISTER uint8_t *change;
    uint16_t across, down;
    uint8_t left;

    across = world_x + x;
    down = world_y + y;
    change = world_saved + BYTES_OF_PLACE;
    for (left = world_changes; left != 0; --left) {
        if (WORD_AT(change, 0) == across && WORD_AT(change, 2) == down)
            break;
        change += BYTES_OF_CHANGE;
    }
    if (left == 0) {
        if (world_changes == MOST_CHANGES)
            return 0;
        ++world_changes;
        write_place(change, across, down);
    }
    change[4] = byte;
    *world_at(x, y) = byte;
    return 1;
}

#include "core/small_code_end.h"

/* ------------------------------------------------------------------ tiles */

/* A tile of the chunk in a slot. */
#define TILE_OF(slot, x, y) \
    (tiles_of_slot[slot] \
     + ((uint16_t)((uint8_t)((y) & 31) >> 3) << 8 | (uint8_t)((uint8_t)((y) << 5) | ((x) & 31))))

uint8_t *world_at(uint8_t x, uint8_t y)
{
    uint8_t slot;

    slot = slot_of[(uint8_t)(place_of_row[y >> 5] + (x >> 5))];
    return TILE_OF(slot, x, y);
}

/* Most tiles are seen as what they are. */
#define IS_SEEN_OTHERWISE(tile) \
    (((tile) & WORLD_FLAG) || ((tile) < TILE_CODES && TILE_IS_SECRET(tile)))

/* What the player sees of the others. */
static uint8_t seen(uint8_t tile)
{
    if (tile & WORLD_FLAG)
        return tile & WORLD_CODE;
    return secrets_shown ? tile : TILE_WALL;
}

/* How many of `left` tiles from `at` on are in the same chunk. */
static uint8_t tiles_of_chunk(uint8_t at, uint8_t left)
{
    uint8_t most;

    most = CHUNK_SIDE - (at & (CHUNK_SIDE - 1));
    return most < left ? most : left;
}

void world_read_row(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t at, row, left, piece, tile, next;

    to = out;
    at = x;
    row = y;
    left = count;
    do {
        from = world_at(at, row);
        piece = tiles_of_chunk(at, left);
        at += piece;
        left -= piece;
        next = piece;
        do {
            --next;
            tile = from[next];
            if (IS_SEEN_OTHERWISE(tile))
                tile = seen(tile);
            to[next] = tile;
        } while (next != 0);
        to += piece;
    } while (left != 0);
}

void world_read_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t at, column, left, piece, tile, next;

    to = out;
    at = y;
    column = x;
    left = count;
    do {
        /* The page of the first tile, and its place there. */
        from = world_at(column, at);
        next = (uint8_t)(uint16_t)from;
        from -= next;
        piece = tiles_of_chunk(at, left);
        at += piece;
        left -= piece;
        do {
            tile = from[next];
            if (IS_SEEN_OTHERWISE(tile))
                tile = seen(tile);
            *to = tile;
            ++to;
            next += CHUNK_SIDE;
            if (next < CHUNK_SIDE)
                from += 256;
        } while (--piece != 0);
    } while (left != 0);
}

#include "core/small_interactive_code_begin.h"

/* ------------------------------------------------------------------ which chunk is next */

/* What is done for a chunk: it was chosen; its generator takes steps; then its tiles are copied, its
 * entities put on them, and what the player has changed. */
#define NO_WORK 0
#define CHOSEN 1
#define STEPS 2
#define TILES 3
#define ENTITIES 4
#define CHANGES 5
static uint8_t work, work_slot;
/* Column and row in the world of the chunk's first tile; how many tiles are copied. */
static uint16_t work_x, work_y, tiles_copied;

/* 1 if no chunk is to be built until the window moves; 1 if the one that is built is not needed soon; 1 if then
 * another one may have become more urgent. */
static uint8_t has_all, can_wait, must_look;

/* Chunks are chosen from five by five around the player. By column, and behind these by row: how many tiles the
 * player is away from seeing them, and `sideways` more if not heading there; and after how many tiles they are
 * left behind. A flight mostly goes on as it is, so the next chunks ahead are built before all others. A way on
 * foot turns more often. */
#define AROUND 5
#define SIDEWAYS_FLYING CHUNK_SIDE
#define SIDEWAYS_WALKING 20
#define CORNER_WALKING 5
static uint8_t sideways, corner;
static uint8_t away_from[2 * AROUND], left_after[2 * AROUND];
static uint8_t first_column, first_row;

/* 1 if the player flies. How many tiles the player can go to the left, to the right, up and down before the window
 * moves; when flying there are none. */
static uint8_t is_flying, room_left, room_right, room_above, room_below;

/* 1 while all of the three by three chunks are wanted. */
static uint8_t all_are_wanted;

#include "core/small_code_end.h"

/* The slot whose chunk is needed last; the chunk that is needed first, and how soon; how soon the one is that is
 * being built. */
static uint8_t last_slot, next_chunk, next_away, work_away;

/* Rows of the chunks around; how soon each of them is seen, SEEN_NEVER if it is there already. */
#define SEEN_NEVER 255
static const uint8_t row_start[AROUND] = {0, AROUND, 2 * AROUND, 3 * AROUND, 4 * AROUND};
static uint8_t away_of[AROUND * AROUND];

/* Measure five columns or rows of chunks, numbered from `number` on: the window's first tile is `tile`, and there
 * is room for the player before and behind. */
static void measure_away(uint8_t number, uint8_t tile, uint8_t length, uint8_t heading, uint8_t before,
                         uint8_t behind)
{
    uint8_t at, left, start, first, end, towards, away, aside;

    at = number;
    towards = heading;
    aside = sideways;
    first = tile;
    end = length;
    if (all_are_wanted) {
        first = 0;
        end = ROW_OF_PLACES * CHUNK_SIDE;
    }
    /* Counted from the outermost chunk. */
    first += CHUNK_SIDE;
    end += first;
    start = 0;
    for (left = AROUND; left != 0; --left) {
        left_after[at] = SEEN_NEVER;
        if (towards == BACK)
            left_after[at] = end - start;
        away = 0;
        if (start >= end) {
            away = start - end + 1 + behind;
            if (towards != 1)
                away += aside;
        }
        start += CHUNK_SIDE;
        if (start <= first) {
            away = first - start + 1 + before;
            if (towards != BACK)
                away += aside;
        }
        if (towards == 1)
            left_after[at] = start - first;
        away_from[at] = away;
        ++at;
    }
}

/* Find the chunk that is needed first, and the slot for it. */
static void look_ahead(void)
{
    uint8_t at, column, row, away, down, left, most;

    measure_away(0, view_x, VIEW_WIDTH, heading_x, room_left, room_right);
    measure_away(AROUND, view_y, VIEW_HEIGHT, heading_y, room_above, room_below);
    first_column = (uint8_t)(world_x >> 5) - 1;
    first_row = (uint8_t)(world_y >> 5) - 1;
    at = 0;
    for (row = AROUND; row != 2 * AROUND; ++row) {
        down = away_from[row];
        left = left_after[row];
        for (column = 0; column != AROUND; ++column) {
            away = away_from[column];
            if (away == 0)
                away = down;
            else if (down != 0) {
                if (away < down)
                    away = down;
                away += corner;
            }
            /* Left behind before it is seen. */
            if (is_flying && away <= SIDEWAYS_FLYING && (away > left || away > left_after[column]))
                away += SIDEWAYS_FLYING;
            away_of[at] = away;
            ++at;
        }
    }
    most = 0;
    work_away = SEEN_NEVER;
    for (at = 0; at != SLOTS; ++at) {
        away = SEEN_NEVER;
        if (is_there[at] || (work != NO_WORK && at == work_slot)) {
            column = slot_column[at] - first_column;
            row = slot_row[at] - first_row;
            if (column < AROUND && row < AROUND) {
                column += row_start[row];
                away = away_of[column];
                away_of[column] = SEEN_NEVER;
            }
            if (!is_there[at]) {
                work_away = away;
                away = SEEN_NEVER;
            }
        }
        if (away >= most) {
            most = away;
            last_slot = at;
        }
    }
    next_away = most;
    for (at = 0; at != AROUND * AROUND; ++at) {
        away = away_of[at];
        if (away < next_away) {
            next_away = away;
            next_chunk = at;
        }
    }
    has_all = next_away == most;
    must_look = 0;
}

/* Note which slots have the three by three chunks. */
static void find_slots(void)
{
    uint8_t slot, column, row, left, top;

    left = (uint8_t)(world_x >> 5);
    top = (uint8_t)(world_y >> 5);
    for (slot = 0; slot != PLACES; ++slot)
        slot_of[slot] = NO_SLOT;
    for (slot = 0; slot != SLOTS; ++slot) {
        column = slot_column[slot] - left;
        row = slot_row[slot] - top;
        if (is_there[slot] && column < ROW_OF_PLACES && row < ROW_OF_PLACES) {
            column += place_of_row[row];
            slot_of[column] = slot;
        }
    }
}

#include "core/small_interactive_code_begin.h"

/* Choose the chunk that will be seen first, if it is before one that is there. */
static void choose(void)
{
    uint8_t column, row;

    look_ahead();
    if (has_all)
        return;
    column = next_chunk;
    for (row = 0; column >= AROUND; ++row)
        column -= AROUND;
    work = CHOSEN;
    can_wait = next_away > sideways;
    work_slot = last_slot;
    is_there[work_slot] = 0;
    slot_column[work_slot] = first_column + column;
    slot_row[work_slot] = first_row + row;
    work_x = world_x - CHUNK_SIDE + (uint8_t)(column << 5);
    work_y = world_y - CHUNK_SIDE + (uint8_t)(row << 5);
    find_slots();
}

/* ------------------------------------------------------------------ building a chunk */

#include "core/small_code_end.h"

#if WORLD_BITS == 3

/* Unpack some of the chunk's tiles; 1 if more are left. 3,000 cycles. */
#define TILES_UNPACKED 128
static uint8_t copy_tiles(void)
{
    uint16_t from;

    from = MAP_START + (tiles_copied >> 3) * 3;
    edge_row = tiles_of_slot[work_slot] + tiles_copied;
    rows_of_band = (uint8_t)from;
    bands_left = (uint8_t)(from >> 8);
    unpack_tiles();
    tiles_copied += TILES_UNPACKED;
    return tiles_copied != CHUNK_BYTES;
}

#else

/* Copy some of the chunk's tiles; 1 if more are left. A row is unpacked where it belongs, with some tiles behind it
 * where the next row is copied. So the last row is not, nor any in a program whose window is not as wide. */
#define TILES_COPIED 4
static uint8_t copy_tiles(void)
{
    REGISTER uint8_t *to;
    uint8_t x, y, left;

    x = (uint8_t)tiles_copied & (CHUNK_SIDE - 1);
    y = (uint8_t)(tiles_copied >> 5);
    to = tiles_of_slot[work_slot] + tiles_copied;
#if VIEW_WIDTH >= CHUNK_SIDE
    if (y != CHUNK_SIDE - 1) {
        dungeon_unpack_row(shown_dungeon, 0, y, to);
        tiles_copied += CHUNK_SIDE;
        return 1;
    }
#endif
    for (left = TILES_COPIED; left != 0; --left) {
        *to = mapgen_get_tile(x, y);
        ++to;
        ++x;
    }
    tiles_copied += TILES_COPIED;
    return tiles_copied != CHUNK_BYTES;
}

#endif

#include "core/small_interactive_code_begin.h"

/* Make the tiles of a chunk what the player has made them. */
static void make_changes(void)
{
    REGISTER const uint8_t *change;
    uint16_t across, down;
    uint8_t left, x, y;

    change = world_saved + BYTES_OF_PLACE;
    for (left = world_changes; left != 0; --left) {
        across = WORD_AT(change, 0) - work_x;
        down = WORD_AT(change, 2) - work_y;
        if (across < CHUNK_SIDE && down < CHUNK_SIDE) {
            x = (uint8_t)across;
            y = (uint8_t)down;
            *TILE_OF(work_slot, x, y) = change[4];
        }
        change += BYTES_OF_CHANGE;
    }
}

/* The raster's line with which a frame begins, below the figure. If the window is to be moved, that is prepared
 * then, which may begin a step later. The window itself is moved from line 72 of the next frame on, and before
 * LATE_LINE: behind line 119, with cc65 108, the raster could come to rows that are not moved yet. So no step of a
 * generator may begin behind MOVE_LINE: the longest one takes LINES_OF_STEP. After a longer one the window moves a frame
 * later. Straight up or down the window is moved in 1,700 cycles less, and all this may be some lines later. To begin a
 * chunk takes up to 9,500, with cc65 12,000, and is done before EARLY_LINE. NTSC has 49 lines less: there no step may
 * begin behind LAST_LINE. */
#define LINES_OF_FRAME 312
#define CYCLES_OF_LINE 58
#define LINES_OF_STEP ((UNDERCROFT_LONGEST_STEP + CYCLES_OF_LINE - 1) / CYCLES_OF_LINE)
#ifdef __CC65__
#define FRAME_LINE 232
#define FRAME_LINE_NTSC 216
#define LAST_LINE 228
#define LAST_LINE_NTSC 188
#define LATE_LINE 108
#define EARLY_LINE 205
#define EARLY_LINE_NTSC 124
#else
#define FRAME_LINE 280
#define FRAME_LINE_NTSC 250
#define LAST_LINE 274
#define LAST_LINE_NTSC 226
#define LATE_LINE 118
#define EARLY_LINE 232
#define EARLY_LINE_NTSC 150
#endif
#if LATE_LINE < LINES_OF_STEP
#define MOVE_LINE (LATE_LINE + LINES_OF_FRAME - LINES_OF_STEP)
#else
#define MOVE_LINE (LATE_LINE - LINES_OF_STEP)
#endif
#define MOVE_LATER 20
#define LATE_LATER 27
static uint16_t frame_line, last_line;
static uint8_t early_line;

#define IS_HIGH(line) ((line) >= 256)

/* 1 between LAST_LINE and MOVE_LINE. */
static uint8_t moves_next;

uint8_t world_is_ntsc;

/* 1 if there is time to begin a chunk. */
static uint8_t is_early(void)
{
    uint8_t line;

    if (moves_next)
        return 0;
    /* In this order the last line before 256 counts as one behind it. */
    line = VIC_RASTER;
    if (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH)
        return !IS_HIGH(frame_line) || line >= (uint8_t)frame_line;
    return line < early_line || (!IS_HIGH(frame_line) && line >= (uint8_t)frame_line);
}

/* Choose a chunk, or begin the one that was chosen. */
static void begin_work(void)
{
    if ((work == NO_WORK && has_all) || !is_early())
        return;
    if (work == NO_WORK) {
        choose();
    } else if (work == CHOSEN) {
        mapgen_request(game_dungeon, game_seed, game_floor);
        mapgen_request_chunk(work_x >> 5, work_y >> 5);
        mapgen_begin_dungeon();
        work = STEPS;
        world_phases = 0;
    } else {
        look_ahead();
        can_wait = work_away > sideways;
        if (next_away <= sideways && next_away < work_away)
            work = NO_WORK;
    }
}

/* Do a piece of work, if there is any, and if it can be done now: mostly a step of a generator. */
static void do_work(void)
{
    mapgen_steps_done = 0;
    if (work <= CHOSEN || (must_look && can_wait)) {
        begin_work();
        return;
    }
    switch (work) {
    case STEPS:
        if (mapgen_steps_until(&VIC_INTERRUPTS, VIC_RASTER_REACHED)) {
            world_phases = module_x;
        } else {
            work = TILES;
            tiles_copied = 0;
        }
        break;
    case TILES:
        if (!copy_tiles())
            work = ENTITIES;
        break;
    case ENTITIES:
#ifdef ENTITIES_SHOWN
        put_entities(tiles_of_slot[work_slot]);
#endif
        work = CHANGES;
        break;
    default:
        make_changes();
        is_there[work_slot] = 1;
        find_slots();
        work = NO_WORK;
        break;
    }
}

uint8_t world_has_view(uint8_t x, uint8_t y)
{
    uint8_t column, last_column, row, last_row, place;

    last_column = (uint8_t)(x + VIEW_WIDTH - 1) >> 5;
    last_row = (uint8_t)(y + VIEW_HEIGHT - 1) >> 5;
    for (row = y >> 5; row <= last_row; ++row) {
        place = place_of_row[row];
        for (column = x >> 5; column <= last_column; ++column) {
            if (slot_of[(uint8_t)(place + column)] == NO_SLOT)
                return 0;
        }
    }
    return 1;
}

uint8_t world_build(void)
{
    uint8_t steps;

    steps = 0;
    do {
        if (world_has_view(view_x, view_y))
            return 0;
        do_work();
        steps += mapgen_steps_done;
    } while (!(VIC_INTERRUPTS & VIC_RASTER_REACHED));
    mapgen_steps_done = steps;
    return 1;
}

/* 1 if the next frame is awaited already. */
static uint8_t frame_is_awaited;

/* From now on the VIC waits for a line. If this were inline, OSCAR64 would take the bit that is stored here for
 * the one that is read next. */
static NOINLINE void await(uint16_t line)
{
    VIC_RASTER = (uint8_t)line;
    VIC_CONTROL = IS_HIGH(line) ? SCREEN_ON | VIC_CONTROL_RASTER_HIGH : SCREEN_ON;
    VIC_INTERRUPTS = VIC_RASTER_REACHED;
}

/* Work until that line has come. */
static void work_until_reached(void)
{
    while (!(VIC_INTERRUPTS & VIC_RASTER_REACHED))
        do_work();
}

void world_wait_frame(void)
{
    if (!frame_is_awaited)
        await(frame_line);
    frame_is_awaited = 0;
    work_until_reached();
    await(last_line);
    ++frames_still;
    if (frames_still == FRAMES_REMEMBERED) {
        heading_x = 0;
        heading_y = 0;
        has_all = 0;
    }
}

/* 1 if the raster is far enough before MOVE_LINE, or so many lines behind it. */
#define FAR_ENOUGH 12
static uint8_t is_before_move(uint8_t more)
{
    uint8_t line, before;

    /* In this order the last line of a frame counts as the first of the next one. */
    line = VIC_RASTER;
    before = line < (uint8_t)((uint8_t)(MOVE_LINE - FAR_ENOUGH) + more);
#if MOVE_LINE >= 256
    return (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) ? before : line >= LAST_LINE;
#else
    return (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) || before;
#endif
}

uint8_t world_begin_move(uint8_t dx)
{
    uint8_t more;

    work_until_reached();
    if (world_is_ntsc)
        return 0;
    more = dx == 0 ? MOVE_LATER : 0;
    if (is_before_move(more)) {
        moves_next = 1;
        await(MOVE_LINE + more);
        work_until_reached();
        moves_next = 0;
    }
    return dx == 0 ? LATE_LINE + LATE_LATER : LATE_LINE;
}

void world_await_frame(void)
{
    await(frame_line);
    frame_is_awaited = 1;
}

void world_build_again(void)
{
    if (work != NO_WORK)
        work = CHOSEN;
}

void world_wait_for_view(void)
{
    while (!world_has_view(view_x, view_y))
        world_wait_frame();
}

void world_wait_for_all(void)
{
    uint8_t place;

    all_are_wanted = 1;
    has_all = 0;
    for (place = 0; place != PLACES; ++place) {
        while (slot_of[place] == NO_SLOT)
            world_wait_frame();
    }
    all_are_wanted = 0;
}

/* ------------------------------------------------------------------ following the player */

/* Find out how many lines a frame has: 312, or 263 on NTSC. */
static void measure_frame(void)
{
    uint8_t line, last;

    while (!(VIC_CONTROL & VIC_CONTROL_RASTER_HIGH))
        ;
    last = 0;
    while (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) {
        line = VIC_RASTER;
        if (line > last && line < 100)
            last = line;
    }
    world_is_ntsc = last < 20;
    frame_line = world_is_ntsc ? FRAME_LINE_NTSC : FRAME_LINE;
    last_line = world_is_ntsc ? LAST_LINE_NTSC : LAST_LINE;
    early_line = world_is_ntsc ? EARLY_LINE_NTSC : EARLY_LINE;
}

/* How far the player can go from one place to the other before coming as near to it as the margin. */
static uint8_t room_between(uint8_t first, uint8_t last, uint8_t margin)
{
    uint8_t between;

    between = last - first;
    return between > margin ? between - margin : 0;
}

/* What is expected of somebody who flies: then the window moves with each step. */
static void expect_flight(void)
{
    is_flying = 1;
    sideways = SIDEWAYS_FLYING;
    corner = 0;
    moves_remembered = MOVES_REMEMBERED_FLYING;
    room_left = 0;
    room_right = 0;
    room_above = 0;
    room_below = 0;
}

/* What is expected of somebody who walks and is at (x, y). */
static void expect_walk(uint8_t x, uint8_t y)
{
    uint8_t last;

    is_flying = 0;
    sideways = SIDEWAYS_WALKING;
    corner = CORNER_WALKING;
    moves_remembered = MOVES_REMEMBERED_WALKING;
    last = view_x + VIEW_WIDTH - 1;
    room_left = room_between(view_x, x, MARGIN_X);
    room_right = room_between(x, last, MARGIN_X);
    last = view_y + VIEW_HEIGHT - 1;
    room_above = room_between(view_y, y, MARGIN_Y);
    room_below = room_between(y, last, MARGIN_Y);
}

void world_begin(void)
{
    uint8_t *tiles;
    uint8_t slot;

    measure_frame();
    frame_is_awaited = 0;
    work = NO_WORK;
    has_all = 0;
    tiles = BYTES_AT(RAM_BELOW_KERNAL);
    for (slot = 0; slot != SLOTS; ++slot) {
        is_there[slot] = 0;
        if (slot == SLOTS_BELOW_KERNAL)
            tiles = other_slots;
        tiles_of_slot[slot] = tiles;
        tiles += CHUNK_BYTES;
    }
    world_x = 0;
    world_y = 0;
    if (world_has_place) {
        world_x = WORD_AT(world_saved, 0) & (uint16_t)~(CHUNK_SIDE - 1);
        world_y = WORD_AT(world_saved, 2) & (uint16_t)~(CHUNK_SIDE - 1);
    }
    world_x -= CHUNK_SIDE;
    world_y -= CHUNK_SIDE;
    heading_x = 0;
    heading_y = 0;
    expect_flight();
    find_slots();
}

/* The player heads for where the last moves led, but not for ever. */
static void note_heading(uint8_t *heading, uint8_t *since, uint8_t by)
{
    if (by != 0) {
        *heading = by;
        *since = 0;
    } else {
        ++*since;
        if (*since >= moves_remembered) {
            *since = 0;
            *heading = 0;
        }
    }
}

uint8_t world_turned_x, world_turned_y;

/* How far a place is from being in the middle chunk, as a whole chunk or nothing. */
static uint8_t turned(uint8_t at)
{
    if (at >= 2 * CHUNK_SIDE)
        return (uint8_t)-CHUNK_SIDE;
    if (at < CHUNK_SIDE)
        return CHUNK_SIDE;
    return 0;
}

void world_follow(uint8_t x, uint8_t y, uint8_t dx, uint8_t dy, uint8_t is_walking)
{
    if (is_walking)
        expect_walk(x, y);
    else
        expect_flight();
    note_heading(&heading_x, &since_x, dx);
    note_heading(&heading_y, &since_y, dy);
    world_turned_x = turned(x);
    world_turned_y = turned(y);
    view_x += world_turned_x;
    view_y += world_turned_y;
    has_all = 0;
    frames_still = 0;
    if (world_turned_x | world_turned_y) {
        world_x -= (int8_t)world_turned_x;
        world_y -= (int8_t)world_turned_y;
        find_slots();
    }
    /* When the window comes to other chunks, what lies ahead may be more urgent than what is built aside. */
    if ((uint8_t)(view_x & (CHUNK_SIDE - 1)) == 0 || (uint8_t)(view_y & (CHUNK_SIDE - 1)) == 0
        || (uint8_t)((view_x + VIEW_WIDTH) & (CHUNK_SIDE - 1)) == 0
        || (uint8_t)((view_y + VIEW_HEIGHT) & (CHUNK_SIDE - 1)) == 0)
        must_look = 1;
}

#endif

#include "core/small_code_end.h"
