/* Many dungeons by modules in the simulator, without Python between them. */
#ifndef BATCH_H
#define BATCH_H

#include "simulator.h"

#define MOST_ENTRIES 2
#define REQUEST_SIZE 7

/* Recompiled code (recompiled.h): runs from the machine's program counter until it is `until`. It ends with HALTED
 * after a store to an address where `halts` is not 0, and with OUT_OF_CYCLES after `fuel` jumps backwards. */
typedef int recompiled_run(struct machine *machine, const uint8_t *halts, uint32_t until, uint64_t fuel);

/* A module, and what of it is called for each dungeon. */
struct callee {
    const uint8_t *image;
    const uint8_t *halts;       /* for each of 65,536 addresses: HALT_AFTER_WRITE where it must not write */
    const uint16_t *fixed;      /* first offset and length of each part of the image that stays as it is */
    recompiled_run *run;        /* 0: it is interpreted */
    uint32_t size;
    uint32_t fixed_count;
    uint16_t start;
    uint16_t block;             /* the address of its request */
    uint16_t entries[MOST_ENTRIES];
    uint8_t entry_count;
    uint8_t request_size;       /* how many bytes of a request it takes */
    uint8_t is_loaded;          /* whether its image is put into memory before each dungeon */
};

enum outcome { ALL_DONE, STORED_OUTSIDE, NOT_ENDED, ILLEGAL_OPCODE, WRONG_STACK, IMAGE_CHANGED };

/* What became of a batch. `done` are the dungeons before the failure; `address` and `pc` say where it was. */
struct batch_result {
    uint32_t done;
    uint32_t interpreted;       /* calls that recompiled code left to the interpreter */
    uint8_t outcome;
    uint8_t callee;
    uint16_t address;
    uint16_t pc;
    uint16_t left_at;           /* where recompiled code was left first, */
    uint16_t left_from;         /* and the last jump that it knew */
};

#endif
