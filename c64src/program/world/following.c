#include "core/small_interactive_code_begin.h"
#include "program/world/following.h"
#include "constants.h"
#include "memory.h"
#include "program/shown.h"
#include "program/world/ahead.h"
#include "program/world/changes.h"
#include "program/world/chunks.h"
#include "program/world/frames.h"
#include "program/world/heading.h"
#include "program/world/slots.h"
#include "program/world/tilemap.h"

void world_begin(void)
{
    frames_begin();
    chunks_begin();
    slots_begin();
    world_x = 0;
    world_y = 0;
    if (world_has_place) {
        world_x = WORD_AT(world_saved, 0) & (uint16_t)~(CHUNK_SIDE - 1);
        world_y = WORD_AT(world_saved, 2) & (uint16_t)~(CHUNK_SIDE - 1);
    }
    world_x -= CHUNK_SIDE;
    world_y -= CHUNK_SIDE;
    heading_begin();
    find_slots();
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

void world_follow(uint8_t x, uint8_t y, uint8_t dx, uint8_t dy, uint8_t walks)
{
    if (walks)
        expect_walk(x, y);
    else
        expect_flight();
    note_move(dx, dy);
    world_turned_x = turned(x);
    world_turned_y = turned(y);
    view_x += world_turned_x;
    view_y += world_turned_y;
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

#include "core/small_code_end.h"
