/* What keep_regions tells the search for tunnels after it. */
#ifndef UNDERCROFT_PLANE_STEPS_OF_KEPT_H
#define UNDERCROFT_PLANE_STEPS_OF_KEPT_H

#include "core/platform.h"

/* How many steps the flood of the region took that was kept last. */
WORK uint16_t steps_of_kept;

#endif
