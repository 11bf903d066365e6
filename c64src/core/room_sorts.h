/* What rooms are, by the kind's own records: whether one is a room of no use of its own, and whether it is hidden. */
#ifndef UNDERCROFT_ROOM_SORTS_H
#define UNDERCROFT_ROOM_SORTS_H

#include "core/places.h"

#ifdef PLACES_CAPACITY
#ifdef ROOMS_CAPACITY
#define IS_ROOM(number) 1
#define IS_SECRET_ROOM(number) (ROOM_GET_STATE(ROOM_RECORD(number)) & ROOM_STATE_SECRET)
#elif defined(CHAMBERS_CAPACITY)
/* The number of the use of plain chambers is 0. */
#define IS_ROOM(number) (CHAMBER_GET_USE(CHAMBER_RECORD(number)) == 0)
#define IS_SECRET_ROOM(number) 0
#else
#define IS_ROOM(number) (FEATURE_GET_KIND(FEATURE_RECORD(number)) != CORRIDOR)
#define IS_SECRET_ROOM(number) (FEATURE_GET_STATE(FEATURE_RECORD(number)) & HIDDEN)
#endif
#endif

#endif
