#include "core/small_interactive_code_begin.h"
#include "program/secrets.h"
#include "program/shown.h"

#define MOST_SECRETS 32

static uint8_t secret_x[MOST_SECRETS], secret_y[MOST_SECRETS];
static uint8_t secrets_found;

void forget_secrets(void)
{
    secrets_found = 0;
}

uint8_t secret_is_known(uint8_t x, uint8_t y)
{
    uint8_t at;

    if (secrets_shown)
        return 1;
#ifdef WORLDS
    /* What is read of a world has no others. */
    if (world_is_shown)
        return 1;
#endif
    for (at = 0; at != secrets_found; ++at) {
        if (secret_x[at] == x && secret_y[at] == y)
            return 1;
    }
    return 0;
}

void find_secret(uint8_t x, uint8_t y)
{
    if (secrets_found == MOST_SECRETS || secret_is_known(x, y))
        return;
    secret_x[secrets_found] = x;
    secret_y[secrets_found] = y;
    ++secrets_found;
}

#include "core/small_code_end.h"
