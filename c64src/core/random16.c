#include "core/random16.h"
#include "random_constants.h"

uint16_t random_draws;

void random_seed(uint16_t seed)
{
    uint8_t step;

    if (seed == 0)
        seed = RANDOM_SEED_ZERO;
    random_low = (uint8_t)seed;
    random_high = (uint8_t)(seed >> 8);
    for (step = RANDOM_WARM_UP; step != 0; --step)
        random_step();
    random_draws = 0;
}

uint8_t random_bit(void)
{
    random_draw();
    return random_high >> 7;
}
