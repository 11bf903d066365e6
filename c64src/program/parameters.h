/* The page on which the player chooses the values of a dungeon's open parameters. */
#ifndef UNDERCROFT_PARAMETERS_H
#define UNDERCROFT_PARAMETERS_H

#include "core/platform.h"
#include "program.h"

#ifdef OPENED
/* Show the open parameters of the dungeon that is chosen, of which it has at least one, and let the
 * player change them. */
void choose_parameters(void);
#endif

#endif
