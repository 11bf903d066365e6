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

/* Where a chunk belongs: rows of three places, and then those ahead of the player, beside the three by
 * three chunks. */
#define ROW_OF_PLACES 3
#define PLACES_AROUND 9
#define MIDDLE 4
#define AHEAD_IN_ROW 9
#ifdef __CC65__
/* Its code takes more memory, and at six frames a tile there is more time. */
#define AHEAD_IN_COLUMN 9
#define PLACES 10
#define OTHER_AHEAD(is_chosen) 0
#else
#define AHEAD_IN_COLUMN 10
#define PLACES 11
#define OTHER_AHEAD(is_chosen) (is_chosen)
#endif

/* In which order chunks are built that are equally urgent: the middle first, then what is beside it. */
static const uint8_t order[PLACES_AROUND] = {4, 5, 3, 7, 1, 8, 6, 2, 0};
static const uint8_t column_of[PLACES_AROUND] = {0, 1, 2, 0, 1, 2, 0, 1, 2};
static const uint8_t row_of[PLACES_AROUND] = {0, 0, 0, 1, 1, 1, 2, 2, 2};

/* Memory for a chunk, a byte for each tile, by the number of the slot; the slot at each place. */
#define CHUNK_BYTES 1024
static uint8_t tiles[PLACES * CHUNK_BYTES];
static uint8_t slot_of[PLACES];

/* By slot: 1 if the chunk is there; which one it is, or becomes. */
static uint8_t is_there[PLACES];
static uint16_t chunk_at_x[PLACES], chunk_at_y[PLACES];

uint8_t world_is_shown;
uint16_t world_x, world_y;
uint8_t world_phases;

/* The directions in which the player is heading, and for how many moves this was not so; where the player
 * is. */
#define MOVES_REMEMBERED 16
static uint8_t heading_x, heading_y, since_x, since_y, focus_x, focus_y;

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
    (tiles + ((uint16_t)((uint8_t)((slot) << 2) | (uint8_t)((y) & 31) >> 3) << 8 \
              | (uint8_t)((uint8_t)((y) << 5) | ((x) & 31))))

uint8_t *world_at(uint8_t x, uint8_t y)
{
    uint8_t slot;

    slot = slot_of[(uint8_t)(ROW_OF_PLACES * (y >> 5) + (x >> 5))];
    return TILE_OF(slot, x, y);
}

/* What the player sees of a tile, put where `to` points. */
#define SEE(tile, to) \
    if ((tile) & WORLD_FLAG) \
        (tile) &= WORLD_CODE; \
    else if ((tile) < TILE_CODES && TILE_IS_SECRET(tile) && !secrets_shown) \
        (tile) = TILE_WALL; \
    *(to) = (tile); \
    ++(to)

void world_read_row(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t at, row, left, piece, tile;

    to = out;
    at = x;
    row = y;
    left = count;
    do {
        from = world_at(at, row);
        piece = CHUNK_SIDE - (at & (CHUNK_SIDE - 1));
        if (piece > left)
            piece = left;
        at += piece;
        left -= piece;
        do {
            tile = *from;
            ++from;
            SEE(tile, to);
        } while (--piece != 0);
    } while (left != 0);
}

void world_read_column(uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t at, column, left, piece, tile;

    to = out;
    at = y;
    column = x;
    left = count;
    do {
        from = world_at(column, at);
        piece = CHUNK_SIDE - (at & (CHUNK_SIDE - 1));
        if (piece > left)
            piece = left;
        at += piece;
        left -= piece;
        do {
            tile = *from;
            from += CHUNK_SIDE;
            SEE(tile, to);
        } while (--piece != 0);
    } while (left != 0);
}

#include "core/small_interactive_code_begin.h"

/* ------------------------------------------------------------------ which chunk is next */

/* What is done for a chunk: it was chosen; its generator takes steps; then its rows are copied, its
 * entities put on them, and what the player has changed. */
#define NO_WORK 0
#define CHOSEN 1
#define STEPS 2
#define ROWS 3
#define ENTITIES 4
#define CHANGES 5
static uint8_t work, work_slot, work_row;

/* By column and row of places: how many tiles the window is away from them, and FAR more if the player
 * is not heading there. */
#define FAR 64
static uint8_t away_x[ROW_OF_PLACES], away_y[ROW_OF_PLACES];

static void measure_away(uint8_t *away, uint8_t first, uint8_t length, uint8_t heading)
{
    uint8_t tiles_away;

    tiles_away = 0;
    if (first >= CHUNK_SIDE)
        tiles_away = first - (CHUNK_SIDE - 1) + (heading == BACK ? 0 : FAR);
    away[0] = tiles_away;
    away[1] = 0;
    tiles_away = 0;
    if (first + length <= 2 * CHUNK_SIDE)
        tiles_away = 2 * CHUNK_SIDE + 1 - length - first + (heading == 1 ? 0 : FAR);
    away[2] = tiles_away;
}

static void choose_place(uint8_t place, uint16_t x, uint16_t y)
{
    uint8_t slot;

    slot = slot_of[place];
    is_there[slot] = 0;
    chunk_at_x[slot] = x;
    chunk_at_y[slot] = y;
    work_slot = slot;
    work = CHOSEN;
}

/* 1 if the chunk at (x, y) is to be built ahead of the player; 0 if it is there. */
static uint8_t choose_ahead(uint8_t place, uint16_t x, uint16_t y)
{
    uint8_t slot;

    slot = slot_of[place];
    if (is_there[slot] && chunk_at_x[slot] == x && chunk_at_y[slot] == y)
        return 0;
    choose_place(place, x, y);
    return 1;
}

/* The same for the chunk beside the next border, left or right of the chunks around the player. */
static uint8_t choose_in_row(void)
{
    if (heading_x == 0)
        return 0;
    return choose_ahead(AHEAD_IN_ROW, heading_x == 1 ? world_x + 3 * CHUNK_SIDE : world_x - CHUNK_SIDE,
                        world_y + CHUNK_SIDE);
}

/* And for that above or below them. */
static uint8_t choose_in_column(void)
{
    if (heading_y == 0)
        return 0;
    return choose_ahead(AHEAD_IN_COLUMN, world_x + CHUNK_SIDE,
                        heading_y == 1 ? world_y + 3 * CHUNK_SIDE : world_y - CHUNK_SIDE);
}

/* How many tiles there are to the border for which somebody at `at` is heading. */
#define TILES_LEFT(heading, at) ((heading) == 1 ? 2 * CHUNK_SIDE - 1 - (at) : (at) - CHUNK_SIDE)

/* Choose the chunk that will be seen first. */
static void choose(void)
{
    uint8_t turn, place, away, best, least;

    measure_away(away_x, view_x, VIEW_WIDTH, heading_x);
    measure_away(away_y, view_y, VIEW_HEIGHT, heading_y);
    best = PLACES;
    least = 255;
    for (turn = 0; turn != PLACES_AROUND; ++turn) {
        place = order[turn];
        if (is_there[slot_of[place]])
            continue;
        away = away_x[column_of[place]];
        if (away < away_y[row_of[place]])
            away = away_y[row_of[place]];
        if (away < least) {
            least = away;
            best = place;
        }
    }
    if (least >= FAR) {
        if (heading_y == 0
            || (heading_x != 0
                && TILES_LEFT(heading_x, focus_x) <= TILES_LEFT(heading_y, focus_y))) {
            if (choose_in_row() || OTHER_AHEAD(choose_in_column()))
                return;
        } else if (choose_in_column() || OTHER_AHEAD(choose_in_row())) {
            return;
        }
    }
    if (best != PLACES)
        choose_place(best, world_x + CHUNK_SIDE * column_of[best], world_y + CHUNK_SIDE * row_of[best]);
}

/* ------------------------------------------------------------------ building a chunk */

/* The columns that are unpacked at once. */
#if VIEW_WIDTH < CHUNK_SIDE
#define PIECE VIEW_WIDTH
#else
#define PIECE CHUNK_SIDE
#endif

#include "core/small_code_end.h"

static void copy_row(void)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t x, left, tile;

    to = TILE_OF(work_slot, 0, work_row);
    for (x = 0; x < CHUNK_SIDE; x += PIECE) {
        from = dungeon_unpack_row(shown_dungeon, x, work_row, tiles_in_row);
        left = CHUNK_SIDE - x;
        if (left > PIECE)
            left = PIECE;
        do {
            tile = *from;
            ++from;
            *to = tile;
            ++to;
        } while (--left != 0);
    }
}

#include "core/small_interactive_code_begin.h"

/* Make the tiles of a chunk what the player has made them. */
static void make_changes(void)
{
    REGISTER const uint8_t *change;
    uint16_t across, down;
    uint8_t left, x, y;

    change = world_saved + BYTES_OF_PLACE;
    for (left = world_changes; left != 0; --left) {
        across = WORD_AT(change, 0) - chunk_at_x[work_slot];
        down = WORD_AT(change, 2) - chunk_at_y[work_slot];
        if (across < CHUNK_SIDE && down < CHUNK_SIDE) {
            x = (uint8_t)across;
            y = (uint8_t)down;
            *TILE_OF(work_slot, x, y) = change[4];
        }
        change += BYTES_OF_CHANGE;
    }
}

/* Do a piece of work, if there is any: at most some 10,000 cycles, or 16,000 if it `may_begin` a chunk.
 * Returns 1, or 0 if nothing is to be done. */
static uint8_t do_work(uint8_t may_begin)
{
    mapgen_steps_done = 0;
    switch (work) {
    case NO_WORK:
        choose();
        return work;
    case CHOSEN:
        if (!may_begin)
            return 0;
        mapgen_request(game_dungeon, game_seed, game_floor);
        mapgen_request_chunk(chunk_at_x[work_slot] >> 5, chunk_at_y[work_slot] >> 5);
        mapgen_begin_dungeon();
        work = STEPS;
        world_phases = 0;
        break;
    case STEPS:
        if (mapgen_steps_until(&VIC_INTERRUPTS, VIC_RASTER_REACHED)) {
            world_phases = module_x;
        } else {
            work = ROWS;
            work_row = 0;
        }
        break;
    case ROWS:
        copy_row();
        ++work_row;
        if (work_row == CHUNK_SIDE)
            work = ENTITIES;
        break;
    case ENTITIES:
#ifdef ENTITIES_SHOWN
        put_entities(TILE_OF(work_slot, 0, 0));
#endif
        work = CHANGES;
        break;
    default:
        make_changes();
        is_there[work_slot] = 1;
        work = NO_WORK;
        break;
    }
    return 1;
}

uint8_t world_has_view(uint8_t x, uint8_t y)
{
    uint8_t column, last_column, row, last_row;

    last_column = (uint8_t)(x + VIEW_WIDTH - 1) >> 5;
    last_row = (uint8_t)(y + VIEW_HEIGHT - 1) >> 5;
    for (row = y >> 5; row <= last_row; ++row) {
        for (column = x >> 5; column <= last_column; ++column) {
            if (!is_there[slot_of[(uint8_t)(ROW_OF_PLACES * row + column)]])
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
        do_work(1);
        steps += mapgen_steps_done;
    } while (!(VIC_INTERRUPTS & VIC_RASTER_REACHED));
    mapgen_steps_done = steps;
    return 1;
}

/* The raster's line with which a frame begins, that of wait_frame(). A frame that must begin promptly begins
 * earlier, so that the window can be moved in the next one, whatever the direction; the figure is above
 * that line when it walks. Behind LAST_LINE no step may begin then: those of the generators we know take up
 * to 5,900 cycles, with cc65 8,400. */
#define FRAME_LINE 250
#ifdef __CC65__
#define PROMPT_LINE 170
#define LAST_LINE (PROMPT_LINE - 145)
#else
#define PROMPT_LINE 190
#define LAST_LINE (PROMPT_LINE - 105)
#endif

static uint8_t is_above(uint8_t line)
{
    return !(VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) && VIC_RASTER < line;
}

void world_wait_frame(uint8_t must_be_prompt)
{
    uint8_t is_late;

    is_late = must_be_prompt && !is_above(LAST_LINE) && is_above(FRAME_LINE);
    VIC_RASTER = must_be_prompt ? LAST_LINE : FRAME_LINE;
    VIC_INTERRUPTS = VIC_RASTER_REACHED;
    while (!is_late) {
        do_work(!must_be_prompt);
        is_late = VIC_INTERRUPTS & VIC_RASTER_REACHED;
    }
    if (must_be_prompt) {
        while (is_above(PROMPT_LINE))
            ;
    }
}

void world_build_again(void)
{
    if (work != NO_WORK)
        work = CHOSEN;
}

void world_wait_for_view(void)
{
    while (!world_has_view(view_x, view_y))
        world_wait_frame(0);
}

void world_wait_for_all(void)
{
    uint8_t place;

    for (place = 0; place != PLACES_AROUND; ++place) {
        while (!is_there[slot_of[place]])
            world_wait_frame(0);
    }
}

/* ------------------------------------------------------------------ changing places */

void world_begin(void)
{
    uint8_t place;

    work = NO_WORK;
    for (place = 0; place != PLACES; ++place) {
        slot_of[place] = place;
        is_there[place] = 0;
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
}

/* The chunk at the first of three places is dropped, the others move to the place before, and the last
 * place gets the chunk that was built ahead of the player, if it is that. */
static void move_on(uint8_t first, uint8_t second, uint8_t third)
{
    uint8_t slot, other, place;
    uint16_t x, y;

    slot = slot_of[first];
    is_there[slot] = 0;
    if (work_slot == slot)
        work = NO_WORK;
    slot_of[first] = slot_of[second];
    slot_of[second] = slot_of[third];
    slot_of[third] = slot;
    x = world_x + CHUNK_SIDE * column_of[third];
    y = world_y + CHUNK_SIDE * row_of[third];
    for (place = AHEAD_IN_ROW; place != PLACES; ++place) {
        other = slot_of[place];
        if (chunk_at_x[other] == x && chunk_at_y[other] == y
            && (is_there[other] || (work != NO_WORK && work_slot == other))) {
            slot_of[third] = other;
            slot_of[place] = slot;
            break;
        }
    }
}

/* The player heads for where the last moves led, but not for ever. */
static void note_heading(uint8_t *heading, uint8_t *since, uint8_t by)
{
    if (by != 0) {
        *heading = by;
        *since = 0;
    } else {
        ++*since;
        if (*since == MOVES_REMEMBERED)
            *heading = 0;
    }
}

uint8_t world_turned_x, world_turned_y;

void world_follow(uint8_t x, uint8_t y, uint8_t dx, uint8_t dy)
{
    uint8_t place;

    note_heading(&heading_x, &since_x, dx);
    note_heading(&heading_y, &since_y, dy);
    world_turned_x = 0;
    world_turned_y = 0;
    if (x >= 2 * CHUNK_SIDE) {
        world_x += CHUNK_SIDE;
        world_turned_x = (uint8_t)-CHUNK_SIDE;
        for (place = 0; place != PLACES_AROUND; place += ROW_OF_PLACES)
            move_on(place, place + 1, place + 2);
    } else if (x < CHUNK_SIDE) {
        world_x -= CHUNK_SIDE;
        world_turned_x = CHUNK_SIDE;
        for (place = 0; place != PLACES_AROUND; place += ROW_OF_PLACES)
            move_on(place + 2, place + 1, place);
    }
    if (y >= 2 * CHUNK_SIDE) {
        world_y += CHUNK_SIDE;
        world_turned_y = (uint8_t)-CHUNK_SIDE;
        for (place = 0; place != ROW_OF_PLACES; ++place)
            move_on(place, place + ROW_OF_PLACES, place + 2 * ROW_OF_PLACES);
    } else if (y < CHUNK_SIDE) {
        world_y -= CHUNK_SIDE;
        world_turned_y = CHUNK_SIDE;
        for (place = 0; place != ROW_OF_PLACES; ++place)
            move_on(place + 2 * ROW_OF_PLACES, place + ROW_OF_PLACES, place);
    }
    focus_x = x + world_turned_x;
    focus_y = y + world_turned_y;
    view_x += world_turned_x;
    view_y += world_turned_y;
    /* What is seen soon is more urgent than what was to be built ahead. */
    if ((world_turned_x | world_turned_y)
        && (work_slot == slot_of[AHEAD_IN_ROW] || work_slot == slot_of[AHEAD_IN_COLUMN]))
        work = NO_WORK;
}

#endif

#include "core/small_code_end.h"
