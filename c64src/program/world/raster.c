#include "core/small_interactive_code_begin.h"
#include "program/world/raster.h"
#include "machine/hardware.h"

uint16_t frame_line, last_line;
static uint8_t early_line;

#define IS_HIGH(line) ((line) >= 256)

uint8_t moves_next;

uint8_t world_is_ntsc;

uint8_t is_early(void)
{
    uint8_t line;

    if (moves_next)
        return 0;
    /* In this order the last line before 256 counts as one behind it. */
    line = VIC_RASTER;
    if (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH)
        return !IS_HIGH(frame_line) || line >= (uint8_t)frame_line;
    return line < early_line || (!IS_HIGH(frame_line) && line >= (uint8_t)frame_line);
}

/* If this were inline, OSCAR64 would take the bit that is stored here for the one that is read next. */
NOINLINE void await(uint16_t line)
{
    VIC_RASTER = (uint8_t)line;
    VIC_CONTROL = IS_HIGH(line) ? SCREEN_ON | VIC_CONTROL_RASTER_HIGH : SCREEN_ON;
    VIC_INTERRUPTS = VIC_RASTER_REACHED;
}

#define FAR_ENOUGH 12
uint8_t is_before_move(uint8_t more)
{
    uint8_t line, before;

    /* In this order the last line of a frame counts as the first of the next one. */
    line = VIC_RASTER;
    before = line < (uint8_t)((uint8_t)(MOVE_LINE - FAR_ENOUGH) + more);
#if MOVE_LINE >= 256
    return (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) ? before : line >= LAST_LINE;
#else
    return (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) || before;
#endif
}

void measure_frame(void)
{
    uint8_t line, last;

    while (!(VIC_CONTROL & VIC_CONTROL_RASTER_HIGH))
        ;
    last = 0;
    while (VIC_CONTROL & VIC_CONTROL_RASTER_HIGH) {
        line = VIC_RASTER;
        if (line > last && line < 100)
            last = line;
    }
    world_is_ntsc = last < 20;
    frame_line = world_is_ntsc ? FRAME_LINE_NTSC : FRAME_LINE;
    last_line = world_is_ntsc ? LAST_LINE_NTSC : LAST_LINE;
    early_line = world_is_ntsc ? EARLY_LINE_NTSC : EARLY_LINE;
}

#include "core/small_code_end.h"
