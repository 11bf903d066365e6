/* Many dungeons by modules in the simulator: writes requests, calls the modules, and takes the regions or their
 * digests. A module's code is interpreted, or recompiled code is run in its place. */
#include <string.h>
#include "batch.h"
#include "harness/digest.h"

#define RETURNS_TO 0xFFFC

/* Recompiled code knows no decimal mode, which a module ends after it has saved the zero page. */
#define MOST_FIRST_STEPS 10000

static int interpret(struct machine *machine, const struct callee *callee, uint64_t most)
{
    memcpy(machine->watched, callee->halts, sizeof machine->watched);
    return simulator_run(machine, RETURNS_TO, most, 1);
}

static int run_recompiled(struct machine *machine, const struct callee *callee, uint64_t most,
                          struct batch_result *result)
{
    int ending = OUT_OF_CYCLES;
    unsigned steps;

    if (machine->p & DECIMAL)
        memcpy(machine->watched, callee->halts, sizeof machine->watched);
    for (steps = 0; machine->p & DECIMAL && steps != MOST_FIRST_STEPS && ending == OUT_OF_CYCLES; ++steps)
        ending = simulator_run(machine, RETURNS_TO, 1, 1);
    if (ending != OUT_OF_CYCLES)
        return ending;
    ending = UNKNOWN_PLACE;
    machine->address = machine->pc;
    if (!(machine->p & DECIMAL))
        /* A jump backwards and what it leads to take at least 3 cycles. */
        ending = callee->run(machine, callee->halts, RETURNS_TO, most / 3);
    if (ending != UNKNOWN_PLACE)
        return ending;
    if (!result->interpreted++) {
        result->left_at = machine->pc;
        result->left_from = machine->address;
    }
    return interpret(machine, callee, most);
}

/* Call one of a module's entries; returns an outcome. */
static int call(struct machine *machine, const struct callee *callee, uint16_t entry, uint64_t most,
                struct batch_result *result)
{
    uint8_t stack = machine->s;
    int ending;

    machine->memory[STACK + machine->s--] = (RETURNS_TO - 1) >> 8;
    machine->memory[STACK + machine->s--] = (RETURNS_TO - 1) & 0xFF;
    machine->pc = entry;
    ending = callee->run ? run_recompiled(machine, callee, most, result) : interpret(machine, callee, most);
    result->address = machine->address;
    result->pc = machine->pc;
    if (ending != AT_THE_END)
        return ending == HALTED ? STORED_OUTSIDE : ending == NO_SUCH_OPCODE ? ILLEGAL_OPCODE : NOT_ENDED;
    return machine->s == stack ? ALL_DONE : WRONG_STACK;
}

/* The module must be as it was, whoever wrote to it. */
static int image_is_whole(const struct machine *machine, const struct callee *callee, struct batch_result *result)
{
    const uint8_t *now = machine->memory + callee->start;
    uint32_t part, at, end;

    for (part = 0; part != callee->fixed_count; ++part) {
        at = callee->fixed[2 * part];
        end = at + callee->fixed[2 * part + 1];
        if (!memcmp(now + at, callee->image + at, end - at))
            continue;
        while (now[at] == callee->image[at])
            ++at;
        result->address = (uint16_t)(callee->start + at);
        return 0;
    }
    return 1;
}

static int call_all(struct machine *machine, const struct callee *callee, const uint8_t *request, uint64_t most,
                    struct batch_result *result)
{
    unsigned entry;
    int outcome = ALL_DONE;

    if (callee->is_loaded)
        memcpy(machine->memory + callee->start, callee->image, callee->size);
    memcpy(machine->memory + callee->block, request, callee->request_size);
    for (entry = 0; entry != callee->entry_count && outcome == ALL_DONE; ++entry)
        outcome = call(machine, callee, callee->entries[entry], most, result);
    if (outcome == ALL_DONE && !image_is_whole(machine, callee, result))
        outcome = IMAGE_CHANGED;
    return outcome;
}

/* Build a dungeon for each of `count` requests of REQUEST_SIZE bytes: each of `callees` is called in turn, with at most
 * `most` cycles for each entry. Then the bytes of the regions, whose first addresses and lengths are in `regions`,
 * are written to `out`, or with `digest_bytes` their digest of so many bytes. Stops at the first failure. */
void batch_run(struct machine *machine, const struct callee *callees, uint32_t callee_count,
               const uint8_t *requests, uint32_t count, const uint16_t *regions, uint32_t region_count,
               uint64_t most, uint8_t digest_bytes, uint8_t *out, struct batch_result *result)
{
    struct digest digest;
    uint32_t region;
    uint16_t length;
    int outcome = ALL_DONE;

    memset(result, 0, sizeof *result);
    for (; result->done != count; ++result->done, requests += REQUEST_SIZE) {
        for (result->callee = 0; result->callee != callee_count; ++result->callee) {
            outcome = call_all(machine, callees + result->callee, requests, most, result);
            if (outcome != ALL_DONE) {
                result->outcome = (uint8_t)outcome;
                return;
            }
        }
        if (digest_bytes)
            begin_digest(&digest, digest_bytes);
        for (region = 0; region != region_count; ++region) {
            length = regions[2 * region + 1];
            if (digest_bytes)
                add_to_digest(&digest, machine->memory + regions[2 * region], length);
            else {
                memcpy(out, machine->memory + regions[2 * region], length);
                out += length;
            }
        }
        if (digest_bytes) {
            end_digest(&digest, out);
            out += digest_bytes;
        }
    }
}

unsigned batch_callee_size(void)
{
    return sizeof(struct callee);
}
