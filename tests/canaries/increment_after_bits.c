/* Bits of a record's first byte are set, and the next statement increments a variable of the file.
 *
 * The record's byte is still in A: it is incremented, and stored to the variable.
 * Avoided: another statement is between the two
 * Fails: oscar64 1.32.271
 * Expect: 01 03 02 04
 */
#include "canary.h"

struct door_record {
    uint8_t bits, x, y;
};

#define SET_SIDE(door, side) ((door)->bits = (uint8_t)(((door)->bits & 0xFC) | ((side) & 0x03)))

#define DOORS(record, slot) ((struct door_record *)((record) + 5) + (slot))

static uint8_t records[4 * 17];
static uint8_t end_count;
static uint8_t door_room[2], door_x[2], door_y[2], door_side[2];
static uint8_t doors_of_room[4], end_x[8], end_y[8], sides[4];
static const uint8_t side_bit[4] = {1, 2, 4, 8};

NOINLINE void record_end(uint8_t at)
{
    uint8_t room, slot, x, y, side;
    REGISTER struct door_record *door;
    uint8_t *record;

    room = door_room[at];
    slot = doors_of_room[room];
    record = records + (uint8_t)(room * 17);
    doors_of_room[room] = slot + 1;
    door = DOORS(record, slot);
    x = door_x[at];
    door->x = x;
    end_x[end_count] = x;
    y = door_y[at];
    door->y = y;
    end_y[end_count] = y;
    side = door_side[at];
    SET_SIDE(door, side);
    ++end_count;
    sides[room] |= side_bit[side];
}

NOINLINE void canary(void)
{
    end_count = 2;
    door_room[0] = 1;
    door_side[0] = 1;
    door_room[1] = 3;
    door_side[1] = 2;
    record_end(0);
    RESULTS[0] = records[22];
    RESULTS[1] = end_count;
    record_end(1);
    RESULTS[2] = records[56];
    RESULTS[3] = end_count;
}
