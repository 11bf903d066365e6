"""The dungeons of specs, built with instruments, and proven equal to those of the native build."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from hunts.coverage import recording
from hunts.coverage.branches import Branch

from pygen.builders.native import NativeBuilder, build_native
from pygen.kinds import generate
from pygen.spec import Spec, load_spec


@dataclass(frozen=True, order=True)
class Row:
    """A dungeon of a spec on the first of the floors that have the same parameters."""

    spec_file: Path
    dungeon: str
    floor: int

    def __str__(self) -> str:
        floor = f" floor {self.floor}" if self.floor > 1 else ""
        return f"{self.spec_file.stem}: {self.dungeon}{floor}"


@dataclass
class Measured:
    """How many dungeons of a row were proven, how many of them took each branch, and which seeds
    gave another dungeon than the native build."""

    row: Row
    proven: int = 0
    hits: Counter[Branch] = field(default_factory=Counter)
    wrong: list[int] = field(default_factory=list)


@functools.cache
def spec_of(spec_file: Path) -> Spec:
    """The spec of a file."""
    return load_spec(spec_file)


@functools.cache
def _native(spec_file: Path) -> NativeBuilder:
    spec = spec_of(spec_file)
    selection = spec.only(*spec.dungeons)
    return NativeBuilder(spec, build_native(spec, "quick", selection=selection), selection)


def rows_of(spec_file: Path) -> list[Row]:
    """The rows of all dungeons of a spec, which is compiled for this machine."""
    _native(spec_file)
    return [
        Row(spec_file, name, row.first_floor)
        for name, dungeon in spec_of(spec_file).dungeons.items()
        for row in dungeon.floor_rows
    ]


def measure(row: Row, seeds: range) -> Measured:
    """Build and prove the dungeons of a row for some seeds."""
    spec, native, found = spec_of(row.spec_file), _native(row.spec_file), Measured(row)
    for seed in seeds:
        request = spec.proof_request(row.dungeon, seed, row.floor)
        recording.begin()
        regions = generate(spec, request).region_bytes()
        taken = list(recording.taken())
        if native.build(request).regions == regions:
            found.proven += 1
            found.hits.update(taken)
        else:
            found.wrong.append(seed)
    return found
