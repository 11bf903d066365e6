#include "core/small_interactive_code_begin.h"
#include "program/message.h"
#include "program/input.h"
#include "program/text.h"

uint8_t message_is_shown;
static const char *last_message;

void show_message(const char *text)
{
    clear_row(STATUS_ROW, ' ', BRIGHT_COLOUR);
    print_centred(STATUS_ROW, BRIGHT_COLOUR, text);
    message_is_shown = 1;
    last_message = text;
}

void repeat_message(void)
{
    if (message_is_shown)
        show_message(last_message);
}

uint8_t ask_yes_no(const char *text)
{
    show_message(text);
    return wait_key() == 'Y';
}

#include "core/small_code_end.h"
