/* The game for OSCAR64, with the module at its place in the program's file.
 *
 *     invoke export --spec examples/hunt.yaml --to examples/oscar64/tomb
 *     cd examples/oscar64
 *     oscar64 -i=tomb -i=../c game.c
 */
#include "tomb.h"

#pragma stacksize(256)
#pragma heapsize(0)
#pragma region(main, 0x0a00, 0x3800, , , {code, data, bss, heap, stack})

#pragma section(module, 0)
#pragma region(module, TOMB_START, TOMB_WORK, , , {module})
#pragma data(module)
__export const char module_bytes[TOMB_SIZE] = {
#embed TOMB_SIZE 2 "tomb/tomb.prg"
};
#pragma data(data)

#include "hunt.c"
