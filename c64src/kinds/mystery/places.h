/* Random tiles for things, each as likely as any other that fits. */
#ifndef UNDERCROFT_MYSTERY_PLACES_H
#define UNDERCROFT_MYSTERY_PLACES_H

#include "core/generation.h"
#include "kinds/mystery/entities.h"
#include "kinds/mystery/ground.h"

/* The rounds in which things are placed. */
#define STAIRS_ROUND 0
#define HIDDEN_ROUND 1
#define ITEM_ROUND 2
#define BURIED_ROUND 3
#define LOOT_ROUND 4
#define TRAP_ROUND 5
#define START_ROUND 6
#define ENEMY_ROUND 7
#define HOUSE_ENEMY_ROUND 8
#define ROUNDS 9
#if SOME_THINGS_LEAST_STEPS
/* How a start is chosen that is far from the stairs, before there are things: what is near is FREE then. */
#define FAR_ROUND 9
#define ROUNDS_IN_TABLES 10
#else
#define ROUNDS_IN_TABLES 9
#endif

/* What the tile of a thing needs, by rounds: the bits to look at, and how they must be. None but a
 * buried thing is put into a shop. */
static const uint8_t round_mask[ROUNDS_IN_TABLES] = {
    ROOM_FLOOR | KEPT, ROOM_FLOOR | KEPT, ROOM_FLOOR | HOUSE, TERRAIN, ZONE | JUNCTION,
    ROOM_FLOOR | HAS_ITEM, ROOM_FLOOR | HAS_ITEM | FREE, ROOM_FLOOR | HAS_ITEM,
    TERRAIN | IN_ROOM | ZONE,
#if SOME_THINGS_LEAST_STEPS
    ROOM_FLOOR | KEPT | FREE
#endif
};
static const uint8_t round_value[ROUNDS_IN_TABLES] = {
    ON_FLOOR, ON_FLOOR, ON_FLOOR, WALL, HOUSE, ON_FLOOR, ON_FLOOR | FREE, ON_FLOOR,
    ON_FLOOR | HOUSE,
#if SOME_THINGS_LEAST_STEPS
    ON_FLOOR
#endif
};

/* The round. */
WORK uint8_t thing_round;

/* The tile that was found. */
WORK uint8_t place_x, place_y;

/* How many things of the round are left. */
WORK uint8_t things_left;

#if NUMBERS_IS_EXACT
#include "kinds/mystery/exact_places.h"
#else
#include "kinds/mystery/lean_places.h"
#endif

#endif
