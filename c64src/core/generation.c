#include "core/generation.h"

struct generation_counters counters;

uint8_t stage;

void begin_generation(void)
{
    uint8_t at;

    at = sizeof(counters);
    do {
        --at;
        ((uint8_t *)&counters)[at] = 0;
    } while (at != 0);
}

uint8_t view_start(uint8_t middle, uint8_t extent, uint8_t side)
{
    uint8_t half;

    half = extent >> 1;
    if (side <= extent || middle <= half)
        return 0;
    if (middle - half > side - extent)
        return side - extent;
    return middle - half;
}

void place_camera(uint8_t width, uint8_t height)
{
    counters.camera_x = view_start(counters.up_x, VIEW_WIDTH, width);
    counters.camera_y = view_start(counters.up_y, VIEW_HEIGHT, height);
}

uint8_t end_generation(void)
{
    SUMMARY_SET_STATUS(SUMMARY, counters.status);
    SUMMARY_SET_ROOMS(SUMMARY, counters.rooms);
    SUMMARY_SET_CORRIDORS_STRAIGHT(SUMMARY, counters.corridors[0]);
    SUMMARY_SET_CORRIDORS_L_SHAPED(SUMMARY, counters.corridors[1]);
    SUMMARY_SET_CORRIDORS_Z_SHAPED(SUMMARY, counters.corridors[2]);
    SUMMARY_SET_CORRIDORS_WINDING(SUMMARY, counters.corridors[3]);
    SUMMARY_SET_CORRIDORS_SHARED(SUMMARY, counters.corridors[4]);
    SUMMARY_SET_SECRET_ROOMS(SUMMARY, counters.secret_rooms);
    SUMMARY_SET_TREASURES(SUMMARY, counters.treasures);
    SUMMARY_SET_UP_X(SUMMARY, counters.up_x);
    SUMMARY_SET_UP_Y(SUMMARY, counters.up_y);
    SUMMARY_SET_DOWN_X(SUMMARY, counters.down_x);
    SUMMARY_SET_DOWN_Y(SUMMARY, counters.down_y);
    SUMMARY_SET_CAMERA_X(SUMMARY, counters.camera_x);
    SUMMARY_SET_CAMERA_Y(SUMMARY, counters.camera_y);
    SUMMARY_SET_DRAWS(SUMMARY, random_draws);
    SUMMARY_SET_RANDOM_STATE(SUMMARY, ((uint16_t)random_high << 8) | random_low);
    return counters.status;
}
