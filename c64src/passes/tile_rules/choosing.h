/* Choosing which tile is decided next: the undecided one with the fewest possible looks. */
#ifndef UNDERCROFT_TILE_RULES_CHOOSING_H
#define UNDERCROFT_TILE_RULES_CHOOSING_H

#include "core/generation.h"
#include "core/get_look.h"
#include "core/plane/plane.h"
#include "passes/tile_rules/deciding.h"

/* Of the undecided tiles that were looked at, the one with the fewest possible looks. */
WORK uint8_t least_looks, least_x, least_y;
/* The fewest that any row may have. */
WORK uint8_t fewest_looks;

/* Begin to find a tile. */
static void begin_to_find(void)
{
    uint8_t y;

    y = first_undecided;
    while (y != MAP_HEIGHT - 1 && row_least[y] == NONE_LEFT)
        ++y;
    first_undecided = y;
    rules_y = y;
    fewest_looks = NONE_LEFT;
}

/* One step of finding the fewest possible looks that any row may have, and the first row that has so
 * many: some rows. */
static uint8_t compare_rows(void)
{
    uint8_t left, y;

    y = rules_y;
    for (left = ROWS_COMPARED; left != 0; --left) {
        if (row_least[y] < fewest_looks) {
            fewest_looks = row_least[y];
            least_y = y;
        }
        ++y;
        if (y == MAP_HEIGHT)
            return 1;
    }
    rules_y = y;
    return 0;
}

/* One step of finding the fewest possible looks of an undecided tile of row least_y, and the first tile
 * that has so many; one that has as few as the row may have ends the search. Some bytes. */
static uint8_t least_in_row(void)
{
    uint8_t left, at, bits, x, looks;
    REGISTER const uint8_t *row;

    row = undecided_tiles + plane_row[least_y];
    at = rules_at;
    for (left = LOOKS_COMPARED; left != 0; --left) {
        x = PLANE_FIRST_X(at);
        for (bits = row[at]; bits != 0; bits >>= 1) {
            if (bits & 1) {
                looks = get_look(x, least_y);
                if (looks < least_looks) {
                    least_looks = looks;
                    least_x = x;
                    if (looks == fewest_looks)
                        return 1;
                }
            }
            ++x;
        }
        ++at;
        if (at == PLANE_ROW_BYTES)
            return 1;
    }
    rules_at = at;
    return 0;
}

#endif
