/* An element of an address that was computed and cast in the same expression.
 *
 * The number of the element is forgotten.
 * Avoided: the address is put into a pointer first
 * Fails: cc65 2.18
 * Expect: 01 07
 */
#include "canary.h"

#ifdef NATIVE
#define PAGE(page) BYTES_AT((page) << 8)
#else
#define PAGE(page) ((uint8_t *)((page) << 8))
#endif

static uint8_t page;

NOINLINE void set(uint8_t value)
{
    (PAGE(page) + 48)[8] = value;
}

NOINLINE void canary(void)
{
    SCRATCH[48] = 1;
    SCRATCH[56] = 2;
    page = WORK_START >> 8;
    set(7);
    RESULTS[0] = SCRATCH[48];
    RESULTS[1] = SCRATCH[56];
}
