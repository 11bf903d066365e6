/* The C64 program. */
#include "platform.h"
#include "hardware.h"
#include "harness.h"
#include "mapgen.h"

/* Show the part of the map at the camera, a tile a character. */
static void show_map(void)
{
    uint8_t x, y, tile, columns, rows;
    uint8_t *screen, *colours;

    columns = dungeon_width[0] < VIEW_WIDTH ? dungeon_width[0] : VIEW_WIDTH;
    rows = dungeon_height[0] < VIEW_HEIGHT ? dungeon_height[0] : VIEW_HEIGHT;
    screen = BYTES_AT(SCREEN_START);
    colours = COLOUR_RAM;
    for (y = 0; y != rows; ++y) {
        for (x = 0; x != columns; ++x) {
            tile = mapgen_get_tile(counters.camera_x + x, counters.camera_y + y);
            screen[x] = tile_screen_code[tile];
            colours[x] = tile_colour[tile];
        }
        screen += 40;
        colours += 40;
    }
}

int main(void)
{
    uint16_t seed;

    if (harness_is_wanted())
        harness_serve();
    VIC_BORDER = BORDER_COLOUR;
    VIC_BACKGROUND = BACKGROUND_COLOUR;
    seed = 1;
    for (;;) {
        mapgen_init(seed);
        mapgen_generate_dungeon();
        show_map();
        /* Fire of joystick 2, or the space bar, which lies in the keyboard's last column. */
        CIA1_PORT_A = 0x7F;
        while (CIA1_PORT_B & 0x10)
            ;
        ++seed;
    }
    return 0;
}
