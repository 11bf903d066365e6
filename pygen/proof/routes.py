"""The routes from a spec to the bytes of a dungeon, which all have to lead to the same place.

A route can be sent to another process; there it is opened once and builds many dungeons.
"""

from __future__ import annotations

import hashlib
import platform
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pygen.base.files import source_files
from pygen.base.project import PROJECT
from pygen.builders.native import NativeGenerator
from pygen.builders.sim65 import BatchMachine
from pygen.compilers.building import Program
from pygen.emulators.sim65 import Sim65
from pygen.engine.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, spec_hash


class ManyBuilder(Protocol):
    """An opened route."""

    def build_many(self, dungeon: str, seeds: Sequence[int]) -> bytes:
        """The parity regions of each seed's dungeon, all one behind the other."""


class Route(ABC):
    """A way to build dungeons."""

    spec: Spec

    @property
    @abstractmethod
    def name(self) -> str:
        """How reports call it."""

    @abstractmethod
    def open(self) -> ManyBuilder:
        """Get it ready in this process. Raises UserError if something it needs is gone."""

    @abstractmethod
    def identity(self) -> str:
        """A hash of all that its bytes hang on: when it changes, nothing that was checked holds."""


@dataclass(frozen=True)
class PythonRoute(Route):
    """The reference."""

    spec: Spec

    @property
    def name(self) -> str:
        return "python"

    def open(self) -> ManyBuilder:
        return _Reference(self.spec)

    def identity(self) -> str:
        sources = [*_python("pygen/reference"), *_python("pygen/spec")]
        version = ".".join(platform.python_version_tuple()[:2])
        return _hash([version, spec_hash(self.spec)], sources)


@dataclass(frozen=True)
class _Reference:
    spec: Spec

    def build_many(self, dungeon: str, seeds: Sequence[int]) -> bytes:
        regions = (
            generate(self.spec, Request(dungeon, seed)).region_bytes().values() for seed in seeds
        )
        return b"".join(data for found in regions for data in found)


@dataclass(frozen=True)
class NativeRoute(Route):
    """The emitted C and c64src, compiled for this machine."""

    spec: Spec
    library: Path

    @property
    def name(self) -> str:
        return "native"

    def open(self) -> ManyBuilder:
        return NativeGenerator(self.spec, self.library)

    def identity(self) -> str:
        sources = [self.library, PROJECT / "pygen" / "native.py"]
        return _hash([spec_hash(self.spec)], sources)


@dataclass(frozen=True)
class BatchRoute(Route):
    """A compiler's release program in sim65. `label` names it in place of its compiler."""

    program: Program
    simulator: Sim65
    label: str = ""

    @property
    def spec(self) -> Spec:  # type: ignore[override]
        return self.program.spec

    @property
    def name(self) -> str:
        return self.label or self.program.compiler.name

    def open(self) -> ManyBuilder:
        return BatchMachine(self.program, self.simulator)

    def identity(self) -> str:
        places = [self.program.result.prg, self.program.result.label_file, self.simulator.path]
        sources = [*places, PROJECT / "pygen" / "batch.py", *_python("pygen/emulators")]
        return _hash([str(self.simulator), spec_hash(self.spec)], sources)


def _python(folder: str) -> list[Path]:
    return source_files(PROJECT / folder, "*.py")


def _hash(words: Iterable[str], files: Iterable[Path]) -> str:
    state = hashlib.sha256("\0".join(words).encode())
    for path in files:
        state.update(b"\0" + path.name.encode() + b"\0" + path.read_bytes())
    return state.hexdigest()
