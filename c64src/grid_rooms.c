/* Rooms in a grid, joined by a spanning tree of corridors: documents 000 and 004.
 *
 * Included by the emitted unit of every dungeon of this kind, after its header. One file a phase,
 * in the order in which they run; the twins are pygen/reference/grid_rooms/, function by function.
 *
 * The rooms as the generator works with them: one array a property, which the 6502 indexes much
 * faster than records. The records are written as their values become final.
 */

static uint8_t room_count;
static uint8_t room_x[CELL_COUNT], room_y[CELL_COUNT];
static uint8_t room_w[CELL_COUNT], room_h[CELL_COUNT];
static uint8_t centre_x[CELL_COUNT], centre_y[CELL_COUNT];
/* The rectangle of a room and its walls; all four belong to it. What is done alike along columns and
 * rows finds the rows CELL_COUNT behind the columns. */
static uint8_t ring_low[2 * CELL_COUNT], ring_high[2 * CELL_COUNT];
#define ring_left ring_low
#define ring_top (ring_low + CELL_COUNT)
#define ring_right ring_high
#define ring_bottom (ring_high + CELL_COUNT)
static uint8_t room_priority[CELL_COUNT];
static uint8_t room_connections[CELL_COUNT];
static uint8_t room_is_secret[CELL_COUNT];
static uint8_t is_inside[CELL_COUNT];
/* Walls that have a door, and those that have several: bits by the wall. */
static uint8_t walls_with_door[CELL_COUNT], walls_with_doors[CELL_COUNT];
static const uint8_t wall_bit[4] = {1, 2, 4, 8};

#include "fill_rectangle.c"

/* Fill the rectangle with floor, or with walls one tile wider all round. */
static void draw_rectangle(uint8_t tile)
{
    if (tile == TILE_WALL) {
        --rectangle_left;
        --rectangle_top;
        ++rectangle_right;
        ++rectangle_bottom;
    }
    fill_rectangle(tile);
}

#include "grid_rooms/rooms.c"
#include "grid_rooms/corridors.c"
#if CONNECT_BY_RULES
#include "grid_rooms/share.c"
#endif
#include "grid_rooms/connect.c"
#include "grid_rooms/secrets.c"
#include "grid_rooms/stairs.c"

static void clear_room_records(void)
{
    uint8_t at, value;

    CLEAR_ROOM_RECORDS(at, value, BYTES_AT(ROOMS_START));
}

uint8_t DUNGEON_GENERATE(void)
{
    begin_generation();
    clear_map();
    clear_room_records();
    create_rooms();
    phase_done(1);
    connect_rooms();
    phase_done(2);
    place_secret_rooms();
    phase_done(3);
    place_treasures();
    phase_done(4);
    place_stairs();
    phase_done(5);
    place_camera(MAP_WIDTH, MAP_HEIGHT);
    phase_done(6);
    return end_generation();
}
