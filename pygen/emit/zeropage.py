"""The plan of zero page: which of the project's variables are there, and who uses them.

The variables are declared in files called `zeropage.list`: one for all generators, one for each
kind and each pass that needs any, and one for the playable part. The plan is the only source of
everything that is emitted about them; linkers place the variables in its order. OSCAR64's linker
leaves out variables that a program does not use.

Two variables may have the same byte if their values are never needed at the same time: variables of
different phases of a kind share their bytes by themselves, and any other is laid on the bytes of an
earlier one with `@`. `pygen.emit.lifetimes` checks that no function can lose a value so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygen.base.errors import UserError
from pygen.kinds import phases_of_kind
from pygen.spec import Spec
from pygen.spec.chosen_calls import calls_of
from pygen.spec.game_calls import families_of
from pygen.spec.selection import Selection

ZERO_PAGE = range(0xB0, 0x100)
"""The addresses for variables in a program built with OSCAR64. With cc65 the addresses differ, but
there are no more of them. The spec says where variables of modules are."""

FILE_NAME = "zeropage.list"
SIZES = {"uint8_t": 1, "uint16_t": 2}
POINTER_SIZE = 2

_VARIABLE = re.compile(
    r"(?:(?P<kept>kept) )?"
    r"(?P<type>(?:const )?(?P<base>\w+) ?(?P<pointer>\*?))(?<=[ *])(?P<name>[a-z]\w*)"
    r"(?: *@ *(?P<shared>[a-z]\w*)(?: *\+ *(?P<distance>\d))?)?"
    r"(?: *: *(?P<phases>\w[\w ,]*))?"
)
_EXPECTED = (
    "Expected a type, a name, `@` and an earlier name if it shares the bytes, and phases if it is "
    "used in no others, as in `uint8_t count: walk` or `uint8_t count @ fill_count`"
)


@dataclass(frozen=True)
class Variable:
    """A variable in zero page: its C type, its size in bytes, and its meaning.

    `offset` is its distance in bytes from the first variable of the plan. `phases` are the only
    phases of its kind that use it; if empty, all phases may. `place` is the file and line of its
    declaration. `is_kept` says that a step may rely on the value that an earlier step left. If the
    variable has no bytes of its own, `shares` is the name of the variable that has, and `distance`
    is the number of its byte with which this variable begins. A variable that `is_part` of another
    has another type, so that only assembly can name it.
    """

    name: str
    c_type: str
    size: int
    phases: tuple[str, ...]
    meaning: str
    offset: int
    place: str
    is_kept: bool = False
    shares: str = ""
    distance: int = 0
    is_part: bool = False

    @property
    def file(self) -> str:
        """The file of its declaration."""
        return self.place.rpartition(":")[0]

    @property
    def bytes(self) -> range:
        """The offsets of its bytes."""
        return range(self.offset, self.offset + self.size)


@dataclass(frozen=True)
class Section:
    """The variables of one file; `kind` is the kind of dungeon they belong to, if any."""

    title: str
    kind: str
    variables: tuple[Variable, ...]

    @property
    def size(self) -> int:
        """The size in bytes."""
        return sum(variable.size for variable in self.variables if not variable.shares)

    @property
    def kept(self) -> tuple[Variable, ...]:
        """The variables whose values a step finds as an earlier step left them."""
        kept = {variable.shares or variable.name for variable in self.variables if variable.is_kept}
        return tuple(variable for variable in self.variables if variable.name in kept)


@dataclass(frozen=True)
class ZeroPage:
    """All zero page variables of the generators, or of the playable part of a program."""

    generators: tuple[Section, ...] = ()
    playing: tuple[Section, ...] = ()

    @property
    def sections(self) -> tuple[Section, ...]:
        return (*self.generators, *self.playing)

    @property
    def variables(self) -> Iterator[Variable]:
        """All variables, in the order of their declaration."""
        return (variable for section in self.sections for variable in section.variables)

    @property
    def size(self) -> int:
        """The size in bytes."""
        return sum(section.size for section in self.sections)

    def require_room(self, most: int, what: str) -> None:
        """Raise UserError, which names the variables, if they take more than `most` bytes, the room
        of `what`."""
        if self.size <= most:
            return
        shares = (
            f"{section.title}: "
            + ", ".join(f"{one.name} {one.size}" for one in section.variables if not one.shares)
            for section in self.sections
        )
        raise UserError(
            f"the variables in zero page take {self.size} bytes, and {what} has {most}: "
            + "; ".join(shares),
            f"Take some out of the files {FILE_NAME} in c64src, and declare them as ordinary "
            "variables in C.",
        )


def plan_zero_page(
    spec: Spec, source_folder: Path, generates: bool = True, selection: Selection | None = None
) -> ZeroPage:
    """The zero page of the generators of a selection of dungeons (default: those that are proven),
    or, without `generates`, of a program's playable part. `source_folder` has the hand-written C.

    Raises UserError, with file and line, for a list that cannot be read, a line that declares no
    variable, a phase that the kind does not have, or a name that occurs twice; also if the
    variables of a playable part do not fit. How much room a module has depends on its compiler.
    """
    chosen = (selection or spec.selection).dungeons
    dungeons = [spec.dungeons[name] for name in chosen]
    kinds = sorted({dungeon.kind for dungeon in dungeons})
    passes = sorted({use.name for dungeon in dungeons for use in dungeon.passes})
    families = {family for name in chosen for family in families_of(calls_of(spec, name))}
    generators = (
        ("core", "all generators", ""),
        *((f"kinds/{kind}", f"the kind {kind}", kind) for kind in kinds),
        *((f"passes/{name}", f"the pass {name}", "") for name in passes),
        *((f"calls/{name}", f"the game calls of {name}", "") for name in sorted(families)),
    )
    sections: list[Section] = []
    declared: dict[str, Variable] = {}
    for folder, title, kind in generators if generates else (("program", "the playable part", ""),):
        file = source_folder / folder / FILE_NAME
        # A kind or a pass may have no such file.
        if "/" in folder and not file.exists():
            continue
        offset = sum(section.size for section in sections)
        found = tuple(_variables(file, kind, offset, declared))
        sections.append(Section(title, kind, found))
    plan = ZeroPage(tuple(sections)) if generates else ZeroPage(playing=tuple(sections))
    if not generates:
        plan.require_room(len(ZERO_PAGE), "a program")
    return plan


def _variables(
    file: Path, kind: str, offset: int, declared: dict[str, Variable]
) -> Iterator[Variable]:
    """The variables of a file, which are added to those that are `declared` already."""
    # On the bytes of which others a variable may be laid. Other kinds and passes must not matter.
    possible = {name: one for name, one in declared.items() if Path(one.file).parent.name == "core"}
    # The phases that use the bytes of each variable, by the variable's name.
    users: dict[str, set[str]] = {}
    for place, declaration, meaning in _lines(file):
        match = _VARIABLE.fullmatch(declaration)
        if not match or match["base"] not in SIZES:
            raise UserError(
                f"{place}: {declaration!r} is no variable in zero page",
                f"{_EXPECTED}. Types are {', '.join(SIZES)}, and pointers to them.",
            )
        name, c_type = match["name"], match["type"].strip()
        if name in declared:
            raise UserError(
                f"{place}: {name!r} is already declared at {declared[name].place}",
                "Give one of them another name: all variables in zero page are global.",
            )
        phases = tuple(phase.strip() for phase in (match["phases"] or "").split(",") if phase)
        _require_phases(phases, kind, place)
        size = POINTER_SIZE if match["pointer"] else SIZES[match["base"]]
        distance = int(match["distance"] or 0)
        if match["shared"]:
            shares = _shared(match["shared"], distance, size, possible, place)
            if match["kept"] and possible[shares].file != str(file):
                raise UserError(
                    f"{place}: {name!r} cannot keep its value in {shares!r}, which others change",
                    "Leave out `kept`, or lay the variable on one of the same file.",
                )
        else:
            shares = next(
                (
                    other
                    for other, theirs in users.items()
                    if phases and declared[other].c_type == c_type and not theirs & set(phases)
                ),
                "",
            )
            if phases:
                users.setdefault(shares or name, set()).update(phases)
        at = declared[shares].offset + distance if shares else offset
        is_kept = bool(match["kept"])
        is_part = bool(shares) and c_type != declared[shares].c_type
        declared[name] = Variable(
            name, c_type, size, phases, meaning, at, place, is_kept, shares, distance, is_part
        )
        possible[name] = declared[name]
        yield declared[name]
        if not shares:
            offset += size


def _lines(file: Path) -> Iterator[tuple[str, str, str]]:
    """Of each line that is not empty: its place, its declaration and its comment."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UserError(
            f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}",
            "It lists the variables in zero page; restore it with `git checkout`.",
        ) from error
    for number, line in enumerate(lines, 1):
        declaration, _, meaning = (part.strip() for part in line.partition("#"))
        if declaration:
            yield f"{file}:{number}", declaration, meaning


def _shared(
    name: str, distance: int, size: int, possible: Mapping[str, Variable], place: str
) -> str:
    """The name of the variable that has the bytes of the one called `name`."""
    other = possible.get(name)
    # What the file itself keeps, it may also use for something else in between.
    is_kept_elsewhere = other and other.is_kept and not place.startswith(f"{other.file}:")
    if other is None or other.shares or is_kept_elsewhere:
        why = (
            "is declared nowhere before"
            if other is None
            else f"has the bytes of {other.shares!r} itself"
            if other.shares
            else "keeps its value from step to step"
        )
        raise UserError(
            f"{place}: {name!r} {why}",
            "Behind `@` stands a variable with bytes of its own that is declared above in the same "
            "file, or one of core on whose value no step relies.",
        )
    if distance + size > other.size:
        raise UserError(
            f"{place}: {name!r} has {other.size} bytes, too few for {size} from {distance} on",
            "Lay the variable on a larger one.",
        )
    return name


def _require_phases(phases: Sequence[str], kind: str, place: str) -> None:
    known = [phase.name for phase in phases_of_kind(kind)] if kind else []
    for phase in phases:
        if phase not in known:
            raise UserError(
                f"{place}: there is no phase {phase!r}",
                f"The phases of the kind {kind} are {', '.join(known)}."
                if kind
                else "Only the variables of kinds have phases: leave it out.",
            )
