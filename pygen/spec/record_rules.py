"""Rules for structs: the generators' fields exist, nest as expected and are wide enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.structs import BitsField, BytesField, NestedField
from pygen.engine.definition.tables import MOST_STATUS, Fields, LargestValue
from pygen.engine.sections import BrokenRule
from pygen.kinds import KINDS
from pygen.spec.parts import Parts
from pygen.spec.problems import KeyPath
from pygen.spec.record_layout import (
    SUMMARY,
    dungeons_with,
    structs_written,
    summary_structs,
)

Broken = Iterator[BrokenRule]

# The 6502 addresses the bytes of a record by an index register of 8 bits.
MAX_STRUCT_BYTES = 255

# Names that do not compile as the name of a struct or field.
C_WORDS = frozenset({
    "asm", "auto", "bool", "break", "case", "char", "const", "continue", "default", "do", "double",
    "else", "enum", "extern", "far", "float", "for", "goto", "if", "inline", "int", "interrupt",
    "long", "native", "near", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
})  # fmt: skip


def record_rules(parts: Parts) -> Broken:
    """The rules that the structs break, by themselves and for the dungeons that use them."""
    for broken in parts.broken_structs:
        yield broken.below("structs")
    used = parts.uses.structs
    yield from _names(parts, used)
    yield from _forms(parts, used)
    yield from _largest_fit(parts, used)
    yield from _bytes_written(parts, used)
    yield from _kinds_rules(parts, used)
    yield from _sizes(parts, used)


def _fields_used(fields: Fields) -> list[str]:
    """The fields that a generator writes, given the automatic layout of their struct."""
    return [field for field in fields if not field.startswith("reserved")]


def _names(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    for name in parts.missing("structs", used):
        others = [struct for struct in parts.structs if struct not in used]
        right = f"{did_you_mean(name, others)}add it: the generator needs {listed(used)}"
        yield BrokenRule(("structs", name), f"there is no struct `{name}`", right)
    yield from _misspelt(parts, used)
    for name, fields in parts.structs.items():
        for word, path in ((name, (name,)), *((key, (name, key)) for key in fields)):
            if word in C_WORDS:
                wrong = f"`{word}` is a word of the C language"
                yield BrokenRule(("structs", *path), wrong, "choose another name")
        if name in used:
            yield from _fields(parts, used, name, list(fields))


def _misspelt(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    nested = {
        item.struct
        for fields in parts.structs.values()
        for item in fields.values()
        if isinstance(item, NestedField)
    }
    # The figures of a kind that no dungeon has now are not a misspelling of another struct.
    known = {kind.figures.struct for kind in KINDS.values()}
    for name, meant in parts.misspelt("structs", used, nested | known):
        wrong = f"nothing uses the struct `{name}`"
        yield BrokenRule(("structs", name), wrong, f"{meant}else delete it")


def _fields(parts: Parts, used: Mapping[str, Fields], struct: str, fields: list[str]) -> Broken:
    written = _fields_used(used[struct])
    unknown = [key for key in fields if key not in written and not key.startswith("reserved")]
    missing = sorted(set(written) - set(fields))
    freed = parts.freed("structs", struct)
    if len(missing) == 1:
        suggestion = did_you_mean(missing[0], unknown)
        right = f"{suggestion}add it: the generator writes {listed(sorted(written))}"
        wrong = f"{struct} has no field `{missing[0]}`"
        yield BrokenRule(("structs", struct, missing[0]), wrong, right, freed)
    elif missing:
        wrong = f"{struct} lacks the fields {listed(missing)}"
        yield BrokenRule(("structs", struct), wrong, "add them", freed)
    figures = _figures()
    for key in unknown:
        path = ("structs", struct, key)
        if struct == SUMMARY and key in figures:
            successors = [name for name in figures[key] if name in used] or figures[key]
            wrong = f"the summary's head has no `{key}`, which is a figure of a kind"
            where = " or ".join(f"`structs.{name}`" for name in successors)
            yield BrokenRule(path, wrong, f"move it to {where}", freed)
            continue
        yield BrokenRule(
            path,
            f"the generator knows no field `{key}` of {struct}",
            f"{did_you_mean(key, missing)}begin the name of a spare field with `reserved`",
        )


def _figures() -> dict[str, list[str]]:
    """For each field name, the structs of figures that have this field."""
    found: dict[str, list[str]] = {}
    for struct, fields in summary_structs(KINDS.values(), {}).items():
        for field in fields:
            if struct != SUMMARY:
                found.setdefault(field, []).append(struct)
    return found


def _forms(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    """A field must be a struct where the automatic layout has one, and a plain number elsewhere."""
    for struct, fields in used.items():
        for key, item in parts.structs.get(struct, {}).items():
            path = ("structs", struct, key)
            if key not in fields or key.startswith("reserved"):
                continue
            if "struct" in fields[key]:
                yield from _row(path, item, fields[key], set(parts.structs))
            elif isinstance(item, NestedField):
                wrong = f"`{key}` must be a number"
                yield BrokenRule((*path, "struct"), wrong, "expected {bytes: 1} or {bits: n}")


def _row(
    path: tuple[str, ...],
    item: BytesField | BitsField | NestedField,
    automatic: Fields,
    structs: set[str],
) -> Broken:
    struct, (least, *each) = automatic["struct"], automatic["count"]
    wanted = f"[{listed(['n', *map(str, each)])}]"
    right = f"expected {{struct: {struct}, count: {wanted}}}, with n at least {least}"
    if not isinstance(item, NestedField):
        yield BrokenRule(path, f"`{path[-1]}` must hold structs", right)
        return
    if item.struct != struct and item.struct in structs:
        yield BrokenRule((*path, "struct"), f"`{path[-1]}` holds `{item.struct}`", right)
    if item.count[1:] != each:
        wrong = f"the count is {item.count}, not {wanted}"
        yield BrokenRule((*path, "count"), wrong, right)


def _largest_values(parts: Parts) -> dict[tuple[str, str], tuple[int, str]]:
    """The largest value that the generators write, and why, by struct and field."""
    needs: dict[tuple[str, str], tuple[int, str]] = {}
    for value, why, struct, fields in _declared_values(parts):
        for field in fields:
            if value > needs.get((struct, field), (-1, ""))[0]:
                needs[(struct, field)] = (value, why)
    return needs


def _declared_values(parts: Parts) -> Iterator[LargestValue]:
    yield LargestValue(MOST_STATUS, "seven flags", SUMMARY, ("status",))
    yield LargestValue(65535, "a number of 16 bits", SUMMARY, ("draws", "random_state"))
    for structs in structs_written(parts.uses.kinds, parts.uses.rows):
        for name, dungeon in dungeons_with(structs, parts.uses.rows).items():
            yield from structs.largest(name, dungeon)
    for name, dungeon in parts.uses.rows.items():
        yield from KINDS[dungeon.kind].figures.largest(name, dungeon)
        for axis, side in (("x", dungeon.map.width), ("y", dungeon.map.height)):
            why = f"dungeon `{name}`, {side} tiles in {'width' if axis == 'x' else 'height'}"
            fields = (f"up_{axis}", f"down_{axis}", f"camera_{axis}")
            yield LargestValue(side - 1, why, SUMMARY, fields)


def _largest_fit(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    for (struct, key), (value, why) in _largest_values(parts).items():
        item = parts.structs.get(struct, {}).get(key)
        if isinstance(item, (BytesField, BitsField)) and value >> item.width:
            form = "bits" if isinstance(item, BitsField) else "bytes"
            least = value.bit_length()
            right = "expected bytes: 2" if least > 8 else f"expected bits: {least}, or bytes: 1"
            yield BrokenRule(
                ("structs", struct, key, form),
                f"{item.width} bits cannot hold {value} ({why})",
                right,
                parts.freed("structs", struct),
            )


def _bytes_written(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    """Generators write each field as one or two bytes, and the fields of the summary in full."""
    whole = summary_structs(parts.uses.kinds, parts.uses.rows)
    counts = {1: "one byte", 2: "two bytes"}
    largest = _largest_values(parts)
    for struct, fields in used.items():
        for key in _fields_used(fields):
            item = parts.structs.get(struct, {}).get(key)
            count = fields[key].get("bytes", 1)
            path = ("structs", struct, key)
            if isinstance(item, BitsField) and struct in whole:
                wrong = f"the generator writes `{key}` as {counts[count]} of its own"
                yield BrokenRule((*path, "bits"), wrong, f"expected bytes: {count}")
                continue
            if not isinstance(item, BytesField) or item.bytes == count:
                continue
            is_reported = largest.get((struct, key), (0, ""))[0] >> item.width
            if item.bytes > count or (struct in whole and not is_reported):
                wrong = f"the generator writes `{key}` as {counts[count]}"
                yield BrokenRule((*path, "bytes"), wrong, f"expected bytes: {count}")


def _kinds_rules(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    """The rules that the kinds declare with their structs."""
    for structs in structs_written(parts.uses.kinds, parts.uses.rows):
        dungeons = dungeons_with(structs, parts.uses.rows)
        for broken in structs.rules(parts.structs, dungeons):
            frees = broken.frees
            if frees is not None:
                frees = parts.freed("structs", *(name for _, name in frees))
            yield replace(broken, path=_path_of_row(parts, broken.path), frees=frees)


def _path_of_row(parts: Parts, path: KeyPath) -> KeyPath:
    """A path with the dungeon's own name, where that name may be one of a range of floors, as in
    `parts.uses.rows`."""
    if path[0] == "dungeons" and path[1] not in parts.dungeons:
        for name, dungeon in parts.dungeons.items():
            for floors, row in dungeon.floors.items():
                if parts.uses.rows[str(path[1])] is row:
                    return ("dungeons", name, "floors", floors, *path[2:])
    return path


def _sizes(parts: Parts, used: Mapping[str, Fields]) -> Broken:
    for name, layout in (parts.layouts or {}).items():
        if layout.size > MAX_STRUCT_BYTES:
            yield BrokenRule(
                ("structs", name),
                f"the struct has {layout.size} bytes, more than a byte can index",
                f"expected at most {MAX_STRUCT_BYTES} bytes",
                parts.freed("structs", name),
            )
