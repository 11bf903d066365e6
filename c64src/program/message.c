#include "core/small_interactive_code_begin.h"
#include "program/message.h"
#include "program/display.h"
#include "program/input.h"

uint8_t is_told;

void tell(const char *text)
{
    clear_row(STATUS_ROW, ' ', BRIGHT_COLOUR);
    print_centred(STATUS_ROW, BRIGHT_COLOUR, text);
    is_told = 1;
}

uint8_t ask(const char *text)
{
    tell(text);
    return wait_key() == 'Y';
}

#include "core/small_code_end.h"
