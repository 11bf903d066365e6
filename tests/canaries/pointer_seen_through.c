/* A call through a volatile pointer that has its value from the start, of assembly that calls a routine.
 *
 * The assembly is called itself, and what the routine changes is not read again.
 * Avoided: the pointer is set in a function that is called before it is used
 * Fails: oscar64 1.32.271
 * Expect: 06 09
 */
#include "canary.h"

static uint8_t count;

NOINLINE void change(void)
{
    ++count;
}

#ifdef __OSCAR64C__
/* Where a jump to change() is: the compiler does not know what is there. */
#define ROUTINE 0x1D00
#define JMP 0x4C

static void call(void)
{
    __asm volatile {
        jsr ROUTINE
    }
}
#else
#define call change
#endif

static void (*volatile enter)(void) = call;

NOINLINE uint8_t set_and_call(uint8_t value)
{
    count = value;
    enter();
    return count;
}

NOINLINE void canary(void)
{
#ifdef __OSCAR64C__
    void (*routine)(void);

    routine = change;
    BYTES_AT(ROUTINE)[0] = JMP;
    BYTES_AT(ROUTINE)[1] = (uint8_t)(uint16_t)routine;
    BYTES_AT(ROUTINE)[2] = (uint8_t)((uint16_t)routine >> 8);
#endif
    RESULTS[0] = set_and_call(5);
    RESULTS[1] = set_and_call(8);
}
