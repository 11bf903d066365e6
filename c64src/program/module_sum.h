/* The sum by which a damaged module is recognised; the twin is `checksum` in pygen/emit/modules.py. */
#ifndef UNDERCROFT_MODULE_SUM_H
#define UNDERCROFT_MODULE_SUM_H

#include "core/platform.h"

uint16_t module_sum(const uint8_t *from, uint16_t count);

#endif
