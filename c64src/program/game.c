#include "program/game.h"

uint8_t game_dungeon, game_floor;
uint16_t game_seed;
