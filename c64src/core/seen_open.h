/* Which tiles are open for someone who does not know the dungeon's secrets. */
#ifndef UNDERCROFT_SEEN_OPEN_H
#define UNDERCROFT_SEEN_OPEN_H

/* Whether a tile can be walked on and does not look like a wall. */
#ifdef SECRET_TILES
#define TILE_IS_SEEN_OPEN(tile) (TILE_IS_WALKABLE(tile) && !TILE_IS_SECRET(tile))
#else
#define TILE_IS_SEEN_OPEN(tile) TILE_IS_WALKABLE(tile)
#endif

#endif
