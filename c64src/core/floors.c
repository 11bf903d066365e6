#include "core/floors.h"
#include "random_constants.h"

uint16_t floor_seed(uint16_t dungeon_seed, uint8_t floor)
{
    for (; floor != 0; --floor)
        dungeon_seed = dungeon_seed * FLOOR_MULTIPLIER + FLOOR_INCREMENT;
    return dungeon_seed;
}
