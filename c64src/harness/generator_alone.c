/* The generator alone, as a game links it: one dungeon and what it needs, without harness and
 * display. Its size is what a game pays for a dungeon in code, tables and work memory. It is never
 * run.
 */
#include "core/generation.h"
#include "program.h"
#ifdef UNDERCROFT_DEV
#include "core/assertion.h"
#endif

/* A game may show its progress here. */
NOINLINE void phase_done(uint8_t phase)
{
    (void)phase;
}

#ifdef UNDERCROFT_DEV
void assertion_failed(const char *what)
{
    (void)what;
}
#endif

int main(void)
{
    random_seed(0);
    return dungeon_generate(0);
}
