/* The room records as a game sees them. The names are those of the original's C source.
 *
 * Rooms are numbered from 0; dungeon_rooms gives their number. NO_ROOM (255) means no room. Functions
 * that can fail return 1, or 0 without changing anything.
 */
#ifndef UNDERCROFT_ROOMS_H
#define UNDERCROFT_ROOMS_H

#include "core/generation.h"

/* Only if a dungeon of the program has rooms. */
#ifdef MOST_ROOMS

/* Add a connection and its door to a room, both or neither. Fails if the room has no free slot
 * or is already connected to that room. */
uint8_t add_connection_to_room(uint8_t room, uint8_t connected_room, uint8_t door_x,
                               uint8_t door_y, uint8_t wall_side, uint8_t corridor_type);

/* 1 if a corridor joins the two rooms directly, else 0. */
uint8_t room_has_connection_to(uint8_t room, uint8_t target_room);

/* The slot of a room's connection to another one; NO_ROOM if there is none. */
uint8_t connection_slot(uint8_t room, uint8_t target_room);

/* Door and corridor of a connection. Fails if the rooms are not connected. */
uint8_t get_connection_info(uint8_t room, uint8_t target_room, uint8_t *door_x, uint8_t *door_y,
                            uint8_t *wall_side, uint8_t *corridor_type);

/* Remove the last connection of a room. Fails if it has none. */
uint8_t remove_last_connection_from_room(uint8_t room);

/* 1 if the room has a door in this wall, else 0. */
uint8_t wall_has_doors(uint8_t room, uint8_t wall_side);

#endif

#endif
