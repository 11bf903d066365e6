"""Rules for the passes of a dungeon: their order, and what ranges of floors may change."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from pygen.base.words import did_you_mean, listed
from pygen.engine.definition.features import (
    CONNECTED,
    GATES,
    MEANINGS,
    NONE,
    PLACES,
    ROOMS_APART,
    STAIRS,
    WORLD,
    Features,
)
from pygen.engine.definition.looks import MOST_TILES_OF_EIGHT_BITS, Look, look_bits
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import PassParameters
from pygen.engine.definition.places import PLAIN
from pygen.engine.definition.tables import HEAD
from pygen.engine.generator.kind import OWN_CONNECTIONS, TABLES_OF_ROOMS, AnyKind
from pygen.engine.generator.pipeline import PassPhase
from pygen.engine.random.streams import OF_TRIES
from pygen.engine.sections import BrokenRule
from pygen.kinds import KINDS, KNOWN_TILES, figures_of, phases_of
from pygen.passes import PASSES
from pygen.spec.problems import KeyPath

Broken = Iterator[BrokenRule]

ONLY_FOUND = ("seed", "stairs_apart")
"""Figures that `invoke find` has of every dungeon, besides those in its summary."""


def rules_of_other_passes(name: str, dungeon: KindParameters) -> Broken:
    """The ranges of floors whose passes are not those of the dungeon."""
    own = [(use.id, use.name) for use in dungeon.passes]
    for floors, row in dungeon.floors.items():
        if [(use.id, use.name) for use in row.passes] != own:
            yield _other_passes(("dungeons", name, "floors", floors), dungeon, row)


def pass_rules(name: str, dungeon: KindParameters, walkable: Collection[str]) -> Broken:
    """The rules that the passes of a dungeon break, on any floor. `walkable` are the names of the
    tiles that a figure can step on."""
    path: KeyPath = ("dungeons", name)
    for index, use in enumerate(dungeon.passes):
        for broken_rule in use.broken_tile_rules(walkable):
            yield broken_rule.below(*path, "passes", index)
    yield from _left_out(path, dungeon)
    yield from _different_ids(path, dungeon)
    yield from _different_figures(path, dungeon)
    yield from _looks(path, dungeon)
    yield from _purposes(path, dungeon)
    broken = list(_order(path, dungeon))
    yield from () if broken else _together(path, dungeon)
    yield from broken
    known = {rule.wrong for rule in broken}
    for floors, row in dungeon.floors.items():
        if row.passes != dungeon.passes:
            # What is wrong on all floors is reported once.
            of_row = _order((*path, "floors", floors), row, by_id=True)
            yield from (rule for rule in of_row if rule.wrong not in known)
            yield from _same_keys((*path, "floors", floors), dungeon, row)


def used_tile_rules(name: str, dungeon: KindParameters, tiles: Collection[str]) -> Broken:
    """The tiles that passes of a dungeon name, and that the spec does not have; `tiles` are the
    names of those that it has."""
    for floors, row in {"": dungeon, **dungeon.floors}.items():
        where: KeyPath = ("dungeons", name, *(("floors", floors) if floors else ()), "passes")
        for index, use in enumerate(row.passes):
            for tile, path in use.used_tiles.items():
                if tile not in tiles:
                    known = (*KNOWN_TILES, *tiles)
                    right = f"{did_you_mean(tile, known)}expected one of: "
                    right += f"{listed(dict.fromkeys(known))}; or add yours to `tiles`"
                    place = use.id if floors else index
                    yield BrokenRule((*where, place, *path), f"there is no tile `{tile}`", right)


def _different_figures(path: KeyPath, dungeon: KindParameters) -> Broken:
    """A name stands for one figure: that of the kind, of a pass, or the count of a table's rows."""
    owners = dict.fromkeys((*HEAD, *ONLY_FOUND), "every dungeon")
    own = {KINDS[dungeon.kind].figures.struct: f"the kind `{dungeon.kind}`"}
    own |= {PASSES[use.name].summary.struct: f"the pass `{use.name}`" for use in dungeon.passes}
    for figures in figures_of(dungeon):
        for name in figures.fields:
            owner = own.get(figures.struct, f"the table `{name}`")
            first = owners.setdefault(name, owner)
            if first != owner:
                wrong = f"{first} and {owner} both have a figure `{name}`"
                right = "leave the pass out, or give its figure another name in its Python and C"
                yield BrokenRule((*path, "passes"), wrong, right)


def _different_ids(path: KeyPath, dungeon: KindParameters) -> Broken:
    kind = KINDS[dungeon.kind]
    phases = [phase.name for phase in phases_of(dungeon) if not isinstance(phase, PassPhase)]
    ids = [use.id for use in dungeon.passes]
    for index, use in enumerate(dungeon.passes):
        where = (*path, "passes", index)
        if use.id in ids[:index]:
            wrong = f"`{use.id}` is the id of an earlier pass"
            yield BrokenRule(where, wrong, f"give this one another, such as id: {use.id}_2")
        elif use.id == OF_TRIES:
            wrong = f"`{use.id}` is the stream of random numbers from which tries take their seeds"
            yield BrokenRule(where, wrong, f"give the pass another id, such as id: {use.id}_2")
        elif use.id in phases and not PASSES[use.name].excludes(use) & kind.features(dungeon):
            wrong = f"`{use.id}` is a phase of the kind `{dungeon.kind}`"
            yield BrokenRule(where, wrong, f"give the pass another id, such as id: {use.id}_2")


def _left_out(path: KeyPath, dungeon: KindParameters) -> Broken:
    """Phases that the dungeon leaves out, although its kind requires them."""
    optional = KINDS[dungeon.kind].optional
    for index, phase in enumerate(dungeon.without):
        if phase not in optional:
            wrong = f"a dungeon of the kind `{dungeon.kind}` cannot go without `{phase}`"
            wrong += _why_not(KINDS[dungeon.kind], phase)
            right = f"expected {listed(optional)}" if optional else "leave out `without`"
            yield BrokenRule((*path, "without", index), wrong, right)
    alone = _without_connections(KINDS[dungeon.kind])
    if OWN_CONNECTIONS in dungeon.without and not {*alone} <= {*dungeon.without}:
        wrong = "rooms that stand apart have nothing that depends on connections"
        yield BrokenRule((*path, "without"), wrong, f"expected [{', '.join(alone)}]")
    bare = ("stairs", *KINDS[dungeon.kind].needs_stairs)
    if "stairs" in dungeon.without and not {*bare} <= {*dungeon.without}:
        wrong = "without its stairs it has nothing that depends on where they are"
        yield BrokenRule((*path, "without"), wrong, f"expected [{', '.join(bare)}]")


def _why_not(kind: AnyKind, part: str) -> str:
    """Why a kind cannot leave out a part: its own reason, or that it has no such part."""
    if part in kind.inseparable:
        return f": {kind.inseparable[part]}"
    if part == OWN_CONNECTIONS and not any(table.name in TABLES_OF_ROOMS for table in kind.tables):
        return ": it has no rooms"
    return ": it has none of its own" if part == "stairs" and not kind.places_stairs else ""


def _without_connections(kind: AnyKind) -> tuple[str, ...]:
    """All parts that a dungeon lacks if its rooms are not connected."""
    return (OWN_CONNECTIONS, *kind.needs_joined_rooms)


def _together(path: KeyPath, dungeon: KindParameters) -> Broken:
    """The rules that all uses of a pass together break."""
    every = [use for row in dungeon.every_row() for use in row.passes]
    for name in dict.fromkeys(use.name for use in every):
        uses = [use for use in every if use.name == name]
        for broken in PASSES[name].parameters.broken_rules_of_all_uses(uses):
            yield replace(broken, path=(*path, "passes"))


def _looks(path: KeyPath, dungeon: KindParameters) -> Broken:
    """Numbers of looks that are too large, or to which two passes give different looks."""
    most = (1 << look_bits(dungeon.map)) - 1
    found: dict[int, tuple[Look, str]] = {}
    for row in dungeon.every_row():
        for index, use in enumerate(row.passes):
            where = (*path, "passes", index)
            for number, look in use.given_looks.items():
                first, by = found.setdefault(number, (look, use.id))
                if first != look:
                    wrong = f"`{use.id}` gives number {number} to the look `{look.name}`"
                    right = f"it is `{first.name}` of `{by}`: {_other_numbers(dungeon, use)}"
                    yield BrokenRule(where, wrong, right)
                    return
            if use.given_looks and max(use.given_looks) > most:
                size = dungeon.map
                wrong = f"a look has number {max(use.given_looks)}, and on a map of {size.width} x "
                wrong += f"{size.height} tiles looks have {look_bits(size)} bits"
                right = f"expected looks up to number {most}"
                if most < 255:
                    right += f", or a map of at most {MOST_TILES_OF_EIGHT_BITS:,} tiles"
                yield BrokenRule(where, wrong, right)
                return


def _purposes(path: KeyPath, dungeon: KindParameters) -> Broken:
    """Purposes of rooms that a pass looks for, although no pass before it gives any."""
    rows = list(dungeon.every_row())
    for index, use in enumerate(dungeon.passes):
        earlier = [one for row in rows for one in row.passes[:index]]
        known = list(dict.fromkeys(name for one in earlier for name in one.given_purposes))
        for name in use.purposes_before:
            if name not in (*known, PLAIN) or not known:
                wrong = f"no pass before `{use.id}` gives rooms the purpose `{name}`"
                right = f"{did_you_mean(name, known)}expected one of: {listed([*known, PLAIN])}"
                right = right if known else "put the pass `purposes` before it"
                yield BrokenRule((*path, "passes", index), wrong, right)


def _other_numbers(dungeon: KindParameters, use: PassParameters) -> str:
    taken = {number for row in dungeon.every_row() for one in row.passes
             if one.id != use.id for number in one.given_looks}  # fmt: skip
    return f"its own could begin with first_look: {max(taken) + 1}"


def _other_passes(path: KeyPath, dungeon: KindParameters, row: KindParameters) -> BrokenRule:
    ids = [use.id for use in dungeon.passes]
    unknown = [use.id for use in row.passes if use.id not in ids]
    if unknown:
        wrong = f"the dungeon has no pass `{unknown[0]}`"
        right = f"{did_you_mean(unknown[0], ids)}expected one of: {listed(ids)}"
        return BrokenRule((*path, "passes"), wrong, right)
    wrong = "the passes of a dungeon are the same on all floors"
    return BrokenRule((*path, "passes"), wrong, "change values of theirs, by their ids")


def _same_keys(path: KeyPath, dungeon: KindParameters, row: KindParameters) -> Broken:
    """The keys of passes that a range of floors changes although it must not."""
    for use, own in zip(row.passes, dungeon.passes):
        for key in own.same_on_all_floors if use.id == own.id else ():
            if getattr(use, key) != getattr(own, key):
                wrong = f"`{key}` of a pass is the same on all floors of a dungeon"
                right = f"delete it here, and give the pass `{use.id}` its `{key}` where it stands"
                yield BrokenRule((*path, "passes", use.id, key), wrong, right)


def _order(path: KeyPath, dungeon: KindParameters, by_id: bool = False) -> Broken:
    """The rules of each pass by itself, and what each pass needs from the parts before it."""
    kind = KINDS[dungeon.kind]
    features = kind.features(dungeon)
    lost_by: KeyPath | None = None
    lost_name = ""
    looks_by = placed_by = ""
    for index, use in enumerate(dungeon.passes):
        where = (*path, "passes", use.id if by_id else index)
        for broken in use.broken_rules(dungeon.map):
            yield broken.below(*where)
        done = PASSES[use.name]
        needed = done.needs(use) | ({PLACES} if use.uses_places else NONE)
        missing, present = needed - features, done.excludes(use) & features
        if WORLD in features and use.most_entities:
            # They keep clear of stairs, which a world does not have.
            missing -= {STAIRS}
        for feature in sorted(missing):
            wrong = f"`{use.id}` cannot come here: it is not sure that {MEANINGS[feature]}"
            right = done.instead.get(feature) or _remedy(
                feature, features, dungeon.passes[index + 1 :]
            )
            if feature == ROOMS_APART and OWN_CONNECTIONS in kind.optional:
                right = "put it before all that changes tiles"
                if OWN_CONNECTIONS not in dungeon.without:
                    right = f"write `without: [{', '.join(_without_connections(kind))}]` into the "
                    right += "dungeon, whose kind joins its rooms itself"
            yield BrokenRule(where, wrong, right)
        for feature in sorted(present):
            wrong = f"`{use.id}` cannot come here, because {MEANINGS[feature]}"
            right = done.instead.get(feature) or (
                "put it into a dungeon of another kind, or earlier"
            )
            if own := _own_phases(kind, feature, dungeon):
                right = f"write `without: [{own}]` into the dungeon: its kind has placed them"
            yield BrokenRule(where, wrong, right)
        if looks_by and done.changes(use) and not done.writes_looks:
            wrong = (
                f"`{use.id}` cannot come here: it may change tiles after `{looks_by}` gave looks"
            )
            yield BrokenRule(where, wrong, f"put it before `{looks_by}`")
        if placed_by and done.changes_tiles:
            wrong = f"`{use.id}` cannot come here: it may change tiles on which `{placed_by}` "
            wrong += "has placed entities"
            yield BrokenRule(where, wrong, f"put it before `{placed_by}`")
        if use.given_looks:
            looks_by = use.id
        if use.most_entities:
            placed_by = use.id
        lost = NONE if done.loses_nothing_with & features else done.loses(use)
        if CONNECTED in lost and CONNECTED in features:
            lost_by, lost_name = where, use.id
        if done.changes(use):
            lost |= {ROOMS_APART, GATES}
        lost -= done.keeps(use)
        features = features - lost | done.gives(use)
    if dungeon.world:
        yield from _world(path, dungeon, features)
    elif lost_by and CONNECTED not in features:
        # Stairs that are placed after the passes need it, too.
        wrong = f"`{lost_name}` may cut off the stairs"
        yield BrokenRule(lost_by, wrong, _remedy(CONNECTED, features, []))
    elif STAIRS not in features and CONNECTED not in features:
        wrong = f"it is not sure that {MEANINGS[CONNECTED]}, which the stairs need"
        yield BrokenRule(path, wrong, _remedy(CONNECTED, features, []))


def _world(path: KeyPath, dungeon: KindParameters, features: Features) -> Broken:
    """The rules for a world's map after its passes, given the features that these have."""
    passes = (*path, "passes") if dungeon.passes else path
    if GATES not in features:
        wrong = "nothing leads from a chunk of this world to those beside it for sure"
        right = "end the passes with {name: gates} and {name: regions, keep: all}"
        yield BrokenRule(passes, wrong, right)
    elif CONNECTED not in features:
        wrong = f"it is not sure that {MEANINGS[CONNECTED]}, so a gate may lead nowhere"
        yield BrokenRule(passes, wrong, "add {name: regions, keep: all} behind `gates`")


def _own_phases(kind: AnyKind, feature: str, dungeon: KindParameters) -> str:
    """The name of a phase of this kind without which the dungeon lacks a feature, with the phases
    that it requires, as text. Empty if no such phase is known."""
    if feature not in kind.features(dungeon):
        return ""  # An earlier pass provides it.
    without = [phase for phase in kind.optional if phase not in dungeon.without]
    for phase in without:
        if phase != OWN_CONNECTIONS and feature not in kind.features(
            dungeon.model_copy(update={"without": [*dungeon.without, phase]})
        ):
            return listed((phase, *(kind.needs_stairs if phase == "stairs" else ())))
    return ""


def _remedy(feature: str, features: Features, later: list[PassParameters]) -> str:
    """How to get a feature: passes that could come before, where the dungeon has `features`."""
    for use in later:
        if feature in PASSES[use.name].gives(use):
            return f"put it behind `{use.id}`"
    usual = {name: one.parameters.model_validate({"name": name}) for name, one in PASSES.items()}
    possible = features.union(*(PASSES[name].gives(use) for name, use in usual.items()))
    givers = [
        f"`{name}`"
        for name, use in usual.items()
        if feature in PASSES[name].gives(use) and PASSES[name].needs(use) <= possible
    ]
    return f"add {' or '.join(givers)}" if givers else "choose another kind of dungeon"
