/* The values of open parameters where there is no module. */
#ifndef UNDERCROFT_HARNESS_OPEN_REQUEST_H
#define UNDERCROFT_HARNESS_OPEN_REQUEST_H

#include "program.h"

extern uint8_t open_request[OPENED];
#define OPEN_REQUEST open_request

/* How many values there are; 0: dungeons keep those that they have, at first those of the spec. */
extern uint8_t open_count;

#endif
