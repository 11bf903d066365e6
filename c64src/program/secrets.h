/* The secret paths that the player has found. */
#ifndef UNDERCROFT_SECRETS_H
#define UNDERCROFT_SECRETS_H

#include "core/platform.h"

/* Forget all secrets found so far; remember one; 1 if one is shown as such, 0 if it looks like a
 * wall. */
void forget_secrets(void);
void find_secret(uint8_t x, uint8_t y);
uint8_t secret_is_known(uint8_t x, uint8_t y);

#endif
