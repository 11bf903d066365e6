#include "core/mapgen.h"
#include "core/floors.h"

uint8_t mapgen_selected;

void mapgen_select(uint8_t dungeon)
{
    mapgen_selected = dungeon < DUNGEON_COUNT ? dungeon : DUNGEON_COUNT - 1;
}

void mapgen_init(uint16_t seed)
{
#ifdef OWN_SEEDS
    own_seed = seed;
#endif
    random_seed(seed);
}

void mapgen_request(uint8_t dungeon, uint16_t seed, uint8_t floor)
{
    mapgen_select(dungeon);
    mapgen_set_floor(floor);
    random_low = (uint8_t)seed;
    random_high = (uint8_t)(seed >> 8);
    floor_number = floor;
    floor_seed();
    mapgen_init(WORD_OF(floor_seed_high, floor_seed_low));
}

#ifdef FLOORS_VARY
void mapgen_set_floor(uint8_t floor)
{
    dungeon_floor = floor;
}
#endif

uint8_t mapgen_generate_dungeon(void)
{
    return dungeon_generate(mapgen_selected);
}

void mapgen_begin_dungeon(void)
{
    dungeon_begin(mapgen_selected);
}

uint8_t mapgen_step(void)
{
    step_bits = 1;
    step_signal = &step_bits;
    return dungeon_steps(mapgen_selected);
}

uint8_t mapgen_steps_done;

uint8_t mapgen_steps_until(const volatile uint8_t *signal, uint8_t bits)
{
    uint8_t is_more;

    step_signal = signal;
    step_bits = bits;
    steps_done = 0;
    is_more = dungeon_steps(mapgen_selected);
    mapgen_steps_done = steps_done;
    return is_more;
}

uint8_t mapgen_get_tile(uint8_t x, uint8_t y)
{
    return dungeon_get_tile(mapgen_selected, x, y);
}

void mapgen_get_statistics(void)
{
    dungeon_write_statistics(mapgen_selected);
}
