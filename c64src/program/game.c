#include "program/game.h"
#include "program/world/changes.h"

uint8_t game_dungeon, game_floor;
uint16_t game_seed;
uint8_t figure_x, figure_y, is_walking;
uint8_t is_playing;
#ifdef LOCKS_SHOWN
uint8_t game_keys, game_doors;
#endif

#ifdef CHANGES_ARE_KEPT
void forget_changes(void)
{
#ifdef LOCKS_SHOWN
    game_keys = 0;
    game_doors = 0;
#endif
#ifdef WORLDS
    world_forget();
#endif
}
#endif
