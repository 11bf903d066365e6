#include "module/module.h"
#include "core/floors.h"
#include "core/generation.h"
#include "module_layout.h"
#include "program.h"

volatile uint8_t module_a, module_x;

/* How many phases are done. */
static volatile uint8_t phases_done;

void phase_done(uint8_t phase)
{
    /* A game, or a proof, may look at the summary after each phase. */
    store_random_figures();
    phases_done = phase;
}

#ifdef OPENED
/* The answer to a request whose values of open parameters are out of range, or break a rule. */
#define VALUES_ARE_REFUSED 0xFF

static uint8_t is_refused;

/* Take over the values of the request. */
static NOINLINE uint8_t values_are_refused(void)
{
    is_refused = 0;
    module_a = 0;
    if (!MODULE_CALL(take_values)()) {
        is_refused = 1;
        module_a = VALUES_ARE_REFUSED;
    }
    return is_refused;
}
#endif

#ifdef UNDERCROFT_DEV
/* The text of an assertion that has failed, for a test controller: the module stops, and goes on
 * storing to phases_done, for which the controller waits. */
const char *volatile failed_assertion;

void assertion_failed(const char *what)
{
    failed_assertion = what;
    /* It stays 0. A loop without an end would be entered by a branch that is always taken, and what is
     * behind such a branch is taken for code when the module's use of zero page is read from it. */
    do
        phases_done = 0;
    while (phases_done == 0);
}
#endif

/* What both ways to a dungeon begin with. */
static void take_request(void)
{
#ifdef FLOORS_VARY
    dungeon_floor = REQUEST_FLOOR;
#endif
#ifdef WORLDS
    chunk_x = (uint16_t)REQUEST_CHUNK_X_HIGH << 8 | REQUEST_CHUNK_X_LOW;
    chunk_y = (uint16_t)REQUEST_CHUNK_Y_HIGH << 8 | REQUEST_CHUNK_Y_LOW;
#endif
    phases_done = 0;
    random_low = REQUEST_SEED_LOW;
    random_high = REQUEST_SEED_HIGH;
    floor_number = REQUEST_FLOOR;
    floor_seed();
    FLOOR_SEED_LOW = floor_seed_low;
    FLOOR_SEED_HIGH = floor_seed_high;
#ifdef OWN_SEEDS
    own_seed = (uint16_t)floor_seed_high << 8 | floor_seed_low;
#endif
    random_seed((uint16_t)floor_seed_high << 8 | floor_seed_low);
}

void module_begin(void)
{
#ifdef OPENED
    if (values_are_refused())
        return;
#endif
    take_request();
    MODULE_CALL(begin)();
    KEEP_ZERO_PAGE
}

/* Do steps until the signal says that it is enough. */
static NOINLINE void do_steps(void)
{
#ifdef OPENED
    if (is_refused) {
        module_a = 0;
        module_x = 0;
        return;
    }
#endif
    /* Whatever happens to zero page between two steps, the next one finds what it needs there. */
    RESTORE_ZERO_PAGE
    module_a = MODULE_CALL(step)();
    module_x = phases_done;
    store_random_figures();
    KEEP_ZERO_PAGE
}

void module_step(void)
{
    step_bits = 1;
    step_signal = &step_bits;
    do_steps();
}

#ifndef WITHOUT_RUN
void module_run(void)
{
    step_signal = REQUEST_SIGNAL;
    step_bits = REQUEST_MASK;
    steps_done = 0;
    do_steps();
    REQUEST_COUNT = steps_done;
}
#endif

void module_generate(void)
{
#ifdef OPENED
    if (values_are_refused())
        return;
#endif
    take_request();
    module_a = MODULE_CALL(generate)();
}

#ifndef WITHOUT_GET_TILE
uint8_t module_get_tile(void)
{
    return MODULE_CALL(tile_at)();
}
#endif

#ifndef WITHOUT_SET_TILE
void module_set_tile(void)
{
    MODULE_CALL(set_tile)(module_x, module_a, REQUEST_TILE);
}
#endif

#ifndef WITHOUT_UNPACK_ROW
static void return_address(uint16_t address)
{
    module_a = (uint8_t)address;
    module_x = (uint8_t)(address >> 8);
}
#endif

#ifndef WITHOUT_TABLE
static const uint8_t table_low[MODULE_TABLES] = { TABLE_STARTS_LOW };
static const uint8_t table_high[MODULE_TABLES] = { TABLE_STARTS_HIGH };
static const uint8_t table_record[MODULE_TABLES] = { TABLE_RECORDS };

void module_table(void)
{
    uint8_t table, records, bytes, low, high;

    table = module_a;
    low = 0;
    high = 0;
    if (table < MODULE_TABLES) {
        low = table_low[table];
        high = table_high[table];
        bytes = table_record[table];
        for (records = module_x; records != 0; --records) {
            low += bytes;
            if (low < bytes)
                ++high;
        }
    }
    module_a = low;
    module_x = high;
}
#endif

#ifndef WITHOUT_UNPACK_ROW
void module_unpack_row(void)
{
    return_address((uint16_t)MODULE_CALL(unpack_row)(module_x, module_a, REQUEST_OUT));
}
#endif

#ifndef WITHOUT_UNPACK_COLUMN
void module_unpack_column(void)
{
    MODULE_CALL(unpack_column)(module_x, module_a, REQUEST_COUNT, REQUEST_OUT);
}
#endif

#ifndef WITHOUT_COUNT_TILES
void module_count_tiles(void)
{
    MODULE_CALL(write_statistics)();
}
#endif
