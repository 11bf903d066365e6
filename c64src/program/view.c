#include "core/small_interactive_code_begin.h"
#include "program/view.h"
#include "core/generation.h"
#include "machine/hardware.h"
#include "machine/measure.h"
#include "mailbox.h"
#include "program.h"
#include "program/appearance.h"
#include "program/entities.h"
#include "program/scroll.h"
#include "program/secrets.h"
#include "program/shown.h"
#include "program/text.h"
#include "program/world/frames.h"
#include "program/world/tilemap.h"
#include "tiles.h"

#define BACK ((uint8_t)-1)

static void measure_map(void)
{
    /* OSCAR64 warns of a line that no map of the program can reach. */
    columns_shown = dungeon_width[shown_dungeon];
#if MOST_MAP_WIDTH > VIEW_WIDTH
    if (columns_shown > VIEW_WIDTH)
        columns_shown = VIEW_WIDTH;
#endif
    rows_shown = dungeon_height[shown_dungeon];
#if MOST_MAP_HEIGHT > VIEW_HEIGHT
    if (rows_shown > VIEW_HEIGHT)
        rows_shown = VIEW_HEIGHT;
#endif
}

/* The bits of a tile's number in a row or column that are added to the column of its first tile; the
 * others are added to its row. */
static uint8_t along_x;

/* Make a row or column of unpacked tiles what the player sees of it: `count` tiles of the map, and
 * empty ones up to `end`.
 *
 * Apart from the functions that unpack it: as these call a module, OSCAR64 has them save what a loop
 * keeps in zero page. */
static NOINLINE void hide_secrets(uint8_t *tiles, uint8_t count, uint8_t end)
{
    REGISTER uint8_t *tile;
    uint8_t at, known, stop;

    tile = tiles;
    known = count;
    stop = end;
    for (at = 0; at != known; ++at) {
        if (TILE_IS_SECRET(tile[at])
            && !secret_is_known(first_x + (at & along_x), first_y + (at & ~along_x)))
            tile[at] = TILE_WALL;
    }
    for (; at != stop; ++at)
        tile[at] = TILE_EMPTY;
}

#ifdef LOOKS_SHOWN
/* Of `count` tiles that the player sees as walls or floor, show those that have a look as that. */
static NOINLINE void show_looks(uint8_t *tiles, uint8_t count)
{
    REGISTER uint8_t *tile;
    REGISTER const uint8_t *row;
    uint8_t at, known, look, x;

    if (shown_look_bits == 0)
        return;
    tile = tiles;
    known = count;
    x = first_x;
    row = BYTES_AT(LOOKS_START) + (uint16_t)first_y * shown_look_bytes;
    for (at = 0; at != known; ++at) {
        look = tile[at];
        if (look == TILE_WALL || look == TILE_FLOOR) {
            if (shown_look_bits == 8)
                look = row[x];
            else {
                look = row[x >> 1];
                if (x & 1)
                    look >>= 4;
                else
                    look &= 0x0F;
            }
            if (look)
                tile[at] = look + LOOK_CODES;
        }
        if (along_x)
            ++x;
        else
            row += shown_look_bytes;
    }
}
#endif

/* Unpack the tiles of row y that the window shows, as the player sees them, and point edge_row at
 * them. */
static void prepare_row(uint8_t y)
{
    uint8_t *tiles;

#ifdef WORLDS
    if (world_is_shown) {
        world_read_row(view_x, y, VIEW_WIDTH, tiles_in_row);
        edge_row = tiles_in_row;
        return;
    }
#endif
    first_x = view_x;
    first_y = y;
    along_x = 0xFF;
    tiles = tiles_in_row + (uint8_t)(dungeon_unpack_row(shown_dungeon, view_x, y, tiles_in_row)
                                     - tiles_in_row);
    edge_row = tiles;
    hide_secrets(tiles, columns_shown, VIEW_WIDTH);
#ifdef ENTITIES_SHOWN
    if (first_in_row[y] != NO_ENTITY)
        show_entities_of_row(tiles, columns_shown);
#endif
#ifdef LOOKS_SHOWN
    show_looks(tiles, columns_shown);
#endif
}

static void prepare_column(uint8_t x)
{
#ifdef WORLDS
    if (world_is_shown) {
        world_read_column(x, view_y, VIEW_HEIGHT, edge_column);
        return;
    }
#endif
    first_x = x;
    first_y = view_y;
    along_x = 0;
    dungeon_unpack_column(shown_dungeon, x, view_y, rows_shown, edge_column);
    hide_secrets(edge_column, rows_shown, VIEW_HEIGHT);
#ifdef ENTITIES_SHOWN
    if (first_in_column[x] != NO_ENTITY)
        show_entities_of_column(edge_column, rows_shown);
#endif
#ifdef LOOKS_SHOWN
    show_looks(edge_column, rows_shown);
#endif
}

void draw_view(void)
{
    uint8_t y, x;

    measure_map();
    put_codes = BYTES_AT(SCREEN_START);
    put_colours = COLOUR_RAM;
    for (y = 0; y != VIEW_HEIGHT; ++y) {
        if (y < rows_shown) {
            prepare_row(view_y + y);
        } else {
            edge_row = tiles_in_row;
            for (x = 0; x != VIEW_WIDTH; ++x)
                tiles_in_row[x] = TILE_EMPTY;
        }
        put_row();
        put_codes += SCREEN_COLUMNS;
        put_colours += SCREEN_COLUMNS;
    }
}

uint8_t scroll_view(uint8_t dx, uint8_t dy)
{
#ifdef WORLDS
    uint8_t late;
#endif

    measure_map();
    if ((dx == BACK && view_x == 0)
        || (dx == 1 && view_x == (uint8_t)(dungeon_width[shown_dungeon] - columns_shown)))
        dx = 0;
    if ((dy == BACK && view_y == 0)
        || (dy == 1 && view_y == (uint8_t)(dungeon_height[shown_dungeon] - rows_shown)))
        dy = 0;
    if (dx == 0 && dy == 0)
        return 0;
    measure_begin();
    view_x += dx;
    view_y += dy;
    if (dx == 1)
        prepare_column(view_x + VIEW_WIDTH - 1);
    else if (dx == BACK)
        prepare_column(view_x);
    if (dy == 1)
        prepare_row(view_y + VIEW_HEIGHT - 1);
    else if (dy == BACK)
        prepare_row(view_y);
    aim_move(dx, dy);
    measure_end(ENTRY_PREPARED);
#ifdef WORLDS
    late = 0;
    if (world_is_shown)
        late = world_begin_move(dx);
    wait_behind_raster(late);
#else
    wait_behind_raster();
#endif
    measure_begin();
    move_rows();
    measure_end(ENTRY_SCROLLED);
#ifdef WORLDS
    if (world_is_shown)
        world_await_frame();
#endif
    return 1;
}

void centre_view(uint8_t x, uint8_t y)
{
    measure_map();
    view_x = view_start(x, columns_shown, dungeon_width[shown_dungeon]);
    view_y = view_start(y, rows_shown, dungeon_height[shown_dungeon]);
}

#include "core/small_code_end.h"
