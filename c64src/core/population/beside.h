/* Placing entities beside another one. The twin of pygen/engine/population/beside.py. */
#ifndef UNDERCROFT_POPULATION_BESIDE_H
#define UNDERCROFT_POPULATION_BESIDE_H

#include "core/doorways.h"
#include "core/generation.h"
#include "core/population/areas.h"
#include "core/population/trying.h"

/* The ways to the eight tiles around one, clockwise from the one above; a byte adds 255 as -1. */
static const uint8_t company_x[8] = { 0, 1, 1, 1, 0, 255, 255, 255 };
static const uint8_t company_y[8] = { 255, 255, 0, 1, 1, 1, 0, 255 };

/* The entity around which others are placed, on which side, and how many sides are left. */
WORK uint8_t company_at, company_side, company_sides;
#ifdef HAS_PACKS
/* How many others. */
WORK uint8_t company_to_do;
#endif
#ifdef HAS_GUARDS
/* The entity around which guards are placed after that, and whether the kind of the guard is still to be chosen. */
WORK uint8_t company_next, is_guard_new;
#endif

/* Begin to place around entity company_at. */
static void begin_company(void)
{
    company_sides = 0;
}

/* Try the next side: 1 if it is free floor of the area, and far enough from the up stairs. */
static NOINLINE uint8_t try_beside(void)
{
    REGISTER struct entity_record *entity;

    if (company_sides == 0) {
        company_side = random_below(8);
        company_sides = 8;
    }
    --company_sides;
    entity = ENTITY_RECORD(company_at);
    tried_x = ENTITY_GET_X(entity) + company_x[company_side];
    tried_y = ENTITY_GET_Y(entity) + company_y[company_side];
    company_side = (company_side + 1) & 7;
    if ((uint8_t)(tried_x - populated_x) >= populated_width || (uint8_t)(tried_y - populated_y) >= populated_height)
        return 0;
    if (is_too_near())
        return 0;
    return is_free_floor(tried_x, tried_y);
}

#endif
