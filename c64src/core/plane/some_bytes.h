/* Changing a plane by another one, byte by byte, some bytes a step. */
#ifndef UNDERCROFT_PLANE_SOME_BYTES_H
#define UNDERCROFT_PLANE_SOME_BYTES_H

#include "core/plane/plane.h"

/* Do `change`, a statement with *to and *from, for the next bytes of both planes, at most `most`. `done` is
 * how many bytes the steps before have done. The caller has the variables `left`, `from` and `to`, the last
 * two REGISTER: cc65 keeps those of an inner block in memory. In a macro, because a function would test for
 * each byte which change it is. */
#define CHANGE_SOME_BYTES(done, most, from_plane, to_plane, change) \
    left = (most); \
    if (PLANE_BYTES - (done) < (most)) \
        left = (uint8_t)(PLANE_BYTES - (done)); \
    from = (from_plane) + (done); \
    to = (to_plane) + (done); \
    (done) += left; \
    do { \
        change; \
        ++to; \
        ++from; \
        --left; \
    } while (left != 0)

#endif
