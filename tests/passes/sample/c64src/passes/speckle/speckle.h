/* Single walls on the floor, by chance. */

#include "core/get_tile.h"

#include "passes/speckle/speckling.h"
