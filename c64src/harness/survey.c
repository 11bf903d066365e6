/* What a search asks of many dungeons: some of their bytes, the steps to the down stairs, and what
 * their passes have changed. On the host only. */
#include <stddef.h>
#include <string.h>
#include "constants.h"
#include "core/generation.h"
#include "core/mapgen.h"
#include "core/note_made.h"
#include "records.h"

#define MOST_TILES (240UL * 240UL)

void native_build(uint8_t dungeon, uint16_t seed, uint8_t floor, const uint16_t *chunk);
void native_listen(void (*listener)(uint8_t phase));

static uint8_t codes[MOST_TILES], is_open[MOST_TILES];
static uint16_t queue[MOST_TILES];
static size_t queued;

static void unpack_map(const uint16_t *map)
{
    const uint8_t *packed;
    uint32_t tile, count, bit;
    uint16_t window;

    packed = native_memory + map[0];
    count = (uint32_t)map[1] * map[2];
    for (tile = 0; tile != count; ++tile) {
        bit = tile * map[3];
        window = packed[bit >> 3];
        if ((bit & 7) + map[3] > 8)
            window |= (uint16_t)(packed[(bit >> 3) + 1] << 8);
        codes[tile] = (uint8_t)(window >> (bit & 7) & ((1U << map[3]) - 1));
    }
}

/* Queue a tile that can be walked on, once. */
static void reach(uint16_t tile)
{
    if (is_open[tile]) {
        is_open[tile] = 0;
        queue[queued++] = tile;
    }
}

/* The tile where the player starts: that of an entity, if one says so, else the one with this code; NULL if there is
 * none. */
static const uint8_t *find_start(const uint16_t *map, uint8_t up)
{
#ifdef ENTITY_START
    const struct entity_record *entities;
    uint8_t n;

    entities = (const struct entity_record *)(native_memory + map[5]);
    for (n = 0; map[4] && n != native_memory[map[4]]; ++n) {
        if (ENTITY_GET_KIND(entities + n) == ENTITY_START)
            return codes + (size_t)ENTITY_GET_Y(entities + n) * map[1] + ENTITY_GET_X(entities + n);
    }
#endif
    return memchr(codes, up, (size_t)map[1] * map[2]);
}

/* The fewest steps from where the player starts to the tile `down`; NO_WAY if there is no way or a tile is missing. */
static uint16_t steps_to_down(const uint16_t *map, const uint8_t *walkable, uint8_t up, uint8_t down)
{
    const uint8_t *start, *goal;
    uint16_t width, tile, column, steps;
    size_t count, at, end;

    width = map[1];
    count = (size_t)width * map[2];
    start = find_start(map, up);
    goal = memchr(codes, down, count);
    if (!start || !goal)
        return NO_WAY;
    for (at = 0; at != count; ++at)
        is_open[at] = walkable[codes[at]];
    queued = 0;
    is_open[start - codes] = 1;
    reach((uint16_t)(start - codes));
    steps = 0;
    for (at = 0; at != queued; ++steps) {
        for (end = queued; at != end; ++at) {
            tile = queue[at];
            if (codes + tile == goal)
                return steps;
            column = (uint16_t)(tile % width);
            if (column)
                reach((uint16_t)(tile - 1));
            if (column != width - 1)
                reach((uint16_t)(tile + 1));
            if (tile >= width)
                reach((uint16_t)(tile - width));
            if ((size_t)tile + width < count)
                reach((uint16_t)(tile + width));
        }
    }
    return NO_WAY;
}

/* The map, what the marks are, where the first of them is, and where this one is written. */
static const uint16_t *marked_map, *marks;
#define MARK_BYTES (2U * marks[1] + 3 + MOST_MADE)
static const uint8_t *marked_codes;
static uint8_t *first_mark, *next_mark;

static void write_word(uint16_t word)
{
    *next_mark++ = (uint8_t)(word & 0xFF);
    *next_mark++ = (uint8_t)(word >> 8);
}

/* Write a mark, if there is one after this phase. */
static void write_mark(uint8_t phase)
{
    uint16_t counts[256], n;
    uint32_t tile, count;

    /* A try that ends early leaves marks that the next one writes again. */
    for (n = 0; n != marks[0] && marks[n + 3] != phase; ++n)
        ;
    if (n == marks[0])
        return;
    next_mark = first_mark + (size_t)n * MARK_BYTES;
    memset(counts, 0, sizeof counts);
    unpack_map(marked_map);
    count = (uint32_t)marked_map[1] * marked_map[2];
    for (tile = 0; tile != count; ++tile)
        ++counts[codes[tile]];
    for (n = 0; n != marks[1]; ++n)
        write_word(counts[marked_codes[n]]);
    *next_mark++ = marks[2] ? native_memory[marks[2]] : 0;
    write_word(native_left_out);
    memcpy(next_mark, native_made, MOST_MADE);
}

/* Generate the dungeons of `count` seeds, floors and chunks. For each, `out` gets the bytes of all regions, as
 * from native_build_many, and then the steps from where the player starts to the down stairs, low byte first,
 * NO_WAY if there is no way, and the marks of its passes. `map` is the map's address, its width, height and bits per
 * tile, and where the number of entities and their table are (0: nowhere); `walkable` has a 1 for each code that can be walked on and
 * is not secret; `up` and `down` are the codes of the stairs.
 * `marks_of` are how many marks there are, how many tiles they count, where the number of entities is (0:
 * nowhere), and how many phases are done before each mark; `tile_codes` are the codes of those tiles. */
void native_survey(uint8_t dungeon, const uint16_t *seeds, const uint8_t *floors,
                   const uint16_t *chunks, size_t count, const uint16_t *regions,
                   size_t region_count, const uint16_t *map, const uint8_t *walkable, uint8_t up, uint8_t down, const uint16_t *marks_of,
                   const uint8_t *tile_codes, uint8_t *out)
{
    size_t n, region, marked;
    uint16_t steps;

    marked_map = map;
    marks = marks_of;
    marked_codes = tile_codes;
    marked = (size_t)marks[0] * MARK_BYTES;
    for (n = 0; n != count; ++n) {
        first_mark = out + 2;
        for (region = 0; region != region_count; ++region)
            first_mark += regions[2 * region + 1];
        native_listen(marked ? write_mark : NULL);
        native_build(dungeon, seeds[n], floors[n], chunks + 2 * n);
        native_listen(NULL);
        for (region = 0; region != region_count; ++region) {
            memcpy(out, native_memory + regions[2 * region], regions[2 * region + 1]);
            out += regions[2 * region + 1];
        }
        unpack_map(map);
        steps = steps_to_down(map, walkable, up, down);
        *out++ = (uint8_t)(steps & 0xFF);
        *out++ = (uint8_t)(steps >> 8);
        out += marked;
    }
}

/* The steps on a map that is already in memory. */
uint16_t native_steps(const uint16_t *map, const uint8_t *walkable, uint8_t up, uint8_t down)
{
    unpack_map(map);
    return steps_to_down(map, walkable, up, down);
}
