/* The pass `purposes`: rooms are chosen by reservoir sampling. */
#ifndef UNDERCROFT_PURPOSES_CHOOSING_H
#define UNDERCROFT_PURPOSES_CHOOSING_H

#include "core/generation.h"
#include "core/once_missing.h"
#include "core/place_area.h"
#include "core/places.h"
#include "core/random16.h"
#include "core/room_sorts.h"
#if SOME_PURPOSES_HAVE_ZONES
#include "core/zone_of_room.h"
#endif
#if SOME_PURPOSES_HAVE_NEIGHBOURS
#include "passes/purposes/beside.h"
#endif

/* What `stage` says: what is done next. */
#define PURPOSES_ZONES 1
#define PURPOSES_LOOK 2
#define PURPOSES_GIVE 3
#define PURPOSES_BEGIN_OTHERS 4
#define PURPOSES_TRY 5
#define PURPOSES_MARK 6

/* The bytes of a rule. */
#define RULE_NUMBER 0
#define RULE_WEIGHT 1
#define RULE_LEAST 2
#define RULE_MOST 3
#define RULE_MIN_WIDTH 4
#define RULE_MAX_WIDTH 5
#define RULE_MIN_HEIGHT 6
#define RULE_MAX_HEIGHT 7
#define RULE_MIN_AREA 8
#define RULE_MAX_AREA 10
#define RULE_SHAPES 12
#define RULE_ZONES 13
#define RULE_BESIDE 14
#define RULE_MARK 15

/* A byte of the rule that begins at `rule_at`. The sum is constant, so this takes an index of one byte. */
#define RULE_GET(part) ((PURPOSES_RULES + (part))[rule_at])

/* How many rooms have each purpose, by its number. */
WORK uint8_t rooms_of_purpose[MOST_PURPOSES + 1];

/* The rooms that are chosen for the least number of a purpose; how many fit it, how many are chosen, and which of these
 * is next. */
WORK uint8_t purposed_rooms[MOST_LEAST], purposes_seen, purposes_chosen, purposed_at;

/* Where the rule begins that is tried, and the one that is chosen; RULES_END stands for none. */
WORK uint8_t rule_at, rule_chosen;

/* The room that is looked at, how many are left, and the weights of the purposes that fit it. */
WORK uint8_t purposed_room, purposed_left, purposed_weights;

#if SOME_PURPOSES_HAVE_ZONES || SOME_PURPOSES_HAVE_SHAPES
static const uint8_t purpose_bit[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };
#endif
#if SOME_PURPOSES_HAVE_ZONES
/* The bit of its zone, */
WORK uint8_t purposed_zone;
#endif
#if SOME_PURPOSES_HAVE_SHAPES
/* and that of its shape; */
WORK uint8_t purposed_shape;
#endif
#if SOME_PURPOSES_HAVE_AREAS
/* its tiles. */
WORK uint16_t purposed_area;
#endif

/* Look at the room: 0 if it gets no purpose. Takes up to some 250 cycles with OSCAR64. */
static NOINLINE uint8_t look_at_place(void)
{
    struct place_record *place;
#if SOME_PURPOSES_HAVE_ZONES || SOME_PURPOSES_HAVE_SHAPES
    uint8_t value;
#endif

    place = PLACE_RECORD(purposed_room);
    if (PLACE_GET_PURPOSE(place) != 0 || PLACE_GET_VAULT(place) != 0 || !IS_ROOM(purposed_room))
        return 0;
    if (!PURPOSES_SECRET_ROOMS && IS_SECRET_ROOM(purposed_room))
        return 0;
#if SOME_PURPOSES_HAVE_ZONES
    value = PLACE_GET_DISTANCE(place);
    value &= 7;
    purposed_zone = purpose_bit[value];
#endif
#if SOME_PURPOSES_HAVE_SHAPES
    value = PLACE_GET_SHAPE(place);
    if (value > 7)
        value = 7;
    purposed_shape = purpose_bit[value];
#endif
    place_area(purposed_room);
#if SOME_PURPOSES_HAVE_AREAS
    purposed_area = (uint16_t)populated_width * populated_height;
#endif
    return 1;
}

/* Whether the room is as the rule wants it. Takes up to some 150 cycles with OSCAR64. */
static NOINLINE uint8_t fits_purpose(void)
{
    if (RULE_GET(RULE_MIN_WIDTH) > populated_width || RULE_GET(RULE_MAX_WIDTH) < populated_width
        || RULE_GET(RULE_MIN_HEIGHT) > populated_height || RULE_GET(RULE_MAX_HEIGHT) < populated_height)
        return 0;
#if SOME_PURPOSES_HAVE_AREAS
    if (purposed_area < WORD_OF(RULE_GET(RULE_MIN_AREA + 1), RULE_GET(RULE_MIN_AREA)))
        return 0;
    if (purposed_area > WORD_OF(RULE_GET(RULE_MAX_AREA + 1), RULE_GET(RULE_MAX_AREA)))
        return 0;
#endif
#if SOME_PURPOSES_HAVE_SHAPES
    if ((RULE_GET(RULE_SHAPES) & purposed_shape) == 0)
        return 0;
#endif
#if SOME_PURPOSES_HAVE_ZONES
    if ((RULE_GET(RULE_ZONES) & purposed_zone) == 0)
        return 0;
#endif
#if SOME_PURPOSES_HAVE_NEIGHBOURS
    if (RULE_GET(RULE_BESIDE) & (uint8_t)~room_marks[purposed_room])
        return 0;
#endif
    return 1;
}

/* Begin to look at all rooms for the next purpose that must have some; without one go on with all others. */
static NOINLINE void begin_least(void)
{
    for (; rule_at != PURPOSES_RULES_END; rule_at += RULE_BYTES) {
        if (RULE_GET(RULE_LEAST) != 0) {
            purposes_seen = 0;
            purposed_room = 0;
            stage = PURPOSES_LOOK;
            return;
        }
    }
    stage = PURPOSES_BEGIN_OTHERS;
}

/* Go on with the next purpose that must have rooms, or with all others. */
static NOINLINE void next_least(void)
{
    rule_at += RULE_BYTES;
    begin_least();
}

/* One step of choosing rooms for a purpose that must have some. */
static NOINLINE void look_for_least(void)
{
    uint8_t left, least, slot;

    least = RULE_GET(RULE_LEAST);
    for (left = ROOMS_LOOKED_AT; left != 0 && purposed_room != COUNT_OF_PLACES; --left) {
        if (look_at_place() && fits_purpose()) {
            slot = purposes_seen;
            ++purposes_seen;
            if (slot >= least)
                slot = random_below(purposes_seen);
            if (slot < least)
                purposed_rooms[slot] = purposed_room;
        }
        ++purposed_room;
    }
    if (purposed_room != COUNT_OF_PLACES)
        return;
    purposes_chosen = least;
    while (purposes_seen < purposes_chosen) {
        --purposes_chosen;
        leave_out(STATUS_NOT_ALL_PLACED);
        once_missing = 1;
    }
    purposed_at = 0;
    stage = PURPOSES_GIVE;
    if (purposes_chosen == 0)
        next_least();
}

/* Go on behind a room that was given a purpose. */
static NOINLINE void go_on_with_purposes(void)
{
    stage = PURPOSES_TRY;
    if (rule_at == PURPOSES_RULES_END)
        return;
    stage = PURPOSES_GIVE;
    if (purposed_at == purposes_chosen)
        next_least();
}

/* Give the purpose of the rule `rule_chosen` to the room, and go on: mark rooms beside it if others want that. */
static NOINLINE void give_purpose(void)
{
    uint8_t number;
    struct place_record *place;

    number = (PURPOSES_RULES + RULE_NUMBER)[rule_chosen];
    ++rooms_of_purpose[number];
    place = PLACE_RECORD(purposed_room);
    PLACE_SET_PURPOSE(place, number);
#if SOME_PURPOSES_HAVE_NEIGHBOURS
    beside_mark = (PURPOSES_RULES + RULE_MARK)[rule_chosen];
    if (beside_mark != 0) {
        marked_beside = purposed_room;
        beside_next = 0;
        begin_marking(marked_beside);
        stage = PURPOSES_MARK;
        return;
    }
#endif
    go_on_with_purposes();
}

/* Begin with the next room. */
static void next_purposed_room(void)
{
    ++purposed_room;
    if (purposed_room == COUNT_OF_PLACES)
        purposed_room = 0;
    --purposed_left;
    rule_chosen = PURPOSES_RULES_END;
    rule_at = 0;
}

/* Begin with the rooms that are left: at a random one. */
static void begin_others(void)
{
    purposed_left = COUNT_OF_PLACES;
    purposed_room = 0;
    if (purposed_left != 0)
        purposed_room = random_below(purposed_left);
    rule_at = 0;
    rule_chosen = PURPOSES_RULES_END;
    stage = PURPOSES_TRY;
}

/* Try the rule for the room. */
static NOINLINE void try_purpose(void)
{
    uint8_t weight, value;

    weight = RULE_GET(RULE_WEIGHT);
    value = RULE_GET(RULE_NUMBER);
    value = rooms_of_purpose[value];
    if (weight == 0 || value >= RULE_GET(RULE_MOST))
        return;
    if (fits_purpose()) {
        purposed_weights += weight;
        value = random_below(purposed_weights);
        if (value < weight)
            rule_chosen = rule_at;
    }
}

/* One step of giving purposes to the rooms that are left: some rules are tried. */
static NOINLINE void try_purposes(void)
{
    uint8_t left;

    if (rule_at == PURPOSES_RULES_END)
        next_purposed_room();
    for (left = PURPOSES_TRIED; left != 0; --left) {
        if (purposed_left == 0)
            break;
        if (rule_at == 0) {
            purposed_weights = PURPOSES_PLAIN;
            if (look_at_place() == 0) {
                next_purposed_room();
                continue;
            }
        }
        try_purpose();
        rule_at += RULE_BYTES;
        if (rule_at == PURPOSES_RULES_END) {
            if (rule_chosen != PURPOSES_RULES_END) {
                give_purpose();
                return;
            }
            next_purposed_room();
        }
    }
    if (purposed_left == 0)
        stage = PHASE_DONE;
}

/* One step of giving rooms their purposes. */
static void give_purposes(void)
{
    uint8_t number;

    switch (stage) {
    case 0:
        for (number = MOST_PURPOSES + 1; number != 0;) {
            --number;
            rooms_of_purpose[number] = 0;
        }
#if SOME_PURPOSES_HAVE_NEIGHBOURS
        for (number = COUNT_OF_PLACES; number != 0;) {
            --number;
            room_marks[number] = 0;
        }
#endif
        once_missing = 0;
        rule_at = 0;
        purposed_room = 0;
#if SOME_PURPOSES_HAVE_ZONES
        stage = PURPOSES_ZONES;
        if (PURPOSES_HAVE_ZONES)
            return;
#endif
        begin_least();
        return;
#if SOME_PURPOSES_HAVE_ZONES
    case PURPOSES_ZONES:
        for (number = ROOMS_ZONED; number != 0 && purposed_room != COUNT_OF_PLACES; --number) {
            zone_of_room(purposed_room);
            ++purposed_room;
        }
        if (purposed_room == COUNT_OF_PLACES)
            begin_least();
        return;
#endif
    case PURPOSES_LOOK:
        look_for_least();
        return;
    case PURPOSES_GIVE:
        purposed_room = purposed_rooms[purposed_at];
        ++purposed_at;
        rule_chosen = rule_at;
        give_purpose();
        return;
    case PURPOSES_BEGIN_OTHERS:
        begin_others();
        /* fall through */
    case PURPOSES_TRY:
        try_purposes();
        return;
#if SOME_PURPOSES_HAVE_NEIGHBOURS
    default:
        if (mark_beside())
            go_on_with_purposes();
        return;
#endif
    }
}

#endif
