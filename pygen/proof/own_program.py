"""Whether the dungeon that somebody's program has in memory is the reference's.

The module in memory says itself which dungeon it is, where it writes what, and which seed and floor
it was asked for. So nothing of the program needs to be known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from pygen.base.errors import EmulatorFailed, ToolMissing
from pygen.base.words import listed
from pygen.builders.own_program import TryFailed
from pygen.builders.simulator import build_simulator
from pygen.emit.memory_regions import STATISTICS, all_regions
from pygen.emit.module_layout import (
    CALLS,
    DESCRIPTION,
    FLOOR_SEED_OFFSET,
    HEADER_BYTES,
    OPEN_OFFSET,
    OPEN_VERSION,
    REQUEST,
    REQUEST_OFFSET,
    VERSION,
)
from pygen.emulators.simulator import MEMORY_SIZE, Simulator
from pygen.engine.random.floors import FLOORS
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof.differences import Difference, differences
from pygen.spec import Spec, dungeon_digest
from pygen.spec.game_calls import GAME_VERSION
from pygen.spec.open_parameters import Values, open_parameters
from pygen.spec.record_layout import SUMMARY

JMP = 0x4C
DESCRIPTION_OFFSET = 3 * len(CALLS)
OFFSETS = dict(
    zip(DESCRIPTION, accumulate(DESCRIPTION.values(), initial=DESCRIPTION_OFFSET), strict=False)
)
MOST_CYCLES = 100_000
"""The most cycles of a call of `table`."""

FIRST_STACK = 0xF0
FIRST_ADDRESS = 0x0400
"""No module and no table begins below."""


@dataclass(frozen=True)
class Found:
    """A module in memory: its first address, its size in bytes, and its digest."""

    start: int
    size: int
    digest: str
    tables: int


@dataclass(frozen=True)
class Comparison:
    """The dungeon of a program beside the reference's. `places` are the first addresses of the
    compared regions; `python` and `c64` their bytes; `differing` what differs."""

    found: Found
    request: Request
    places: Mapping[str, int]
    python: Mapping[str, bytes]
    c64: Mapping[str, bytes]
    differing: list[Difference] = field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        """Whether every byte is equal."""
        return dict(self.python) == dict(self.c64)

    def first_address(self, region: str) -> int | None:
        """The first address of a region whose byte differs."""
        pairs = enumerate(zip(self.python[region], self.c64[region], strict=True))
        place = next((at for at, (ours, theirs) in pairs if ours != theirs), None)
        return None if place is None else self.places[region] + place

    def bytes_differing(self, region: str) -> int:
        """How many bytes of a region differ."""
        return sum(a != b for a, b in zip(self.python[region], self.c64[region], strict=True))


VERSIONS = (VERSION, GAME_VERSION, OPEN_VERSION)
"""The versions of tables that modules may have."""


def values_in(spec: Spec, dungeon: str, found: Found, memory: bytes) -> Values:
    """The values of open parameters in a module's request block: none if it has none open.

    Raises TryFailed if they are not those of any dungeon.
    """
    opened = open_parameters(spec, dungeon)
    at = found.start + OPEN_OFFSET
    values = tuple(memory[at : at + len(opened.parameters)])
    if memory[found.start + OFFSETS["version"]] != OPEN_VERSION:
        return opened.defaults
    if wrong := opened.wrong_with(values):
        raise TryFailed(
            f"the module was asked for values that it refuses: {wrong}",
            "It answers 255 then, and builds nothing. docs/open-parameters.md.",
        )
    return values


def modules_in(memory: bytes) -> list[Found]:
    """The modules in memory that lie where they belong. A copy elsewhere, with which a program
    carries its module, does not count."""
    found = []
    for start in range(MEMORY_SIZE - HEADER_BYTES):
        if memory[start] != JMP or memory[start + 3] != JMP:
            continue
        version = memory[start + OFFSETS["version"]]
        size = _word(memory, start + OFFSETS["size"])
        entries = [start + 3 * number for number in range(len(CALLS))]
        inside = range(start + HEADER_BYTES, start + size)
        if version in VERSIONS and all(
            memory[at] == JMP and _word(memory, at + 1) in inside for at in entries
        ):
            at = start + OFFSETS["digest"]
            digest = memory[at : at + DESCRIPTION["digest"]].hex()
            found.append(Found(start, size, digest, memory[start + OFFSETS["tables"]]))
    return found


def module_of(spec: Spec, dungeon: str, memory: bytes) -> Found:
    """The module of a dungeon in memory. Raises TryFailed if there is none, or another one."""
    found = modules_in(memory)
    wanted = dungeon_digest(spec, dungeon)
    mine = [one for one in found if one.digest == wanted]
    if mine:
        return mine[0]
    if not found:
        raise TryFailed(
            f"no module of {dungeon} is in memory",
            f"A module works only at the address for which it was exported. If the program loads "
            f"it from a disk, add --load {dungeon}.prg. If it was overwritten, the program's own "
            f"code or data is where the export's {dungeon}_memory.txt has the module.",
        )
    others = {dungeon_digest(spec, name): name for name in spec.dungeons}
    names = [others[one.digest] for one in found if one.digest in others]
    if names:
        raise TryFailed(
            f"the module in memory is that of {listed(names)}, not of {dungeon}",
            f"Add --dungeon {names[0]}.",
        )
    first = found[0]
    raise TryFailed(
        f"the module at ${first.start:04x} has the digest {first.digest}, but {dungeon} of this "
        f"spec has {wanted}",
        f"It was exported from another spec or version. Name that spec with --spec, or export "
        f"{dungeon} again and rebuild the program.",
    )


def places_of(spec: Spec, dungeon: str, found: Found, memory: bytes) -> dict[str, int]:
    """Where a module writes what, by the names of regions: its own call `table` says so, in our
    simulator.

    Raises TryFailed if it does not, ToolMissing without a C compiler for this machine.
    """
    if "table" in spec.modules.without:
        raise TryFailed(
            "the module leaves out its call `table`, which says where the dungeon is",
            "Name the folder of the export with --layout.",
        )
    names = list(all_regions(spec, dungeon))
    try:
        machine = Simulator(build_simulator())
    except ToolMissing as missing:
        raise ToolMissing(
            missing.message,
            f"{missing.hint} Or name the folder of the export with --layout.",
        ) from None
    places = {}
    for number, name in enumerate(names):
        machine.memory[:] = memory
        machine.a, machine.x, machine.s, machine.p = number, 0, FIRST_STACK, 0
        try:
            machine.call(found.start + 3 * CALLS.index("table"), MOST_CYCLES)
        except EmulatorFailed as error:
            raise TryFailed(
                f"the module at ${found.start:04x} does not work any more: its call `table` "
                f"{error.message}",
                "Its code was overwritten, by the program's code, data or stack.",
            ) from None
        places[name] = machine.x << 8 | machine.a
    _require_apart(spec, dungeon, found, places)
    return places


def _require_apart(spec: Spec, dungeon: str, found: Found, places: Mapping[str, int]) -> None:
    """Raise TryFailed if what a module says of its tables cannot be true."""
    sizes = {name: length for name, (_, length) in all_regions(spec, dungeon).items()}
    spans = sorted(
        [(found.start, found.size), *((place, sizes[name]) for name, place in places.items())]
    )
    ends = [first + length for first, length in spans]
    starts = [first for first, _ in spans[1:]] + [MEMORY_SIZE]
    if spans[0][0] < FIRST_ADDRESS or any(end > start for end, start in zip(ends, starts)):
        raise TryFailed(
            f"the module at ${found.start:04x} does not work any more: it says that its map is at "
            f"${places['map']:04x}",
            "Its code was overwritten, by the program's code, data or stack.",
        )


def places_in(folder: Path, dungeon: str, names: list[str]) -> dict[str, int]:
    """Where an exported module writes what: what the export's include file says.

    Raises TryFailed if the folder is no export of this dungeon.
    """
    path = folder / f"{dungeon}.inc"
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        raise TryFailed(
            f"{path}: there is no such file", f"Write one: invoke export --to {folder}"
        ) from None
    said = re.findall(rf"^{dungeon}_(\w+) += +\$([0-9a-f]{{4}})\b", text, re.MULTILINE)
    known = {name: int(address, 16) for name, address in said}
    missing = [name for name in (*names, "start") if name not in known]
    if missing:
        raise TryFailed(
            f"{path}: it does not say where {listed(missing)} is",
            "It is no export of this dungeon: export it again.",
        )
    return {name: known[name] for name in (*names, "start")}


def request_of(
    spec: Spec, dungeon: str, found: Found, memory: bytes, seed_at: int | None = None
) -> Request:
    """What a module was asked for: the seed, floor and chunk in its request block. `seed_at` is
    where the program keeps the seed, if it has changed the block since.

    Raises TryFailed if the module has begun another floor than that, or none.
    """
    block = found.start + REQUEST_OFFSET
    seed = _word(memory, block if seed_at is None else seed_at)
    floor = memory[block + REQUEST["floor"]] + 1
    chunk = (0, 0)
    if spec.dungeons[dungeon].world:
        at = block + REQUEST["chunk_x_low"]
        chunk = _word(memory, at) & 0x7FF, _word(memory, at + 2) & 0x7FF
    assert floor <= FLOORS
    request = Request(dungeon, seed, floor, chunk)
    begun = _word(memory, found.start + FLOOR_SEED_OFFSET)
    wanted = request.own_seed(spec.random)
    if begun != wanted:
        where = f"the two bytes at ${seed_at:04x}" if seed_at is not None else "its request block"
        raise TryFailed(
            f"seed {seed}, floor {floor} by {where}: the floor's own seed would be {wanted}, but "
            f"the module has begun one with {begun}",
            "The program has generated no dungeon yet (let it run longer: --until), or it has "
            "changed the arguments since: --seed-at is the address of the seed that it used.",
        )
    return request


def compared(
    spec: Spec, request: Request, found: Found, places: Mapping[str, int], memory: bytes
) -> Comparison:
    """Compare all that the module has written, except the counts of tiles, which a game need not
    ask for."""
    reference = generate(spec, request)
    python = {name: data for name, data in reference.growing_bytes().items() if name != STATISTICS}
    if not reference.is_clear:
        # What an earlier try has left may still be there.
        python = {SUMMARY: python[SUMMARY]}
    c64 = {name: memory[places[name] : places[name] + len(data)] for name, data in python.items()}
    short = [name for name in python if len(c64[name]) < len(python[name])]
    if short:
        raise TryFailed(
            f"{listed(short)} would end behind the last address",
            "The module was overwritten, or --layout is of another export.",
        )
    differing = [
        one
        for name in python
        for one in differences(spec, request.dungeon, name, python[name], c64[name])
    ]
    return Comparison(found, request, dict(places), python, c64, differing)


def _word(memory: bytes, at: int) -> int:
    return memory[at] | memory[at + 1] << 8
