"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "IS_LEARNED": "whether the options are patterns of a sample, of one tile each",
    "OPTIONS": "how many options a cell has: all orientations of all pieces",
    "OPTION_BYTES": "bytes of a set of options, one bit each",
    "CELL_BYTES": "bytes of a cell in work memory",
    "HAS_BORDERS": (
        "whether each border between two cells has the set of edges that are possible there"
    ),
    "COLUMNS": "cells across",
    "ROWS": "cells down",
    "ROW_CELLS": "by row: the offset of its first cell, in bytes",
    "COLUMN_CELLS": "by column: the offset of its cell in a row, in bytes",
    "EDGES_ACROSS": "how many different edges there are between cells side by side",
    "EDGES_DOWN": "how many different edges there are between cells one above the other",
    "ACROSS_BYTES": "bytes of a set of edges between cells side by side",
    "DOWN_BYTES": "bytes of a set of edges between cells one above the other",
    "BIT_COUNT": "by byte: how many of its bits are set",
    "WEIGHT": "by option: how often it is chosen",
    "WEIGHT_LOWER": "sums of weights by the lower half of each byte of a set of options",
    "WEIGHT_UPPER": "sums of weights by the upper half of each byte of a set of options",
    "EDGES_LOWER": "sets of edges by the lower half of each byte of a set of options",
    "EDGES_UPPER": "sets of edges by the upper half of each byte of a set of options",
    "FALLBACK": (
        "the option of each cell, row by row, of the dungeon that is taken if all attempts fail"
    ),
    "SIDE": "tiles of the side of a piece",
    "LAST_LINE": "the last row or column of a piece, from 0",
    "MARKS": "the tiles of the options, row by row, as marks of drawings",
    "MARKS_LOW": "by option: the offset of its marks in MARKS, lower byte",
    "MARKS_HIGH": "by option: the offset of its marks in MARKS, upper byte",
    "LINE_AT": "by row of a piece: the offset of its marks",
    "HAS_PROTECTED": "whether pieces are protected: no tunnel leads through them",
    "IS_PROTECTED": "by option: whether it is protected",
    "COMES_FIRST": "whether pieces are placed before all others",
    "PINS": "the most cells with such a piece",
    "FIXED_PINS": "how many of these cells are fixed",
    "PIN_SETS": (
        "the options of each such piece, byte by byte, behind a byte that is not used: a set of "
        "options is at an offset that has its first byte behind it"
    ),
    "FIXED_X": "by fixed piece: the column of its cell",
    "FIXED_Y": "by fixed piece: the row of its cell",
    "FIXED_SET": "by fixed piece: the offset of its options in PIN_SETS",
    "PLACINGS": "how many pieces are placed in random cells",
    "PLACED_SET": "by such a piece: the offset of its options in PIN_SETS",
    "PLACED_LEAST": "by such a piece: in how many cells at least",
    "PLACED_MORE": "by such a piece: how many more at most",
    "PLACED_IS_LIMITED": "by such a piece: whether no other cell may have it",
    "LIMITED_PINS": "how many fixed cells have a piece that no other cell may have",
    "HAS_LIMITED": "whether there are pieces that no other cell may have",
    "NOT_LIMITED": "all other options, byte by byte, behind a byte that is not used",
    "CLOSING_MATTERS": "whether cells that lose those pieces have to spread",
    "FLOORS": "by option: its walkable tiles, without its last row and column",
    "FLOORS_INSIDE": "by option: its walkable tiles, without its outermost ring",
    "IS_OPEN": "whether pieces are cut off at the sides of the map",
    "LEAST_FLOOR": "the walkable tiles that a map must have",
    "IS_CHECKED": "whether a map may not be good enough",
    "WORK_AT_ONCE": "work of spreading that one step does, in units of schedule.toml",
    "SIDES_MATTER": "whether the edge of the map takes options from the cells there",
    "WORK_OF_CHOICE": "work of a choice, in the same units",
    "JOINS_PARTS": "whether parts are joined before they are dropped",
    "SOME_JOIN_PARTS": "whether JOINS_PARTS is 1 on some floors",
    "IS_WALKABLE": "by option: whether something in it can be walked on",
    "ONWARD": "by option: the sides at which it is open, as bits",
    "EXCHANGES_LEFT": (
        "by option: the one with an open left edge and the same edges besides, for joining parts"
    ),
    "EXCHANGES_RIGHT": (
        "by option: the one with an open right edge and the same edges besides, for joining parts"
    ),
    "EXCHANGES_TOP": (
        "by option: the one with an open upper edge and the same edges besides, for joining parts"
    ),
    "EXCHANGES_BOTTOM": (
        "by option: the one with an open lower edge and the same edges besides, for joining parts"
    ),
    "EDGE_LEFT": "by option: the number of its left edge",
    "EDGE_RIGHT": "by option: the number of its right edge",
    "EDGE_TOP": "by option: the number of its upper edge",
    "EDGE_BOTTOM": "by option: the number of its lower edge",
    "HAVING_LEFT0": "by edge: the options whose left edge it is, byte 0 of the set",
    "HAVING_LEFT1": "by edge: the options whose left edge it is, byte 1 of the set",
    "HAVING_LEFT2": "by edge: the options whose left edge it is, byte 2 of the set",
    "HAVING_LEFT3": "by edge: the options whose left edge it is, byte 3 of the set",
    "HAVING_LEFT4": "by edge: the options whose left edge it is, byte 4 of the set",
    "HAVING_RIGHT0": "by edge: the options whose right edge it is, byte 0 of the set",
    "HAVING_RIGHT1": "by edge: the options whose right edge it is, byte 1 of the set",
    "HAVING_RIGHT2": "by edge: the options whose right edge it is, byte 2 of the set",
    "HAVING_RIGHT3": "by edge: the options whose right edge it is, byte 3 of the set",
    "HAVING_RIGHT4": "by edge: the options whose right edge it is, byte 4 of the set",
    "HAVING_TOP0": "by edge: the options whose upper edge it is, byte 0 of the set",
    "HAVING_TOP1": "by edge: the options whose upper edge it is, byte 1 of the set",
    "HAVING_TOP2": "by edge: the options whose upper edge it is, byte 2 of the set",
    "HAVING_TOP3": "by edge: the options whose upper edge it is, byte 3 of the set",
    "HAVING_TOP4": "by edge: the options whose upper edge it is, byte 4 of the set",
    "HAVING_BOTTOM0": "by edge: the options whose lower edge it is, byte 0 of the set",
    "HAVING_BOTTOM1": "by edge: the options whose lower edge it is, byte 1 of the set",
    "HAVING_BOTTOM2": "by edge: the options whose lower edge it is, byte 2 of the set",
    "HAVING_BOTTOM3": "by edge: the options whose lower edge it is, byte 3 of the set",
    "HAVING_BOTTOM4": "by edge: the options whose lower edge it is, byte 4 of the set",
    "OPEN_ACROSS": "by edge between cells side by side: whether it is open",
    "OPEN_DOWN": "by edge between cells one above the other: whether it is open",
}
