"""The generator's C, compiled for the host machine: dungeons in microseconds."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from pygen.base.cache import keep, kept
from pygen.base.errors import UserError
from pygen.base.files import source_files
from pygen.base.project import BUILD_FOLDER, C_FOLDER, PROJECT
from pygen.base.running import temporary_build_folder
from pygen.builders.base import (
    DIGEST_BYTES,
    Builder,
    Built,
    Route,
    bytes_of_each,
    identity_of,
)
from pygen.builders.pass_marks import count_of_entities, pass_marks
from pygen.compilers.host import HostCompiler, NativeForm
from pygen.emit import DISPLAY_UNITS, emit
from pygen.emit.memory_regions import (
    Regions,
    all_regions,
    compared_regions,
    growing_regions,
    split_regions,
)
from pygen.emit.module_layout import request_bytes
from pygen.emit.plan import plan_of
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.random.request import Request
from pygen.kinds import phase_names
from pygen.spec import Spec, floor_digest
from pygen.spec.program_facts import NO_WAY
from pygen.spec.selection import Selection

# Here the generators of a spec are linked together. On the 6502 each one is a module.
NATIVE_SOURCES = (
    "harness/native.c", "harness/digest.c", "harness/survey.c", "core/mapgen.c", "core/rooms.c",
    "core/generation.c", "core/random16.c", "core/map_queries.c",
    "core/room_queries.c", "core/find_room.c",
)  # fmt: skip

FILE_NAMES: dict[NativeForm, str] = {
    "library": "generator.so",
    "quick": "generator.so",
    "recompiled": "module.so",
    "checked": "generator",
}

SECONDS_FOR_CHECKED = 300.0


class NativeFailed(UserError):
    """The native program stopped at undefined behaviour, or a native library cannot be loaded."""


def build_native(
    spec: Spec,
    kind: NativeForm = "library",
    build_folder: Path = BUILD_FOLDER,
    source_folder: Path = C_FOLDER,
    compiler: HostCompiler | None = None,
    selection: Selection | None = None,
) -> Path:
    """Compile the generators of a selection of dungeons of `spec` (default: those of the program at
    hand) for this machine, and return the library or program.

    Its folder is named after a hash of all inputs, so that it is built only once. The default
    `compiler` is the machine's. Raises ToolMissing without a C compiler, CompileFailed if it
    rejects the C, UserError if the files cannot be written.
    """
    compiler = compiler or HostCompiler.find()
    folder = build_folder / "native"
    with temporary_build_folder(folder, []) as building:
        generated = building / "gen"
        # The spec's file name appears only in comments, but would change the hash.
        units = emit(spec, "the spec", generated, source_folder=source_folder, selection=selection)
        emitted = [unit for unit in units if unit.name not in DISPLAY_UNITS]
        words = compiler.identity(kind) + c_hash(generated, source_folder)
        stamp = hashlib.sha256(words.encode()).hexdigest()
        target = folder / stamp[:16] / FILE_NAMES[kind]
        if not target.is_file():
            made = building / FILE_NAMES[kind]
            earlier = kept(stamp)
            if earlier:
                made.write_bytes(earlier[made.name])
                made.chmod(0o755)
            else:
                sources = [source_folder / source for source in NATIVE_SOURCES] + emitted
                compiler.compile(kind, sources, [generated, source_folder], made)
                keep(stamp, {made.name: made.read_bytes()})
            target.parent.mkdir(exist_ok=True)
            os.replace(made, target)
        return target


def c_hash(generated: Path, source_folder: Path = C_FOLDER) -> str:
    """A hash of the emitted C and of all hand-written C, whatever folders these are in."""
    state = hashlib.sha256()
    for folder in (generated, source_folder):
        for path in source_files(folder, "*.c", "*.h", "*.s"):
            name = path.relative_to(folder).as_posix()
            state.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


class NativeBuilder(Builder):
    """The dungeons of a spec, built by its own C on this machine.

    `library` has every function of the C, `memory` is the 64 KiB that represent the C64's memory.
    """

    name = "native"

    def __init__(
        self, spec: Spec, library: Path | None = None, selection: Selection | None = None
    ) -> None:
        """Load `library`, which has the dungeons of `selection` (default: those of the program at
        hand), or build it if it is not given. Raises as `build_native` does."""
        self.spec, self.selection = spec, selection or spec.selection
        path = library or build_native(spec, selection=selection)
        try:
            self.library = ctypes.CDLL(str(path))
        except OSError as error:
            raise NativeFailed(f"{path}: cannot be loaded: {error}") from error
        self.memory = (ctypes.c_uint8 * 0x10000).in_dll(self.library, "native_memory")
        one: list[Any] = [ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint8, ctypes.c_void_p]
        self.library.native_build.argtypes = one
        self.library.native_build_steps.argtypes = [*one, ctypes.c_uint16]
        self.library.native_build_steps.restype = ctypes.c_uint16
        many: list[Any] = [
            ctypes.c_uint8, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
            ctypes.c_void_p, ctypes.c_size_t,
        ]  # fmt: skip
        self.library.native_build_many.argtypes = [*many, ctypes.c_void_p]
        self.library.native_digest_many.argtypes = [*many, ctypes.c_uint8, ctypes.c_void_p]
        self.library.native_survey.argtypes = [
            ctypes.c_uint8, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t,
            ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p,
            ctypes.c_uint8, ctypes.c_uint8, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p,
        ]  # fmt: skip
        self.library.native_steps.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint8,
        ]  # fmt: skip
        self.library.native_steps.restype = ctypes.c_uint16

    def build(self, request: Request) -> Built:
        """As `Builder.build`; cycles are not counted."""
        self._build(request)
        return Built(self._read(compared_regions(self.spec, request.dungeon)), {})

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        made = self.library.native_build_steps(*self._arguments(request), steps)
        regions = compared_regions(self.spec, request.dungeon)
        return Built(self._read(regions), {}, made)

    def build_many(self, requests: Sequence[Request]) -> bytes:
        if not requests:
            return b""
        dungeon = requests[0].dungeon
        regions = compared_regions(self.spec, dungeon)
        size = len(requests) * bytes_of_each(self.spec, dungeon)
        out = ctypes.create_string_buffer(size)
        self.library.native_build_many(*self._many_arguments(requests, regions), out)
        return out.raw[:size]

    def digests(self, requests: Sequence[Request]) -> bytes:
        if not requests:
            return b""
        regions = compared_regions(self.spec, requests[0].dungeon)
        out = ctypes.create_string_buffer(len(requests) * DIGEST_BYTES)
        many = self._many_arguments(requests, regions)
        self.library.native_digest_many(*many, DIGEST_BYTES, out)
        return out.raw

    def survey(self, requests: Sequence[Request], regions: Regions) -> bytes:
        """Build many dungeons of the same name. Returns for each the bytes of `regions`, followed
        by the steps to its down stairs (two bytes, low byte first, or NO_WAY), and by its
        `pass_marks`."""
        if not requests:
            return b""
        dungeon, spec = requests[0].dungeon, self.spec
        marks = pass_marks(plan_of(spec, dungeon))
        size = len(requests) * (sum(length for _, length in regions.values()) + 2 + marks.bytes)
        codes = bytes(spec.codes_of(dungeon).values())
        out = ctypes.create_string_buffer(size)
        self.library.native_survey(
            *self._many_arguments(requests, regions),
            *self._walk_of(dungeon),
            (ctypes.c_uint16 * len(marks.numbers))(*marks.numbers),
            codes,
            out,
        )
        return out.raw[:size]

    def _many_arguments(self, requests: Sequence[Request], regions: Regions) -> tuple[Any, ...]:
        """The arguments for building many dungeons of one name: the dungeon's number, the seeds of
        the floors, the floors from 0, the chunks, the number of requests, the addresses and lengths
        of the wanted regions, and the number of regions."""
        seeds = [request.own_seed(self.spec.random) for request in requests]
        floors = [request.floor - 1 for request in requests]
        chunks = [at for request in requests for at in request.chunk]
        numbers = [number for region in regions.values() for number in region]
        return (
            self._number(requests[0].dungeon),
            (ctypes.c_uint16 * len(seeds))(*seeds),
            (ctypes.c_uint8 * len(floors))(*floors),
            (ctypes.c_uint16 * len(chunks))(*chunks),
            len(requests),
            (ctypes.c_uint16 * len(numbers))(*numbers),
            len(regions),
        )

    def steps_of_map(self, dungeon: str, packed: bytes) -> int | None:
        """The steps between the stairs on a packed map of a dungeon without entities; None if there
        is no way."""
        start = self.spec.memory["map"].start
        ctypes.memmove(ctypes.byref(self.memory, start), packed, len(packed))
        steps: int = self.library.native_steps(*self._walk_of(dungeon, has_entities=False))
        return None if steps == NO_WAY else steps

    def _walk_of(self, dungeon: str, has_entities: bool = True) -> tuple[Any, bytes, int, int]:
        """The inputs for counting a dungeon's steps: the place and shape of its map, where its
        entities are, for each code whether it can be walked on and is not secret, and the codes of
        the stairs."""
        spec, size = self.spec, self.spec.dungeons[dungeon].map
        count = count_of_entities(plan_of(spec, dungeon)) if has_entities else 0
        table = spec.memory[ENTITIES].start if count else 0
        shape = (
            spec.memory["map"].start, size.width, size.height, size.bits_per_tile, count, table,
        )  # fmt: skip
        blueprint = spec.blueprint(dungeon)
        walkable = blueprint.walkable.difference(spec.codes[name] for name in blueprint.secrets)
        return (
            (ctypes.c_uint16 * len(shape))(*shape),
            bytes(code in walkable for code in range(256)),
            spec.codes["up_stairs"],
            spec.codes["down_stairs"],
        )

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        """As `Builder.phases`.

        Raises NativeFailed if the C reports phases that differ from the kind's, or come in another
        order.
        """
        names = phase_names(self.spec.dungeons[request.dungeon])
        after: list[tuple[str, dict[str, bytes]]] = []
        numbers: list[int] = [0]

        def note(number: int) -> None:
            numbers.append(number)
            # A new try begins with 0.
            if number:
                regions = self._read(growing_regions(self.spec, request.dungeon))
                after.append((names[number - 1], regions))

        listener = ctypes.CFUNCTYPE(None, ctypes.c_uint8)(note)
        self.library.native_listen(listener)
        try:
            self._build(request)
        finally:
            self.library.native_listen(None)
        is_in_order = all(number in (0, before + 1) for before, number in pairwise(numbers))
        if not is_in_order or numbers[-1] != len(names):
            raise NativeFailed(
                f"{request.dungeon}: the C reported the phases {numbers[1:]}, "
                f"not 1 to {len(names)}",
                "Check the phase_done() calls of its kind.",
            )
        yield from after

    def _build(self, request: Request) -> None:
        self.library.native_build(*self._arguments(request))

    def _arguments(self, request: Request) -> tuple[int, int, int, Any]:
        """The arguments for one dungeon: its number, the floor's own seed, the floor from 0, and
        the chunk."""
        seed = request.own_seed(self.spec.random)
        chunk = (ctypes.c_uint16 * 2)(*request.chunk)
        return self._number(request.dungeon), seed, request.floor - 1, chunk

    def _number(self, dungeon: str) -> int:
        return self.selection.dungeons.index(dungeon)

    def _read(self, regions: Regions) -> dict[str, bytes]:
        return {
            name: bytes(self.memory[start : start + length])
            for name, (start, length) in regions.items()
        }


@dataclass(frozen=True)
class NativeRoute(Route):
    """The emitted C and c64src, compiled for this machine."""

    spec: Spec
    library: Path
    selection: Selection | None = None

    @property
    def name(self) -> str:
        return "native"

    def open(self) -> NativeBuilder:
        return NativeBuilder(self.spec, self.library, self.selection)

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the library itself, and the code that calls it."""
        files = [self.library, PROJECT / "pygen" / "builders" / "native.py"]
        words = [floor_digest(self.spec, dungeon, floor), *self.spec.parity.regions]
        return identity_of(words, files)


def run_checked(
    program: Path,
    spec: Spec,
    dungeon: str,
    seeds: Sequence[int],
    floor: int = 1,
    selection: Selection | None = None,
) -> Iterator[dict[str, bytes]]:
    """All regions of a floor (1..256) of each seed's dungeon, built by a "checked" program of
    `build_native` for this `selection`. For a world it is the seed's sample chunk.

    Raises NativeFailed, with the sanitizer's output, if the program stops at undefined behaviour or
    at an access outside its arrays and regions, or does not finish in time.
    """
    regions = all_regions(spec, dungeon)
    numbers = [str(number) for region in regions.values() for number in region]
    number = (selection or spec.selection).dungeons.index(dungeon)
    command = [str(program), str(number), *numbers]
    own = [
        replace(request, seed=request.own_seed(spec.random))
        for request in (spec.proof_request(dungeon, seed, floor) for seed in seeds)
    ]
    requests = b"".join(request_bytes(request, True) for request in own)
    try:
        done = subprocess.run(
            command, input=requests, capture_output=True, timeout=SECONDS_FOR_CHECKED, check=False,
            env={**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1", "ASAN_OPTIONS": ""},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NativeFailed(f"{program}: {error}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise NativeFailed(f"{dungeon}: the checked program ended with {done.returncode}\n{said}")
    size = sum(length for _, length in regions.values())
    for at in range(0, len(done.stdout), size):
        yield split_regions(regions, done.stdout[at : at + size])
