#include "core/small_interactive_code_begin.h"
#include "program/display.h"
#include "core/generation.h"
#include "machine/hardware.h"
#include "machine/measure.h"
#include "mailbox.h"
#include "program.h"
#include "program/appearance.h"
#include "program/shown_entities.h"
#include "program/scroll.h"
#include "program/shown_world.h"
#include "tiles.h"

#define MOST_SECRETS 32
#define BACK ((uint8_t)-1)

uint8_t view_x, view_y;
uint8_t columns_shown, rows_shown;
uint8_t shown_dungeon;
uint8_t secrets_shown;

static uint8_t secret_x[MOST_SECRETS], secret_y[MOST_SECRETS];
static uint8_t secrets_found;

/* ------------------------------------------------------------------ the chips */

/* A row of pixels whose left half (bit 0) and right half (bit 1) are set. */
static const uint8_t halves[4] = {0x00, 0xF0, 0x0F, 0xFF};

/* Unpack the drawn characters to the charset, and make the quarter blocks of the overview and the
 * sprite. */
static void make_characters(void)
{
    uint8_t place, quarters;

    unpack_characters(charset_data, 0, CHARACTERS_DRAWN);
    for (place = 0; place != 16 * 8; ++place) {
        quarters = place >> 3;
        if (place & 4)
            quarters >>= 2;
        quarters = halves[quarters & 3];
        BYTES_AT(CHARSET_START + 8 * CHARACTER_QUADRANTS)[place] = quarters;
    }
    for (place = 0; place != SPRITE_BYTES; ++place)
        FIGURE_SPRITE[place] = 0;
    draw_figure(0);
}

/* The VIC's registers from $D010 on: the program before us may have left them in any state. There
 * are as many as the SID has. */
#define FIRST_SET 0x10
static const uint8_t vic_start[SID_REGISTER_COUNT] = {
    0,                  /* sprites are not in the right part of the screen */
    SCREEN_OFF,
    0, 0, 0,            /* $D012: raster line of an interrupt; light pen */
    0,                  /* no sprites */
    0x08,               /* 40 columns, no multicolour */
    0,                  /* sprites are not higher */
    (uint8_t)((SCREEN_START >> 10) << 4) | (uint8_t)((CHARSET_START >> 11) << 1),
    0xFF,               /* interrupts are acknowledged, */
    0,                  /* and none are wanted */
    0, 0, 0,            /* sprites are before the characters, without multicolour, and not wider */
    0, 0,               /* $D01E: collisions */
    BORDER_COLOUR,
    BACKGROUND_COLOUR,
    0, 0, 0, 0, 0,      /* $D022: colours that are not in use */
    FIGURE_COLOUR,
    0,
};

void display_start(void)
{
    uint8_t at, vic_at, value;

    vic_at = FIRST_SET;
    for (at = 0; at != SID_REGISTER_COUNT; ++at) {
        value = vic_start[at];
        VIC_REGISTERS[vic_at] = value;
        ++vic_at;
        SID_REGISTERS[at] = 0;
    }
    make_characters();
    CIA2_PORT_A = CIA2_PORT_A_BANK_0;
    CIA2_DIRECTION_A = CIA2_PORT_A_DIRECTIONS;
    clear_screen();
    VIC_CONTROL = SCREEN_ON;
}

void wait_frame(void)
{
    while (VIC_RASTER >= 250)
        ;
    while (VIC_RASTER < 250)
        ;
}

/* ------------------------------------------------------------------ text */

void clear_screen(void)
{
    uint8_t row;

    hide_figure();
    for (row = 0; row != SCREEN_ROWS; ++row)
        clear_row(row, ' ', TEXT_COLOUR);
}

static const uint16_t powers[MOST_DIGITS] = {10000, 1000, 100, 10, 1};
char decimal[MOST_DIGITS + 1];

static NOINLINE void point_to(uint8_t column, uint8_t row)
{
    uint16_t offset;

    offset = (uint16_t)row * SCREEN_COLUMNS + column;
    put_codes = BYTES_AT(SCREEN_START) + offset;
    put_colours = COLOUR_RAM + offset;
}

void clear_row(uint8_t row, uint8_t character, uint8_t colour)
{
    REGISTER uint8_t *codes;
    REGISTER uint8_t *colours;
    uint8_t column, code, shade;

    /* cc65 reaches locals faster than parameters, and register variables fastest. */
    code = character;
    shade = colour;
    point_to(0, row);
    codes = put_codes;
    colours = put_colours;
    for (column = SCREEN_COLUMNS; column != 0; --column) {
        *codes = code;
        ++codes;
        *colours = shade;
        ++colours;
    }
}

NOINLINE void put_character(uint8_t column, uint8_t row, uint8_t code, uint8_t colour)
{
    point_to(column, row);
    *put_codes = code;
    *put_colours = colour;
}

void print_at(uint8_t column, uint8_t row, uint8_t colour, const char *text)
{
    REGISTER const char *from;
    REGISTER uint8_t *codes;
    REGISTER uint8_t *colours;
    uint8_t letter, room, shade;

    from = text;
    shade = colour;
    do {
        point_to(column, row);
        ++row;
        codes = put_codes;
        colours = put_colours;
        room = SCREEN_COLUMNS - column;
        for (letter = *from; letter >= ' '; letter = *from) {
            if (room != 0) {
                --room;
                *codes = letter & 0x3F;
                ++codes;
                *colours = shade;
                ++colours;
            }
            ++from;
        }
        ++from;
    } while (letter != 0);
}

void print_centred(uint8_t row, uint8_t colour, const char *text)
{
    const char *from;
    uint8_t length;

    from = text;
    for (length = 0; from[length] != 0; ++length)
        ;
    print_at((uint8_t)(SCREEN_COLUMNS - length) >> 1, row, colour, text);
}

void write_digits(uint16_t value)
{
    uint8_t place, digit;
    uint16_t power;

    for (place = 0; place != MOST_DIGITS; ++place) {
        power = powers[place];
        for (digit = '0'; value >= power; ++digit)
            value -= power;
        decimal[place] = (char)digit;
    }
}

void print_number(uint8_t column, uint8_t row, uint8_t colour, uint16_t value, uint8_t digits)
{
    write_digits(value);
    print_at(column, row, colour, decimal + MOST_DIGITS - digits);
}

/* ------------------------------------------------------------------ secrets */

void forget_secrets(void)
{
    secrets_found = 0;
}

uint8_t secret_is_known(uint8_t x, uint8_t y)
{
    uint8_t at;

    if (secrets_shown)
        return 1;
#ifdef WORLDS
    /* What is read of a world has no others. */
    if (world_is_shown)
        return 1;
#endif
    for (at = 0; at != secrets_found; ++at) {
        if (secret_x[at] == x && secret_y[at] == y)
            return 1;
    }
    return 0;
}

void find_secret(uint8_t x, uint8_t y)
{
    if (secrets_found == MOST_SECRETS || secret_is_known(x, y))
        return;
    secret_x[secrets_found] = x;
    secret_y[secrets_found] = y;
    ++secrets_found;
}

uint8_t look_at(uint8_t x, uint8_t y)
{
    uint8_t tile;

    tile = dungeon_get_tile(shown_dungeon, x, y);
    if (TILE_IS_SECRET(tile) && !secret_is_known(x, y))
        return TILE_WALL;
    return tile;
}

/* ------------------------------------------------------------------ the window */

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

uint8_t first_x, first_y;

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

/* ------------------------------------------------------------------ the figure */

void show_figure(uint8_t x, uint8_t y)
{
    uint16_t left;

    left = (uint16_t)(uint8_t)(x - view_x) * 8 + SPRITE_LEFT;
    BYTES_AT(SCREEN_START)[0x3F8] = (uint8_t)(CHARSET_START >> 6) + CHARACTER_SPRITE / 8;
    VIC_SPRITE_X = (uint8_t)left;
    VIC_SPRITE_X_HIGH = (uint8_t)(left >> 8);
    VIC_SPRITE_Y = (uint8_t)((uint8_t)(y - view_y) * 8 + SPRITE_TOP);
    VIC_SPRITES = 1;
}

void draw_figure(uint8_t first_row)
{
    uint8_t row, at, pixels;

    row = first_row;
    for (at = 0; at != 3 * FIGURE_ROWS; at += 3) {
        pixels = figure_data[row];
        FIGURE_SPRITE[at] = pixels;
        ++row;
    }
}

void hide_figure(void)
{
    VIC_SPRITES = 0;
}

#include "core/small_code_end.h"
