/* What a file of a map or of a seed begins with: its header. */
#ifndef UNDERCROFT_SAVED_H
#define UNDERCROFT_SAVED_H

#include "core/platform.h"
#include "program.h"
#include "program/world/changes.h"
#ifdef OPENED
#include "open_tables.h"
#endif

#define KIND_MAP 'M'
#define KIND_SEED 'S'
#ifdef WORLDS
/* The seed of a world, with the player's place and what was changed. */
#define KIND_WORLD 'W'
#endif

/* Version 1 had only the first bytes of the header, and the dungeon's number in the program instead
 * of the header's size. */
#define OLD_HEADER_BYTES 16
#define HEADER_BYTES 48
#define AT_KIND 2
#define AT_VERSION 3
#define AT_NUMBER 4
#define AT_SIZE 4
#define AT_FLOOR 5
#define AT_SEED 6
#define AT_FLOOR_SEED 8
#define AT_WIDTH 10
#define AT_HEIGHT 11
#define AT_BITS 12
#define AT_MAP_BYTES 13
/* In a seed file, which has no map. */
#define AT_KEYS 13
#define AT_DOORS 14
#define AT_SUM 15
#define AT_DIGEST 16
#define AT_NAME 24
#define MOST_NAME (HEADER_BYTES - AT_NAME)

#ifdef OPENED
/* A header of version 3 goes on: with the digest of the names of the dungeon's open parameters, and
 * with their values. Its size says how many there are. */
#define AT_OPEN_DIGEST HEADER_BYTES
#define AT_VALUES (AT_OPEN_DIGEST + OPEN_DIGEST_BYTES)
#define MOST_HEADER_BYTES (AT_VALUES + MOST_OPEN)

/* The bytes of the header that is saved, or was read. */
extern uint8_t header_bytes;
#else
#define MOST_HEADER_BYTES HEADER_BYTES
#define header_bytes HEADER_BYTES
#endif

/* What is saved, or was read: one byte more than a header has, to notice longer files. Behind the header of a world's
 * seed are the player's place and changes. */
#ifdef WORLDS
extern uint8_t saved_header[MOST_HEADER_BYTES + MOST_WORLD_BYTES + 1];
#else
extern uint8_t saved_header[MOST_HEADER_BYTES + 1];
#endif

/* The sum that is in a header, of all bytes. */
uint8_t sum_of(const uint8_t *from, uint16_t count);

/* The digest of a dungeon: it changes with what the dungeon's parameters are. */
const uint8_t *digest_of(uint8_t dungeon);

#endif
