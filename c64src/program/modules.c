#include "program/modules.h"
#include "core/mapgen.h"
#include "module_calls.h"
#include "program/opened.h"
#ifdef OPENED
#include "open_tables.h"
#endif

volatile uint8_t module_page;
volatile uint8_t module_entry, module_x, module_a;

uint8_t mapgen_selected;

/* The request block of the module that is ready. To be put into a pointer first: cc65 forgets the
 * index in REQUEST[index]. */
#define REQUEST VOLATILE_AT(((uint16_t)module_page << 8) + REQUEST_OFFSET)

#ifdef __OSCAR64C__

/* The twin for cc65 is modules_cc65.s. */
NOINLINE void enter_module(void)
{
    __asm volatile {
        lda module_entry
        sta call + 1
        lda module_page
        sta call + 2
        ldx module_x
        lda module_a
call:   jsr 0xffff
        sta module_a
        stx module_x
    }
}

/* Called through a pointer, as OSCAR64 does not know what the module changes: then it expects what
 * any function may change. If the pointer had its value from the start, OSCAR64 1.32.271 would call the
 * function itself, although the pointer is volatile. */
static void (*volatile enter)(void);
#define PREPARE_TO_ENTER enter = enter_module

#else
#define enter enter_module
#define PREPARE_TO_ENTER
#endif

static void call(uint8_t entry)
{
    module_entry = entry;
    enter();
}

/* ------------------------------------------------------------------ building */

void mapgen_request(uint8_t dungeon, uint16_t seed, uint8_t floor)
{
    volatile uint8_t *request;
#ifdef OPENED
    uint8_t at;
#endif

    PREPARE_TO_ENTER;
    mapgen_selected = dungeon;
    request = REQUEST;
    request[REQUEST_SEED_LOW] = (uint8_t)seed;
    request[REQUEST_SEED_HIGH] = (uint8_t)(seed >> 8);
    request[REQUEST_FLOOR] = floor;
#ifdef OPENED
    open_choose(dungeon);
    request = VOLATILE_AT(((uint16_t)module_page << 8) + OPEN_OFFSET);
    for (at = 0; at != opened_count; ++at)
        request[at] = opened_values[at];
#endif
}

#ifdef WORLDS
void mapgen_request_chunk(uint16_t x, uint16_t y)
{
    volatile uint8_t *request;

    request = REQUEST;
    request[REQUEST_CHUNK_X_LOW] = (uint8_t)x;
    request[REQUEST_CHUNK_X_HIGH] = (uint8_t)(x >> 8);
    request[REQUEST_CHUNK_Y_LOW] = (uint8_t)y;
    request[REQUEST_CHUNK_Y_HIGH] = (uint8_t)(y >> 8);
}
#endif

uint8_t mapgen_generate_dungeon(void)
{
    call(CALL_GENERATE);
    return module_a;
}

void mapgen_begin_dungeon(void)
{
    call(CALL_BEGIN);
}

uint8_t mapgen_step(void)
{
    call(CALL_STEP);
    return module_a;
}

uint8_t mapgen_steps_done;

uint8_t mapgen_steps_until(const volatile uint8_t *signal, uint8_t bits)
{
    volatile uint8_t *request;

    request = REQUEST;
    request[REQUEST_SIGNAL] = (uint8_t)(uint16_t)signal;
    request[REQUEST_SIGNAL + 1] = (uint8_t)((uint16_t)signal >> 8);
    request[REQUEST_MASK] = bits;
    call(CALL_RUN);
    mapgen_steps_done = request[REQUEST_COUNT];
    return module_a;
}

void mapgen_get_statistics(void)
{
    call(CALL_COUNT_TILES);
}

/* ------------------------------------------------------------------ the map */

uint8_t mapgen_get_tile(uint8_t x, uint8_t y)
{
    module_x = x;
    module_a = y;
    call(CALL_GET_TILE);
    return module_a;
}

uint8_t dungeon_get_tile(uint8_t dungeon, uint8_t x, uint8_t y)
{
    (void)dungeon;
    return mapgen_get_tile(x, y);
}

static void unpack_to(uint8_t x, uint8_t y, uint8_t *out)
{
    volatile uint8_t *request;

    request = REQUEST;
    request[REQUEST_OUT] = (uint8_t)(uint16_t)out;
    request[REQUEST_OUT + 1] = (uint8_t)((uint16_t)out >> 8);
    module_x = x;
    module_a = y;
}

const uint8_t *dungeon_unpack_row(uint8_t dungeon, uint8_t x, uint8_t y, uint8_t *out)
{
    (void)dungeon;
    unpack_to(x, y, out);
    call(CALL_UNPACK_ROW);
    return BYTES_AT((uint16_t)module_x << 8 | module_a);
}

void dungeon_unpack_column(uint8_t dungeon, uint8_t x, uint8_t y, uint8_t count, uint8_t *out)
{
    volatile uint8_t *request;

    (void)dungeon;
    unpack_to(x, y, out);
    request = REQUEST;
    request[REQUEST_COUNT] = count;
    call(CALL_UNPACK_COLUMN);
}
