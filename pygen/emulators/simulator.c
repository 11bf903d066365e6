/* A 6502 with 64 KiB of RAM and nothing else: every documented opcode of the NMOS processor, decimal
   mode included, with its exact cycles.

   The processor is in processor.inc and is compiled twice: plain, and with everything that can be
   watched. Watching costs about half the speed, so it is used only where it is asked for.

   What no program can see without chips is left out: reads and writes whose result the processor
   throws away, and the order of accesses within one instruction. */
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

enum ending { AT_THE_END, OUT_OF_CYCLES, NO_SUCH_OPCODE, HALTED };

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

#define RUN run_plain
#define WATCHED 0
#include "processor.inc"
#undef RUN
#undef WATCHED

#define RUN run_watched
#define WATCHED 1
#include "processor.inc"

/* Runs until the program counter is `until`, or at least `most` cycles were spent. An `until` of
   0x10000 is never reached. The instruction at the start is run even if it is `until`. */
int simulator_run(struct machine *machine, uint32_t until, uint64_t most, int is_watched)
{
    uint64_t limit = machine->cycles + most;
    return is_watched ? run_watched(machine, until, limit) : run_plain(machine, until, limit);
}

unsigned simulator_size(void)
{
    return sizeof(struct machine);
}
