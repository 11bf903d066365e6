/* The generator as a game uses it. The names are those of the original's C source.
 *
 * Call mapgen_select (if more than one dungeon is compiled in), mapgen_set_floor (if a dungeon varies
 * by floor), mapgen_init with a seed, then mapgen_generate_dungeon. The map, the room records and the summary are then in the memory regions
 * that the spec gives them.
 */
#ifndef UNDERCROFT_MAPGEN_H
#define UNDERCROFT_MAPGEN_H

#include "core/generation.h"
#include "core/rooms.h"
#include "program.h"

/* Select the dungeon that all other functions use, 0..DUNGEON_COUNT-1; 0 at the start. */
void mapgen_select(uint8_t dungeon);
extern uint8_t mapgen_selected;

/* Start the random numbers of `seed`; every value is valid. */
void mapgen_init(uint16_t seed);

/* Select the floor, 0..255, whose parameters the next dungeon has; 0 at the start. The seed of
 * mapgen_init is that of the floor itself, see core/floors.h. If no dungeon of the program varies by
 * floor, this does nothing. */
#ifdef FLOORS_VARY
void mapgen_set_floor(uint8_t floor);
#else
#define mapgen_set_floor(floor) ((void)0)
#endif

/* Select a dungeon, and a floor of it by the dungeon's seed: all of the above at once. */
void mapgen_request(uint8_t dungeon, uint16_t seed, uint8_t floor);

/* Generate the dungeon; returns 0 if nothing is missing, else STATUS_ bits of generation.h. */
uint8_t mapgen_generate_dungeon(void);

/* Generate the dungeon in slices: call mapgen_begin_dungeon once, then mapgen_step or
 * mapgen_steps_until until it returns 0. The dungeon is the same.
 *
 * mapgen_step does one step, of at most some 10,000 cycles. mapgen_steps_until does steps, at least
 * one, until one of `bits` is set in the byte at `signal` at the end of a step. The byte may be one
 * that an interrupt sets, or a chip's register: at $D019 bit 0 says that the raster has reached
 * its line, and at $DC0D bits 0 and 1 that timer A or B has run down, also with their interrupts
 * disabled. `mapgen_steps_done` says how many steps it was, modulo 256. */
void mapgen_begin_dungeon(void);
uint8_t mapgen_step(void);
uint8_t mapgen_steps_until(const volatile uint8_t *signal, uint8_t bits);
extern uint8_t mapgen_steps_done;

/* Get or set a tile of the packed map; (x, y) must be in the map. */
uint8_t mapgen_get_tile(uint8_t x, uint8_t y);
void mapgen_set_tile(uint8_t x, uint8_t y, uint8_t tile);

#ifdef MOST_ROOMS
/* Floor and priority of a room. Returns 1, or 0 without writing anything if there is no such
 * room. */
uint8_t mapgen_get_room_info(uint8_t room, uint8_t *x, uint8_t *y, uint8_t *w, uint8_t *h,
                             uint8_t *priority);

/* The tile in the middle of a room. Returns 1, or 0 without writing anything if there is no such
 * room. */
uint8_t mapgen_get_room_center(uint8_t room, uint8_t *center_x, uint8_t *center_y);
#endif

/* The room whose floor includes (x, y); NO_ROOM if none does. */
uint8_t mapgen_find_room_at_position(uint8_t x, uint8_t y);

/* Count the map's tiles into the words at STATISTICS, in the order of the spec's tiles. All other
 * figures are in the summary. */
void mapgen_get_statistics(void);

/* Check the map; 1 if it is valid, else 0: it has the stairs that the status says, and no walkable
 * tile is beside an empty one or at the map's edge. Reads every tile, and the neighbours of all
 * walkable ones, so it takes seconds. */
uint8_t mapgen_validate_map(void);

#endif
