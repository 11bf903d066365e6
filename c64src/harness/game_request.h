/* The request block of game calls where there is no module: from $0200 on, with A and X behind it. */
#ifndef UNDERCROFT_HARNESS_GAME_REQUEST_H
#define UNDERCROFT_HARNESS_GAME_REQUEST_H

#include "core/platform.h"

#define GAME_BLOCK 0x0200
#define GAME_BYTE(at) (*VOLATILE_AT(GAME_BLOCK + (at)))
#define GAME_ADDRESS(at) BYTES_AT(GET_WORD(BYTES_AT(GAME_BLOCK + (at))))

#define GAME_MAP GAME_ADDRESS(0)
#define GAME_TO GAME_ADDRESS(2)
#define GAME_X GAME_BYTE(4)
#define GAME_Y GAME_BYTE(5)
#define GAME_X2 GAME_BYTE(6)
#define GAME_Y2 GAME_BYTE(7)
#define GAME_RADIUS GAME_BYTE(8)
#define GAME_PROPERTIES GAME_BYTE(9)
#define GAME_WAY GAME_BYTE(10)
#define GAME_SOURCES GAME_ADDRESS(11)
#define GAME_SOURCE_COUNT GAME_BYTE(13)
#define GAME_RANDOM_LOW GAME_BYTE(14)
#define GAME_RANDOM_HIGH GAME_BYTE(15)
#define GAME_SEEN GAME_ADDRESS(16)
#define GAME_A GAME_BYTE(24)
#define GAME_REGISTER_X GAME_BYTE(25)

#endif
