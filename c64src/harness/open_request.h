/* The values of open parameters where there is no module. */
#ifndef UNDERCROFT_HARNESS_OPEN_REQUEST_H
#define UNDERCROFT_HARNESS_OPEN_REQUEST_H

#include "core/platform.h"

#define MOST_OPEN 16

extern uint8_t open_request[MOST_OPEN];
#define OPEN_REQUEST open_request

/* How many values there are; 0: dungeons keep those that they have, at first those of the spec. */
extern uint8_t open_count;

#endif
