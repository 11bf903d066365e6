#include "core/generation.h"

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

#ifndef UNDERCROFT_WITH_MODULES
uint8_t stage;
const volatile uint8_t *step_signal;
uint8_t step_bits, steps_done;

void clear_summary(uint8_t bytes)
{
    uint8_t at;

    at = bytes;
    do {
        --at;
        ((uint8_t *)SUMMARY)[at] = 0;
    } while (at != 0);
}

NOINLINE void place_camera(uint8_t width, uint8_t height)
{
    SUMMARY->camera_x = view_start(SUMMARY->up_x, VIEW_WIDTH, width);
    SUMMARY->camera_y = view_start(SUMMARY->up_y, VIEW_HEIGHT, height);
}

void store_random_figures(void)
{
    SUMMARY_SET_DRAWS(SUMMARY, random_draws);
    SUMMARY_SET_RANDOM_STATE(SUMMARY, WORD_OF(random_high, random_low));
}

uint8_t end_generation(void)
{
    store_random_figures();
    return SUMMARY->status;
}

#endif
