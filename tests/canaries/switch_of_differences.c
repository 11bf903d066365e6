/* A switch that returns a difference of table entries in each case, behind a call that compares them.
 *
 * The shape of our code that tells how far apart two doors are. From -O1 on it gives 0.
 * Fails: oscar64 1.32.272, oscar64 1.32.273
 * Expect: 00 01 01 00 00 0A 19 00
 */
#include "canary.h"

static uint8_t door_x[2], door_y[2], door_wall[2];

NOINLINE uint8_t faces(uint8_t end, uint8_t x, uint8_t y)
{
    uint8_t found;

    switch (door_wall[end]) {
    case 0:
        found = x < door_x[end];
        break;
    case 1:
        found = x > door_x[end];
        break;
    case 2:
        found = y < door_y[end];
        break;
    default:
        found = y > door_y[end];
        break;
    }
    return found;
}

NOINLINE uint8_t apart(uint8_t wall)
{
    door_wall[0] = wall;
    if (!faces(0, door_x[1], door_y[1]))
        return 0;
    switch (wall) {
    case 0:
        return door_x[0] - door_x[1];
    case 1:
        return door_x[1] - door_x[0];
    case 2:
        return door_y[0] - door_y[1];
    default:
        break;
    }
    return door_y[1] - door_y[0];
}

NOINLINE void canary(void)
{
    uint8_t wall;

    door_x[0] = 10;
    door_x[1] = 20;
    door_y[0] = 30;
    door_y[1] = 5;
    for (wall = 0; wall != 4; ++wall) {
        door_wall[0] = wall;
        RESULTS[wall] = faces(0, door_x[1], door_y[1]);
        RESULTS[wall + 4] = apart(wall);
    }
}
