"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "CELL_COUNT": "cells of the grid: columns times rows",
    "COLUMN_LOW": (
        "by column of the grid: the first column of tiles that the floor of its room may have"
    ),
    "COLUMN_HIGH": (
        "by column of the grid: the column of tiles behind the last one that it may have"
    ),
    "ROW_LOW": "by row of the grid: the first row of tiles that the floor of its room may have",
    "ROW_HIGH": "by row of the grid: the row of tiles behind the last one that it may have",
}
