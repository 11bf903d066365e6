"""Rules for structs: the generator's fields exist, nest as expected and are wide enough."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic_core import PydanticCustomError

from pygen.base.words import did_you_mean, listed
from pygen.engine.sections import rule_broken
from pygen.engine.structs import BitsField, BytesField, NestedField, layouts, struct_rules
from pygen.spec.model import FIELDS_USED
from pygen.spec.parts import Parts

Broken = Iterator[PydanticCustomError]

# The arrays in a room's record: which struct they hold, and how many for each connection.
ROWS = {"conn_data": ("connection", 1), "doors": ("door", 1), "breakpoints": ("corner", 2)}

# The 6502 reaches the bytes of a record by an index register of 8 bits.
MAX_STRUCT_BYTES = 255

Frees = tuple[tuple[str, str], ...]

# Names that do not compile as those of a struct or field.
C_WORDS = frozenset({
    "asm", "auto", "bool", "break", "case", "char", "const", "continue", "default", "do", "double",
    "else", "enum", "extern", "far", "float", "for", "goto", "if", "inline", "int", "interrupt",
    "long", "native", "near", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
})  # fmt: skip


def record_rules(parts: Parts) -> Broken:
    """What is wrong with the structs, by themselves and for the dungeons that use them."""
    unsound = parts.unsound_names("structs")
    broken = struct_rules(parts.structs, unsound)
    for error in broken:
        assert error.context is not None
        path = ("structs", *error.context["path"])
        yield rule_broken(path, error.context["wrong"], error.context["right"])
    yield from _names(parts)
    yield from _forms(parts)
    yield from _slots(parts)
    yield from _widths(parts)
    yield from _room_numbers(parts)
    yield from _unused_coordinates(parts)
    if not broken and not unsound:
        yield from _sizes(parts)


def _freed(parts: Parts, *names: str) -> Frees:
    """The structs that would be laid out automatically if the file did not describe them."""
    return tuple(
        ("structs", name)
        for name in names
        if name in FIELDS_USED and parts.given(("structs", name))
    )


def _names(parts: Parts) -> Broken:
    for name in parts.missing("structs", FIELDS_USED):
        others = [struct for struct in parts.structs if struct not in FIELDS_USED]
        right = f"{did_you_mean(name, others)}add it: the generator needs {listed(FIELDS_USED)}"
        yield rule_broken(("structs", name), f"there is no struct `{name}`", right)
    yield from _misspelt(parts)
    for name, fields in parts.structs.items():
        for word, path in ((name, (name,)), *((key, (name, key)) for key in fields)):
            if word in C_WORDS:
                wrong = f"`{word}` is a word of the C language"
                yield rule_broken(("structs", *path), wrong, "choose another name")
        if name in FIELDS_USED:
            yield from _fields(parts, name, list(fields))


def _misspelt(parts: Parts) -> Broken:
    """Unused structs whose names resemble that of one that the file leaves out."""
    nested = {
        item.struct
        for fields in parts.structs.values()
        for item in fields.values()
        if isinstance(item, NestedField)
    }
    left_out = [name for name in FIELDS_USED if not parts.given(("structs", name))]
    for name in parts.structs:
        suggestion = did_you_mean(name, left_out)
        if name not in FIELDS_USED and name not in nested and suggestion:
            yield rule_broken(
                ("structs", name),
                f"nothing uses the struct `{name}`",
                f"{suggestion}else delete it",
            )


def _fields(parts: Parts, struct: str, fields: list[str]) -> Broken:
    used = FIELDS_USED[struct]
    unknown = [key for key in fields if key not in used and not key.startswith("reserved")]
    missing = sorted(used - set(fields))
    if len(missing) == 1:
        suggestion = did_you_mean(missing[0], unknown)
        right = f"{suggestion}add it: the generator writes {listed(sorted(used))}"
        wrong = f"{struct} has no field `{missing[0]}`"
        yield rule_broken(("structs", struct, missing[0]), wrong, right, _freed(parts, struct))
    elif missing:
        wrong = f"{struct} lacks the fields {listed(missing)}"
        yield rule_broken(("structs", struct), wrong, "add them", _freed(parts, struct))
    for key in unknown:
        yield rule_broken(
            ("structs", struct, key),
            f"the generator knows no field `{key}` of {struct}",
            f"{did_you_mean(key, missing)}begin the name of a spare field with `reserved`",
        )


def _forms(parts: Parts) -> Broken:
    """The arrays in a room's record must hold structs, and every other field a plain number."""
    for struct, used in FIELDS_USED.items():
        for key, item in parts.structs.get(struct, {}).items():
            path = ("structs", struct, key)
            if struct == "room" and key in ROWS:
                yield from _row(path, item, set(parts.structs))
            elif key in used and isinstance(item, NestedField):
                wrong = f"`{key}` must be a number"
                yield rule_broken((*path, "struct"), wrong, "expected {bytes: 1} or {bits: n}")


def _row(
    path: tuple[str, ...], item: BytesField | BitsField | NestedField, structs: set[str]
) -> Broken:
    struct, each = ROWS[path[-1]]
    wanted = "[n]" if each == 1 else f"[n, {each}]"
    right = (
        f"expected {{struct: {struct}, count: {wanted}}}, with n at least corridors.max_connections"
    )
    if not isinstance(item, NestedField):
        yield rule_broken(path, f"`{path[-1]}` must hold structs", right)
        return
    if item.struct != struct and item.struct in structs:
        yield rule_broken((*path, "struct"), f"`{path[-1]}` holds `{item.struct}`", right)
    if len(item.count) != (1 if each == 1 else 2) or item.count[1:] not in ([], [each]):
        wrong = f"the count is {item.count}, not {wanted}"
        yield rule_broken((*path, "count"), wrong, right)


def _slots(parts: Parts) -> Broken:
    """The arrays in a room's record must have the same length, enough for all connections."""
    room = parts.structs.get("room", {})
    rows = {key: item for key, item in room.items() if key in ROWS}
    counts = {key: row.count[0] for key, row in rows.items() if isinstance(row, NestedField)}
    if not counts:
        return
    longest = max(counts, key=lambda key: counts[key])
    for key, count in counts.items():
        if count < counts[longest]:
            yield rule_broken(
                ("structs", "room", key, "count"),
                f"{count} of them, but {counts[longest]} in `{longest}`",
                f"expected the same first number in {listed(ROWS)}: one for each connection",
                _freed(parts, "room"),
            )
    for name, (_, needs) in parts.with_rooms().items():
        wanted = needs.connections
        if wanted > counts[longest]:
            yield rule_broken(
                ("dungeons", name, *needs.connections_key),
                f"{wanted} connections need more than the {counts[longest]} slots of a record",
                f"expected at most {counts[longest]}",
                _freed(parts, "room"),
            )


def _largest_values(parts: Parts) -> dict[tuple[str, str], tuple[int, str]]:
    """The largest value that the generator writes, and why, by struct and field."""
    needs: dict[tuple[str, str], tuple[int, str]] = {}

    def need(value: int, why: str, struct: str, *fields: str) -> None:
        for field in fields:
            if value > needs.get((struct, field), (-1, ""))[0]:
                needs[(struct, field)] = (value, why)

    need(3, "four walls, 0 to 3", "door", "wall_side")
    need(4, "five corridor types, 0 to 4", "connection", "corridor_type")
    need(3, "two flags", "room", "state")
    need(10, "priorities up to 10", "room", "priority")
    need(7, "three flags", "summary", "status")
    for field in ("draws", "random_state"):
        need(65535, "a number of 16 bits", "summary", field)
    for name, dungeon in parts.dungeons.items():
        for axis, side in (("x", dungeon.map.width), ("y", dungeon.map.height)):
            why = f"dungeon `{name}`, {side} tiles in {'width' if axis == 'x' else 'height'}"
            need(side - 1, why, "summary", f"up_{axis}", f"down_{axis}", f"camera_{axis}")
            if dungeon.record_count():
                need(side - 1, why, "room", axis, f"treasure_wall_{axis}")
                need(side - 1, why, "door", axis)
                need(side - 1, why, "corner", axis)
    for name, (_, rooms) in parts.with_rooms().items():
        count = rooms.rooms
        side = rooms.longest_side
        need(side, f"dungeon `{name}`, rooms of up to {side}", "room", "w", "h")
        why = f"dungeon `{name}`, up to {count} rooms"
        need(count - 1, why, "room", "hub_distance")
        need(count, why, "summary", "rooms", "secret_rooms")
        shapes = ("straight", "l_shaped", "z_shaped", "winding", "shared")
        need(count - 1, why, "summary", *(f"corridors_{shape}" for shape in shapes))
        treasures = rooms.treasures
        need(treasures, f"dungeon `{name}`, {treasures} treasures", "summary", "treasures")
        most = rooms.connections
        need(most, f"dungeon `{name}`, {most} connections", "room", "connections")
    return needs


def _widths(parts: Parts) -> Broken:
    for (struct, key), (value, why) in _largest_values(parts).items():
        item = parts.structs.get(struct, {}).get(key)
        if isinstance(item, (BytesField, BitsField)) and value >> item.width:
            form = "bits" if isinstance(item, BitsField) else "bytes"
            least = value.bit_length()
            right = "expected bytes: 2" if least > 8 else f"expected bits: {least}, or bytes: 1"
            yield rule_broken(
                ("structs", struct, key, form),
                f"{item.width} bits cannot hold {value} ({why})",
                right,
                _freed(parts, struct),
            )
    for struct, used in FIELDS_USED.items():
        for key in used - {"draws", "random_state"}:
            item = parts.structs.get(struct, {}).get(key)
            if isinstance(item, BytesField) and item.bytes == 2:
                path = ("structs", struct, key, "bytes")
                yield rule_broken(
                    path, f"the generator writes `{key}` as one byte", "expected bytes: 1"
                )


def _room_numbers(parts: Parts) -> Broken:
    """Every room's number must fit in `room_id`, and `unused` must not be one of them."""
    item = parts.structs.get("connection", {}).get("room_id")
    if not isinstance(item, (BytesField, BitsField)):
        return
    largest = (1 << item.width) - 1
    for name, (_, needs) in parts.with_rooms().items():
        count = needs.rooms
        if count > largest:
            yield rule_broken(
                ("dungeons", name, *needs.rooms_key),
                f"{count} cells are more than {largest} rooms, all that {item.width} bits of "
                "room_id can number beside `unused`",
                f"expected at most {largest} cells",
                _freed(parts, "connection"),
            )
        elif item.unused < count:
            yield rule_broken(
                ("structs", "connection", "room_id"),
                f"unused {item.unused} is also the number of a room (dungeon `{name}` has up to "
                f"{count})",
                f"expected unused: {largest}",
            )
            break


def _unused_coordinates(parts: Parts) -> Broken:
    """The `unused` value of an optional coordinate must not be one of a corridor or wall."""
    for struct, keys in (("corner", ("x", "y")), ("room", ("treasure_wall_x", "treasure_wall_y"))):
        for key in keys:
            item = parts.structs.get(struct, {}).get(key)
            if not isinstance(item, (BytesField, BitsField)):
                continue
            for name, (dungeon, _) in parts.with_rooms().items():
                side = dungeon.map.width if key.endswith("x") else dungeon.map.height
                # Nothing is dug at 0, the edge of the map.
                if 0 < item.unused < side:
                    yield rule_broken(
                        ("structs", struct, key, "unused"),
                        f"{item.unused} is also a place in the map of dungeon `{name}`",
                        f"expected {(1 << item.width) - 1}, or 0",
                    )
                    break


def _sizes(parts: Parts) -> Broken:
    for name, layout in layouts(parts.structs).items():
        if layout.size > MAX_STRUCT_BYTES:
            yield rule_broken(
                ("structs", name),
                f"the struct has {layout.size} bytes, more than a byte can index",
                f"expected at most {MAX_STRUCT_BYTES} bytes",
                _freed(parts, name),
            )
