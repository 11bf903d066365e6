"""The Python reference as a builder."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pygen.base.files import source_files
from pygen.base.imports import import_closure
from pygen.base.project import PROJECT
from pygen.builders.base import Builder, Built, Route, identity_of
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.spec import Spec, floor_digest


class PythonBuilder(Builder):
    """The dungeons of a spec, built by its Python generators."""

    name = "python"

    def __init__(self, spec: Spec) -> None:
        self.spec = spec

    def build(self, request: Request) -> Built:
        return Built(generate(self.spec, request).region_bytes(), {})

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        generation, made = begin(self.spec, request), 0
        for step in islice(advance(generation), steps or None):
            made = step.number
        return Built(generation.region_bytes(), {}, made)

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        generation = begin(self.spec, request)
        for step in advance(generation):
            if step.is_last and generation.is_clear:
                yield step.phase, generation.growing_bytes()


@dataclass(frozen=True)
class PythonRoute(Route):
    """The Python reference. `project` is the folder with its sources."""

    spec: Spec
    project: Path = PROJECT

    @property
    def name(self) -> str:
        return "python"

    def open(self) -> PythonBuilder:
        return PythonBuilder(self.spec)

    def sources(self, dungeon: str) -> list[Path]:
        """The files that decide what the reference builds of a dungeon, besides the spec: its kind
        and passes with all that these import, and what gives them the spec's values. Schedules are
        not among them: they decide only where steps end."""
        package = self.project / "pygen"
        parameters = self.spec.dungeons[dungeon]
        starts = [
            package / "kinds" / "catalogue.py",
            *source_files(package / "kinds" / parameters.kind, "*.py"),
        ]
        for name in {use.name for row in parameters.every_row() for use in row.passes}:
            starts += source_files(package / "passes" / name, "*.py")
        sources = import_closure(self.project, package.name, starts)
        return [*sources, package / "spec" / "model.py", package / "builders" / "python.py"]

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: the version of Python, the dungeon's part of the spec, what is
        compared, and the sources."""
        version = ".".join(platform.python_version_tuple()[:2])
        words = [version, floor_digest(self.spec, dungeon, floor), *self.spec.parity.regions]
        return identity_of(words, self.sources(dungeon))
