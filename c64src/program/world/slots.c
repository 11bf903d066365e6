#include "core/small_interactive_code_begin.h"
#include "program/world/slots.h"
#include "machine/hardware.h"
#include "memory.h"
#include "program/shown.h"

static uint8_t other_slots[OTHER_SLOTS * CHUNK_BYTES];
uint8_t *tiles_of_slot[SLOTS];
uint8_t is_there[SLOTS], slot_column[SLOTS], slot_row[SLOTS];
uint8_t slot_of[PLACES];
const uint8_t place_of_row[ROW_OF_PLACES] = {0, ROW_OF_PLACES, 2 * ROW_OF_PLACES};

void slots_begin(void)
{
    uint8_t *tiles;
    uint8_t slot;

    tiles = BYTES_AT(RAM_BELOW_KERNAL);
    for (slot = 0; slot != SLOTS; ++slot) {
        is_there[slot] = 0;
        if (slot == SLOTS_BELOW_KERNAL)
            tiles = other_slots;
        tiles_of_slot[slot] = tiles;
        tiles += CHUNK_BYTES;
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

#include "core/small_code_end.h"
