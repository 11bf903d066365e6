/* Which drawings suit a room. */
#ifndef UNDERCROFT_FURNISH_SUITING_H
#define UNDERCROFT_FURNISH_SUITING_H

#include "core/drawings/filling.h"
#include "core/generation.h"
#ifdef PLACES_HAVE_SHAPES
#include "core/inner_rectangle.h"
#else
#include "core/place_area.h"
#endif
#include "core/places.h"
#include "core/zone_of_room.h"

/* In how many rooms each drawing is, and its weight for this room: 0 if it does not suit. */
static uint8_t furnish_used[FURNISH_DRAWINGS];
static uint8_t furnish_weights[FURNISH_DRAWINGS];

/* The drawings of this use: the number of the first one, and that behind the last one. */
static uint8_t furnish_first, furnish_behind;

/* The room: its rectangle, and bits for its shape and its zone. */
static uint8_t furnish_x, furnish_y, furnish_width, furnish_height;
#if FURNISH_LOOKS_AT_SHAPES
static uint8_t furnish_shape;
#endif
#if FURNISH_LOOKS_AT_ZONES
static uint8_t furnish_zone;
#endif

#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_ZONES
static const uint8_t furnish_bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
#endif

#if FURNISH_LOOKS_AT_PURPOSES
static uint8_t furnish_purpose;
#endif

/* Begin with a room: see how large it is, which shape it has and where it is. */
static void begin_furnished(uint8_t number)
{
#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_ZONES
    uint8_t value;
#endif
#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_PURPOSES
    REGISTER struct place_record *place;
#endif

#if FURNISH_LOOKS_AT_ZONES
    value = PLACE_NOT_KNOWN;
#if !ALL_FURNISH_SEES_ZONES
    if (FURNISH_SEES_ZONES)
#endif
        value = zone_of_room(number);
    if (value > 3)
        value = 3;
    furnish_zone = furnish_bit[value];
#endif
#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_PURPOSES
    place = PLACE_RECORD(number);
#endif
#if FURNISH_LOOKS_AT_PURPOSES
    furnish_purpose = PLACE_GET_PURPOSE(place);
#endif
#if FURNISH_LOOKS_AT_SHAPES
    value = PLACE_GET_SHAPE(place);
    if (value > OTHER_SHAPES)
        value = OTHER_SHAPES;
    furnish_shape = furnish_bit[value];
#endif
#ifdef PLACES_HAVE_SHAPES
    inner_rectangle(number);
#else
    place_area(number);
#endif
    furnish_x = populated_x;
    furnish_y = populated_y;
    furnish_width = populated_width;
    furnish_height = populated_height;
}

#if FURNISH_LOOKS_AT_PURPOSES
/* Whether a drawing suits the purpose of the room. */
static uint8_t suits_purpose(uint8_t number)
{
    uint8_t at, left;

    left = FURNISH_PURPOSE_COUNT[number];
    if (left == 0)
        return 1;
    at = FURNISH_PURPOSES_AT[number];
    do {
        if (FURNISH_PURPOSES[at] == furnish_purpose)
            return 1;
        ++at;
        --left;
    } while (left != 0);
    return 0;
}
#endif

/* Whether a drawing suits the room. */
static uint8_t suits_room(uint8_t number)
{
    uint8_t across, down;

    if (furnish_used[number] == FURNISH_MOST[number])
        return 0;
    if (furnish_width < FURNISH_LEAST_WIDTH[number] || furnish_width > FURNISH_MOST_WIDTH[number])
        return 0;
    if (furnish_height < FURNISH_LEAST_HEIGHT[number] || furnish_height > FURNISH_MOST_HEIGHT[number])
        return 0;
#if FURNISH_LOOKS_AT_SHAPES
    if (!(FURNISH_SHAPES[number] & furnish_shape))
        return 0;
#endif
#if FURNISH_LOOKS_AT_ZONES
    if (!(FURNISH_ZONES[number] & furnish_zone))
        return 0;
#endif
#if FURNISH_LOOKS_AT_PURPOSES
    if (!suits_purpose(number))
        return 0;
#endif
    across = FURNISH_NEED_ACROSS[number];
    down = FURNISH_NEED_DOWN[number];
    if (across <= furnish_width && down <= furnish_height)
        return 1;
    return (FURNISH_TURNS[number] & DRAWING_TURNED) && down <= furnish_width && across <= furnish_height;
}

#endif
