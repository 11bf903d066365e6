/* The values of open parameters, by dungeon, as the player has chosen them. They are kept while the
 * program runs. */
#ifndef UNDERCROFT_OPENED_H
#define UNDERCROFT_OPENED_H

#include "core/platform.h"
#include "program.h"

#ifdef OPENED

/* The answer of a module to a request with values that it refuses. */
#define VALUES_ARE_REFUSED 0xFF

/* What is to be said then. */
extern const char values_are_refused_text[];

/* Choose the dungeon that the others are about. */
void open_choose(uint8_t dungeon);

/* How many open parameters it has; of each its name in words, its least and its greatest value, that
 * of the spec, and that which the player has chosen. */
extern uint8_t opened_count;
extern const char *const *opened_words;
extern const uint8_t *opened_least, *opened_most, *opened_in_spec;
extern uint8_t *opened_values;

/* 1 if all have the values of the spec, else 0. */
uint8_t open_is_as_in_spec(void);

/* Put the values of the spec back. */
void open_put_back(void);

/* 1 if the values go together, else 0: then these are the two that do not, and the second one would
 * have to be in this range. It is empty if no value of the second goes with that of the first. */
uint8_t open_goes_together(void);
extern uint8_t broken_first, broken_second, broken_least, broken_most;

#endif

#endif
