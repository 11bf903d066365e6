/* Protected tiles: those of places that a kind's drawings close on purpose. The twin of
 * pygen/engine/plane/protected.py. */
#ifndef UNDERCROFT_PLANE_PROTECTED_H
#define UNDERCROFT_PLANE_PROTECTED_H

#include "core/plane/plane_rows.h"

/* The tiles through which no tunnel may lead, those at the edge of the map among them; the bits behind
 * a row's right end are set. The kind writes all bytes, before it draws the map. */
WORK uint8_t plane_protected[PLANE_BYTES];

#endif
