/* The phase `secrets`: hidden dead ends, and treasures. */
#ifndef UNDERCROFT_ACCRETION_SECRETS_H
#define UNDERCROFT_ACCRETION_SECRETS_H

#include "core/generation.h"
#include "core/tilemap.h"
#include "kinds/accretion/features.h"

#define BEGIN_HIDING 0
#define HIDE 1
#define HIDDEN_FIRST 2
#define OTHERS 3

/* The feature that is next, how many are left to look at, the treasures still wanted, and how many
 * dead ends are hidden. */
WORK uint8_t next_secret, secrets_left, treasures_left, hidden_count;

/* Whether a feature leads nowhere, without stairs, and is no vault. */
static uint8_t is_dead_end(struct feature_record *record)
{
    return FEATURE_GET_KIND(record) < VAULT
        && (FEATURE_GET_STATE(record) & (LEADS_ON | HAS_STAIRS)) == 0;
}

/* One step of hiding dead ends by chance, in the order of the features, each behind a secret path; a
 * few. Corridors are not hidden. 1 at the end. */
static uint8_t hide_dead_ends(void)
{
    uint8_t left, state;
    struct feature_record *record;

    for (left = HIDDEN_AT_ONCE; left != 0; --left) {
        record = FEATURE_RECORD(next_secret);
        if (next_secret != 0 && is_dead_end(record) && FEATURE_GET_KIND(record) != CORRIDOR) {
            if (random_chance(SECRETS_ROOM_CHANCE)) {
                state = FEATURE_GET_STATE(record) | HIDDEN;
                FEATURE_SET_STATE(record, state);
                set_tile(FEATURE_GET_DOOR_X(record), FEATURE_GET_DOOR_Y(record), TILE_SECRET_PATH);
                ++hidden_count;
                ACCRETION_FIGURES_SET_HIDDEN(FIGURES, hidden_count);
            }
        }
        ++next_secret;
        if (next_secret == feature_count)
            return 1;
    }
    return 0;
}

/* Put a treasure into the middle of a feature, or at the end of a corridor. */
static void place_treasure(uint8_t number)
{
    uint8_t x, y, state;
    struct feature_record *record;

    record = FEATURE_RECORD(number);
    x = FEATURE_GET_X(record);
    y = FEATURE_GET_Y(record);
    if (FEATURE_GET_KIND(record) != CORRIDOR) {
        x += FEATURE_GET_W(record) >> 1;
        y += FEATURE_GET_H(record) >> 1;
    } else {
        /* The end that is at its upper left, unless that is beside the opening. */
        if (FEATURE_GET_DOOR_X(record) == (uint8_t)(x - 1))
            x += (uint8_t)(FEATURE_GET_W(record) - 1);
        if (FEATURE_GET_DOOR_Y(record) == (uint8_t)(y - 1))
            y += (uint8_t)(FEATURE_GET_H(record) - 1);
    }
    state = FEATURE_GET_STATE(record) | HAS_TREASURE;
    FEATURE_SET_STATE(record, state);
    set_tile(x, y, TILE_TREASURE);
    ++treasures;
    ACCRETION_FIGURES_SET_TREASURES(FIGURES, treasures);
}

/* One step of hiding dead ends, then putting treasures into dead ends: from a random feature on,
 * first into those that are hidden, then into others. It looks at a few features. */
static void place_secrets(void)
{
    uint8_t left, state;
    struct feature_record *record;

    switch (stage) {
    case BEGIN_HIDING:
        next_secret = 0;
        hidden_count = 0;
        stage = HIDE;
        /* fall through */
    case HIDE:
        if (!hide_dead_ends())
            return;
        treasures_left = SECRETS_TREASURES;
        next_secret = random_below(feature_count);
        secrets_left = feature_count;
        stage = HIDDEN_FIRST;
        return;
    default:
        for (left = VISITED_AT_ONCE; left != 0; --left) {
            if (treasures_left == 0) {
                stage = PHASE_DONE;
                return;
            }
            if (next_secret != 0) {
                record = FEATURE_RECORD(next_secret);
                if (is_dead_end(record)) {
                    state = FEATURE_GET_STATE(record) & HIDDEN;
                    if ((stage == HIDDEN_FIRST) == (state != 0)) {
                        place_treasure(next_secret);
                        --treasures_left;
                    }
                }
            }
            ++next_secret;
            if (next_secret == feature_count)
                next_secret = 0;
            --secrets_left;
            if (secrets_left == 0) {
                if (stage == HIDDEN_FIRST) {
                    secrets_left = feature_count;
                    stage = OTHERS;
                    return;
                }
                if (treasures_left != 0)
                    SUMMARY->status |= STATUS_FEWER_TREASURES;
                stage = PHASE_DONE;
                return;
            }
        }
    }
}

#endif
