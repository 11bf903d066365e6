/* Which tiles are doors. */
#ifndef UNDERCROFT_DOORS_H
#define UNDERCROFT_DOORS_H

/* Whether a tile is a door, or a secret one. Not defined in a dungeon that has neither. */
#if defined(TILE_DOOR) && defined(TILE_SECRET_PATH)
#define TILE_IS_DOOR(tile) ((tile) == TILE_DOOR || (tile) == TILE_SECRET_PATH)
#elif defined(TILE_DOOR)
#define TILE_IS_DOOR(tile) ((tile) == TILE_DOOR)
#elif defined(TILE_SECRET_PATH)
#define TILE_IS_DOOR(tile) ((tile) == TILE_SECRET_PATH)
#endif

#endif
