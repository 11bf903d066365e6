/* A loop over records in which two fields get values, one of them again if the argument is special.
 *
 * Two loops are made of it, and the value of the one field is stored in the other.
 * Avoided: the second value is passed as an argument
 * Fails: oscar64 1.32.271
 * Expect: 07 FF 07 FF FF FE FF FE
 */
#include "canary.h"

static uint8_t cells[48];

NOINLINE void begin(uint8_t count, uint8_t row)
{
    uint8_t i;
    uint8_t *cell;

    cell = cells;
    for (i = count; i != 0; --i) {
        cell[6] = row;
        cell[8] = 255;
        if (row == 255)
            cell[8] = 254;
        cell += 11;
    }
}

NOINLINE void canary(void)
{
    begin(3, 7);
    RESULTS[0] = cells[6];
    RESULTS[1] = cells[8];
    RESULTS[2] = cells[17];
    RESULTS[3] = cells[19];
    begin(3, 255);
    RESULTS[4] = cells[6];
    RESULTS[5] = cells[8];
    RESULTS[6] = cells[17];
    RESULTS[7] = cells[19];
}
