#include "core/small_interactive_code_begin.h"
#include "program/appearance.h"
#include "characters.h"
#include "memory.h"

uint8_t tile_screen_code[SHOWN_CODES];
uint8_t tile_colour[SHOWN_CODES];
#ifdef LOOKS_SHOWN
uint8_t shown_look_bits, shown_look_bytes;
#endif
uint8_t bar_pixels, bar_fraction;
const uint8_t *phase_names;
#ifdef ENTITIES_SHOWN
/* The texts one behind the other. */
static const char *entity_texts;

const char *entity_text(uint8_t number)
{
    REGISTER const char *text;
    uint8_t left;

    text = entity_texts;
    for (left = number; left != 0; --left) {
        while (*text != 0)
            ++text;
        ++text;
    }
    return text;
}
#endif

const uint8_t *unpack_characters(const uint8_t *packed, uint8_t first, uint8_t count)
{
    REGISTER const uint8_t *from;
    REGISTER uint8_t *to;
    uint8_t left, row, changes, pixels;

    from = packed;
    to = BYTES_AT(CHARSET_START) + 8 * (uint16_t)first;
    pixels = 0;
    for (left = count; left != 0; --left) {
        changes = *from;
        ++from;
        for (row = 0; row != 8; ++row) {
            if (changes & 0x80) {
                pixels = *from;
                ++from;
            }
            changes <<= 1;
            *to = pixels;
            ++to;
        }
    }
    return from;
}

void take_appearance(const uint8_t *appearance)
{
    REGISTER const uint8_t *from;
    uint8_t code;

    bar_pixels = appearance[0];
    bar_fraction = appearance[1];
    from = appearance + 2;
#ifdef LOOKS_SHOWN
    shown_look_bits = from[0];
    shown_look_bytes = from[1];
    from += 2;
#endif
    for (code = 0; code != SHOWN_CODES; ++code)
        tile_screen_code[code] = from[code];
    from += SHOWN_CODES;
    for (code = 0; code != SHOWN_CODES; ++code)
        tile_colour[code] = from[code];
    from += SHOWN_CODES;
    phase_names = unpack_characters(from + 1, CHARACTER_OWN, *from);
#ifdef ENTITIES_SHOWN
    entity_texts = (const char *)phase_names;
    phase_names = (const uint8_t *)entity_text(ENTITY_TEXTS);
#endif
}

#include "core/small_code_end.h"
