/* The phase `floor`: tries until a floor is right, and what one try consists of. */
#ifndef UNDERCROFT_MYSTERY_STAGES_H
#define UNDERCROFT_MYSTERY_STAGES_H

#include "core/generation.h"
#include "kinds/mystery/cells.h"
#include "kinds/mystery/drawing.h"
#include "kinds/mystery/ground.h"
#include "kinds/mystery/monster_house.h"
#include "kinds/mystery/numbers.h"
#include "kinds/mystery/rooms.h"
#include "kinds/mystery/things.h"
#if SOME_HAVE_CELLS
#include "kinds/mystery/connections.h"
#include "kinds/mystery/corridors.h"
#include "kinds/mystery/junctions.h"
#include "kinds/mystery/reaching.h"
#endif
#if SOME_HAVE_CELLS && SOME_HAVE_EXTRA_HALLS
#include "kinds/mystery/extra_halls.h"
#endif
#if SOME_HAVE_CELLS && SOME_ARE_IMPERFECT
#include "kinds/mystery/imperfections.h"
#endif
#if SOME_HAVE_CELLS && SOME_HAVE_MAZES
#include "kinds/mystery/labyrinth.h"
#endif
#if SOME_HAVE_CELLS && (SOME_MERGE || SOME_LAYOUT_IS_BEETLE)
#include "kinds/mystery/merging.h"
#endif
#if SOME_HAVE_CELLS && SOME_REPAIR
#include "kinds/mystery/repair.h"
#endif
#if SOME_HAVE_CELLS && SOME_HAVE_SHOPS
#include "kinds/mystery/shop.h"
#endif
#if SOME_HAVE_CELLS && SOME_HAVE_STRUCTURES
#include "kinds/mystery/structures.h"
#endif
#if SOME_HAVE_CELLS && SOME_HAS_WATER
#include "kinds/mystery/terrain.h"
#endif

/* What `stage` says: what is done next. The driver sets it to 0 before the phase. */
#define BEGIN 0
#define RESET 1
#define CELL_STATES 2
#define ASSIGN_ROOMS 3
#define LINK_CELLS 4
#define CREATE_ROOMS 5
#define WALK_CELLS 6
#define REMOVE_DEAD_ENDS 7
#define PREPARE_LINKS 8
#define DIG_CORRIDORS 9
#define MERGE_ROOMS 10
#define MERGE_COLUMN 11
#define REPAIR_CELLS 12
#define FILL_CELLS 13
#define PLACE_MAZE 14
#define PLACE_SHOP 15
#define PLACE_HOUSE 16
#define EXTRA_HALL 17
#define CRUMBLE_ROOMS 18
#define PLACE_STRUCTURES 19
#define CLEAR_BORDER 20
#define MARK_JUNCTIONS 21
#define REACH_TILES 22
#define ONE_ROOM 23
#define PLACE_WATER 24
#define CLEAN_WATER 25
#if NUMBERS_IS_EXACT
#define FREE_FLOOR 26
#define PLACE_ISLANDS 27
#define PLACE_THINGS 28
#define COUNT_OPEN 29
#define WRITE_CHAMBERS 30
#define DRAW_FLOOR 31
#define DRAW_GRID 32
#else
#define PLACE_ISLANDS 26
#define PLACE_THINGS 27
#define WRITE_CHAMBERS 28
#define DRAW_FLOOR 29
#endif

/* How many pieces of the work one step does at most, by its stage: numbers of schedule.toml. */
#if NUMBERS_IS_EXACT
static const uint8_t pieces_at_once[33] = {
#else
static const uint8_t pieces_at_once[30] = {
#endif
    1,                   /* BEGIN */
    RESET_PIECES,
    1,                   /* CELL_STATES */
    DENSITY_PIECES,      /* ASSIGN_ROOMS */
    LINKS_PIECES,
    ROOMS_PIECES,
#if NUMBERS_IS_EXACT
    EXACT_WALK_PIECES,
#else
    WALK_PIECES,
#endif
    DEAD_ENDS_PIECES,
    LINKS_TO_DIG_PIECES,
    HALLS_PIECES,
    MERGE_PIECES,        /* MERGE_ROOMS */
    MERGE_PIECES,        /* MERGE_COLUMN */
    REPAIR_PIECES,
    FILL_PIECES,
    LABYRINTH_PIECES,    /* PLACE_MAZE */
#if NUMBERS_IS_EXACT
    EXACT_SHOP_PIECES,
#else
    SHOP_PIECES,
#endif
    HOUSE_PIECES,
    EXTRA_HALLS_PIECES,
    CRUMBLE_PIECES,
    STRUCTURES_PIECES,
    1,                   /* CLEAR_BORDER */
    JUNCTIONS_PIECES,
    REACH_PIECES,
    ONE_ROOM_PIECES,
    WATER_PIECES,
    CLEAN_PIECES,
#if NUMBERS_IS_EXACT
    FREE_PIECES,
    ISLANDS_PIECES,
    EXACT_THINGS_PIECES,
    COUNT_PIECES,
    CHAMBERS_PIECES,
    MAP_PIECES,
    GRID_PIECES
#else
    ISLANDS_PIECES,
    THINGS_PIECES,
    CHAMBERS_PIECES,
    MAP_PIECES
#endif
};

static uint8_t floor_tries, is_last_try, is_finished;

/* Open a room as large as the map, then make it a monster house; each is a piece. */
static uint8_t open_one_room(void)
{
    if (work == 0) {
        work = 1;
        across = 1;
        down = 1;
        cell_state[0] = LIVE;
        set_cell(0, 2, 2, MAP_WIDTH - 4, MAP_HEIGHT - 4);
        open_room(0);
#if !NUMBERS_IS_EXACT
        /* Nothing can be out of reach. */
        area_added |= FREE;
        open_tiles = 0;
#endif
        return 0;
    }
#if NUMBERS_IS_EXACT
    if (work == 1) {
        work = 2;
        draw_percent(100);
    }
    if (!make_house())
        return 0;
#else
    make_house();
#endif
    house_is_forced = 1;
    return 1;
}

#if SOME_HAVE_CELLS
/* Whether a layout has enough rooms. */
static uint8_t is_accepted(void)
{
    uint8_t x, y, rooms;

    rooms = 0;
    for (y = 0; y != down; ++y)
        for (x = 0; x != across; ++x)
            if ((cell_state[cell_at(x, y)] & (LIVE | AWAY)) == LIVE)
                ++rooms;
    return rooms >= LEAST_ROOMS;
}
#endif

/* Write down a room, and what it is. */
static void add_chamber(uint8_t cell)
{
    uint8_t use;
    REGISTER struct chamber_record *chamber;

    use = 0;
    if (cell_state[cell] & MAZE)
        use = 3;
    if (cell == shop_cell)
        use = 1;
    if (cell == house_cell)
        use = 2;
    chamber = CHAMBER_RECORD(FIGURES->chambers);
    CHAMBER_SET_X(chamber, cell_left[cell]);
    CHAMBER_SET_Y(chamber, cell_top[cell]);
    CHAMBER_SET_W(chamber, cell_right[cell] - cell_left[cell]);
    CHAMBER_SET_H(chamber, cell_bottom[cell] - cell_top[cell]);
    CHAMBER_SET_USE(chamber, use);
    ++FIGURES->chambers;
}

/* Write down the rooms, then the stairs and the start; a piece is a cell. */
static uint8_t write_chambers(void)
{
    uint8_t cell;

    if (work_y != down) {
        cell = cell_at(work_x, work_y);
        if ((cell_state[cell] & (LIVE | AWAY)) == LIVE)
            add_chamber(cell);
        ++work_x;
        if (work_x == across) {
            work_x = 0;
            ++work_y;
        }
        return 0;
    }
    if (start_x != NOWHERE) {
        SUMMARY->up_x = start_x;
        SUMMARY->up_y = start_y;
    } else
        SUMMARY->status |= STATUS_NO_UP_STAIRS;
    if (stairs_x != NOWHERE) {
        SUMMARY->down_x = stairs_x;
        SUMMARY->down_y = stairs_y;
    } else
        SUMMARY->status |= STATUS_NO_DOWN_STAIRS;
    return 1;
}

/* Begin a floor. */
static void begin_floor(void)
{
    structures_left = ROOMS_STRUCTURES;
    area_row = 0;
    area_bottom = 0;
    floor_tries = 0;
    layout_tries = FIRST_LAYOUT_TRY;
    is_last_try = 0;
    is_finished = 0;
#if NUMBERS_IS_EXACT
    has_shop = 0;
    has_house = 0;
    house_is_forced = 0;
    house_choices = 0;
    begin_streams();
    store_state();
#endif
}

/* Begin another try for a floor, or the last one: one large monster house. */
static void begin_floor_try(void)
{
    stage = RESET;
    layout_tries = FIRST_LAYOUT_TRY;
    ++floor_tries;
    if (floor_tries == FLOOR_TRIES) {
        layout_tries = LAYOUT_TRIES;
        is_last_try = 1;
    }
}

#if NUMBERS_IS_EXACT
/* A layout has too few rooms: begin another one, or a large room without walls before it. */
static void end_layout_try(void)
{
    structures_left = 0;
    ++layout_tries;
    stage = RESET;
    if (layout_tries == LAYOUT_TRIES)
        stage = ONE_ROOM;
}
#endif

/* Do a piece of the work of this stage; 1 if it was the last one. */
static uint8_t do_piece(void)
{
    switch (stage) {
    case RESET:
        if (work == 0 && layout_tries != LAYOUT_TRIES && FIGURES->tries != 255)
            ++FIGURES->tries;
#if NUMBERS_IS_EXACT
        if (!is_last_try)
            start_x = NOWHERE;
#endif
        return reset_floor();
#if SOME_HAVE_CELLS
#if NUMBERS_IS_EXACT
    case DRAW_GRID:
        return draw_grid();
#endif
    case CELL_STATES:
        choose_grid();
        begin_cells();
        break;
#if SOME_HAVE_DENSITY
    case ASSIGN_ROOMS:
        return assign_rooms();
#endif
    case LINK_CELLS:
#if NUMBERS_IS_EXACT
        house_is_forced |= HOUSE_IS_FORCED;
#else
        house_is_forced = HOUSE_IS_FORCED;
#endif
        return link_cells();
    case CREATE_ROOMS:
        return create_rooms();
#if SOME_WALK
    case WALK_CELLS:
        return walk_cells();
#endif
#if SOME_REMOVE_DEAD_ENDS
    case REMOVE_DEAD_ENDS:
        return remove_dead_ends();
#endif
    case PREPARE_LINKS:
        return prepare_links();
    case DIG_CORRIDORS:
        return dig_corridors();
#if SOME_MERGE
    case MERGE_ROOMS:
        return merge_rooms();
#endif
#if SOME_LAYOUT_IS_BEETLE
    case MERGE_COLUMN:
        return merge_column();
#endif
#if SOME_REPAIR
    case REPAIR_CELLS:
        return repair_cells();
    case FILL_CELLS:
        return fill_cells();
#endif
#if SOME_HAVE_MAZES
    case PLACE_MAZE:
        return place_maze();
#endif
#if SOME_HAVE_SHOPS
    case PLACE_SHOP:
        return place_shop();
#endif
    case PLACE_HOUSE:
        return place_house();
#if SOME_HAVE_EXTRA_HALLS
    case EXTRA_HALL:
        return dig_extra_halls();
#endif
#if SOME_ARE_IMPERFECT
    case CRUMBLE_ROOMS:
        return crumble_rooms();
#endif
#if SOME_HAVE_STRUCTURES
    case PLACE_STRUCTURES:
        return place_structures();
#endif
    case CLEAR_BORDER:
        begin_area(0, 1, MAP_WIDTH, 2, 0, 0);
        fill_area();
        begin_area(0, MAP_HEIGHT - 2, MAP_WIDTH, MAP_HEIGHT - 1, 0, 0);
        fill_area();
#if SOME_VARIANTS_BORDER_IS_REDRAWN
        if (VARIANTS_BORDER_IS_REDRAWN) {
            /* In the second column there are no extra halls. */
            begin_area(MAP_WIDTH - 2, 1, MAP_WIDTH - 1, MAP_HEIGHT - 1, 0, 0);
            fill_area();
        }
#endif
        break;
    case MARK_JUNCTIONS:
        return mark_junctions();
    case REACH_TILES:
        return reach_tiles();
#endif
    case ONE_ROOM:
        return open_one_room();
#if SOME_HAS_WATER
    case PLACE_WATER:
        return place_water();
    case CLEAN_WATER:
        return clean_water();
#endif
#if NUMBERS_IS_EXACT
    case FREE_FLOOR:
        if (work == 0) {
            work = 1;
            is_empty = 0;
            if (!is_last_try)
                is_empty = draw_percent(MONSTER_HOUSE_EMPTY);
        }
        return free_floor();
    case PLACE_ISLANDS:
        return place_islands();
    case PLACE_THINGS:
        return place_things_exactly();
    case COUNT_OPEN:
        return count_open();
#else
    case PLACE_ISLANDS:
        if (work == 0) {
            work = 1;
            is_empty = 0;
            if (has_house && !is_last_try)
                is_empty = draw_percent(MONSTER_HOUSE_EMPTY);
        }
        return place_islands();
    case PLACE_THINGS:
        return place_things();
#endif
    case WRITE_CHAMBERS:
        return write_chambers();
    case DRAW_FLOOR:
        return draw_floor();
    default:
        break;
    }
    return 1;
}

/* Whether the floor has the work of a stage. */
static uint8_t has_stage(void)
{
    switch (stage) {
    case ASSIGN_ROOMS:
        return (uint8_t)(PROPERTIES & HAS_DENSITY);
    case WALK_CELLS:
        return (uint8_t)(PROPERTIES & HAS_WALK);
    case REMOVE_DEAD_ENDS:
        return (PROPERTIES & HAS_WALK) && !HALLS_DEAD_ENDS;
    case MERGE_ROOMS:
#if NUMBERS_IS_EXACT
        return (uint8_t)(PROPERTIES & IS_MERGED);
#else
        return (PROPERTIES & IS_MERGED) && ROOMS_MERGING;
#endif
    case MERGE_COLUMN:
        return LAYOUT_IS_BEETLE;
    case REPAIR_CELLS:
    case FILL_CELLS:
        return (uint8_t)(PROPERTIES & IS_REPAIRED);
    case PLACE_MAZE:
        return (PROPERTIES & MAY_HAVE_MAZES) && ROOMS_MAZE;
    case PLACE_SHOP:
        return (PROPERTIES & IS_REPAIRED) && SHOP_CHANCE;
    case EXTRA_HALL:
        return (PROPERTIES & IS_REPAIRED) && HALLS_EXTRA;
    case CRUMBLE_ROOMS:
        return (PROPERTIES & IS_REPAIRED) && ROOMS_IMPERFECT;
    case PLACE_STRUCTURES:
        return (PROPERTIES & MAY_HAVE_STRUCTURES) && ROOMS_STRUCTURES;
    case PLACE_WATER:
    case CLEAN_WATER:
        return HAS_WATER && !is_last_try;
    default:
        return 1;
    }
}

/* Find out what is done after the work of this stage. */
static void next_stage(void)
{
    switch (stage) {
    case BEGIN:
        begin_floor();
        stage = RESET;
        break;
    case RESET:
#if NUMBERS_IS_EXACT
        stage = DRAW_GRID;
#else
        stage = CELL_STATES;
#endif
        if (layout_tries == LAYOUT_TRIES)
            stage = ONE_ROOM;
        break;
#if NUMBERS_IS_EXACT
    case DRAW_GRID:
        stage = CELL_STATES;
        break;
    case CELL_STATES:
        stage = IS_ONE_ROOM ? ONE_ROOM : ASSIGN_ROOMS;
        break;
    case ONE_ROOM:
        stage = MARK_JUNCTIONS;
        if (layout_tries != LAYOUT_TRIES)
            end_layout_try();
        break;
    case CLEAR_BORDER:
        stage = MARK_JUNCTIONS;
        if (!is_accepted())
            end_layout_try();
        break;
    case MARK_JUNCTIONS:
        stage = PLACE_WATER;
        break;
    case REACH_TILES:
        stage = WRITE_CHAMBERS;
        if (open_tiles)
            begin_floor_try();
        break;
    case PLACE_THINGS:
        stage = COUNT_OPEN;
        if (is_last_try)
            stage = WRITE_CHAMBERS;
        else if (start_x == NOWHERE || stairs_x == NOWHERE)
            begin_floor_try();
        break;
    case COUNT_OPEN:
        stage = REACH_TILES;
        break;
#else
#if SOME_HAVE_CELLS
    case CLEAR_BORDER:
        stage = MARK_JUNCTIONS;
        if (!is_accepted()) {
            structures_left = 0;
            ++layout_tries;
            stage = RESET;
        }
        break;
    case REACH_TILES:
        stage = PLACE_WATER;
        if (open_tiles)
            begin_floor_try();
        break;
#endif
    case PLACE_THINGS:
        stage = WRITE_CHAMBERS;
        if ((start_x == NOWHERE || stairs_x == NOWHERE) && !is_last_try)
            begin_floor_try();
        break;
#endif
    case DRAW_FLOOR:
        stage = PHASE_DONE;
        return;
    default:
        ++stage;
        break;
    }
    while (!has_stage())
        ++stage;
    work = 0;
    work_x = 0;
    work_y = 0;
    work_count = 0;
}

/* One step of building a floor, then its map: some pieces of its work, or less up to one behind which
 * nothing else should be done. A row of the area that is filled is a piece, too, and the area is filled
 * before the work goes on. */
static void build_floor(void)
{
    uint8_t left;

    if (stage == BEGIN)
        next_stage();
#if NUMBERS_IS_EXACT
    load_state();
#endif
    is_long = 0;
    for (left = pieces_at_once[stage]; left != 0 && is_long == 0; --left) {
        if (area_row < area_bottom)
            fill_area_row();
        else
            is_finished = do_piece();
        if (is_finished && area_row >= area_bottom) {
            is_finished = 0;
            next_stage();
#if NUMBERS_IS_EXACT
            break;
#else
            return;
#endif
        }
    }
#if NUMBERS_IS_EXACT
    store_state();
#endif
}

#endif
