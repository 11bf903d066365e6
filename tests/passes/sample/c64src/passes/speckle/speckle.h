/* Single walls on the floor, by chance. */
#ifndef UNDERCROFT_SPECKLE_SPECKLE_H
#define UNDERCROFT_SPECKLE_SPECKLE_H

#include "passes/speckle/speckling.h"

#endif
