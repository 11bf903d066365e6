"""Whether the dungeons of any spec are the reference's: the check by which differences shrink."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pygen.base.errors import EmulatorFailed
from pygen.base.project import C_FOLDER
from pygen.base.temporary import temporary_folder
from pygen.builders.base import Builder
from pygen.builders.module import ModuleBuilder
from pygen.builders.module_vice import start_module
from pygen.builders.native import NativeBuilder, build_native
from pygen.builders.simulator import build_simulator
from pygen.compilers import Compiler
from pygen.compilers.built import Profile
from pygen.compilers.host import HostCompiler
from pygen.compilers.module_building import build_module
from pygen.engine.random.floors import dungeon_seed
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof.differences import differences
from pygen.proof.findings import SECONDS, Finding, finding_of, isolated
from pygen.proof.parity import compare, first_wrong_phase
from pygen.spec import Spec

MORE_SEEDS = 16
"""How many other seeds of a dungeon are compared, as a smaller one may be right for the first."""

SIMPLE_SEEDS = 64
"""Among how many seeds, from 0 on, a simpler one is looked for in the end."""


class Way(ABC):
    """A way to build the dungeons of any spec."""

    words: str
    """How dungeons are built on it, such as "natively"."""

    @abstractmethod
    def open(self, spec: Spec, dungeon: str, folder: Path) -> Builder:
        """A builder of a dungeon, whose files are in `folder`; the caller must close it. Raises
        UserError if it cannot be built."""

    @abstractmethod
    def command(self, file: str, spec: Spec, request: Request) -> str:
        """The command that shows how the spec in `file` differs for a request."""


@dataclass(frozen=True)
class NativeWay(Way):
    """The C as this machine's compiler compiles it. `source_folder` has the hand-written C."""

    source_folder: Path = C_FOLDER
    words = "natively"

    def open(self, spec: Spec, dungeon: str, folder: Path) -> NativeBuilder:
        alone = spec.only(dungeon)
        quick = HostCompiler.find_quick()
        library = build_native(spec, "quick", folder, self.source_folder, quick, alone)
        return NativeBuilder(spec, library, alone)

    def command(self, file: str, spec: Spec, request: Request) -> str:
        return verify_or_parity(file, spec, request, "none")


@dataclass(frozen=True)
class ModuleWay(Way):
    """The dungeon's module by one of the C64's compilers, in the simulator or in VICE."""

    compiler: Compiler
    profile: Profile = "release"
    in_vice: bool = False
    source_folder: Path = C_FOLDER

    @property
    def words(self) -> str:  # type: ignore[override]
        where = "VICE" if self.in_vice else "the simulator"
        return f"as the module of {self.compiler.name} in {where}"

    def open(self, spec: Spec, dungeon: str, folder: Path) -> Builder:
        module = build_module(
            spec, "the spec", self.compiler, dungeon, self.profile, folder,
            source_folder=self.source_folder,
        )  # fmt: skip
        if self.in_vice:
            return start_module(module, folder)
        return ModuleBuilder(module, build_simulator())

    def command(self, file: str, spec: Spec, request: Request) -> str:
        if self.in_vice or self.profile != "release":
            return parity_command(file, spec, request, self.compiler.name, self.profile)
        return verify_or_parity(file, spec, request, self.compiler.name)


def verify_or_parity(file: str, spec: Spec, request: Request, compiler: str) -> str:
    """The `invoke verify` that compares a request, or `invoke parity` if `verify` does not."""
    dungeon, request = request.dungeon, on_first_floor(spec, request)
    if request == spec.proof_request(dungeon, request.seed, request.floor):
        return (
            f"invoke verify --spec {file} --compiler {compiler} --dungeon {dungeon} "
            f"--seeds {request.seed}"
        )
    return parity_command(file, spec, request, "all" if compiler == "none" else compiler)


def on_first_floor(spec: Spec, request: Request) -> Request:
    """The request for the same bytes on the first floor with the same parameters, which is the one
    that `verify` proves."""
    for row in spec.dungeons[request.dungeon].floor_rows:
        if any(request.floor in floors for floors in row.floors):
            own, floor = request.own_seed(spec.random), row.first_floor
            return replace(request, seed=dungeon_seed(spec.random, own, floor), floor=floor)
    raise AssertionError(request)


def parity_command(
    file: str, spec: Spec, request: Request, compiler: str, profile: Profile = "release"
) -> str:
    """The `invoke parity` that compares a request."""
    dungeon = request.dungeon
    words = [f"invoke parity --spec {file} --compiler {compiler}"]
    words += [f"--profile {profile}"] if profile != "release" else []
    words += [f"--dungeon {dungeon} --seeds {request.seed}"]
    words += [f"--floor {request.floor}"] if request.floor != 1 else []
    if request != spec.proof_request(dungeon, request.seed, request.floor):
        words += [f"--chunk {request.chunk[0]},{request.chunk[1]}"]
    return " ".join(words)


class Comparison:
    """A check of specs: whether the dungeons of one name, built on a way, are the reference's.

    The finding's kind names the first phase after which they differ, if the way can stop there.
    """

    def __init__(
        self,
        way: Way,
        requests: Sequence[Request],
        more: int = MORE_SEEDS,
        seconds: float = SECONDS,
    ) -> None:
        """`requests` are for dungeons of one name, until one of them is found to be wrong. After
        that this one comes first, followed by `more` other seeds of the same floor."""
        self.way = way
        self._requests, self._more, self._seconds = list(requests), more, seconds

    def __call__(self, spec: Spec) -> Finding | None:
        found = self._look(spec, self._requests)
        if found is not None and found.request is not None:
            first = found.request
            others = [seed for seed in range(self._more + 1) if seed != first.seed]
            self._requests = [first, *(replace(first, seed=n) for n in others[: self._more])]
        return found

    def simplest(self, spec: Spec, finding: Finding) -> Finding:
        """A finding of the same kind with a seed that is easier to read, if there is one."""
        request = finding.request
        if request is None:
            return finding
        same = on_first_floor(spec, request)
        proof_of = partial(spec.proof_request, request.dungeon, floor=same.floor)
        for requests in ([proof_of(seed) for seed in range(SIMPLE_SEEDS)], [same]):
            found = self._look(spec, requests)
            if found is not None and found.kind == finding.kind:
                return found
        return finding

    def _look(self, spec: Spec, requests: Sequence[Request]) -> Finding | None:
        with temporary_folder() as folder:
            look = partial(self._first, spec, requests, folder)
            return isolated(look, self._seconds, requests[0])

    def _first(self, spec: Spec, requests: Iterable[Request], folder: Path) -> Finding | None:
        """The first request whose dungeon differs."""
        requests = [_without_world(spec, request) for request in requests]
        with contextlib.closing(self.way.open(spec, requests[0].dungeon, folder)) as builder:
            for request in requests:
                try:
                    if not compare(builder, request).equal:
                        return self._finding(builder, request)
                except EmulatorFailed as error:
                    return finding_of(error, request)
        return None

    def _finding(self, builder: Builder, request: Request) -> Finding:
        wrong = first_wrong_phase(builder, request)
        if wrong:
            phase, python, c64 = wrong
            kind, when = f"differs after phase {phase}", f" after phase '{phase}'"
        else:
            # The way cannot stop after phases, or only the counts at the end differ.
            kind, when = "differs", ""
            python = generate(builder.spec, request).region_bytes()
            c64 = builder.build(request).regions
        first = next(
            difference
            for region in c64
            if region in python
            for difference in differences(
                builder.spec, request.dungeon, region, python[region], c64[region]
            )
        )
        words = f"{self.way.words}, {request} differs from the reference first{when}: {first}"
        return Finding(kind, words, request)


def _without_world(spec: Spec, request: Request) -> Request:
    """The request itself, or the same for a dungeon that is no world any more."""
    dungeon = spec.dungeons.get(request.dungeon)
    return request if dungeon is None or dungeon.world else replace(request, chunk=(0, 0))
