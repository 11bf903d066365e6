/* The phase `features`: a first room, what is added to it, and loops. */
#ifndef UNDERCROFT_ACCRETION_FEATURES_PHASE_H
#define UNDERCROFT_ACCRETION_FEATURES_PHASE_H

#include "core/generation.h"
#include "kinds/accretion/common.h"
#include "kinds/accretion/features.h"
#include "kinds/accretion/growing.h"
#include "kinds/accretion/loops.h"

/* Begin with nothing. */
static void begin_building(void)
{
    site_count = 0;
    gap_count = 0;
    feature_count = 0;
    follows_corridor = 0;
    returns = 0;
    treasures = 0;
    attempts_left = 0;
    begin_loops();
}

/* One step of letting a dungeon grow, then opening loops in it. */
static void build_features(void)
{
#if !WALLS_PICK_IS_BLIND
    /* Half of all steps. */
    if (stage == TRY_WALL) {
        try_candidates();
        return;
    }
#endif
    if (stage < CHECK_SITES) {
        if (stage == BEGIN_GROWTH)
            begin_building();
        grow();
    } else
        open_loops();
}

#endif
