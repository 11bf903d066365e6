"""The parameters of the kind `mystery`: what its section of the YAML may say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from pygen.base.words import did_you_mean
from pygen.engine.definition.entity_kinds import (
    ENEMY,
    ENTITY_KINDS,
    ITEM,
    OWN_ENEMIES,
    OWN_ITEMS,
    OWN_TRAPS,
    TRAP,
    EntityKind,
)
from pygen.engine.definition.listed_entity import EntityData, ListedEntity
from pygen.engine.definition.map_size import MapSize
from pygen.engine.definition.parameters import Constants, KindParameters
from pygen.engine.definition.tables import MOST_ROWS, Figures
from pygen.engine.population.values import MOST_WEIGHT, Weight
from pygen.engine.random.random32 import INVERSE, MULTIPLIER
from pygen.engine.sections import (
    BrokenRule,
    Emitted,
    EntityName,
    NamedNumber,
    NotEmitted,
    Percent,
    Section,
    chance_threshold,
    whole_number,
)
from pygen.kinds.mystery.constants import (
    EMPTY_HOUSE_ENEMIES,
    HOUSE_ENEMIES,
    LOOT,
    MOST_LEAST_STEPS,
    MOST_TRAPS,
)
from pygen.kinds.mystery.layouts import (
    BEETLE,
    DENSITY,
    FORCED,
    LAYOUTS,
    LOOSE,
    MAZES,
    MERGES,
    ONE_ROOM,
    OUTER_RING,
    OUTER_ROOMS,
    REPAIRED,
    RIGHT_LIMIT,
    STRUCTURES,
    TWO_ROOMS,
    USUAL_HEIGHT,
    USUAL_WIDTH,
    WALK,
    WATER,
    Layout,
    LayoutName,
    scaled,
)
from pygen.kinds.mystery.meanings import MEANINGS
from pygen.kinds.mystery.pace import PACE, pieces_of_stages

MOST_CHAMBERS = 24

OWN_KINDS = (
    (ITEM, OWN_ITEMS, "items"),
    (TRAP, OWN_TRAPS, "traps"),
    (ENEMY, OWN_ENEMIES, "enemies"),
)
"""The kinds of entities that have tables, the numbers of kinds in the table, and its name."""

Density = Annotated[int, Field(ge=0, le=120)]


class MysteryMap(MapSize):
    """The size of a mystery floor."""

    width: Annotated[int, Field(ge=56, le=72)] = Field(
        default=USUAL_WIDTH, description="tiles across; the cells of fixed layouts scale with it"
    )
    height: Annotated[int, Field(ge=32, le=72)] = Field(
        default=USUAL_HEIGHT, description="tiles down; the cells of fixed layouts scale with it"
    )
    bits_per_tile: Annotated[Literal[4, 8], BeforeValidator(whole_number)] = Field(
        default=4, description="bits a tile takes in the packed map"
    )


class Rooms(Section):
    """The rooms of a mystery floor."""

    density: int = Field(
        default=6,
        ge=-24,
        le=24,
        description="how many cells are rooms, or up to 2 more; a negative number: exactly",
    )
    merging: Percent = Field(default=5, description="percent of the cells that try to merge")
    maze: Percent = Field(default=0, description="percent of the floors that have a maze")
    imperfect: bool = Field(default=False, description="whether corners of rooms may fall in")
    imperfect_chance: NotEmitted[Percent] = Field(
        default=40, description="percent of the rooms whose corners fall in, if they may"
    )
    structures: int = Field(
        default=0, ge=0, le=24, description="how many rooms may have water within"
    )
    structure_chance: Percent = Field(
        default=80, description="percent of the rooms that may have it, while some are left"
    )


class Halls(Section):
    """What connects the rooms."""

    connectivity: int = Field(
        default=15, ge=0, le=255, description="steps of the walk that links cells"
    )
    dead_ends: bool = Field(default=False, description="whether a hall may end in nothing")
    extra: int = Field(default=0, ge=0, le=255, description="how many extra halls are tried")


class Water(Section):
    """Rivers, lakes and spots."""

    on: bool = Field(default=True, description="whether layouts that can have water have any")
    density: int = Field(default=6, ge=0, le=255, description="how many spots, beside rivers")
    lava: Percent = Field(default=0, description="percent of the floors on which all water is lava")


class House(Section):
    """The monster house."""

    chance: Percent = Field(default=0, description="percent of the floors that have one")
    empty: Percent = Field(default=0, description="percent of those that have no loot")
    loot: Annotated[int, Field(ge=1, le=120)] = Field(
        default=LOOT, description="how many things lie in it; about half of them are traps"
    )
    enemies: Annotated[int, Field(ge=0, le=120)] = Field(
        default=HOUSE_ENEMIES, description="more enemies in one that the layout always has"
    )


class ThingEntry(ListedEntity):
    """A kind of things that a spec lists."""

    weight: Weight = Field(default=1, description="how often it is chosen; 0: never")
    data: EntityData = Field(default_factory=list)


class Tables(Section):
    """What the things on a floor are; without a table nothing in particular."""

    items: NotEmitted[Annotated[list[ThingEntry], Field(max_length=len(OWN_ITEMS))]] = Field(
        default_factory=list,
        description="kinds of items, in rooms and in monster houses (default: none)",
    )
    traps: NotEmitted[Annotated[list[ThingEntry], Field(max_length=len(OWN_TRAPS))]] = Field(
        default_factory=list,
        description="kinds of traps, and of other hidden tiles (default: none)",
    )
    enemies: NotEmitted[Annotated[list[ThingEntry], Field(max_length=len(OWN_ENEMIES))]] = Field(
        default_factory=list, description="kinds of enemies (default: none)"
    )

    def numbered(self) -> Iterator[tuple[int, int, str, ThingEntry]]:
        """The entries with their numbers as kinds of entities, after the kind that each replaces;
        and the name of the table."""
        for usual, numbers, name in OWN_KINDS:
            for number, entry in zip(numbers, getattr(self, name), strict=False):
                yield usual, number, name, entry


class Things(Section):
    """What lies and walks on a floor."""

    items: Density = Field(default=6, description="items: 2 fewer to 1 more, and 1 always")
    buried: Density = Field(default=0, description="items in walls: 2 fewer to 1 more")
    traps: Density = Field(default=6, description="traps: from half of it to 1 less; 56 at most")
    enemies: int = Field(
        default=6,
        ge=-120,
        le=120,
        description="enemies: from half of it to 1 less, and 1; 0 and negative: exactly, and 1",
    )
    trapped: bool = Field(default=True, description="whether the floor has traps at all")
    hidden_stairs: bool = Field(default=False, description="whether there are hidden stairs")
    on_stairs: NotEmitted[bool] = Field(
        default=True, description="whether an item may lie on stairs"
    )
    least_steps: Annotated[int, Field(ge=0, le=MOST_LEAST_STEPS)] = Field(
        default=0, description="the fewest steps from the start to the stairs"
    )
    capacity: int = Field(
        default=0,
        ge=0,
        le=MOST_ROWS,
        description="rows of the table of entities; 0: as many as there can be, up to 255",
    )

    tables: Tables = Field(default=Tables(), description="what the things are")
    weights: NotEmitted[dict[EntityName, Weight]] = Field(
        default_factory=dict,
        description="other weights of kinds in the tables, such as {berry: 5}, for ranges of "
        "floors (default: those of the tables)",
    )

    def weights_of(self, kind: int) -> list[int]:
        """The weights of the kinds that a table has for a kind of entities, in their order."""
        return [
            self.weights.get(entry.name, entry.weight)
            for usual, _, _, entry in self.tables.numbered()
            if usual == kind
        ]

    @property
    def have_kinds(self) -> bool:
        """Whether some of them are chosen from tables."""
        return any(sum(self.weights_of(usual)) for usual, _, _ in OWN_KINDS)

    @property
    def are_clear(self) -> bool:
        """Whether nothing lies on stairs. Places that are chosen before all things stay clear, for
        a start is never on a thing."""
        return not self.on_stairs or self.least_steps > 0


class Quirks(Section):
    """Where the original does not do what it seems to be meant to do."""

    dead_ends: Literal["fixed", "original"] = Field(
        default="fixed", description="original: dead ends are removed by the end of the walk"
    )
    border_loop: Literal["whole", "original"] = Field(
        default="whole", description="original: `outer_rooms` has no links in its last row"
    )


class Variants(Section):
    """What the seed document says otherwise than the original; the first value of each is the
    original's."""

    bends: Literal["lines", "anywhere"] = Field(
        default="lines",
        description="where halls bend: at the lines between cells, or anywhere between the rooms",
    )
    ends: Literal["sides", "corners"] = Field(
        default="sides",
        description="extra halls end where floor is at their sides; or also at a corner ahead",
    )
    items: Literal["usual", "inclusive"] = Field(
        default="usual",
        description="inclusive: 2 fewer to 2 more items, in walls too, and no other one",
    )
    traps: NotEmitted[Literal["below", "inclusive"]] = Field(
        default="below", description="inclusive: from half of `traps` to all of them"
    )
    shops: Literal["whole", "cut", "roomy"] = Field(
        default="whole",
        description="cut: a shop has a random size, 3 x 3 or more, or less in a low room; roomy: "
        "the same, and there is none in a low room",
    )
    houses: Literal["loot", "round"] = Field(
        default="loot",
        description="round: a monster house has as many items and traps as the floor, once more",
    )
    merging: Literal["cells", "pairs"] = Field(
        default="cells",
        description="what tries to merge: each cell with one neighbour, or each pair of neighbours",
    )
    border: Literal["rows", "redrawn", "inner"] = Field(
        default="rows",
        description="redrawn: extra halls leave nothing in the last column but one, either; inner: "
        "also, nothing is in the second column",
    )


class Mystery(KindParameters):
    """One floor of a mystery dungeon."""

    meanings = MEANINGS

    kind: Literal["mystery"] = Field(description="a floor of a mystery dungeon")
    map: MysteryMap = Field(default=MysteryMap(), description="the size of the map")
    numbers: Literal["lean", "exact"] = Field(
        default="lean",
        description="lean: the usual random numbers; exact: draw for draw those of the original",
    )
    layout: LayoutName = Field(default="large", description="how rooms and halls are laid out")
    rooms: Rooms = Field(default=Rooms(), description="the rooms")
    halls: Halls = Field(default=Halls(), description="what connects them")
    water: Water = Field(default=Water(), description="rivers, lakes and spots")
    shop: Annotated[Percent, Emitted("SHOP_CHANCE")] = Field(
        default=0, description="percent of the floors that have a shop"
    )
    monster_house: House = Field(default=House(), description="the monster house")
    things: Things = Field(default=Things(), description="what lies and walks there")
    quirks: Quirks = Field(default=Quirks(), description="mistakes of the original")

    variants: Variants = Field(default=Variants(), description="what the seed document says")

    same_on_all_floors = (*KindParameters.same_on_all_floors, ("numbers",), ("things", "tables"))

    @property
    def layout_data(self) -> Layout:
        """What is known of its layout."""
        return LAYOUTS[self.layout]

    @property
    def has_structures(self) -> bool:
        """Whether rooms may have water within, and islands in it."""
        return bool(self.rooms.structures and self.layout_data.has(STRUCTURES))

    @cached_property
    def given_entities(self) -> dict[int, EntityKind]:
        """The kinds of entities that its passes and its tables list, by their numbers."""
        found = (item for use in self.every_use() for item in use.given_entities.items())
        own = {
            number: entry.kind(ENTITY_KINDS[usual].shown, entry.data)
            for usual, number, _, entry in self.things.tables.numbered()
        }
        return dict(sorted({**dict(found), **own}.items()))

    def lines_across(self) -> list[int]:
        """The lines of a fixed layout from the left, for this map; empty for cells of one size."""
        return scaled(self.layout_data.across, self.map.width, USUAL_WIDTH)

    def lines_down(self) -> list[int]:
        """The same from the top."""
        return scaled(self.layout_data.down, self.map.height, USUAL_HEIGHT)

    @property
    def right_limit(self) -> int:
        """The column from which on no extra hall turns right, because the layout has no cells
        there; 255 if it has cells everywhere."""
        columns = self.layout_data.columns
        return RIGHT_LIMIT[columns] * self.map.width // USUAL_WIDTH if columns else 255

    def most_entities(self) -> int:
        """The most entities that a floor with these parameters can have."""
        things = self.things
        most = 2 + things.hidden_stairs  # the stairs and the start
        most += things.items + 2
        if things.buried:
            most += things.buried + 1 + (self.variants.items == "inclusive")
        most += min(things.traps, MOST_TRAPS)
        most += max(things.enemies, -things.enemies) + 1
        loot = self.monster_house.loot
        if self.variants.houses == "round":
            loot = things.items + 2 + min(things.traps, MOST_TRAPS)
        # Any floor may be one large monster house in the end: if all tries for it fail.
        most += loot + max(self.monster_house.enemies, EMPTY_HOUSE_ENEMIES)
        return most + 4 * min(self.rooms.structures, MOST_CHAMBERS)

    def capacity(self) -> int:
        """The rows of the table of entities."""
        return self.things.capacity or min(self.most_entities(), MOST_ROWS)

    def threshold_of(self, percent: int) -> int:
        # Exact mode draws a number below 100 for a chance.
        return percent if self.numbers == "exact" else chance_threshold(percent)

    def constants(self) -> Constants:
        layout, rooms, things = self.layout_data, self.rooms, self.things
        across, down = self.lines_across(), self.lines_down()
        traps = min(things.traps, 2 * MOST_TRAPS) if things.trapped else 0
        with_last = int(self.variants.traps == "inclusive" and things.trapped)
        number, is_forced = layout.number, layout.has(FORCED)
        is_exact = self.numbers == "exact"
        only_exact: Constants = {
            "GRID_ACROSS": layout.grid_choices[0],
            "GRID_DOWN": layout.grid_choices[1],
            "HAS_COLUMNS": int(layout.columns > 0),
            "HOUSE_CHANCE": 100 if is_forced else self.monster_house.chance,
            "IS_ONE_ROOM": int(number == ONE_ROOM),
        }
        return {
            **(only_exact if is_exact else {}),
            "PROPERTIES": layout.properties,
            "FIXED_ACROSS": max(0, len(across) - 1),
            "FIXED_DOWN": max(0, len(down) - 1),
            **{f"LINE_X{at}": line for at, line in enumerate(padded(across, 7))},
            **{f"LINE_Y{at}": line for at, line in enumerate(padded(down, 5))},
            "ACROSS_CHOICES": 0 if layout.columns or across else layout.most_across - 1,
            "DOWN_CHOICES": 0 if across else layout.most_down - 1,
            "VALID_COLUMNS": layout.columns or 255,
            "RIGHT_LIMIT": self.right_limit,
            "INNER_STATE": layout.first_state(edges=0),
            "OUTER_STATE": layout.first_state(edges=1),
            "CORNER_STATE": layout.first_state(edges=2),
            "LINKS_BORDER": int(number in (OUTER_RING, OUTER_ROOMS)),
            "BORDER_LOOP_IS_WHOLE": int(number == OUTER_RING or self.quirks.border_loop == "whole"),
            "LINKS_ROWS": int(number in (TWO_ROOMS, BEETLE)),
            # One large room is built at once, as when all tries for a layout were in vain.
            "FIRST_LAYOUT_TRY": 10 if number == ONE_ROOM and not is_exact else 0,
            "HOUSE_IS_FORCED": int(is_forced),
            "ROOMS_DENSITY": abs(rooms.density),
            "DENSITY_VARIES": int(rooms.density >= 0),
            "HAS_WATER": int(self.water.on and layout.has(WATER)),
            "LEAST_TRAPS": traps >> 1,
            "TRAP_LIMIT": traps + with_last,
            "STAIRS_ARE_CLEAR": int(things.are_clear),
            "SPARED_CHANCE": self.threshold_of(100 - rooms.imperfect_chance),
            **self.weights_of_kinds(),
            "LEAST_ENEMIES": things.enemies >> 1 if things.enemies > 0 else -things.enemies,
            "ENEMY_CHOICES": things.enemies - (things.enemies >> 1) if things.enemies > 0 else 0,
            "THINGS_CAPACITY": self.capacity(),
            "ENTITY_LIMIT": self.capacity() + self.entities_of_passes,
        }

    def weights_of_kinds(self) -> Constants:
        """The constants of its tables: weights, and their sums."""
        found: Constants = {"HAVE_KINDS": int(self.things.have_kinds)}
        for usual, _, name in OWN_KINDS:
            weights = self.things.weights_of(usual)
            # The C has no empty tables.
            found[f"{name.upper()}_WEIGHTS"] = weights or [0]
            found[f"{name.upper()}_SUM"] = sum(weights)
        return found

    @property
    def unread_constants(self) -> Collection[str]:
        tables = self.things.tables
        return [f"{name.upper()}_WEIGHTS" for _, _, name in OWN_KINDS if not getattr(tables, name)]

    @cached_property
    def parts(self) -> dict[str, bool]:
        """Which parts of the algorithm a floor with these parameters needs, by name. The C has a
        constant for each, whose name begins with SOME_: it is 1 if some floor needs the part."""
        layout, rooms = self.layout_data, self.rooms
        has, number, is_exact = layout.has, layout.number, self.numbers == "exact"
        # Exact mode draws numbers of cells for a single room, too.
        has_cells = is_exact or number != ONE_ROOM
        is_loose = has(LOOSE) or number == TWO_ROOMS
        is_whole = self.quirks.border_loop == "whole"
        return {
            "DENSITIES_VARY": has(DENSITY) and rooms.density >= 0,
            "HAVE_CELLS": has_cells,
            "HAVE_LINES": has_cells and len(layout.across) > 0,
            "HAVE_DENSITY": has(DENSITY),
            "WALK": has(WALK),
            "REMOVE_DEAD_ENDS": has(WALK) and not self.halls.dead_ends,
            "LINK_BORDER": number == OUTER_RING or (number == OUTER_ROOMS and is_whole),
            "LINK_ORIGINALLY": number == OUTER_ROOMS and not is_whole,
            "ARE_LOOSE": is_loose,
            "ARE_STRICT": has_cells and not is_loose,
            "MERGE": has(MERGES) and (rooms.merging > 0 or is_exact),
            "REPAIR": has(REPAIRED),
            "HAVE_MAZES": has(MAZES) and rooms.maze > 0,
            "HAVE_SHOPS": has(REPAIRED) and self.shop > 0,
            "HAVE_EXTRA_HALLS": has(REPAIRED) and self.halls.extra > 0,
            "ARE_IMPERFECT": has(REPAIRED) and rooms.imperfect,
            "HAVE_STRUCTURES": self.has_structures,
        }

    def constants_of_all_floors(self) -> Constants:
        floors = [row.parameters for row in self.floor_rows]
        needed = [floor.parts for floor in floors]
        width, height = self.map.width, self.map.height
        even: Constants = {
            "EVEN_WIDTHS": [0, 0, *(width // count for count in range(2, 7))],
            "EVEN_HEIGHTS": [0, 0, *(height // count for count in range(2, 5))],
        }
        return {
            **(multiples() if self.numbers == "exact" else {}),
            **stage_constants(is_exact=self.numbers == "exact"),
            "GROUND_ROWS": [y * width for y in range(height)],
            "LAST_COLUMN": width - 1,
            "X_BITS": (1 << (width - 1).bit_length()) - 1,
            "Y_BITS": (1 << (height - 1).bit_length()) - 1,
            **({} if all(floor.layout_data.across for floor in floors) else even),
            **{f"SOME_{part}": int(any(one[part] for one in needed)) for part in self.parts},
        }

    @property
    def why_not_again(self) -> str:
        is_exact = self.numbers == "exact"
        return (
            "in exact mode each floor is that of its seed, as in the original" if is_exact else ""
        )

    def broken_rules(self) -> list[BrokenRule]:
        broken = []
        if self.map.width & 1:
            wrong = f"the width {self.map.width} is odd"
            broken.append(BrokenRule(("map", "width"), wrong, "expected an even width"))
        if self.quirks.dead_ends == "original" and self.numbers == "lean":
            wrong = "lean mode has no dead ends of the original"
            broken.append(BrokenRule(("quirks", "dead_ends"), wrong, "expected `fixed`"))
        if self.variants != Variants() and self.numbers == "exact":
            wrong = "exact mode has no variants"
            broken.append(BrokenRule(("variants",), wrong, "expected none of them"))
        if not self.things.on_stairs and self.numbers == "exact":
            wrong = "in exact mode an item may lie on stairs, as in the original"
            broken.append(BrokenRule(("things", "on_stairs"), wrong, "expected true"))
        if self.things.least_steps and self.numbers == "exact":
            wrong = "in exact mode the start may be near the stairs, as in the original"
            broken.append(BrokenRule(("things", "least_steps"), wrong, "expected 0"))
        if self.water.lava and self.numbers == "exact":
            wrong = "exact mode has no lava"
            broken.append(BrokenRule(("water", "lava"), wrong, "expected 0"))
        broken += table_rules(self)
        return broken


def table_rules(dungeon: Mystery) -> Iterator[BrokenRule]:
    """The broken rules of the tables of its things."""
    things = dungeon.things
    known = {kind.name for kind in ENTITY_KINDS}
    by_passes = {number for use in dungeon.passes for number in use.given_entities}
    known |= {kind.name for use in dungeon.passes for kind in use.given_entities.values()}
    own = set()
    for _, number, name, entry in things.tables.numbered():
        path = ("things", "tables", name)
        if dungeon.numbers == "exact":
            wrong = "exact mode draws no kinds of things"
            yield BrokenRule(path, wrong, "leave the table out")
            return
        if entry.name in known:
            wrong = f"there is another kind of entities called `{entry.name}`"
            yield BrokenRule(path, wrong, "choose another name")
        if number in by_passes:
            wrong = f"a pass has the number {number} of `{entry.name}`, too"
            yield BrokenRule(path, wrong, f"give the pass a first_kind that is not below {number}")
        known.add(entry.name)
        own.add(entry.name)
    for name in things.weights:
        if name not in own:
            right = f"{did_you_mean(name, own)}expected names of the tables"
            yield BrokenRule(("things", "weights"), f"no table has `{name}`", right)
    for usual, _, name in OWN_KINDS:
        if sum(things.weights_of(usual)) > MOST_WEIGHT:
            wrong = f"the weights of `{name}` are {sum(things.weights_of(usual))} together"
            yield BrokenRule(("things", "tables", name), wrong, f"expected at most {MOST_WEIGHT}")


def multiples() -> Constants:
    """The products of each byte with the multiplier of exact mode's random numbers, and with its
    inverse, by their bytes from the lowest one on."""
    return {
        f"{name}{at}": [byte * factor >> 8 * at & 0xFF for byte in range(256)]
        for name, factor in (("MULTIPLE", MULTIPLIER), ("INVERSE", INVERSE))
        for at in range(4)
    }


def stage_constants(*, is_exact: bool) -> Constants:
    """The numbers of the stages of a mode, and by these how many pieces one step does at most."""
    pieces = pieces_of_stages(is_exact=is_exact)
    numbers: Constants = {f"STAGE_{stage.upper()}": at for at, stage in enumerate(pieces)}
    at_once: list[int] = [NamedNumber(PACE[key], key.upper()) for key in pieces.values()]
    return {**numbers, "PIECES_AT_ONCE": at_once}


def padded(lines: Sequence[int], length: int) -> list[int]:
    """A list of `length` numbers that begins with these."""
    return [*lines, *([0] * (length - len(lines)))]


FIGURES = Figures("mystery_figures", {"entities": 1, "chambers": 1, "tries": 1})
