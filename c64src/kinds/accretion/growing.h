/* How a dungeon grows: feature after feature, each through a wall of those that are there. */
#ifndef UNDERCROFT_ACCRETION_GROWING_H
#define UNDERCROFT_ACCRETION_GROWING_H

#include "core/generation.h"
#include "core/get_tile.h"
#include "kinds/accretion/common.h"
#include "kinds/accretion/drawing.h"
#include "kinds/accretion/features.h"
#include "kinds/accretion/shapes.h"

/* How many features may still be tried at the wall; the wall that is remembered next. */
WORK uint8_t attempts_left, next_turn;

#if WALLS_PICK_IS_BLIND
/* At how many tiles a wall may still be looked for. */
WORK uint16_t blind_attempts_left;
#endif

/* Put the first room into the middle of the map. */
static void place_first(void)
{
    site_x = 255;
    site_y = 255;
    site_side = LEFT_WALL;
    site_feature = NO_FEATURE;
    feature_kind = ROOM;
    choose_size();
    box_left = (uint8_t)(MAP_WIDTH - feature_depth) >> 1;
    box_right = SPAN_LAST(box_left, feature_depth);
    box_top = (uint8_t)(MAP_HEIGHT - feature_breadth) >> 1;
    box_bottom = SPAN_LAST(box_top, feature_breadth);
}

/* Find the shape of a feature, and begin to draw it. */
static void begin_drawing(void)
{
    shape_feature();
    next_box = 0;
    box_at = 0;
    boxes_to_draw = box_count;
#if HAS_VAULTS
    if (feature_kind >= VAULT)
        boxes_to_draw = VAULT_BOXES[feature_kind - VAULT];
#endif
    stage = DRAW_BOXES;
}

/* Go on with a feature that fits; a cave takes a step of its own to be shaped. */
static void begin_feature(void)
{
    if (feature_kind == CAVE)
        stage = SHAPE;
    else
        begin_drawing();
}

/* No other feature is added: loops are next. */
static void end_growth(void)
{
    if (feature_count < FEATURES_MOST)
        SUMMARY->status |= STATUS_FEWER_PARTS;
    stage = CHECK_SITES;
}

#if !WALLS_PICK_IS_BLIND

/* One step of trying features at walls from the list until one fits or there is no wall left: one
 * feature, or a wall where there is no ground for any. */
static void try_candidates(void)
{
    if (attempts_left == 0) {
        if (site_count == 0) {
            end_growth();
            return;
        }
        if (!take_site())
            return;
        attempts_left = WALLS_ATTEMPTS;
    }
    --attempts_left;
    if (try_feature())
        begin_feature();
    else if (attempts_left == 0)
        return_site();
}

#else

/* Look at a random tile; 1 if it is a wall through which a feature may be added. Of several tiles of
 * floor beside it, the one below counts first, then those to the left, above and to the right. */
static uint8_t probe(void)
{
    uint8_t x, y;

    x = random_below(MAP_WIDTH - 2);
    ++x;
    y = random_below(MAP_HEIGHT - 2);
    ++y;
    if (get_tile(x, y) != TILE_WALL)
        return 0;
    if (get_tile(x, y + 1) == TILE_FLOOR)
        site_side = TOP_WALL;
    else if (get_tile(x - 1, y) == TILE_FLOOR)
        site_side = RIGHT_WALL;
    else if (get_tile(x, y - 1) == TILE_FLOOR)
        site_side = BOTTOM_WALL;
    else if (get_tile(x + 1, y) == TILE_FLOOR)
        site_side = LEFT_WALL;
    else
        return 0;
    site_x = x;
    site_y = y;
    return 1;
}

/* One step of trying features at random tiles until one fits or none does: a few tiles, one feature,
 * or a part of the search for the feature to which it is added. */
static void try_blindly(void)
{
    uint8_t left;

    switch (stage) {
    case PROBE:
        for (left = PROBED_AT_ONCE; left != 0 && blind_attempts_left != 0; --left) {
            --blind_attempts_left;
            if (probe()) {
                stage = TRY_BLINDLY;
                return;
            }
        }
        if (blind_attempts_left == 0)
            end_growth();
        return;
    case TRY_BLINDLY:
        stage = PROBE;
        if (try_feature()) {
            begin_find(site_x - beyond_x[site_side], site_y - beyond_y[site_side]);
            stage = FIND_PARENT;
        }
        return;
    default:
        if (!find_feature())
            return;
        /* An opening belongs to no feature; nothing is added to it, nor to a vault. */
        stage = PROBE;
        if (found_feature != NO_FEATURE
            && FEATURE_GET_KIND(FEATURE_RECORD(found_feature)) < VAULT) {
            site_feature = found_feature;
            begin_feature();
        }
    }
}

#endif

/* Open the wall, and write the feature's record. */
static void record_feature(void)
{
    uint8_t state;
#if HAS_VAULTS
    uint8_t vault;
#endif
    struct feature_record *record;

    state = 0;
    record = FEATURE_RECORD(feature_count);
    if (site_feature != NO_FEATURE) {
        open_site();
        join_to(site_feature);
    }
#if HAS_VAULTS
    if (feature_kind >= VAULT) {
        vault = feature_kind - VAULT;
        if (VAULT_IS_HIDDEN[vault])
            state = HIDDEN;
        if (VAULT_TREASURES[vault])
            state |= HAS_TREASURE;
        treasures += VAULT_TREASURES[vault];
        ACCRETION_FIGURES_SET_TREASURES(FIGURES, treasures);
    }
#endif
    FEATURE_SET_DOOR_X(record, site_x);
    FEATURE_SET_DOOR_Y(record, site_y);
    FEATURE_SET_PARENT(record, site_feature);
    FEATURE_SET_KIND(record, feature_kind);
    FEATURE_SET_X(record, box_left);
    FEATURE_SET_Y(record, box_top);
    FEATURE_SET_W(record, box_right - box_left + 1);
    FEATURE_SET_H(record, box_bottom - box_top + 1);
    FEATURE_SET_STATE(record, state);
    ++feature_count;
    ACCRETION_FIGURES_SET_FEATURES(FIGURES, feature_count);
}

/* How many walls wait. Not inlined, because OSCAR64 would take the number that it has read before a
 * kernel has changed it. */
static NOINLINE uint8_t walls_waiting(void)
{
    return site_count;
}

/* Remember a random place in the feature's wall on this side. */
#define add_wall_on(side) (added_side = (side), add_wall())

/* Record the feature that was drawn, and remember its walls: first that behind, then those aside,
 * then that ahead. A corridor has none behind, and the next feature is tried at its end. A vault has
 * none at all. In one step, or one for each wall of an uneven shape. */
static void finish_feature(void)
{
    uint8_t waiting;

    if (stage == FINISH) {
        record_feature();
        if (feature_kind == CROSS || feature_kind == CIRCLE || feature_kind == CAVE) {
            next_turn = 1;
            stage = ADD_WALLS;
            return;
        }
        if (feature_kind < VAULT) {
            if (feature_kind == ROOM)
                add_wall_on(site_side ^ 1);
            add_wall_on(site_side ^ 2);
            add_wall_on(site_side ^ 3);
            waiting = walls_waiting();
            add_wall_on(site_side);
            if (feature_kind == CORRIDOR && walls_waiting() != waiting)
                follows_corridor = 1;
        }
    } else {
        added_side = site_side ^ next_turn;
        add_uneven_wall();
        next_turn = (next_turn + 1) & 3;
        if (next_turn != 1)
            return;
    }
    if (feature_count == FEATURES_MOST) {
        end_growth();
        return;
    }
    attempts_left = 0;
#if WALLS_PICK_IS_BLIND
    blind_attempts_left = WALLS_BLIND_ATTEMPTS;
    stage = PROBE;
#else
    stage = TRY_WALL;
#endif
}

/* One step of adding features until there are as many as are wanted, or no more fit. */
static void grow(void)
{
    switch (stage) {
    case BEGIN_GROWTH:
        place_first();
        begin_feature();
        return;
    case SHAPE:
        begin_drawing();
        return;
    case DRAW_BOXES:
        draw_some_boxes();
        return;
#if HAS_VAULTS
    case DRAW_MARKS:
        draw_marks();
        return;
#endif
    case FINISH:
    case ADD_WALLS:
        finish_feature();
        return;
#if WALLS_PICK_IS_BLIND
    default:
        try_blindly();
#endif
    }
}

#endif
