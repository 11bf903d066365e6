/* A row full of each tile that the kind names in `filled`, from a whole byte on. The rows are a macro of
 * the dungeon's header, so that only dungeons that include this file have the tables.
 */
#ifndef UNDERCROFT_FILLED_ROWS_H
#define UNDERCROFT_FILLED_ROWS_H

#ifndef FILLED_ROWS
#error "The kind fills rectangles: name the tiles in `filled` of its KIND."
#endif

FILLED_ROWS

#endif
