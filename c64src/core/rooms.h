/* The room records, as a game sees them. Names from document 000.
 *
 * A room's number is 0..SUMMARY rooms-1; NO_ROOM (255) stands for none. Functions that may fail
 * return 0 then and change nothing, else 1.
 */
#ifndef UNDERCROFT_ROOMS_H
#define UNDERCROFT_ROOMS_H

#include "core/generation.h"

/* Add a connection and its door to a room, both or neither. Fails when the room has no free slot
 * or is connected to that room already. */
uint8_t add_connection_to_room(uint8_t room, uint8_t connected_room, uint8_t door_x,
                               uint8_t door_y, uint8_t wall_side, uint8_t corridor_type);

/* Is there a corridor from one room straight to the other. */
uint8_t room_has_connection_to(uint8_t room, uint8_t target_room);

/* The slot of a room's connection to another one; NO_ROOM if there is none. */
uint8_t connection_slot(uint8_t room, uint8_t target_room);

/* Door and corridor of a connection. Fails when the rooms are not connected. */
uint8_t get_connection_info(uint8_t room, uint8_t target_room, uint8_t *door_x, uint8_t *door_y,
                            uint8_t *wall_side, uint8_t *corridor_type);

/* Take back the connection added last. Fails when there is none. */
uint8_t remove_last_connection_from_room(uint8_t room);

/* Has any connection of the room its door in this wall. */
uint8_t wall_has_doors(uint8_t room, uint8_t wall_side);

#endif
