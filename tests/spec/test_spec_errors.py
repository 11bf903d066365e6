"""Every mistake in generator.yaml is reported with its place, what is wrong and what is right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from helpers.edited_spec import (
    GENERATOR_YAML,
    edited_text,
    error_of,
    position,
    problems_of,
    the_problem,
    write_spec,
)
from helpers.tools import SPEC_FILE

from pygen.base.errors import UserError
from pygen.emit.mailbox import mailbox
from pygen.emit.memory_regions import all_regions
from pygen.kinds import KINDS
from pygen.spec import SpecError, load_spec
from pygen.spec.memory_layout import MAILBOX_BYTES, memory_needs


@dataclass(frozen=True)
class Mistake:
    """`old` becomes `new`; the error must be at the first `at` behind `after`."""

    old: str
    new: str
    at: str
    key_path: str
    wrong: str
    right: str
    after: str = ""


MAX_SIZE = "dungeons.crypt.rooms.max_size"
WHOLE = "a whole number from 2 to 32 (longest side of a room)"


def size(value: str, wrong: str, right: str) -> Mistake:
    """A mistake in the crypt's max_size."""
    return Mistake(
        "max_size: 8\n", f"max_size: {value}\n", value, MAX_SIZE, wrong, right, "max_size: "
    )


def map_start(value: str, wrong: str, right: str) -> Mistake:
    """A mistake in the first address of the region `map`."""
    old, new = "start: 0x0800", f"start: {value}"
    return Mistake(old, new, value, "memory.map.start", wrong, right, "  map:      {start: ")


TYPES = [
    size("99", "99 is too large", WHOLE),
    size("1", "1 is too small", WHOLE),
    size("many", 'found the text "many"', WHOLE),
    size("[8]", "found a list of 1", WHOLE),
    Mistake(
        "max_size: 8\n", "max_size: {a: 1}\n", "max_size", MAX_SIZE,
        "found a group of keys", WHOLE, "min_size: 4",
    ),
    size("8.5", "found the number 8.5", WHOLE),
    size("8.0", "found the number 8.0", "write 8; "),
    size("~", "~, which is YAML's word for nothing", WHOLE),
    size('"8"', 'found the text "8"', "write 8 without quotes"),
    size("010", 'found the text "010"', "write 10 (YAML may read a leading 0 as octal)"),
    size("0o10", 'found the text "0o10"', "write 8; "),
    size("1:30", 'found the text "1:30"', "write it without colons"),
    size("on", "found on, which is YAML's word for true", WHOLE),
    size("true", "found true", WHOLE),
    size("60%", 'found the text "60%"', "write 60 (percent is understood)"),
    size("0x7f", "0x7f is too large", WHOLE),
    map_start("$0800", 'found the text "$0800"', "write 0x0800; "),
    map_start("0800", 'found the text "0800"', "write 0x0800; "),
    map_start("0400", 'found the text "0400"', "write 0x0400; "),
    map_start("0x10000", "0x10000 is too large", "from 0 to 65535"),
    map_start('"0x0800"', 'found the text "0x0800"', "write 0x0800 without quotes"),
    Mistake(
        "walkable: false", "walkable: 0", "0,", "tiles.empty.walkable",
        "found the number 0", "true or false", "walkable: ",
    ),
    Mistake(
        'glyph: "#"', "glyph: 7", "7", "tiles.wall.glyph",
        "found the number 7", 'write it in quotes: "7"', "glyph: \" \"",
    ),
    Mistake(
        'glyph: "#"', "glyph: ", " , colour: grey", "tiles.wall.glyph",
        "found nothing", "needs quotes",
    ),
    Mistake(
        'glyph: "#"', "glyph: no", "no,", "tiles.wall.glyph",
        "found no, which is YAML's word for false", 'write it in quotes: "no"',
    ),
    Mistake(
        'glyph: "#"', 'glyph: "##"', '"##"', "tiles.wall.glyph",
        'found the text "##"', "a single character",
    ),
    Mistake(
        "colour: grey", "colour: gray", "gray", "tiles.wall.colour",
        'found the text "gray"', "did you mean `grey`? expected one of: black, white",
    ),
    Mistake(
        "bits_per_tile: 3", "bits_per_tile: 5", "5", "dungeons.crypt.map.bits_per_tile",
        "found the number 5", "one of: 3, 4, 8", "bits_per_tile: ",
    ),
    Mistake(
        "bits_per_tile: 3", "bits_per_tile: 3.0", "3.0", "dungeons.crypt.map.bits_per_tile",
        "found the number 3.0", "write 3; expected one of: 3, 4, 8",
    ),
    Mistake(
        "version: 1", "version: true", "true", "version",
        "found true", "1 (version of this file's format)", "version: ",
    ),
    Mistake(
        "[7, 9, 8]", "[7, 9]", "[7, 9]", "random.shifts",
        "found a list of 2", "a list of 3 items",
    ),
    Mistake(
        "[7, 9, 8]", "[7, 90, 8]", "90", "random.shifts[1]",
        "90 is too large", "a whole number from 1 to 15", "shifts: ",
    ),
    Mistake(
        "width: 72", "width: 300", "300", "dungeons.crypt.map.width",
        "300 is too large", "an index is a byte",
    ),
    Mistake(
        "name: undercroft", "name: Undercroft", "Undercroft", "program.name",
        'found the text "Undercroft"', "at most 16 lowercase letters", "program:\n  name: ",
    ),
    Mistake(
        "[crypt, catacombs, burrow]", "[]", "[]", "program.dungeons",
        "found an empty list", "a list of 1 or more items",
    ),
    Mistake(
        "choice: auto", "choice: gcc", "gcc", "compilers.choice",
        'found the text "gcc"', "one of: auto, oscar64, cc65, all",
    ),
    Mistake(
        "display:", "display: none\nspare:", "none", "display",
        'found the text "none"', "a group of the keys view_width, view_height", "display: ",
    ),
]  # fmt: skip

KEYS = [
    Mistake(
        "max_size: 8\n", "max_sise: 8\n", "max_sise", "dungeons.crypt.rooms.max_sise",
        "unknown key", "did you mean `max_size`? possible keys here: min_size, max_size",
    ),
    Mistake(
        "border_colour:", "boarder_colour:", "boarder_colour", "display.boarder_colour",
        "unknown key", "did you mean `border_colour`?",
    ),
    Mistake(
        "  empty:       {code: 0, ", "  lava: {code: 7, glyph: \"~\", colour: red}\n  empty:       "
        "{code: 0, ", "lava", "tiles.lava.walkable",
        "this key is missing", "add `walkable`: expected true or false",
    ),
    Mistake(
        "version: 1", "versoin: 1", "versoin", "versoin",
        "unknown key", "did you mean `version`?",
    ),
    Mistake(
        "  wall:  ", "  Wall:  ", "Wall:", "tiles.Wall",
        "`Wall` is not a valid name", "at most 24 lowercase letters, digits and _",
    ),
    Mistake(
        "rows: 4 ", "rows: 4\n      rows: 5 ", "rows: 5", "dungeons.crypt.grid.rows",
        "the key is here twice (first in line", "keep one of the two",
    ),
    Mistake(
        "kind: walk", "kind: wlak", "wlak", "dungeons.burrow.kind",
        'found the text "wlak", which is no kind of dungeon',
        "did you mean `walk`? expected one of:",
    ),
    Mistake(
        "    kind: walk\n", "", "burrow:", "dungeons.burrow.kind",
        "this key is missing", f"one of: {', '.join(KINDS)}",
    ),
    Mistake(
        "  burrow:\n", "  Burrow:\n", "Burrow:", "dungeons.Burrow",
        "`Burrow` is not a valid name", "at most 24 lowercase letters, digits and _",
    ),
    Mistake(
        "  map:      {start: 0x0800, end: 0x13FF}", "  map:      {start: 0x0800}", "map:",
        "memory.map.end", "this key is missing", "add `end`: expected a whole number", "memory:",
    ),
    Mistake(
        "steps: 700", "stepz: 700", "stepz", "dungeons.burrow.walk.stepz",
        "unknown key", "did you mean `steps`? possible keys here: steps, walkers",
    ),
]  # fmt: skip

STRUCTS = [
    Mistake(
        "{bits: 5, unused: 31}", "{bitz: 5}", "room_id:", "structs.connection.room_id",
        "a field needs one of the keys bytes, bits and struct", "{bits: 3}",
    ),
    Mistake(
        "{bits: 5, unused: 31}", "{bits: 5, unused: 31, bytes: 1}", "bytes",
        "structs.connection.room_id.bytes", "has one of the keys bytes, bits and struct, not two",
        "{bytes: 1}, {bits: 3}", "{bits: 5, unused: 31, ",
    ),
    Mistake(
        "{bits: 5, unused: 31}", "{bits: 5, unusd: 31}", "unusd",
        "structs.connection.room_id.unusd", "unknown key", "did you mean `unused`?",
    ),
    Mistake(
        "{bits: 5, unused: 31}", "5", "5", "structs.connection.room_id",
        "found the number 5", "{bytes: 1}", "room_id: ",
    ),
    Mistake(
        "{bits: 5, unused: 31}", "{bits: 5, unused: 32}", "32",
        "structs.connection.room_id.unused", "32 needs more than 5 bits", "0 to 31", "room_id:",
    ),
    Mistake(
        "{bits: 5, unused: 31}", "{bits: 5, unused: 3}", "room_id:",
        "structs.connection.room_id", "unused 3 is also the number of a room", "unused: 31",
    ),
    Mistake(
        "reserved:       {bits: 4}", "reserved:       {bits: 3}", "reserved:",
        "structs.door.reserved", "leave 1 bit of their byte without a name",
        "add `reserved: {bits: 1}`",
    ),
    Mistake(
        "reserved:       {bits: 4}", "reserved:       {bits: 5}", "reserved:",
        "structs.door.reserved", "lies across two bytes", "reorder",
    ),
    Mistake(
        "reserved:       {bits: 4}", "colour: {bits: 4}", "colour: {bits",
        "structs.door.colour", "the generator knows no field `colour` of door", "`reserved`",
    ),
    Mistake(
        "{struct: door, count", "{struct: dor, count", "dor,", "structs.room.doors.struct",
        "no struct `dor` is described above", "did you mean `door`?",
    ),
    Mistake(
        "{struct: door, count", "{struct: corner, count", "corner,", "structs.room.doors.struct",
        "`doors` holds `corner`", "{struct: door, count: [n]}", "doors:          {struct: ",
    ),
    Mistake(
        "{struct: door, count: [4]}", "{struct: door, count: [2]}", "[2]",
        "structs.room.doors.count", "2 of them, but 4 in `conn_data`", "one for each connection",
    ),
    Mistake(
        "count: [4, 2]", "count: [4]", "[4]", "structs.room.breakpoints.count",
        "the count is [4], not [n, 2]", "{struct: corner, count: [n, 2]}", "{struct: corner",
    ),
    Mistake(
        "{struct: door, count: [4]}", "{bytes: 1}", "doors:",
        "structs.room.doors", "`doors` must hold structs", "{struct: door, count: [n]}",
    ),
    Mistake(
        "    state:          {bytes: 1}", "    state:          {struct: door, count: [1]}", "door",
        "structs.room.state.struct", "`state` must be a number", "{bytes: 1}", "state:          {",
    ),
    Mistake(
        "    priority:       {bytes: 1}", "    priority:       {bits: 3}\n    reserved: {bits: 5}",
        "3}\n    reserved: {bits: 5}", "structs.room.priority.bits",
        "3 bits cannot hold 10 (priorities up to 10)",
        "expected bits: 4, or bytes: 1, or delete `structs.room`",
    ),
    Mistake(
        "    w:              {bytes: 1}", "    w:              {bits: 3}\n    reserved: {bits: 5}",
        "3}\n    reserved: {bits: 5}", "structs.room.w.bits", "3 bits cannot hold 8", "bits: 4",
    ),
    Mistake(
        "    x:              {bytes: 1, unused: 255}\n",
        "    x:              {bits: 6, unused: 0}\n    reserved: {bits: 2}\n", "6, unused: 0",
        "structs.corner.x.bits", "6 bits cannot hold 71 (dungeon `crypt`, 72 tiles in width)",
        "bits: 7, or bytes: 1, or delete `structs.corner`",
    ),
    Mistake(
        "    x:              {bytes: 1, unused: 255}\n",
        "    x:              {bytes: 1, unused: 7}\n", "7}", "structs.corner.x.unused",
        "7 is also a place in the map of dungeon `crypt`", "255, or 0", "corner:",
    ),
    Mistake(
        "draws:              {bytes: 2}", "draws: {bytes: 1}", "1}  ",
        "structs.summary.draws.bytes",
        "8 bits cannot hold 65535", "bytes: 2", "draws: {bytes: ",
    ),
    Mistake(
        "up_x:               {bytes: 1}", "up_x: {bytes: 2}", "2}", "structs.summary.up_x.bytes",
        "as one byte", "bytes: 1", "up_x: ",
    ),
    Mistake(
        "up_x:               {bytes: 1}", "up_x: {bits: 8}", "8}", "structs.summary.up_x.bits",
        "as one byte of its own", "bytes: 1", "up_x: ",
    ),
    Mistake(
        "treasures:          {bytes: 1}", "treasures: {bytes: 2}", "2}",
        "structs.grid_rooms_figures.treasures.bytes", "as one byte", "bytes: 1", "treasures: {",
    ),
    Mistake(
        "    hub_distance:   {bytes: 1}\n", "", "room:\n", "structs.room.hub_distance",
        "room has no field `hub_distance`", "add it: the generator writes", "corner:",
    ),
    Mistake(
        "  summary:  ", "  blob: {a: {struct: corner, count: [64, 2]}}\n  summary:  ", "blob",
        "structs.blob", "256 bytes, more than a byte can index", "at most 255 bytes",
    ),
    Mistake(
        "  summary:  ", "  long: {a: {bytes: 1}}\n  summary:  ", "long:",
        "structs.long", "`long` is a word of the C language", "another name",
    ),
    Mistake(
        "max_connections: 4", "max_connections: 5", "5",
        "dungeons.crypt.corridors.max_connections",
        "5 connections need more than the 4 slots of a record", "at most 4",
        "max_connections: ",
    ),
]  # fmt: skip

MEMORY = [
    Mistake(
        "end: 0x13FF", "end: 0x1400", "0x1400", "memory.rooms.start",
        "`rooms` ($1400-$17FF) overlaps `map` ($0800-$1400)",
        "start `rooms` at $1401, or end `map` at $13FF, or delete `memory.rooms`",
        "rooms:    {start: ",
    ),
    Mistake(
        "end: 0x13FF", "end: 0x07FF", "0x0800", "memory.map.start",
        "start $0800 is above end $07FF", "an address up to $07FF",
    ),
    Mistake(
        "end: 0x13FF", "end: 0x0F00", "map: {width: 72", "dungeons.crypt.map",
        "takes 1944 bytes, and region `map` ($0800-$0F00) has 1793",
        "a smaller map or fewer bits a tile, or delete `memory.map`",
    ),
    Mistake(
        "end: 0x17FF", "end: 0x169E", "0x169E", "memory.rooms.end",
        "16 rooms of dungeon `crypt` with 42 bytes each take 672 bytes, more than the 671 of "
        "region `rooms`", "end it at $169F or above, or have fewer rooms, or delete `memory.rooms`",
    ),
    Mistake(
        "end: 0x1BFF", "end: 0x1BBE", "0x1BBE", "memory.viewport.end",
        "has 959 bytes, and 40 x 24 tiles take 960", "end it at $1BBF",
    ),
    Mistake(
        "end: 0x1CFF", "end: 0x1C10", "0x1C10", "memory.mailbox.end",
        "has 17 bytes, and requests and answers of the harness take 27", "end it at $1C1A",
    ),
    Mistake(
        "end: 0x1DFF", "end: 0x1D11", "0x1D11", "memory.summary.end",
        "has 18 bytes, and its head and the figures of a kind take 19", "end it at $1D12",
    ),
    Mistake(
        "end: 0xCFFF", "end: 0x33FE", "0x33FE", "memory.program.end",
        "4095 bytes are too few", "4096 bytes or more",
    ),
    Mistake(
        "end: 0xCFFF", "end: 0xD000", "0xD000", "memory.program.end",
        "$D000 lies in the I/O or the KERNAL", "at most $CFFF",
    ),
    Mistake(
        "start: 0x0400", "start: 0x0000", "0x0000", "memory.screen.start",
        "$0000 lies in zero page", "$0400 or above",
    ),
    Mistake(
        "{start: 0x0400, end: 0x07FF}", "{start: 0x0410, end: 0x07FF}", "0x0410",
        "memory.screen.start", "$0410 is no multiple of $0400", "$0400",
    ),
    Mistake(
        "{start: 0x0400, end: 0x07FF}", "{start: 0x0400, end: 0x07E6}", "0x07E6",
        "memory.screen.end", "999 bytes cannot hold 40 x 25", "1000 bytes",
    ),
    Mistake(
        "start: 0x2400, end: 0xCFFF", "start: 0x2400, end: 0x8FFF}\n  song: {start: 0x8000, "
        "end: 0x8FFF", "0x8000", "memory.song.start", "`song` ($8000-$8FFF) overlaps `program`",
        "end `program` at $7FFF, or delete `memory.program`",
    ),
]  # fmt: skip

OTHERS = [
    Mistake(
        "code: 6", "code: 5", "5", "tiles.secret_path.code",
        "code 5 is taken by `down_stairs`", "such as 6", "secret_path: {code: ",
    ),
    Mistake(
        "code: 6", "code: 8", "8", "tiles.secret_path.code",
        "code 8 does not fit into the 3 bits a tile of dungeon `crypt`", "bits_per_tile: 4",
        "secret_path: {code: ",
    ),
    Mistake(
        "empty:       {code: 0", "empty:       {code: 7", "7", "tiles.empty.code",
        "not the one that an empty map is filled with", "code 0", "empty:",
    ),
    Mistake(
        'glyph: "?"', 'glyph: "<"', '"<"', "tiles.secret_path.glyph",
        'glyph "<" is taken by `up_stairs`', "a glyph of its own", "secret_path:",
    ),
    Mistake(
        'glyph: "?"', r'glyph: "\a"', r'"\a"', "tiles.secret_path.glyph",
        "cannot be shown", "a printable character",
    ),
    Mistake(
        "  door:        {", "  doors:       {", "3", "tiles.doors.code",
        "code 3 is taken by `door`", "did you mean `door`? choose a code of its own", "doors:",
    ),
    Mistake(
        "[7, 9, 8]", "[7, 9, 7]", "[7, 9, 7]", "random.shifts",
        "[7, 9, 7] repeats before all 65535 states", "such as [7, 9, 8]",
    ),
    Mistake(
        "[crypt, catacombs, burrow]", "[crypt, catcombs]", "catcombs", "program.dungeons[1]",
        "there is no dungeon `catcombs`", "did you mean `catacombs`? expected one of: crypt",
    ),
    Mistake(
        "[crypt, catacombs, burrow]", "[crypt, burrow, crypt]", "crypt]", "program.dungeons[2]",
        "`crypt` is in the list twice", "name it once",
    ),
    Mistake(
        '"100-115"', '"115-100"', '"115-100"', "parity.golden_seeds[1]",
        '"115-100" runs backwards', '"100-115"',
    ),
    Mistake(
        '"100-115"', '"1-65536"', '"1-65536"', "parity.golden_seeds[1]",
        '"1-65536" is too large', "seeds are 0 to 65535",
    ),
    Mistake(
        '"100-115"', "65536", "65536", "parity.golden_seeds[1]",
        "65536 is too large", "from 0 to 65535",
    ),
    Mistake(
        '"100-115"', "all", "all", "parity.golden_seeds[1]",
        'found the text "all"', 'such as "100-120"', "golden_seeds:",
    ),
    Mistake(
        "summary, statistics]", "summary, map]", "map]", "parity.regions[3]",
        "`map` is in the list twice", "name it once",
    ),
    Mistake(
        "others_max: 7", "others_max: 4", "4", "dungeons.crypt.rooms.priorities.others_max",
        "others_max 4 is below others_min 5", "5 to 10", "others_max: ",
    ),
    Mistake(
        "max_size: 8\n", "max_size: 30\n", "30", MAX_SIZE,
        "rooms of 30 cannot fit: 4 cells in a width of 72 tiles", "a max_size of at most",
        "max_size: ",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    "mistake", TYPES + KEYS + STRUCTS + MEMORY + OTHERS, ids=lambda m: f"{m.key_path}: {m.wrong}"
)
def test_a_mistake_is_one_error_with_its_place_and_its_cure(
    mistake: Mistake, tmp_path: Path
) -> None:
    text = edited_text((mistake.old, mistake.new))
    problems = problems_of(tmp_path, text)
    found = [p for p in problems if p.key_path == mistake.key_path and mistake.wrong in p.wrong]
    assert len(found) == 1, problems
    assert mistake.right in found[0].right
    assert (found[0].line, found[0].column) == position(text, mistake.at, mistake.after)
    if mistake in TYPES + KEYS:
        others = [p for p in problems if p is not found[0] and p.key_path != "spare"]
        assert not others, "one slip, one error"


def test_an_error_reads_file_line_column_key_wrong_and_right(tmp_path: Path) -> None:
    text = edited_text(("max_size: 8\n", "max_size: 99\n"))
    path = write_spec(tmp_path, text)
    line, column = position(text, "99", "max_size: ")
    assert str(error_of(path)) == (
        f"{path}:{line}:{column}: {MAX_SIZE}: 99 is too large; expected {WHOLE}"
    )


def test_an_error_of_the_spec_ends_the_process_with_status_2() -> None:
    assert issubclass(SpecError, UserError)
    assert SpecError.exit_code == 2


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = edited_text(
        ("version: 1", "version: 2"),
        ("code: 6", "code: 5"),
        ("colour: grey", "colour: gray"),
        ("end: 0x13FF", "end: 0x14FF"),
        ("[7, 9, 8]", "[7, 9, 7]"),
        ("max_size: 8\n", "max_sise: 8\n"),
        ("steps: 700", "steps: no"),
        ("border_colour: black", "border_colour: black\n  border_colour: red"),
        ("[crypt, catacombs, burrow]", "[crypt, catcombs, burrow]"),
        ('"100-115"', '"115-100"'),
    )
    problems = problems_of(tmp_path, text)
    assert [problem.key_path for problem in problems] == [
        "version",
        "tiles.wall.colour",
        "tiles.secret_path.code",
        "memory.rooms.start",
        "random.shifts",
        "dungeons.crypt.rooms.max_sise",
        "dungeons.burrow.walk.steps",
        "display.border_colour",
        "program.dungeons[1]",
        "parity.golden_seeds[1]",
    ]
    assert [p.line for p in problems] == sorted(p.line for p in problems)


def test_a_thing_that_is_wrong_in_itself_does_not_also_count_as_missing(tmp_path: Path) -> None:
    text = edited_text(("kind: walk", "kind: wlak"), ("code: 3", "code: three"))
    paths = [problem.key_path for problem in problems_of(tmp_path, text)]
    assert paths == ["tiles.door.code", "dungeons.burrow.kind"]


def test_an_unknown_key_does_not_hide_a_broken_rule_beside_it(tmp_path: Path) -> None:
    text = edited_text(
        ("steps: 700", "steps: 700\n      stops: 7"), ("code: 6", "code: 6, kind: 1")
    )
    text = text.replace("end: 0x13FF", "end: 0x0810").replace("shifts:", "shift: 1\n  shifts:", 1)
    text = text.replace("[7, 9, 8]", "[7, 9, 7]")
    paths = {problem.key_path for problem in problems_of(tmp_path, text)}
    assert {"dungeons.burrow.walk.stops", "tiles.secret_path.kind", "random.shift"} <= paths
    assert {"dungeons.burrow.map", "random.shifts"} <= paths


def test_a_mistake_behind_an_anchor_is_reported_once_and_where_it_is(tmp_path: Path) -> None:
    text = edited_text(("max_size: 8\n", "max_size: 99\n"))
    assert the_problem(tmp_path, text).key_path == MAX_SIZE


def test_a_mistake_of_a_merged_key_points_at_the_anchor_it_comes_from(tmp_path: Path) -> None:
    text = edited_text(
        ("    <<: *crypt\n", "    <<: *crypt\n    map: {width: 20, height: 72, bits_per_tile: 3}\n")
    )
    problem = the_problem(tmp_path, text)
    assert problem.key_path == "dungeons.catacombs.rooms.max_size"
    assert (problem.line, problem.column) == position(text, "8\n", "max_size: ")


def test_more_rooms_than_room_numbers_are_an_error(tmp_path: Path) -> None:
    problems = problems_of(tmp_path, edited_text(("columns: 4\n", "columns: 8\n")))
    assert [problem.key_path for problem in problems] == ["memory.rooms.end", "dungeons.crypt.grid"]
    assert "32 cells are more than 31 rooms" in problems[1].wrong
    assert "at most 31 cells, or delete `structs.connection`" in problems[1].right


def test_a_screen_where_the_vic_sees_its_rom_or_nothing_is_an_error(tmp_path: Path) -> None:
    for start, end, wrong in (
        (0x1000, 0x13FF, "character ROM"),
        (0x4000, 0x43FF, "the VIC cannot see $4000"),
    ):
        override = f"memory.screen={{start: {start}, end: {end}}}"
        problems = problems_of(tmp_path, edited_text(), [override])
        assert any(p.key_path == "memory.screen.start" and wrong in p.wrong for p in problems)


def test_a_program_where_the_loader_works_is_an_error(tmp_path: Path) -> None:
    regions = (
        "map={start: 0xC000, end: 0xCBFF}",
        "program={start: 0x0880, end: 0x13FF}",
        "rooms={start: 0xA000, end: 0xA3FF}",
    )
    problems = problems_of(tmp_path, edited_text(), [f"memory.{region}" for region in regions])
    found = [p for p in problems if p.key_path == "memory.program.start"]
    assert [p.right.split(",")[0] for p in found] == ["expected $0900 or above"]


def test_a_wrong_name_in_the_only_program_is_reported_once(tmp_path: Path) -> None:
    problems = problems_of(tmp_path, edited_text(), ["program.dungeons=[8]"])
    assert [problem.key_path for problem in problems] == ["program.dungeons[0]"]


def test_more_tiles_than_the_statistics_have_room_for_are_an_error(tmp_path: Path) -> None:
    text = edited_text(("end: 0x1FFF}  # how", "end: 0x1E0C}  # how"))
    problem = the_problem(tmp_path, text)
    assert problem.key_path == "memory.statistics.end"
    assert "has 13 bytes, and the counts of 7 tiles take 14" in problem.wrong
    assert "end it at $1E0D or above, or delete `memory.statistics`" in problem.right


def test_the_rules_of_mailbox_and_summary_count_what_is_emitted() -> None:
    spec = load_spec(GENERATOR_YAML)
    assert mailbox(spec).end - spec.memory["mailbox"].start == MAILBOX_BYTES
    kinds = {spec.kind(dungeon).name: spec.kind(dungeon) for dungeon in spec.dungeons}
    needs = memory_needs(spec.dungeons, kinds.values(), spec.layouts, spec.tiles, (40, 24))
    for name in ("map", "rooms", "summary", "statistics"):
        written = (all_regions(spec, dungeon).get(name, (0, 0)) for dungeon in spec.dungeons)
        assert max(size for _, size in written) == needs.of(name), name


OLD_SUMMARY = """\
  summary:
    status:             {bytes: 1}
    rooms:              {bytes: 1}
    corridors_straight: {bytes: 1}
    corridors_l_shaped: {bytes: 1}
    corridors_z_shaped: {bytes: 1}
    corridors_winding:  {bytes: 1}
    corridors_shared:   {bytes: 1}
    secret_rooms:       {bytes: 1}
    treasures:          {bytes: 1}
    up_x:               {bytes: 1}
    up_y:               {bytes: 1}
    down_x:             {bytes: 1}
    down_y:             {bytes: 1}
    camera_x:           {bytes: 1}
    camera_y:           {bytes: 1}
    draws:              {bytes: 2}
    random_state:       {bytes: 2}
"""


def old_text() -> str:
    """The spec as it was when the summary lay in the mailbox and had the figures of grid_rooms."""
    text = edited_text()
    structs, memory = text.index("  summary:  "), text.index("# The C64's memory")
    text = text[:structs] + OLD_SUMMARY + "\n" + text[memory:]
    lines = text.splitlines(keepends=True)
    return "".join(
        line for line in lines if not line.startswith(("  summary:  {", "  statistics:"))
    )


def test_every_replaced_key_of_an_old_summary_names_its_successor(tmp_path: Path) -> None:
    text = old_text()
    problems = problems_of(tmp_path, text)
    figures = list(KINDS["grid_rooms"].figures.fields)
    assert [problem.key_path for problem in problems] == [f"structs.summary.{f}" for f in figures]
    for problem, figure in zip(problems, figures, strict=True):
        at = position(text, f"{figure}:", "  summary:\n")
        assert (problem.line, problem.column) == at
        assert "move it to `structs.grid_rooms_figures`" in problem.right
        assert "delete `structs.summary`" in problem.right


def test_an_old_spec_loads_once_its_figures_are_moved(tmp_path: Path) -> None:
    """Its memory has no regions `summary` and `statistics`: they are laid out around the others."""
    text = old_text()
    for figure in KINDS["grid_rooms"].figures.fields:
        line = next(line for line in text.splitlines() if line.startswith(f"    {figure}:"))
        text = text.replace(line + "\n", "", 1)
    spec, new = load_spec(write_spec(tmp_path, text)), load_spec(GENERATOR_YAML)
    assert spec.layouts == new.layouts
    assert spec.memory["summary"] == new.memory["summary"]
    assert spec.memory["statistics"].start == new.memory["statistics"].start


@pytest.mark.parametrize("typo", ["rooms: {mx_size: 4}", "theme: {wall: {color: red}}"])
def test_an_unknown_key_does_not_take_its_dungeon_s_memory_away(typo: str, tmp_path: Path) -> None:
    """What the file does not place is laid out for the dungeon, large as it is."""
    size = "{width: 120, height: 120}"
    text = f"dungeons: {{crypt: {{kind: grid_rooms, map: {size}, {typo}}}}}\n"
    assert the_problem(tmp_path, text).wrong == "unknown key"


def test_a_summary_that_a_byte_cannot_index_is_an_error(tmp_path: Path) -> None:
    spare = "".join(f"    reserved_{n}: {{bytes: 1}}\n" for n in range(237))
    text = edited_text(("  grid_rooms_figures:  ", f"{spare}  grid_rooms_figures:  "))
    problem = the_problem(tmp_path, text)
    assert problem.key_path == "structs.summary"
    assert "take 256 bytes" in problem.wrong and "at most 255" in problem.right


def test_a_tile_may_not_have_the_name_of_a_property(tmp_path: Path) -> None:
    tile = 'tiles.solid={code: 7, walkable: false, glyph: "s", colour: red}'
    problem = the_problem(tmp_path, edited_text(), [tile])
    assert problem.key_path == "tiles.solid" and "property of tiles" in problem.wrong


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("dungeons.burrow.passes=[water]", "write `{name: water}`"),
        ("dungeons.burrow.passes=water", "write `[{name: water}]`"),
        ("dungeons.crypt.without=stairs", "write `[stairs]`"),
        ("dungeons.burrow.world=true", "write `world: {}`"),
        ("dungeons.crypt.max_size=5", "it belongs in `rooms`, as in `rooms: {max_size: ...}`"),
        (
            "dungeons.burrow.passes=[{name: enemies, percent: 5}]",
            "`percent` has no effect without `by: rooms`",
        ),
        (
            "dungeons.crypt.passes=[{name: enemies, by: rooms, where: far}]",
            "`where` has no effect without `by: count`",
        ),
    ],
)
def test_what_is_written_in_the_wrong_form_is_told_the_right_one(change: str, said: str) -> None:
    with pytest.raises(SpecError, match=re.escape(said)):
        load_spec(SPEC_FILE, [change])
