/* Vaults: drawn places, dug into rock or put into rooms.
 *
 * The twin is in pygen/passes/vaults/.
 */
#ifndef UNDERCROFT_VAULTS_VAULTS_H
#define UNDERCROFT_VAULTS_VAULTS_H

#include "passes/vaults/sites.h"
#include "passes/vaults/drawing.h"
#include "passes/vaults/keys.h"
#include "passes/vaults/placing.h"

#endif
