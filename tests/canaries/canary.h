/* What all canaries share: small programs of shapes that compilers have got wrong.
 *
 * Each file begins with a comment that says what the shape is. `Expect:` has the bytes that canary()
 * must write to RESULTS, in hex; `Fails:` the compilers and versions that are known to get it wrong;
 * `Avoided:` how our own code does without the shape. A compiler that gets a shape wrong which is
 * not avoided must not be used. Functions are NOINLINE unless inlining is what brings the fault out.
 */
#ifndef UNDERCROFT_CANARY_H
#define UNDERCROFT_CANARY_H

#include "core/platform.h"

#define RESULTS_START 0x1C00
#define RESULTS VOLATILE_AT(RESULTS_START)
#define WORK_START 0x0800
#define SCRATCH BYTES_AT(WORK_START)

/* Writes the results; what is called by who runs the canary. */
NOINLINE void canary(void);

#ifndef NATIVE
int main(void)
{
    canary();
    for (;;)
        ;
    return 0;
}
#endif

#endif
