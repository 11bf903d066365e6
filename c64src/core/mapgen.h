/* The generator as a game uses it. Names from document 000.
 *
 * mapgen_select (if more than one dungeon is compiled in), mapgen_init with a seed, then
 * mapgen_generate_dungeon; map, room records and summary then lie in the spec's memory regions.
 */
#ifndef UNDERCROFT_MAPGEN_H
#define UNDERCROFT_MAPGEN_H

#include "core/generation.h"
#include "core/rooms.h"
#include "program.h"

/* The dungeon that all other functions speak of, 0..DUNGEON_COUNT-1; 0 at the start. */
void mapgen_select(uint8_t dungeon);
extern uint8_t mapgen_selected;

/* Start the random numbers of `seed`; every value is valid. */
void mapgen_init(uint16_t seed);

/* Build the dungeon; 0 if all is well, else STATUS_ bits of generation.h. */
uint8_t mapgen_generate_dungeon(void);

/* Get or set a tile of the packed map; (x, y) must lie in the map. */
uint8_t mapgen_get_tile(uint8_t x, uint8_t y);
void mapgen_set_tile(uint8_t x, uint8_t y, uint8_t tile);

/* Floor and priority of a room; 0 and nothing written if there is no such room, else 1. */
uint8_t mapgen_get_room_info(uint8_t room, uint8_t *x, uint8_t *y, uint8_t *w, uint8_t *h,
                             uint8_t *priority);

/* The room whose floor has (x, y); NO_ROOM if none has. */
uint8_t mapgen_find_room_at_position(uint8_t x, uint8_t y);

/* The tile in the middle of a room; 0 and nothing written if there is no such room, else 1. */
uint8_t mapgen_get_room_center(uint8_t room, uint8_t *center_x, uint8_t *center_y);

/* Count the map's tiles, by their order in the spec, into the words at STATISTICS; the other
 * counters are in the summary. */
void mapgen_get_statistics(void);

/* Does the map keep its promises: stairs as the status says, and no walkable tile beside an empty
 * one or at the map's edge. 1 or 0. Reads every tile, and the neighbours of the walkable ones. */
uint8_t mapgen_validate_map(void);

#endif
