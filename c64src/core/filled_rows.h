/* A row full of each tile that the kind names in `filled`, from a whole byte on. The rows are a macro of
 * the dungeon's header, so that only dungeons that include this file have the tables.
 */

#ifndef FILLED_ROWS
#error "The kind fills rectangles: name the tiles in `filled` of its KIND."
#endif

#ifndef HAS_FILLED_ROWS
#define HAS_FILLED_ROWS
FILLED_ROWS
#endif
