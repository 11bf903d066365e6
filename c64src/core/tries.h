/* Building a dungeon again that does not meet its requirements. Included by the emitted unit of a dungeon that
 * has any, behind what it says of its tries. With it the twin of pygen/engine/generator/requirements.py.
 */
#ifndef UNDERCROFT_TRIES_H
#define UNDERCROFT_TRIES_H

#include "core/generation.h"
#include "core/streams.h"

#ifdef TRIES_MADE

/* The state from which the seed of the last try was mixed. It is kept from try to try, through all phases. */
static uint16_t seeds_state;

/* Begin again from the next seed. Some 4,000 cycles. */
static NOINLINE void begin_next_try(void)
{
    uint8_t number;

    number = TRIES_MADE;
    if (number == 1) {
        seeds_state = stream_seed(TRIES_STREAM);
    } else {
        random_low = (uint8_t)seeds_state;
        random_high = (uint8_t)(seeds_state >> 8);
        floor_number = 1;
        floor_seed();
        seeds_state = WORD_OF(floor_seed_high, floor_seed_low);
    }
    first_state = seeds_state;
    random_seed(stream_seed(TRIES_STREAM));
#ifdef SALT_STREAM
    begin_salted();
#endif
    start_try(number + 1);
    phase_done(0);
}

/* A requirement is not met. In the last try the dungeon stays as it is. 1 if it was begun again. */
static NOINLINE uint8_t reject_try(void)
{
    if (TRIES_MADE == TRIES_ALLOWED) {
        SUMMARY->status |= STATUS_NOT_AS_REQUIRED;
        stage = PHASE_DONE;
        return 0;
    }
    begin_next_try();
    return 1;
}

#ifdef COUNTS_OF_REQUIRED
/* Figures of passes that are required. */
WORK uint8_t required_counts[COUNTS_OF_REQUIRED];
#endif

#ifdef COUNTS_OF_ENTITIES
/* How many entities there were before the pass. */
WORK uint8_t entities_before;
#endif

#ifdef COUNTS_OF_KINDS
/* The figure that is being counted, and the entity that is looked at next. */
WORK uint8_t required_count, entity_counted;

/* One step of counting the entities that the pass has added: for the figures from `first` to before
 * `behind`, those of the kind of each. 1 if all are counted; the step has done nothing then. Some
 * 4,000 cycles with OSCAR64, 7,000 with cc65. */
static NOINLINE uint8_t count_entities(uint8_t first, uint8_t behind)
{
    uint8_t left, kind, count;
    REGISTER struct entity_record *entity;

    if (stage == 0) {
        stage = 1;
        required_count = first;
        required_counts[first] = 0;
        entity_counted = entities_before;
    }
    if (required_count == behind)
        return 1;
    kind = required_kinds[required_count];
    count = required_counts[required_count];
    for (left = ROWS_COUNTED;; --left) {
        if (entity_counted == COUNT_OF_ENTITIES) {
            required_counts[required_count] = count;
            ++required_count;
            if (required_count != behind) {
                required_counts[required_count] = 0;
                entity_counted = entities_before;
            }
            return 0;
        }
        if (left == 0)
            break;
        entity = ENTITY_RECORD(entity_counted);
        if (ENTITY_GET_KIND(entity) == kind)
            ++count;
        ++entity_counted;
    }
    required_counts[required_count] = count;
    return 0;
}
#endif

#endif

#endif
