/* The state of the simulated 6502, shared by the interpreter, the recompiled code and the batches. */
#ifndef SIMULATOR_H
#define SIMULATOR_H

#include <stdint.h>

#define NEGATIVE 0x80
#define OVERFLOW 0x40
#define ALWAYS_SET 0x20
#define BREAK 0x10
#define DECIMAL 0x08
#define NO_INTERRUPTS 0x04
#define ZERO 0x02
#define CARRY 0x01

#define STACK 0x0100
#define BREAK_VECTOR 0xFFFE

/* What is watched at an address. */
#define CALL_AT_READ 1
#define CALL_AT_WRITE 2
#define HALT_AFTER_WRITE 4
#define HALT_BEFORE 8
#define WAS_WRITTEN 16
#define WAS_READ 32
#define WAS_RUN 64

/* Why a run ended. UNKNOWN_PLACE: recompiled code does not know what is at the program counter. */
enum ending { AT_THE_END, OUT_OF_CYCLES, NO_SUCH_OPCODE, HALTED, UNKNOWN_PLACE };

struct machine {
    uint8_t memory[0x10000];
    uint8_t watched[0x10000];
    uint64_t cycles;
    uint64_t *cycles_at;    /* by address of the opcode; 0 if nobody asked */
    uint32_t *times_at;
    uint8_t (*on_read)(uint16_t address);
    void (*on_write)(uint16_t address, uint8_t value);
    uint16_t pc;
    uint16_t address;       /* of the write or opcode that halted it */
    uint8_t a, x, y, s, p;
    uint8_t lowest_s;       /* the lowest that the stack pointer was while watched */
};

int simulator_run(struct machine *machine, uint32_t until, uint64_t most, int is_watched);

#endif
