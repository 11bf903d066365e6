/* The phase `floor`: tries until a floor is right, and what one try consists of. */
#ifndef UNDERCROFT_MYSTERY_STAGES_H
#define UNDERCROFT_MYSTERY_STAGES_H

#include "core/generation.h"
#include "kinds/mystery/cells.h"
#include "kinds/mystery/chambers.h"
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

/* `stage` says what is done next. Each stage of schedule.toml has an emitted constant, in the order in which
 * they are there; PIECES_AT_ONCE has how many pieces of the work one step does at most. The driver sets
 * `stage` to 0 before the phase: STAGE_BEGIN. */

WORK uint8_t floor_tries, is_finished;

/* Begin to open a room as large as the map. */
static void begin_one_room(void)
{
    across = 1;
    down = 1;
    cell_state[0] = LIVE;
    set_cell(0, 2, 2, MAP_WIDTH - 4, MAP_HEIGHT - 4);
    open_room(0);
}

/* Open a room as large as the map, then make it a monster house. */
static uint8_t open_one_room(void);

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

#if SOME_HAVE_CELLS && (SOME_VARIANTS_BORDER_IS_REDRAWN || SOME_VARIANTS_BORDER_IS_INNER)
/* Fill the last column but one; in the second column there are no extra halls. As an area it would take
 * the step too long: each of its rows is one tile. */
static void clear_last_column(void)
{
    uint8_t left;
    REGISTER uint8_t *tile;

    tile = GROUND_ROW(1) + MAP_WIDTH - 2;
    for (left = MAP_HEIGHT - 2; left != 0; --left) {
        *tile = 0;
        tile += MAP_WIDTH;
    }
}
#endif

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
}

/* Begin another try for a floor, or the last one: one large monster house. */
static void begin_floor_try(void)
{
    layout_tries = FIRST_LAYOUT_TRY;
    ++floor_tries;
    if (floor_tries == FLOOR_TRIES) {
        layout_tries = LAYOUT_TRIES;
        is_last_try = 1;
    }
}

/* Begin a piece of the islands. */
static void begin_islands(void);

/* Do a piece of the work of a stage that only one of the modes has; 1 if it was the last one. */
static uint8_t do_piece_of_mode(void);

/* Do a piece of the work of this stage; 1 if it was the last one.
 *
 * The stages with most pieces come first: cc65 compares with one after the other. */
static uint8_t do_piece(void)
{
    switch (stage) {
#if SOME_HAS_WATER
    case STAGE_WATER:
        return place_water();
    case STAGE_CLEAN:
        return clean_water();
#endif
    case STAGE_THINGS:
        return place_things();
    case STAGE_MAP:
        return draw_floor();
#if SOME_THINGS_LEAST_STEPS
    case STAGE_STAIRS:
        return choose_stairs();
    case STAGE_START:
        return choose_start();
#endif
#if SOME_HAVE_CELLS
#if SOME_THINGS_LEAST_STEPS
    case STAGE_NEAR:
        return reach_near();
#endif
    case STAGE_REACH:
        return reach_tiles();
    case STAGE_HALLS:
        return dig_corridors();
    case STAGE_JUNCTIONS:
        return mark_junctions();
    case STAGE_ROOMS:
        return create_rooms();
#endif
    case STAGE_RESET:
        if (work == 0 && layout_tries != LAYOUT_TRIES && FIGURES->tries != 255)
            ++FIGURES->tries;
        return reset_floor();
#if SOME_HAVE_CELLS
    case STAGE_CELLS:
        choose_grid();
        begin_cells();
        break;
#if SOME_HAVE_DENSITY
    case STAGE_DENSITY:
        return assign_rooms();
#endif
    case STAGE_LINKS:
        house_is_forced |= HOUSE_IS_FORCED;
        return link_cells();
#if SOME_WALK
    case STAGE_WALK:
        return walk_cells();
#endif
#if SOME_REMOVE_DEAD_ENDS
    case STAGE_DEAD_ENDS:
        return remove_dead_ends();
#endif
    case STAGE_LINKS_TO_DIG:
        return prepare_links();
#if SOME_MERGE
    case STAGE_MERGE:
        return merge_rooms();
#endif
#if SOME_LAYOUT_IS_BEETLE
    case STAGE_MERGE_COLUMN:
        return merge_column();
#endif
#if SOME_REPAIR
    case STAGE_REPAIR:
        return repair_cells();
    case STAGE_FILL:
        return fill_cells();
#endif
#if SOME_HAVE_MAZES
    case STAGE_LABYRINTH:
        return place_maze();
#endif
#if SOME_HAVE_SHOPS
    case STAGE_SHOP:
        return place_shop();
#endif
    case STAGE_HOUSE:
        return place_house();
#if SOME_HAVE_EXTRA_HALLS
    case STAGE_EXTRA_HALLS:
        return dig_extra_halls();
#endif
#if SOME_ARE_IMPERFECT
    case STAGE_CRUMBLE:
        return crumble_rooms();
#endif
#if SOME_HAVE_STRUCTURES
    case STAGE_STRUCTURES:
        return place_structures();
#endif
    case STAGE_BORDER:
        begin_area(0, 1, MAP_WIDTH, 2, 0, 0);
        fill_area();
        begin_area(0, MAP_HEIGHT - 2, MAP_WIDTH, MAP_HEIGHT - 1, 0, 0);
        fill_area();
#if SOME_VARIANTS_BORDER_IS_REDRAWN || SOME_VARIANTS_BORDER_IS_INNER
        if (!VARIANTS_BORDER_IS_ROWS)
            clear_last_column();
#endif
        break;
#endif
    case STAGE_ONE_ROOM:
        return open_one_room();
    case STAGE_ISLANDS:
        begin_islands();
        return place_islands();
    case STAGE_CHAMBERS:
        return write_chambers();
    default:
        return do_piece_of_mode();
    }
    return 1;
}

/* Whether the floor has the work of a stage. */
static uint8_t has_stage(void)
{
    switch (stage) {
    case STAGE_DENSITY:
        return (uint8_t)(PROPERTIES & HAS_DENSITY);
    case STAGE_WALK:
        return (uint8_t)(PROPERTIES & HAS_WALK);
    case STAGE_DEAD_ENDS:
        return (PROPERTIES & HAS_WALK) && !HALLS_DEAD_ENDS;
    case STAGE_MERGE:
        return TRIES_TO_MERGE && (PROPERTIES & IS_MERGED);
    case STAGE_MERGE_COLUMN:
        return LAYOUT_IS_BEETLE;
    case STAGE_REPAIR:
    case STAGE_FILL:
        return (uint8_t)(PROPERTIES & IS_REPAIRED);
    case STAGE_LABYRINTH:
        return ROOMS_MAZE && (PROPERTIES & MAY_HAVE_MAZES);
    case STAGE_SHOP:
        return SHOP_CHANCE && (PROPERTIES & IS_REPAIRED);
    case STAGE_EXTRA_HALLS:
        return HALLS_EXTRA && (PROPERTIES & IS_REPAIRED);
    case STAGE_CRUMBLE:
        return ROOMS_IMPERFECT && (PROPERTIES & IS_REPAIRED);
    case STAGE_STRUCTURES:
        return ROOMS_STRUCTURES && (PROPERTIES & MAY_HAVE_STRUCTURES);
#if !NUMBERS_IS_EXACT
    case STAGE_STAIRS:
    case STAGE_NEAR:
    case STAGE_START:
        return THINGS_LEAST_STEPS;
#endif
    case STAGE_WATER:
    case STAGE_CLEAN:
        return HAS_WATER && !is_last_try;
    default:
        return 1;
    }
}

/* The stage after this one, which may be one that the floor does not have. */
static uint8_t stage_after(void);

/* Find out what is done after the work of this stage. */
static void next_stage(void)
{
    stage = stage_after();
    if (stage == PHASE_DONE)
        return;
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
    if (stage == STAGE_BEGIN)
        next_stage();
    LOAD_STATE;
    is_long = 0;
    for (pieces_left = PIECES_AT_ONCE[stage]; pieces_left != 0 && is_long == 0; --pieces_left) {
        if (area_row < area_bottom)
            fill_area_row();
        else if (do_piece())
            is_finished = 1;
        else
            continue;
        if (is_finished && area_row >= area_bottom) {
            is_finished = 0;
            next_stage();
            break;
        }
    }
    STORE_STATE;
}

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_stages.h"
#else
#include "kinds/mystery/lean_stages.h"
#endif

#endif
