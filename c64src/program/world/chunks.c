#include "core/small_interactive_code_begin.h"
#include "program/world/chunks.h"
#include "core/mapgen.h"
#include "machine/hardware.h"
#include "program/game.h"
#include "program/modules.h"
#include "program/shown.h"
#include "program/world/ahead.h"
#include "program/world/changes.h"
#include "program/world/copying.h"
#include "program/world/entities.h"
#include "program/world/raster.h"
#include "program/world/slots.h"
#include "program/world/tilemap.h"

/* What is done for a chunk: it was chosen; its generator takes steps; then its tiles are copied, its
 * entities put on them, and what the player has changed. */
#define NO_WORK 0
#define CHOSEN 1
#define STEPS 2
#define TILES 3
#define ENTITIES 4
#define CHANGES 5
static uint8_t work, work_slot;
/* Column and row in the world of the chunk's first tile. */
static uint16_t work_x, work_y;

/* 1 if the chunk that is built is not needed soon. */
static uint8_t can_wait;

uint8_t world_phases;

void chunks_begin(void)
{
    work = NO_WORK;
}

/* Choose the chunk that will be seen first, if it is before one that is there. */
static void choose(void)
{
    uint8_t column, row;

    look_ahead(NO_SLOT);
    if (has_all)
        return;
    column = next_chunk;
    for (row = 0; column >= AROUND; ++row)
        column -= AROUND;
    work = CHOSEN;
    can_wait = next_away > sideways;
    work_slot = last_slot;
    is_there[work_slot] = 0;
    slot_column[work_slot] = around_column + column;
    slot_row[work_slot] = around_row + row;
    work_x = world_x - CHUNK_SIDE + (uint8_t)(column << 5);
    work_y = world_y - CHUNK_SIDE + (uint8_t)(row << 5);
    find_slots();
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
        look_ahead(work_slot);
        can_wait = work_away > sideways;
        if (next_away <= sideways && next_away < work_away)
            work = NO_WORK;
    }
}

void do_work(void)
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
            copied_to = tiles_of_slot[work_slot];
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
        make_changes(tiles_of_slot[work_slot], work_x, work_y);
        is_there[work_slot] = 1;
        find_slots();
        work = NO_WORK;
        break;
    }
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

void world_build_again(void)
{
    if (work != NO_WORK)
        work = CHOSEN;
}

#include "core/small_code_end.h"
