/* Endless worlds: the seeds of chunks, and where the ways through their edges are. The twin of
 * pygen/engine/random/worlds.py, which names the source of the mixture.
 */
#ifndef UNDERCROFT_WORLDS_H
#define UNDERCROFT_WORLDS_H

#include "core/generation.h"
#include "program.h"

#define CHUNK_SHIFT 5

/* The state with which the random numbers of the world's floor began. */
WORK uint16_t world_state;

/* Two numbers that are mixed for the world. */
WORK uint16_t mixed_first, mixed_second;

/* Rotate 16 bits by one. */
#define ROTATE_LEFT(bits) \
    if ((bits) & 0x8000u) { \
        (bits) <<= 1; \
        ++(bits); \
    } else \
        (bits) <<= 1

/* Mix two numbers. */
static NOINLINE void mix_chunk(void)
{
    uint16_t constant;
    uint8_t left;

    constant = 0;
    for (left = MIX_ROUNDS; left != 0; --left) {
        /* To the right by seven bits. */
        mixed_first = mixed_first >> 8 | (uint16_t)(mixed_first << 8);
        ROTATE_LEFT(mixed_first);
        mixed_first += mixed_second;
        mixed_first ^= world_state;
        mixed_first ^= constant;
        /* Two rotations by one bit in a row are wrong with OSCAR64. */
        mixed_second = (uint16_t)(mixed_second << 2 | mixed_second >> 14);
        mixed_second ^= mixed_first;
        constant += MIX_CONSTANT;
    }
}

/* Seed the random numbers of the world's floor anew, for the chunk at chunk_x and chunk_y. The world is
 * the state with which they began.
 *
 * Not inlined: where OSCAR64 finds a store to the state beside what reads it before or afterwards, it
 * may take one for the other (tests/canaries/changed_by_assembly.c). */
static NOINLINE void begin_chunk(void)
{
    world_state = WORD_OF(random_high, random_low);
    chunk_x &= WORLD_CHUNKS - 1;
    chunk_y &= WORLD_CHUNKS - 1;
    mixed_first = chunk_x;
    mixed_second = chunk_y;
    mix_chunk();
    random_seed(mixed_first ^ mixed_second);
}

/* Where the gates of an edge are: as many as MOST_GATES, 0 for those that are not there. */
WORK uint8_t edge_gates[MOST_GATES];

/* Find at which tiles of the edge of mixed_first and mixed_second gates are: at least one, at most
 * WORLD_GATES, and no two side by side.
 *
 * Each gate is in a part of the edge of its own, and no part but the last has one at its end. */
static NOINLINE void gates_of_edge(void)
{
    uint8_t count, length, begin, number, span;

    mix_chunk();
    count = 1 + (uint8_t)((uint16_t)(uint8_t)mixed_first * WORLD_GATES >> 8);
    length = GATE_PLACES / count;
    edge_gates[0] = (uint8_t)mixed_second;
    edge_gates[1] = (uint8_t)(mixed_second >> 8);
    edge_gates[2] = (uint8_t)(mixed_first >> 8);
    begin = FIRST_GATE;
    for (number = 0; number != MOST_GATES; ++number) {
        if (number >= count) {
            edge_gates[number] = 0;
            continue;
        }
        span = length - 1;
        if (number == count - 1)
            span = FIRST_GATE + GATE_PLACES - begin;
        edge_gates[number] = begin + (uint8_t)((uint16_t)edge_gates[number] * span >> 8);
        begin += length;
    }
}

#endif
