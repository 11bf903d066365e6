/* Copying a plane. The twin of copy_plane in pygen/engine/plane/regions.py. */
#ifndef UNDERCROFT_PLANE_COPY_PLANE_H
#define UNDERCROFT_PLANE_COPY_PLANE_H

#include "core/generation.h"
#include "core/plane/plane.h"
#include "core/plane/taken.h"
#include "zeropage.h"

/* The byte of the plane that is copied or dropped next. */
WORK uint16_t bytes_copied;

/* One step of letting nothing be taken but what is solid: some bytes. */
static uint8_t copy_plane(void)
{
    uint16_t left;

    left = PLANE_BYTES - bytes_copied;
    if (left > BYTES_COPIED)
        left = BYTES_COPIED;
    copied_from = plane_solid + bytes_copied;
    copied_to = plane_taken + bytes_copied;
    copies_left = (uint8_t)left;
    copy_bytes();
    bytes_copied += left;
    if (bytes_copied != PLANE_BYTES)
        return 0;
    bytes_copied = 0;
    return 1;
}

#endif
