/* A program on a cartridge: the modules are in its banks, from which they are copied to the window. */
#include "core/platform.h"
#include "program/modules.h"
#include "program/carriers/window_sum.h"
#include "module_places.h"
#ifndef UNDERCROFT_NO_DISPLAY
#include "program/message.h"
#endif

/* What start/cartridge.s has left at $0200: it copies whole pages and switches the cartridge off.
 * Its arguments are the bank of the first byte, the page at which that byte is seen, the page of
 * memory where it belongs, and the number of pages. */
#define COPIED_BANK (*VOLATILE_AT(0x020F))
#define COPIED_PAGE (*VOLATILE_AT(0x0215))
#define COPIED_TO (*VOLATILE_AT(0x0218))
#define COPIED_PAGES (*VOLATILE_AT(0x023F))

/* The page at which a bank is seen. */
#define BANK_PAGE 0x80

#ifdef __OSCAR64C__

/* OSCAR64 crashes on a call of a constant address in C. */
static NOINLINE void call_copier(void)
{
    __asm volatile {
        jsr 0x0200
    }
}

/* Called through a pointer, as OSCAR64 does not know what becomes of the registers. If the pointer had its
 * value from the start, OSCAR64 1.32.271 would call the function itself, although the pointer is volatile; so
 * it is set in a function that is not inlined. */
static void (*volatile copy)(void);

static NOINLINE void prepare_to_copy(void)
{
    copy = call_copier;
}

#else
#define copy() ((void (*)(void))0x0200)()
#define prepare_to_copy()
#endif

/* The dungeon whose module is in the window, counted from 1; 0 if none is. */
static uint8_t fetched;

uint8_t modules_prepare(uint8_t dungeon)
{
    uint16_t bytes;

    if (fetched == dungeon + 1)
        return 1;
    fetched = 0;
    bytes = dungeon_module_bytes[dungeon];
    COPIED_BANK = dungeon_module_bank[dungeon];
    COPIED_PAGE = BANK_PAGE + dungeon_module_bank_page[dungeon];
    COPIED_TO = dungeon_module_page[dungeon];
    COPIED_PAGES = (uint8_t)((bytes + 0xFF) >> 8);
    prepare_to_copy();
    copy();
    if (window_sum(bytes) != dungeon_module_sum[dungeon]) {
#ifndef UNDERCROFT_NO_DISPLAY
        show_message("THE DUNGEON IS DAMAGED ON THE CARTRIDGE");
#endif
        return 0;
    }
    module_page = dungeon_module_page[dungeon];
    fetched = dungeon + 1;
    return 1;
}
