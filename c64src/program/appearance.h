/* What the program shows of the dungeon whose module is ready: it comes with the module. */
#ifndef UNDERCROFT_APPEARANCE_H
#define UNDERCROFT_APPEARANCE_H

#include "core/platform.h"
#include "tiles.h"

/* By tile code, and by looks: the character, and the colour. */
extern uint8_t tile_screen_code[SHOWN_CODES];
extern uint8_t tile_colour[SHOWN_CODES];
#ifdef LOOKS_SHOWN

/* The bits of a look, 0 if the dungeon has none, and the bytes of a row of them. */
extern uint8_t shown_look_bits, shown_look_bytes;
#endif

/* By how many pixels, and 256ths of a pixel, the bar grows with a step. */
extern uint8_t bar_pixels, bar_fraction;

#ifdef ENTITIES_SHOWN

/* What is said of each kind of entities that is shown, and when a chamber is entered, by its use: a text by its
 * number, below ENTITY_TEXTS. Some 20 cycles for each character of the texts before. */
const char *entity_text(uint8_t number);
#endif

/* The names of the phases in the codes of the characters, PHASE_NAME_WIDTH each. */
extern const uint8_t *phase_names;

/* Take over the appearance of a dungeon, at the address that `dungeon_appearance` says. Some 2,000
 * cycles for each of its characters. */
void take_appearance(const uint8_t *appearance);

/* Unpack `count` characters to the charset, from the character `first` on. Returns the end of the
 * packed ones. */
const uint8_t *unpack_characters(const uint8_t *packed, uint8_t first, uint8_t count);

#endif
