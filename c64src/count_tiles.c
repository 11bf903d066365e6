/* How many tiles of each kind a map has: included by every dungeon's own unit. */

/* How many tiles of each code the map has, low and high byte. */
static uint8_t count_low[TILE_MASK + 1], count_high[TILE_MASK + 1];

/* OSCAR64 1.32.271 may test the wrong register in `++count_low[tile] == 0`: hence the order. */
static void count_tile(uint8_t tile)
{
    if (count_low[tile] == 255)
        ++count_high[tile];
    ++count_low[tile];
}

/* Count the map's tiles by their code. As the tiles are one stream, rows do not matter. */
static void count_tiles(void)
{
    const uint8_t *at;
    uint16_t left;
#if TILE_BITS == 3 && MAP_TILES_LEFT
    uint8_t tile;
#endif

    for (left = 0; left != TILE_MASK + 1; ++left) {
        count_low[left] = 0;
        count_high[left] = 0;
    }
    at = BYTES_AT(MAP_START);
#if TILE_BITS == 3
    for (left = MAP_GROUPS; left != 0; --left) {
        count_tile(at[0] & 7);
        count_tile((at[0] >> 3) & 7);
        count_tile((uint8_t)((at[0] >> 6) | (at[1] << 2)) & 7);
        count_tile((at[1] >> 1) & 7);
        count_tile((at[1] >> 4) & 7);
        count_tile((uint8_t)((at[1] >> 7) | (at[2] << 1)) & 7);
        count_tile((at[2] >> 2) & 7);
        count_tile(at[2] >> 5);
        at += 3;
    }
#if MAP_TILES_LEFT
    for (tile = MAP_TILES_LEFT; tile != 0; --tile)
        count_tile(get_tile(MAP_WIDTH - tile, MAP_HEIGHT - 1));
#endif
#elif TILE_BITS == 4
    for (left = MAP_GROUPS; left != 0; --left) {
        count_tile(*at & 15);
        count_tile(*at >> 4);
        ++at;
    }
#if MAP_TILES_LEFT
    count_tile(*at & 15);
#endif
#else
    for (left = MAP_GROUPS; left != 0; --left) {
        count_tile(*at);
        ++at;
    }
#endif
}
