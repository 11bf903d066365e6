"""Rules between the parts of the spec: combinations of valid parts that make no valid spec.

The rules for structs, memory and compilers are in separate modules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.entity_kinds import ENTITIES, SHOWN_KINDS
from pygen.engine.definition.parameters import KindParameters, floors_in
from pygen.engine.definition.tables import MOST_ROWS
from pygen.engine.definition.tiles import FLAGS
from pygen.engine.sections import BrokenRule
from pygen.kinds import tables_of, tiles_of
from pygen.spec.compiler_rules import compiler_rules
from pygen.spec.entity_rules import entity_rules, numbers_listed
from pygen.spec.full_period import has_full_period, nearest_full_periods
from pygen.spec.memory_rules import memory_rules
from pygen.spec.module_places import place_rules
from pygen.spec.open_rules import open_rules
from pygen.spec.parts import Parts
from pygen.spec.pass_rules import pass_rules, rules_of_other_passes, used_tile_rules
from pygen.spec.problems import KeyPath
from pygen.spec.record_rules import record_rules
from pygen.spec.require_rules import require_rules
from pygen.spec.themes import theme_rules
from pygen.spec.world_rules import world_rules

Broken = Iterator[BrokenRule]


def broken_rules(parts: Parts) -> list[BrokenRule]:
    """Every rule that the completed parts of a spec break; empty if it is valid."""
    return [
        *_tile_rules(parts),
        *record_rules(parts),
        *memory_rules(parts),
        *_look_rules(parts),
        *_random_rules(parts),
        *_dungeon_rules(parts),
        *_name_rules(parts),
        *_program_rules(parts),
        *compiler_rules(parts),
        *_budget_rules(parts),
        *_parity_rules(parts),
        *open_rules(parts),
        *place_rules(parts),
    ]


# The largest sum of the greatest tile code, the greatest number of a look and the number of kinds
# of entities.
MOST_SHOWN = 254

# Endings of names TILE_<NAME> that the C uses for something other than a tile's code.
C_NAMES = (*FLAGS, "codes", "bits", "mask", "shift", "crosses", "is_secret")

TAKEN_NAMES = (
    "begin",
    "call_distances",
    "call_next",
    "call_unpack_map",
    "call_validate",
    "clear",
    "column",
    "dungeon",
    "end",
    "far",
    "link",
    "mapgen",
    "measure",
    "module",
    "random",
    "slot",
    "small_code",
    "small_for_oscar64",
)
"""Beginnings of C names that could clash with a dungeon's functions, such as `end_step`. A test
compares this list with the C."""


def _tile_rules(parts: Parts) -> Broken:
    used = parts.uses.tiles
    for name in parts.missing("tiles", used):
        others = [tile for tile in parts.tiles if tile not in used]
        right = f"{did_you_mean(name, others)}add it: the generator needs {listed(used)}"
        yield BrokenRule(("tiles", name), f"there is no tile `{name}`", right)
    empty = parts.tiles.get("empty")
    if empty and empty.code:
        wrong = f"code {empty.code} is not the one that an empty map is filled with"
        yield BrokenRule(("tiles", "empty", "code"), wrong, "expected code 0")
    for name, default in used.items():
        tile = parts.tiles.get(name)
        if tile and default.walkable and not tile.walkable:
            wrong = f"a dungeon whose `{name}` cannot be walked on has no way through"
            yield BrokenRule(("tiles", name, "walkable"), wrong, "expected true")
    for name in parts.tiles:
        if name in C_NAMES:
            wrong = f"`{name}` is the name of a property of tiles"
            yield BrokenRule(("tiles", name), wrong, "choose another name")
    codes: dict[int, str] = {}
    glyphs: dict[str, str] = {}
    free = next(code for code in range(256) if code not in {t.code for t in parts.tiles.values()})
    # Defaults come first, so that the file's tile is reported, not the default that it collides
    # with.
    defaults = [name for name in parts.tiles if not parts.given(("tiles", name))]
    names = [*defaults, *(name for name in parts.tiles if name not in defaults)]
    for name in names:
        tile = parts.tiles[name]
        suggestion = did_you_mean(name, defaults) if name not in used else ""
        first = codes.setdefault(tile.code, name)
        if first != name:
            wrong = f"code {tile.code} is taken by `{first}`"
            right = f"{suggestion}choose a code of its own, such as {free}"
            yield BrokenRule(("tiles", name, "code"), wrong, right)
        first = glyphs.setdefault(tile.glyph, name)
        if first != name:
            wrong = f'glyph "{tile.glyph}" is taken by `{first}`'
            yield BrokenRule(
                ("tiles", name, "glyph"), wrong, f"{suggestion}choose a glyph of its own"
            )
        if not tile.glyph.isprintable():
            wrong = "this character cannot be shown"
            yield BrokenRule(("tiles", name, "glyph"), wrong, "expected a printable character")
        yield from _code_fits(parts, name, tile.code)


def _code_fits(parts: Parts, name: str, code: int) -> Broken:
    sizes = {
        dungeon: parameters.map.bits_per_tile
        for dungeon, parameters in parts.dungeons.items()
        if name in tiles_of(parameters)
    }
    if not sizes:
        return
    dungeon = min(sizes, key=lambda name: sizes[name])
    bits = sizes[dungeon]
    if code >> bits:
        enough = next(n for n in (4, 8) if not code >> n)
        yield BrokenRule(
            ("tiles", name, "code"),
            f"code {code} does not fit into the {bits} bits a tile of dungeon `{dungeon}`",
            f"expected 0 to {(1 << bits) - 1}, or bits_per_tile: {enough} in its map",
        )


def _look_rules(parts: Parts) -> Broken:
    """A program shows tiles, looks and entities by one number, which must fit in a byte."""
    codes = max((tile.code for tile in parts.tiles.values()), default=0)
    every = [table for dungeon in parts.dungeons.values() for table in tables_of(dungeon)]
    entities = any(table.name == ENTITIES for table in every)
    room = MOST_SHOWN - codes - len(SHOWN_KINDS) * entities
    room -= len(numbers_listed(parts.dungeons.values()))
    for name, dungeon in parts.dungeons.items():
        most = max(dungeon.looks, default=0)
        if most < 256 and (most or entities) and most > room:
            what = ", ".join([f"{most} looks"] * bool(most) + ["entities"] * entities)
            wrong = f"{what} and tile codes up to {codes} are more than a program can show"
            looks = f"looks up to number {max(room, 0)}, or " if most else ""
            right = f"expected {looks}lower tile codes"
            yield BrokenRule(("dungeons", name, "passes"), wrong, right)
            return


def _random_rules(parts: Parts) -> Broken:
    if parts.random is None:
        return
    a, b, c = parts.random.shifts
    if not has_full_period((a, b, c)):
        good = ", ".join(str(list(triple)) for triple in nearest_full_periods((a, b, c)))
        yield BrokenRule(
            ("random", "shifts"),
            f"[{a}, {b}, {c}] repeats before all 65535 states have occurred",
            f"expected a triple with the full period, such as {good}",
        )
    # Hull and Dobell 1962: then each seed of a floor occurs once in 65536 floors.
    multiplier = parts.random.floor_multiplier
    if multiplier % 4 != 1:
        yield BrokenRule(
            ("random", "floor_multiplier"),
            f"with {multiplier} the floors repeat before all 65536 seeds have occurred",
            f"expected a number 4n + 1, such as {max(1, (multiplier - 1) // 4 * 4 + 1)}",
        )
    if parts.random.floor_increment % 2 == 0:
        yield BrokenRule(
            ("random", "floor_increment"),
            f"with {parts.random.floor_increment} the floors repeat before all seeds have occurred",
            f"expected an odd number, such as {parts.random.floor_increment + 1 & 0xFFFF or 1}",
        )


def _dungeon_rules(parts: Parts) -> Broken:
    walkable = {name for name, tile in parts.tiles.items() if tile.walkable}
    for name, dungeon in parts.dungeons.items():
        known = set()
        for broken in (*dungeon.broken_rules(), *dungeon.broken_tile_rules(walkable)):
            known.add((broken.path, broken.wrong))
            yield broken.below("dungeons", name)
        others = list(rules_of_other_passes(name, dungeon))
        yield from others
        if others:
            # All that follows depends on which passes there are.
            continue
        yield from pass_rules(name, dungeon, walkable)
        yield from used_tile_rules(name, dungeon, parts.tiles)
        yield from _tiles_without_default(name, dungeon, parts)
        yield from entity_rules(name, dungeon)
        yield from theme_rules(name, dungeon)
        yield from world_rules(name, dungeon)
        yield from require_rules(name, dungeon)
        for table in tables_of(dungeon):
            capacity = max(table.capacity(row.parameters) for row in dungeon.floor_rows)
            if capacity > MOST_ROWS:
                wrong = f"{capacity} {table.name} are more than a byte can number"
                right = f"expected a smaller dungeon, with at most {MOST_ROWS} {table.name}"
                if any(getattr(use, "most", 0) == "none" for use in dungeon.every_use()):
                    right += "; `most: none` of a pass takes 200"
                yield BrokenRule(("dungeons", name), wrong, right)
        yield from _overlapping_floors(name, dungeon)
        for floors, row in dungeon.floors.items():
            yield from _constant_keys(("dungeons", name, "floors", floors), dungeon, row)
            for broken in (*row.broken_rules(), *row.broken_tile_rules(walkable)):
                # What is wrong with the dungeon itself is reported once.
                if (broken.path, broken.wrong) not in known:
                    yield broken.below("dungeons", name, "floors", floors)


def _tiles_without_default(name: str, dungeon: KindParameters, parts: Parts) -> Broken:
    """The tiles of a dungeon's kind that a spec must describe itself, and does not."""
    named = {tile for use in dungeon.every_use() for tile in use.used_tiles}
    known = {*parts.tiles, *parts.uses.tiles, *named, *parts.unsound_names("tiles")}
    for tile in tiles_of(dungeon):
        if tile not in known:
            right = f"describe it under `tiles`, with a code of its own: dungeon `{name}` has it"
            yield BrokenRule(("tiles",), f"there is no tile `{tile}`", right)


def _overlapping_floors(name: str, dungeon: KindParameters) -> Broken:
    ranges = list(dungeon.floors)
    for index, later in enumerate(ranges):
        for earlier in ranges[:index]:
            both = sorted(set(floors_in(later)) & set(floors_in(earlier)))
            if both:
                wrong = f"`{later}` overlaps `{earlier}`: floor {both[0]} is in both"
                path = ("dungeons", name, "floors", later)
                yield BrokenRule(path, wrong, "expected ranges that have no floor in common")


def _constant_keys(path: KeyPath, dungeon: KindParameters, row: KindParameters) -> Broken:
    """The keys that a range of floors changes although it must not."""
    if row.floors:
        wrong = "a range of floors cannot have ranges of its own"
        yield BrokenRule((*path, "floors"), wrong, "put them beside this one")
    for keys in row.same_on_all_floors:
        own, other = (reduce(getattr, keys, parameters) for parameters in (dungeon, row))
        if own != other:
            wrong = f"`{'.'.join(keys)}` is the same on all floors of a dungeon"
            right = "delete it here, or make another dungeon"
            yield BrokenRule((*path, *keys), wrong, right)


def _name_rules(parts: Parts) -> Broken:
    for name in parts.dungeons:
        if name in TAKEN_NAMES:
            wrong = f"the C code has a name of its own that begins with `{name}_`"
            yield BrokenRule(("dungeons", name), wrong, "choose another name")


def _program_rules(parts: Parts) -> Broken:
    if parts.program is not None:
        yield from _list_of_dungeons(parts, ("program",), parts.program.dungeons)
    for program, plan in parts.programs.items():
        if plan.dungeons != "all":
            yield from _list_of_dungeons(parts, ("programs", program), plan.dungeons)
        yield from _twice(("programs", program, "carriers"), plan.carriers)


def _list_of_dungeons(parts: Parts, where: KeyPath, names: Sequence[str]) -> Broken:
    if not parts.given((*where, "dungeons")):
        return
    missing = parts.missing("dungeons", names)
    for index, name in enumerate(names):
        if name in missing:
            yield _no_dungeon(parts, (*where, "dungeons", index), name)
    yield from _twice((*where, "dungeons"), names, missing)


def _no_dungeon(parts: Parts, path: KeyPath, name: str) -> BrokenRule:
    right = f"{did_you_mean(name, parts.dungeons)}expected one of: {listed(parts.dungeons)}"
    return BrokenRule(path, f"there is no dungeon `{name}`", right)


def _twice(path: KeyPath, names: Sequence[str], unknown: Sequence[str] = ()) -> Broken:
    """The names that a list repeats, apart from unknown ones."""
    for index, name in enumerate(names):
        if name in names[:index] and name not in unknown:
            yield BrokenRule((*path, index), f"`{name}` is in the list twice", "name it once")


def _budget_rules(parts: Parts) -> Broken:
    if parts.budgets is None:
        return
    for name in parts.missing("dungeons", parts.budgets.dungeons):
        yield _no_dungeon(parts, ("budgets", "dungeons", name), name)


def _parity_rules(parts: Parts) -> Broken:
    if parts.parity is not None:
        yield from _twice(("parity", "regions"), parts.parity.regions)
