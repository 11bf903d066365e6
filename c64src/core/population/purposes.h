/* Rooms by their purposes: the twin is wants_room in pygen/engine/population/areas.py. */
#ifndef UNDERCROFT_POPULATION_PURPOSES_H
#define UNDERCROFT_POPULATION_PURPOSES_H

#include "core/places.h"

/* The purposes that are wanted: a bit for each number, those from 8 on in the second byte; all if none has one. */
WORK uint8_t wanted_purposes, wanted_purposes_high;

static const uint8_t wanted_bit[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };

/* Whether a room has a purpose that is wanted. */
static NOINLINE uint8_t wants_room(uint8_t number)
{
    uint8_t purpose, bits;
    REGISTER struct place_record *place;

    if ((wanted_purposes | wanted_purposes_high) == 0)
        return 1;
    place = PLACE_RECORD(number);
    purpose = PLACE_GET_PURPOSE(place);
    bits = wanted_purposes;
    if (purpose > 7)
        bits = wanted_purposes_high;
    return bits & wanted_bit[purpose & 7];
}

#endif
