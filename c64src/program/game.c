#include "program/game.h"

uint8_t game_dungeon, game_floor;
uint16_t game_seed;
#ifdef LOCKS_SHOWN
uint8_t game_keys, game_doors;

void forget_locks(void)
{
    game_keys = 0;
    game_doors = 0;
}
#endif
