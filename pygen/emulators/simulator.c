/* A 6502 with 64 KiB of RAM and nothing else: every documented opcode of the NMOS processor, decimal
   mode included, with its exact cycles.

   The processor is in processor.inc and is compiled twice: plain, and with everything that can be
   watched. Watching costs about half the speed, so it is used only where it is asked for.

   What no program can see without chips is left out: reads and writes whose result the processor
   throws away, and the order of accesses within one instruction. */
#include "simulator.h"

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
