/* The generator on the host: no chips, no mailbox, and 64 KiB of memory of its own.
 *
 * As a shared library it is called through the functions below. With NATIVE_PROGRAM defined it is a
 * program, meant for the compiler's sanitizers; the comment before main describes its arguments.
 */
#include <stddef.h>
#include <string.h>
#include "core/assertion.h"
#include "harness/digest.h"
#include "core/mapgen.h"
#ifdef OPENED
#include "harness/open_request.h"

uint8_t open_request[OPENED], open_count;
#endif

uint8_t native_memory[0x10000];

uint16_t native_left_out;
uint8_t native_made[MOST_MADE];

static void (*phase_listener)(uint8_t phase);

void phase_done(uint8_t phase)
{
    store_random_figures();
    if (phase_listener)
        phase_listener(phase);
}

/* Call `listener` after each phase, with its number from 1; a null pointer ends that. */
void native_listen(void (*listener)(uint8_t phase))
{
    phase_listener = listener;
}

static void begin(uint8_t dungeon, uint16_t seed, uint8_t floor, const uint16_t *chunk)
{
#ifdef WORLDS
    chunk_x = chunk[0];
    chunk_y = chunk[1];
#endif
    (void)chunk;
    native_left_out = 0;
    memset(native_made, 0, sizeof native_made);
    mapgen_select(dungeon);
    mapgen_set_floor(floor);
    mapgen_init(seed);
#ifdef OPENED
    if (open_count)
        dungeon_take_values(dungeon);
#endif
    (void)floor;
}

/* Generate one floor, 0..255, of a dungeon, by its number in the program, and count its tiles. `seed`
 * is that of the floor itself, `chunk` the column and row of a chunk if the dungeon is a world. */
void native_build(uint8_t dungeon, uint16_t seed, uint8_t floor, const uint16_t *chunk)
{
    begin(dungeon, seed, floor, chunk);
    mapgen_generate_dungeon();
    mapgen_get_statistics();
}

/* Generate the first `steps` steps of a dungeon (0: all), and count its tiles; returns how many steps
 * there were. */
uint16_t native_build_steps(uint8_t dungeon, uint16_t seed, uint8_t floor, const uint16_t *chunk,
                            uint16_t steps)
{
    uint16_t made;

    begin(dungeon, seed, floor, chunk);
    mapgen_begin_dungeon();
    made = 1;
    while (mapgen_step() && made != steps)
        ++made;
    store_random_figures();
    mapgen_get_statistics();
    return made;
}

/* Generate the dungeons of `count` seeds, floors and chunks. The bytes of all regions are written to `out`, region by
 * region for each seed; `regions` has the first address and the length of each. */
void native_build_many(uint8_t dungeon, const uint16_t *seeds, const uint8_t *floors,
                       const uint16_t *chunks, size_t count, const uint16_t *regions, size_t region_count,
                       uint8_t *out)
{
    size_t n, region, length;

    for (n = 0; n != count; ++n) {
        native_build(dungeon, seeds[n], floors[n], chunks + 2 * n);
        for (region = 0; region != region_count; ++region) {
            length = regions[2 * region + 1];
            memcpy(out, native_memory + regions[2 * region], length);
            out += length;
        }
    }
}

/* As native_build_many, but writes a digest of `digest_bytes` bytes for each dungeon. */
void native_digest_many(uint8_t dungeon, const uint16_t *seeds, const uint8_t *floors,
                        const uint16_t *chunks, size_t count, const uint16_t *regions, size_t region_count,
                        uint8_t digest_bytes, uint8_t *out)
{
    struct digest digest;
    size_t n, region;

    for (n = 0; n != count; ++n) {
        native_build(dungeon, seeds[n], floors[n], chunks + 2 * n);
        begin_digest(&digest, digest_bytes);
        for (region = 0; region != region_count; ++region)
            add_to_digest(&digest, native_memory + regions[2 * region], regions[2 * region + 1]);
        end_digest(&digest, out);
        out += digest_bytes;
    }
}

#if defined(UNDERCROFT_DEV) || defined(NATIVE_PROGRAM)
#include <stdio.h>
#include <stdlib.h>
#endif

#ifdef UNDERCROFT_DEV
void assertion_failed(const char *what)
{
    fprintf(stderr, "assertion failed: %s\n", what);
    abort();
}
#endif

#ifdef NATIVE_PROGRAM

/* With AddressSanitizer any access outside the regions ends the program. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(start, length) ((void)0)
#define ASAN_UNPOISON_MEMORY_REGION(start, length) ((void)0)
#endif

#define MOST_REGIONS 32
#define DIRT 0xA5
#define REQUEST_BYTES 7

/* Arguments: DUNGEON START LENGTH [START LENGTH ...]. Generates that dungeon for every floor on
 * standard input (its own seed in two bytes, low byte first, its number from 0, and the column and row
 * of a chunk in two bytes each) and writes these regions, which must be all that
 * a dungeon may touch, to standard output. Memory is filled with DIRT first. With NATIVE_IN_STEPS
 * defined, half of the floors are generated step by step, and how many there were is written before the
 * regions of these, in two bytes. Exit code 2 for wrong arguments, 3 if writing fails. */
int main(int argc, char **argv)
{
    uint16_t regions[2 * MOST_REGIONS], seed, chunk[2];
    uint8_t dungeon, request[REQUEST_BYTES];
    int n, count;
#ifdef NATIVE_IN_STEPS
    unsigned requests = 0;
    uint16_t steps;
#endif

    count = (argc - 2) / 2;
    if (argc < 4 || argc % 2 != 0 || count > MOST_REGIONS)
        return 2;
    dungeon = (uint8_t)strtoul(argv[1], NULL, 0);
    memset(native_memory, DIRT, sizeof native_memory);
    ASAN_POISON_MEMORY_REGION(native_memory, sizeof native_memory);
    for (n = 0; n != 2 * count; ++n) {
        regions[n] = (uint16_t)strtoul(argv[n + 2], NULL, 0);
        if (n % 2 != 0)
            ASAN_UNPOISON_MEMORY_REGION(native_memory + regions[n - 1], regions[n]);
    }
    while (fread(request, 1, REQUEST_BYTES, stdin) == REQUEST_BYTES) {
        seed = (uint16_t)(request[0] | request[1] << 8);
        chunk[0] = (uint16_t)(request[3] | request[4] << 8);
        chunk[1] = (uint16_t)(request[5] | request[6] << 8);
#ifdef NATIVE_IN_STEPS
        if (requests++ & 2) {
            steps = native_build_steps(dungeon, seed, request[2], chunk, 0);
            if (fwrite(&steps, sizeof steps, 1, stdout) != 1)
                return 3;
        } else
#endif
            native_build(dungeon, seed, request[2], chunk);
        for (n = 0; n != count; ++n) {
            if (fwrite(native_memory + regions[2 * n], 1, regions[2 * n + 1], stdout)
                != regions[2 * n + 1])
                return 3;
        }
    }
    return fflush(stdout) == 0 ? 0 : 3;
}

#endif
