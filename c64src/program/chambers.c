#include "core/small_interactive_code_begin.h"
#include "program/chambers.h"
#include "core/generation.h"
#include "memory.h"
#include "program/shown.h"
#include "records.h"

#ifdef MOST_CHAMBERS

uint8_t find_chamber(uint8_t x, uint8_t y)
{
    REGISTER struct chamber_record *chamber;
    uint8_t at, count;

    count = dungeon_chambers(shown_dungeon);
    chamber = (struct chamber_record *)BYTES_AT(CHAMBERS_START);
    for (at = 0; at != count; ++at) {
        if ((uint8_t)(x - CHAMBER_GET_X(chamber)) < CHAMBER_GET_W(chamber)
            && (uint8_t)(y - CHAMBER_GET_Y(chamber)) < CHAMBER_GET_H(chamber))
            return at;
        ++chamber;
    }
    return NO_ROOM;
}

#endif

#include "core/small_code_end.h"
