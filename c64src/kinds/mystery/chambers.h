/* Writing down what a floor has: its rooms, and where its stairs and its start are. */
#ifndef UNDERCROFT_MYSTERY_CHAMBERS_H
#define UNDERCROFT_MYSTERY_CHAMBERS_H

#include "core/generation.h"
#include "kinds/mystery/ground.h"

/* Write down a room, and what it is. */
static void add_chamber(uint8_t cell)
{
    uint8_t use;
    REGISTER struct chamber_record *chamber;

    use = 0;
    if (cell_state[cell] & MAZE)
        use = 3;
    if (cell == shop_cell)
        use = 1;
    if (cell == house_cell)
        use = 2;
    chamber = CHAMBER_RECORD(FIGURES->chambers);
    CHAMBER_SET_X(chamber, cell_left[cell]);
    CHAMBER_SET_Y(chamber, cell_top[cell]);
    CHAMBER_SET_W(chamber, cell_right[cell] - cell_left[cell]);
    CHAMBER_SET_H(chamber, cell_bottom[cell] - cell_top[cell]);
    CHAMBER_SET_USE(chamber, use);
    ++FIGURES->chambers;
}

/* Write down the rooms, then the stairs and the start; a piece is a cell. */
static uint8_t write_chambers(void)
{
    uint8_t cell;

    if (work_y != down) {
        cell = cell_at(work_x, work_y);
        if ((cell_state[cell] & (LIVE | AWAY)) == LIVE)
            add_chamber(cell);
        ++work_x;
        if (work_x == across) {
            work_x = 0;
            ++work_y;
        }
        return 0;
    }
    if (start_x != NOWHERE) {
        SUMMARY->up_x = start_x;
        SUMMARY->up_y = start_y;
    } else
        SUMMARY->status |= STATUS_NO_UP_STAIRS;
    if (stairs_at_x != NOWHERE) {
        SUMMARY->down_x = stairs_at_x;
        SUMMARY->down_y = stairs_at_y;
    } else
        SUMMARY->status |= STATUS_NO_DOWN_STAIRS;
    return 1;
}

#endif
