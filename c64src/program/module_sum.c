#include "program/module_sum.h"

uint16_t module_sum(const uint8_t *from, uint16_t count)
{
    uint8_t low, high;
    REGISTER const uint8_t *at;
    const uint8_t *end;

    at = from;
    end = from + count;
    low = 0;
    high = 0;
    while (at != end) {
        low += *at;
        high += low;
        ++at;
    }
    return (uint16_t)high << 8 | low;
}
