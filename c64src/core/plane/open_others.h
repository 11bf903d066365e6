/* Opening tiles that are walkable, but no floor. */
#ifndef UNDERCROFT_PLANE_OPEN_OTHERS_H
#define UNDERCROFT_PLANE_OPEN_OTHERS_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/some_bytes.h"
#include "core/plane/taken.h"

/* The byte of the plane that is next. */
static uint16_t bytes_opened;

/* Begin to open tiles. */
static void begin_to_open(void)
{
    bytes_opened = 0;
}

/* One step of opening what was closed of the other tiles that were read: those stay as they are. Some
 * bytes. */
static uint8_t open_others(void)
{
    uint8_t left;
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;

    CHANGE_SOME_BYTES(bytes_opened, BYTES_OPENED, plane_others, plane_solid, *to &= (uint8_t)~*from);
    return bytes_opened == PLANE_BYTES;
}

#endif
