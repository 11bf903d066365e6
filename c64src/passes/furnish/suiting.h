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
WORK uint8_t furnish_used[FURNISH_DRAWINGS];
WORK uint8_t furnish_weights[FURNISH_DRAWINGS];

/* The drawings of this use: the number of the first one, and that behind the last one. */
#if FURNISH_LISTS == 1
#define furnish_first 0
#define furnish_behind FURNISH_DRAWINGS
#else
WORK uint8_t furnish_first, furnish_behind;
#endif

/* The room: its number, its rectangle, and bits for its shape and its zone. */
WORK uint8_t furnished_room, furnish_x, furnish_y, furnish_width, furnish_height;
#if FURNISH_LOOKS_AT_SHAPES
WORK uint8_t furnish_shape;
#endif
#if FURNISH_LOOKS_AT_ZONES
WORK uint8_t furnish_zone;
#endif

#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_ZONES
static const uint8_t furnish_bit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
#endif

#if FURNISH_LOOKS_AT_PURPOSES
WORK uint8_t furnish_purpose;
#endif

/* Begin with a room: see how large it is, which shape it has and where it is. */
static NOINLINE void begin_furnished(void)
{
#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_ZONES
    uint8_t value;
#endif
#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_PURPOSES
    struct place_record *place;
#endif

#if FURNISH_LOOKS_AT_ZONES
    value = PLACE_NOT_KNOWN;
#if !ALL_FURNISH_SEES_ZONES
    if (FURNISH_SEES_ZONES)
#endif
        value = zone_of_room(furnished_room);
    if (value > 3)
        value = 3;
    furnish_zone = furnish_bit[value];
#endif
#if FURNISH_LOOKS_AT_SHAPES || FURNISH_LOOKS_AT_PURPOSES
    place = PLACE_RECORD(furnished_room);
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
    inner_rectangle(furnished_room);
#else
    place_area(furnished_room);
#endif
    furnish_x = populated_x;
    furnish_y = populated_y;
    furnish_width = populated_width;
    furnish_height = populated_height;
}

/* The drawing that is looked at, and whether it fits in the room as it is drawn and turned by a quarter. */
WORK uint8_t furnish_number, fits_level, fits_turned;

/* Find out how it fits. */
static NOINLINE void find_fits(void)
{
    uint8_t across, down;

    across = FURNISH_NEED_ACROSS[furnish_number];
    down = FURNISH_NEED_DOWN[furnish_number];
    fits_level = 0;
    fits_turned = 0;
    if (furnish_width >= across && furnish_height >= down)
        fits_level = 1;
    if ((FURNISH_TURNS[furnish_number] & DRAWING_TURNED) && furnish_width >= down && furnish_height >= across)
        fits_turned = 1;
}

#if FURNISH_LOOKS_AT_PURPOSES
/* Whether it suits the purpose of the room. */
static NOINLINE uint8_t suits_purpose(void)
{
    uint8_t at, left;

    left = FURNISH_PURPOSE_COUNT[furnish_number];
    if (left == 0)
        return 1;
    at = FURNISH_PURPOSES_AT[furnish_number];
    do {
        if (FURNISH_PURPOSES[at] == furnish_purpose)
            return 1;
        ++at;
        --left;
    } while (left != 0);
    return 0;
}
#endif

/* Whether it suits the room. */
static NOINLINE uint8_t suits_room(void)
{
    uint8_t number, used;

    number = furnish_number;
    used = furnish_used[number];
    if (FURNISH_MOST[number] == used || FURNISH_LEAST_WIDTH[number] > furnish_width
        || FURNISH_MOST_WIDTH[number] < furnish_width || FURNISH_LEAST_HEIGHT[number] > furnish_height
        || FURNISH_MOST_HEIGHT[number] < furnish_height)
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
    if (!suits_purpose())
        return 0;
#endif
    find_fits();
    return fits_level | fits_turned;
}

#endif
