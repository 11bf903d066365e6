#include "module/module.h"
#include "core/floors.h"
#include "core/generation.h"
#include "module_layout.h"
#include "program.h"

uint8_t module_x, module_y, module_progress;

void phase_done(uint8_t phase)
{
    module_progress = phase;
}

#ifdef UNDERCROFT_DEV
/* A module cannot report an assertion. It stops here, where a monitor finds it. */
void assertion_failed(const char *what)
{
    (void)what;
    for (;;)
        ;
}
#endif

/* What both ways to a dungeon begin with. */
static void take_request(void)
{
#ifdef FLOORS_VARY
    dungeon_floor = REQUEST_FLOOR;
#endif
    module_progress = 0;
    random_seed(floor_seed((uint16_t)(REQUEST_SEED_HIGH) << 8 | REQUEST_SEED_LOW, REQUEST_FLOOR));
}

void module_begin(void)
{
    take_request();
    MODULE_CALL(begin)();
    KEEP_ZERO_PAGE
}

uint8_t module_step(void)
{
    uint8_t is_more;

    /* Whatever happens to zero page between two steps, the next one finds what it needs there. */
    RESTORE_ZERO_PAGE
    is_more = MODULE_CALL(step)();
    KEEP_ZERO_PAGE
    return is_more;
}

uint8_t module_generate(void)
{
    take_request();
    return MODULE_CALL(generate)();
}

uint8_t module_get_tile(void)
{
    return MODULE_CALL(get_tile)(module_x, module_y);
}

void module_set_tile(void)
{
    MODULE_CALL(set_tile)(module_x, module_y, REQUEST_TILE);
}

static const uint16_t table_start[MODULE_TABLES] = { TABLE_STARTS };
static const uint8_t table_record[MODULE_TABLES] = { TABLE_RECORDS };

uint16_t module_table(void)
{
    if (module_y >= MODULE_TABLES)
        return 0;
    return table_start[module_y] + (uint16_t)module_x * table_record[module_y];
}

uint16_t module_unpack_row(void)
{
    return (uint16_t)MODULE_CALL(unpack_row)(module_x, module_y, REQUEST_OUT);
}

void module_unpack_column(void)
{
    MODULE_CALL(unpack_column)(module_x, module_y, REQUEST_COUNT, REQUEST_OUT);
}

void module_count_tiles(void)
{
    MODULE_CALL(write_statistics)();
}
