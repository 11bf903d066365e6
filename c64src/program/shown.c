#include "program/shown.h"

uint8_t shown_dungeon;
uint8_t view_x, view_y;
uint8_t columns_shown, rows_shown;
uint8_t first_x, first_y;
uint8_t secrets_shown;
#ifdef WORLDS
uint8_t world_is_shown;
uint16_t world_x, world_y;
#endif
