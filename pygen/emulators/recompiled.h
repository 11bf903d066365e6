/* What recompiled code is made of: pygen/emulators/recompiler.py writes a function of these macros, one for each
 * instruction of a module.
 *
 * Memory, registers, stack and flags are the 6502's own, so that the interpreter can go on at any instruction. Left out
 * are the cycles and decimal mode. N and Z are kept as in processor.inc. */
#include "simulator.h"

#define BEGIN_RECOMPILED(first, size) \
    int recompiled_run(struct machine *machine, const uint8_t *halts, uint32_t until, uint64_t fuel) \
    { \
        uint8_t *const memory = machine->memory; \
        uint8_t a = machine->a, x = machine->x, y = machine->y, s = machine->s; \
        uint8_t sign = machine->p, zero = !(machine->p & ZERO), carry = machine->p & CARRY; \
        uint8_t overflow = !!(machine->p & OVERFLOW), masked = machine->p & NO_INTERRUPTS, decimal = 0; \
        uint8_t value, old; \
        uint16_t pc = machine->pc, at, from = pc; \
        unsigned sum; \
        int ending; \
        const unsigned start = (first), length = (size);

/* Continue at an address that is known only now; `from` is the jump's own address, which reports need. */
#define GO(target, jump) \
    do { \
        pc = (uint16_t)(target); \
        from = (jump); \
        if (!--fuel) goto no_fuel; \
        if ((unsigned)(pc - start) < length && places[pc - start]) goto *places[pc - start]; \
        goto left; \
    } while (0)

#define LEAVE(here) do { pc = from = (here); goto left; } while (0)

#define END_RECOMPILED \
    left: \
        machine->address = from; \
        ending = pc == until ? AT_THE_END : UNKNOWN_PLACE; \
        goto end; \
    stored_outside: \
        machine->address = at; \
        ending = HALTED; \
        goto end; \
    no_fuel: \
        ending = OUT_OF_CYCLES; \
    end: \
        (void)sum; (void)old; (void)value; (void)at; (void)&&stored_outside; (void)&&no_fuel; \
        machine->pc = pc; \
        machine->a = a; \
        machine->x = x; \
        machine->y = y; \
        machine->s = s; \
        machine->p = FLAGS; \
        return ending; \
    }

#define FLAGS (uint8_t)((sign & NEGATIVE) | (overflow ? OVERFLOW : 0) | ALWAYS_SET | decimal | masked \
                        | (zero ? 0 : ZERO) | carry)

/* A jump backwards costs fuel, so that a loop without end is found. */
#define BACK(here) do { if (!--fuel) { pc = (here); goto no_fuel; } } while (0)

/* A store to an address that is worked out is checked; FREELY is for addresses that may be written. */
#define STORE(from_register, to, here) \
    do { at = (uint16_t)(to); memory[at] = (from_register); \
         if (halts[at]) { pc = (here); goto stored_outside; } } while (0)
#define STORE_FREELY(from_register, to) (memory[to] = (from_register))

#define WORD(place) (uint16_t)(memory[place] | memory[(place) + 1] << 8)
#define POINTED(place) (uint16_t)(memory[place] | memory[(uint8_t)((place) + 1)] << 8)

#define GIVES(result) (sign = zero = (result))
#define LOAD(to, operand) (to = (operand), GIVES(to))
#define OR(operand) (a |= (operand), GIVES(a))
#define AND(operand) (a &= (operand), GIVES(a))
#define DIFFER(operand) (a ^= (operand), GIVES(a))
#define COMPARE(with, operand) (value = (operand), carry = with >= value, GIVES((uint8_t)(with - value)))
#define BIT(operand) (value = (operand), sign = value, overflow = value >> 6 & 1, zero = a & value)
#define ADD(operand) \
    (value = (operand), sum = (unsigned)a + value + carry, overflow = (~(a ^ value) & (a ^ sum)) >> 7 & 1, \
     carry = (uint8_t)(sum >> 8), a = (uint8_t)sum, GIVES(a))
#define SUBTRACT(operand) ADD((uint8_t)~(operand))

#define SHIFT_LEFT (carry = value >> 7, value = (uint8_t)(value << 1))
#define SHIFT_RIGHT (carry = value & 1, value >>= 1)
#define ROTATE_LEFT (old = carry, carry = value >> 7, value = (uint8_t)(value << 1 | old))
#define ROTATE_RIGHT (old = carry, carry = value & 1, value = (uint8_t)(value >> 1 | old << 7))
#define CHANGE_A(how) (value = a, how, a = value, GIVES(a))
#define CHANGE(how, place, here) \
    do { at = (uint16_t)(place); value = memory[at]; how; GIVES(value); STORE(value, at, here); } while (0)
#define CHANGE_FREELY(how, place) (value = memory[place], how, memory[place] = value, GIVES(value))

#define PUSH(what) (memory[STACK + s] = (what), --s)
#define PULL() (++s, memory[STACK + s])
#define PULL_FLAGS(next) \
    do { value = PULL(); sign = value; zero = !(value & ZERO); carry = value & CARRY; \
         overflow = !!(value & OVERFLOW); masked = value & NO_INTERRUPTS; \
         if (value & DECIMAL) { decimal = DECIMAL; LEAVE(next); } } while (0)
#define CALL(here) (PUSH((uint8_t)(((here) + 2) >> 8)), PUSH((uint8_t)((here) + 2)))
#define RETURN(here) \
    do { sum = PULL(); sum |= (unsigned)PULL() << 8; GO(sum + 1, here); } while (0)
