/* The modules of the program's dungeons. Each is the machine code of one dungeon's generator, and is
 * called through the table at its first address; docs/modules.md describes it. The functions of
 * program.h, which take a dungeon's number, call the module that is ready.
 */
#ifndef UNDERCROFT_MODULES_H
#define UNDERCROFT_MODULES_H

#include "core/platform.h"
#include "program.h"

/* Make the module of a dungeon ready to be called: modules_prepare() of the program's carrier. Where
 * there is one window for all, the module is fetched into it. Returns 1, or 0 if it cannot be
 * fetched; the reason is shown then, and no module is ready. */
uint8_t modules_prepare(uint8_t dungeon);

/* The page of memory at which the module that is ready begins. */
extern volatile uint8_t module_page;

#ifdef WORLDS
/* Behind mapgen_request: which chunk of a world, by column and row modulo 2,048. */
void mapgen_request_chunk(uint16_t x, uint16_t y);
#endif

/* Call the module that is ready: `module_entry` is the place of the call in its table. X and A are
 * passed and returned in `module_x` and `module_a`. Some 40 cycles beside the module's own. */
extern volatile uint8_t module_entry, module_x, module_a;
void enter_module(void);

#endif
