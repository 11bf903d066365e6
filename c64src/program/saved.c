#include "core/small_interactive_code_begin.h"
#include "program/saved.h"
#include "constants.h"
#include "module_calls.h"
#include "module_places.h"
#include "program/world/changes.h"

#ifdef WORLDS
uint8_t saved_header[MOST_HEADER_BYTES + MOST_WORLD_BYTES + 1];
#else
uint8_t saved_header[MOST_HEADER_BYTES + 1];
#endif

#ifdef OPENED
uint8_t header_bytes;
#endif

uint8_t sum_of(const uint8_t *from, uint16_t count)
{
    uint8_t sum;

    for (sum = 0; count != 0; --count)
        sum += *from++;
    return sum;
}

const uint8_t *digest_of(uint8_t dungeon)
{
    return dungeon_digests + (uint16_t)dungeon * DIGEST_BYTES;
}

#include "core/small_code_end.h"
