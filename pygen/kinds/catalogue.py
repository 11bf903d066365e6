"""All kinds, and the generation of a dungeon of any of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from pygen.base.errors import UsageError, UserError
from pygen.base.once import once_for_each
from pygen.base.plugins import find_folders
from pygen.engine.definition.blueprint import Blueprints
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.pass_figures import PassFigure
from pygen.engine.definition.tables import Figures, Structs, Table
from pygen.engine.definition.tiles import STANDARD_TILES, TileDefault, tile_defaults
from pygen.engine.dungeon.generation import Generation
from pygen.engine.generator import contents, requirements
from pygen.engine.generator.kind import Kind, Phase
from pygen.engine.generator.pipeline import phases_without_tests, pipeline, shared_phases
from pygen.engine.random.request import Request
from pygen.engine.random.worlds import check_chunk
from pygen.passes import PASSES

FOLDER = Path(__file__).resolve().parent
PAGE = "docs/adding-a-kind.md"


def find_kinds(folder: Path = FOLDER, package: str = "pygen.kinds") -> dict[str, Kind[Any]]:
    """Every kind in `folder`, by name, in alphabetical order.

    Raises UserError if a folder has no `KIND` or one with another name, or if there is no kind.
    """
    kinds: dict[str, Kind[Any]] = find_folders(folder, package, "KIND", Kind, PAGE)
    for name, kind in kinds.items():
        _check_declarations(folder / name / "__init__.py", kind)
    _check_together(folder, kinds)
    if not kinds:
        raise UserError(f"{folder}: there is no kind of dungeon here", "Restore the checkout.")
    return kinds


def _check_declarations(file: Path, kind: Kind[Any]) -> None:
    """Raise UserError if the kind's declarations of tables and tiles contradict each other."""
    phases = {phase.name for phase in kind.phases}
    wrong = "" if phases else "KIND has no phase"
    for table in kind.tables:
        if table.final_after not in phases:
            wrong = f"table `{table.name}` is final after `{table.final_after}`, which is no phase"
        elif table.is_optional and table.name in kind.figures.fields:
            wrong = f"a figure `{table.name}` counts the rows of a table that is optional"
        elif not table.is_optional and table.name not in kind.figures.fields:
            wrong = f"no figure `{table.name}` counts the rows of the table of that name"
    try:
        unknown = set(kind.filled) - kind.tile_defaults.keys()
    except KeyError as error:
        wrong = f"`tiles` names {error}, which is no standard tile"
    else:
        if unknown:
            wrong = f"`filled` names {', '.join(sorted(unknown))}, no tile of the kind"
    if wrong:
        raise UserError(f"{file}: {wrong}", f"{PAGE} says what KIND declares.")


# Memory that a program has besides the tables.
OTHER_REGIONS = (
    "screen", "map", "looks", "viewport", "mailbox", "summary", "statistics", "charset", "program",
)  # fmt: skip


def _check_together(folder: Path, kinds: Mapping[str, Kind[Any]]) -> None:
    """Raise UserError if two kinds mean different things by one name."""
    meanings: dict[tuple[str, str], tuple[object, str]] = {
        ("region", name): ("the program's own", "the program") for name in OTHER_REGIONS
    }
    for name, kind in kinds.items():
        said: list[tuple[str, str, object]] = [
            ("tile", tile, default) for tile, default in kind.tile_defaults.items()
        ]
        for table in kind.tables:
            said.append(("region", table.name, table.struct))
            said.append(("struct of a table", table.struct, table.name))
        if kind.figures.struct:
            said.append(("figures", kind.figures.struct, kind.figures))
        for what, word, meaning in said:
            known, whose = meanings.setdefault((what, word), (meaning, name))
            if known != meaning:
                raise UserError(
                    f"{folder / name / '__init__.py'}: the {what} `{word}` is not the one that "
                    f"`{whose}` calls so",
                    "Choose another name, or share the declaration.",
                )


KINDS: Mapping[str, Kind[Any]] = find_kinds()
"""All kinds by name, in alphabetical order."""


def _known_tiles() -> dict[str, TileDefault]:
    parts = [
        *((f"the kind `{name}`", kind.tile_defaults) for name, kind in KINDS.items()),
        *((f"the pass `{name}`", tile_defaults(one.tiles)) for name, one in PASSES.items()),
    ]
    found: dict[str, TileDefault] = {}
    for part, tiles in parts:
        for name, tile in tiles.items():
            if found.setdefault(name, tile) != tile:
                raise UserError(
                    f"{part}: its tile `{name}` is not the one that others call so",
                    "Choose another name, or share the declaration.",
                )
    standard = {tile.name: tile for tile in STANDARD_TILES}
    return tile_defaults(name if name in standard else tile for name, tile in found.items())


KNOWN_TILES: Mapping[str, TileDefault] = _known_tiles()
"""The tiles of all kinds and passes, with their defaults, by name: the standard ones first."""


@once_for_each
def phases_of(dungeon: KindParameters) -> tuple[Phase[Any], ...]:
    """The phases of a dungeon, in order: the phases of its kind and its passes, with the phases
    that all dungeons share."""
    return pipeline(KINDS[dungeon.kind], dungeon, PASSES)


def phases_of_kind(kind: str) -> tuple[Phase[Any], ...]:
    """The phases of every dungeon of a kind, in order, with the phases that all dungeons share."""
    return shared_phases(KINDS[kind])


def phase_names(dungeon: KindParameters) -> list[str]:
    """The names of a dungeon's phases, in order."""
    return [phase.name for phase in phases_of(dungeon)]


@once_for_each
def tiles_of(dungeon: KindParameters) -> dict[str, TileDefault]:
    """The tiles that a dungeon may have by its kind and its passes, by name."""
    return contents.tiles_of(KINDS[dungeon.kind], dungeon, PASSES, KNOWN_TILES)


@once_for_each
def tables_of(dungeon: KindParameters) -> tuple[Table, ...]:
    """The tables that a dungeon has by its kind and its passes, on any of its floors."""
    return contents.tables_of(KINDS[dungeon.kind], dungeon, PASSES)


@once_for_each
def structs_of(dungeon: KindParameters) -> tuple[Structs, ...]:
    """The structs that a dungeon writes: the structs of its kind and of its passes."""
    return contents.structs_of(KINDS[dungeon.kind], dungeon, PASSES)


@once_for_each
def figures_of(dungeon: KindParameters) -> tuple[Figures, ...]:
    """The figures in a dungeon's summary: figures of its kind, and of the tables of its passes."""
    return contents.figures_of(KINDS[dungeon.kind], dungeon, PASSES)


def measured_figures(dungeon: KindParameters) -> list[str]:
    """The figures in the summary that passes write, in the order of the passes."""
    return contents.measured_figures(dungeon, PASSES)


def unmeasured_figures(dungeon: KindParameters) -> set[str]:
    """The figures in the summary that are always 0, because a pass that has them leaves them out
    wherever it is used."""
    return contents.unmeasured_figures(dungeon, PASSES)


def pass_figures_of(dungeon: KindParameters) -> dict[str, dict[str, PassFigure]]:
    """The figures of a dungeon's passes, by the id of the pass and the name of the figure."""
    return contents.pass_figures_of(dungeon, PASSES)


def figures_required(dungeon: KindParameters) -> dict[str, requirements.RequiredFigure]:
    """The figures that the conditions of a dungeon may name, by their names."""
    kind = KINDS[dungeon.kind]
    phases = phases_without_tests(kind, dungeon, PASSES)
    return requirements.figures_required(phases, kind, dungeon, PASSES)


def possible_values(dungeon: KindParameters) -> dict[str, range]:
    """The values that the figures of a dungeon may have, on any of its floors, by their names."""
    return requirements.possible_values(KINDS[dungeon.kind], dungeon, PASSES)


@dataclass(frozen=True)
class Step:
    """A step of a dungeon's generation.

    `number` counts all steps from 1, `in_phase` the steps of its phase. `done` says in a word what
    the step has done, `is_last` whether it was the last step of its phase. `is_clear` says whether
    memory holds nothing but this dungeon afterwards: not before it is cleared, and not after a step
    that ends a try. `attempt` is the number of the try, from 1.
    """

    number: int
    phase: str
    in_phase: int
    done: str
    is_last: bool
    is_clear: bool = True
    attempt: int = 1

    def __str__(self) -> str:
        what = f", {self.done}" if self.done != self.phase else ""
        what += f", try {self.attempt}" if self.attempt > 1 else ""
        return f"{self.number} (number {self.in_phase} of the phase '{self.phase}'{what})"


def generate(
    spec: Blueprints,
    request: Request,
    after_phase: Callable[[str, Generation[Any]], None] | None = None,
    steps: int | None = None,
) -> Generation[Any]:
    """Generate a dungeon of `spec` in Python: the reference.

    `after_phase`, if given, is called after each phase with its name, and must not change the
    dungeon. With `steps` the generation stops after this number of steps, or at its end, and
    `after_phase` is not called.
    Raises UsageError for a floor or a chunk that does not exist.
    """
    generation = begin(spec, request)
    if steps is not None:
        deque(islice(advance(generation), steps), maxlen=0)
        return generation
    for phase in _phases_in_order(generation):
        phase.finish(generation)
        if after_phase is not None:
            after_phase(phase.name, generation)
    return generation


def _phases_in_order(generation: Generation[Any]) -> Iterator[Phase[Any]]:
    """The phases of a dungeon, each to be done before the next: again from the first one if the
    dungeon was begun again."""
    phases, at = phases_of(generation.blueprint.dungeon), 0
    while at != len(phases):
        attempt = generation.tries
        yield phases[at]
        at = at + 1 if generation.tries == attempt else 0


def begin(spec: Blueprints, request: Request) -> Generation[Any]:
    """A dungeon before its first step. Raises the same errors as `generate`."""
    blueprint = spec.blueprint(request.dungeon, request.floor)
    check_chunk(request.chunk)
    if request.chunk != (0, 0) and not blueprint.dungeon.world:
        raise UsageError(
            f"{request.dungeon} has no chunks",
            "Only a world has: a dungeon with `world` in the spec (docs/worlds.md).",
        )
    return Generation(blueprint, request.own_seed(blueprint.random), request.chunk)


def advance(generation: Generation[Any]) -> Iterator[Step]:
    """Run the steps one by one; yields each step when it is done."""
    number = 0
    for phase in _phases_in_order(generation):
        attempt = generation.tries
        for in_phase, (done, is_last) in enumerate(phase.steps(generation), 1):
            number += 1
            is_clear = generation.is_clear
            yield Step(number, phase.name, in_phase, done, is_last, is_clear, attempt)
