"""The entities that a spec lists: what a program says about them, and the rules for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.entity_kinds import (
    ENTITY_KINDS,
    KEY,
    LOCKED_DOOR,
    MOST_LOCKS,
    PLACED_BY_NAME,
    SHOWN_KINDS,
    EntityKind,
)
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.dungeon.chambers import USES
from pygen.engine.population.own_kinds import is_own_item
from pygen.engine.sections import BrokenRule
from pygen.spec.glyphs import load_glyphs
from pygen.spec.problems import KeyPath

Broken = Iterator[BrokenRule]


def numbers_listed(dungeons: Iterable[KindParameters]) -> tuple[int, ...]:
    """The numbers of the kinds of entities that any of these dungeons lists, in the order in which
    a program shows them: items last, so that it can tell them from others by one comparison."""
    numbers = {number for one in dungeons for number in one.given_entities}
    return tuple(sorted(numbers, key=lambda number: (is_own_item(number), number)))


def entity_texts(own: Mapping[int, EntityKind], numbers: Sequence[int], has_locks: bool) -> bytes:
    """What the program says about entities, and when a chamber is entered, by the chamber's use:
    texts, each followed by a 0.

    `own` are the kinds of entities that the dungeon lists, `numbers` those of all such kinds in
    the program. Without locks, the texts for doors and keys are left out.
    """
    of_locks = () if has_locks else (LOCKED_DOOR, KEY)
    said = ["" if ENTITY_KINDS.index(kind) in of_locks else kind.text for kind in SHOWN_KINDS]
    said += [own[number].text if number in own else "" for number in numbers]
    said += [use.text for use in USES]
    return b"".join(text.upper().encode("ascii") + b"\0" for text in said)


def entity_rules(name: str, dungeon: KindParameters) -> Broken:
    """The broken rules of the kinds of entities that the passes of a dungeon list, and of those
    that its kind lists."""
    found: dict[int, tuple[EntityKind, str]] = {}
    for row in dungeon.every_row():
        for index, use in enumerate(row.passes):
            where: KeyPath = ("dungeons", name, "passes", index)
            for number, kind in use.given_entities.items():
                first, by = found.setdefault(number, (kind, use.id))
                if first != kind:
                    wrong = f"`{use.id}` gives number {number} to `{kind.name}`"
                    right = f"it is `{first.name}` of `{by}`; choose another first_kind"
                    yield BrokenRule(where, wrong, right)
                    return
    yield from _not_before(name, dungeon)
    yield from _not_listed(name, dungeon)
    yield from _too_many_locks(name, dungeon)
    names = [kind.name for kind in ENTITY_KINDS]
    ids = [use.id for use in dungeon.passes]
    for number, (kind, by) in found.items():
        if by not in ids:
            # A range of floors with other passes is reported elsewhere.
            continue
        index = ids.index(by)
        entry = dungeon.passes[index].entity_path(_place(dungeon, number))
        where = ("dungeons", name, "passes", index, *entry)
        if kind.name in names:
            wrong = f"there is another kind of entities called `{kind.name}`"
            yield BrokenRule((*where, "name"), wrong, "choose another name")
        names.append(kind.name)
        yield from _unknown_glyph((*where, "glyph"), kind)
    for number, kind in dungeon.given_entities.items():
        if number not in found:
            yield from _unknown_glyph(("dungeons", name), kind)


def _unknown_glyph(where: KeyPath, kind: EntityKind) -> Broken:
    """A kind of entities whose glyph the C64 cannot show."""
    if kind.glyph.upper() not in load_glyphs().chars:
        wrong = f"the C64 has no character `{kind.glyph}`"
        right = f"expected one of: {listed(sorted(load_glyphs().chars))}"
        yield BrokenRule(where, wrong, right)


def _not_before(name: str, dungeon: KindParameters) -> Broken:
    """Kinds of entities that a pass looks for, although no pass before it places any."""
    rows = list(dungeon.every_row())
    for index, use in enumerate(dungeon.passes):
        earlier = [one for row in rows for one in row.passes[:index]]
        known = {kind.name for one in earlier for kind in one.given_entities.values()}
        known |= {kind for one in earlier for kind in one.listed_kinds.values()}
        known |= {ENTITY_KINDS[KEY].name} if any(one.most_locks for one in earlier) else set()
        for kind in use.kinds_before:
            if kind not in known:
                wrong = f"no pass before `{use.id}` places any `{kind}`"
                right = f"{did_you_mean(kind, known)}expected one of: {listed(sorted(known))}"
                if not known:
                    right = "put passes such as `locks` before it"
                yield BrokenRule(("dungeons", name, "passes", index, "guards", kind), wrong, right)


def _not_listed(name: str, dungeon: KindParameters) -> Broken:
    """Kinds of entities that a pass places by their names, although no pass lists them."""
    known = [kind.name for kind in dungeon.given_entities.values()]
    known += [ENTITY_KINDS[number].name for number in PLACED_BY_NAME]
    for floors, row in {"": dungeon, **dungeon.floors}.items():
        where: KeyPath = ("dungeons", name, *(("floors", floors) if floors else ()), "passes")
        for index, use in enumerate(row.passes):
            for path, kind in use.listed_kinds.items():
                if kind not in known:
                    wrong = f"no pass lists a kind of entities called `{kind}`"
                    right = f"{did_you_mean(kind, known)}expected one of: {listed(known)}"
                    yield BrokenRule((*where, use.id if floors else index, *path), wrong, right)


def _too_many_locks(name: str, dungeon: KindParameters) -> Broken:
    """Passes that may lock more doors together than a floor may have."""
    most: dict[str, int] = {}
    for use in dungeon.every_use():
        if use.most_locks:
            most[use.id] = max(use.most_locks, most.get(use.id, 0))
    count = sum(most.values())
    if len(most) > 1 and count > MOST_LOCKS:
        wrong = f"its passes {listed([f'`{one}`' for one in most])} may have {count} locked doors "
        wrong += "together"
        path: KeyPath = ("dungeons", name, "passes")
        yield BrokenRule(path, wrong, f"expected at most {MOST_LOCKS} on a floor")


def _place(dungeon: KindParameters, number: int) -> int:
    """The index of a number in the table that lists it, on the floors that have it."""
    rows = (list(use.given_entities) for row in dungeon.every_row() for use in row.passes)
    return next(numbers.index(number) for numbers in rows if number in numbers)
