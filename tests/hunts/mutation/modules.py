"""The judge of assembly, and of C that only compilers of the 6502 read: modules in the simulator
against native dungeons of the original."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from hunts.mutation.native import NativeJudge, requests
from hunts.mutation.workshop import Workshop

from pygen.base.errors import EmulatorFailed, UserError
from pygen.base.project import C_FOLDER
from pygen.builders.module import ModuleBuilder
from pygen.builders.native import NativeBuilder, build_native, c_hash
from pygen.builders.simulator import build_simulator
from pygen.compilers import COMPILERS
from pygen.compilers.host import HostCompiler
from pygen.compilers.module_building import Module, build_module
from pygen.emit import emit
from pygen.proof.journal import spread

SEEDS, MORE_SEEDS = spread(24), spread(200)
MOST_BUILT = {"cc65": 10, "oscar64": 3}
"""Modules of a mutant, by compiler. Only what cc65 does not see is built with OSCAR64."""
MOST_COMPARED = 4


class ModuleJudge:
    """Builds modules of a copy of the project, with cc65, or with OSCAR64 where only that reads
    what has changed."""

    def __init__(self, shop: Workshop, native: NativeJudge) -> None:
        self.shop, self.native = shop, native
        self.folder = shop.project / "build" / "modules-of-mutants"
        self._originals: dict[tuple[str, str, str], Module | None] = {}
        self._expected: dict[tuple[str, str, int], list[bytes]] = {}
        self._emitted: dict[tuple[str, str], str] = {}

    def verdict(self, path: Path, is_quick: bool = False) -> str | None:
        """How the mutant in the file `path` is found out: "" if it is not, None if it makes no
        difference to any module of these that the judge has built. With `is_quick` only the first
        seeds are compared."""
        for compiler, most in MOST_BUILT.items():
            differing = []
            for name, dungeon in itertools.islice(self._candidates(path), most):
                original = self._original(compiler, name, dungeon)
                if original is None:
                    continue
                try:
                    module = self._build(compiler, name, dungeon, "mutant", self.native.source)
                except UserError:
                    return f"{compiler} does not compile it"
                if module.image != original.image:
                    differing.append((module, name))
                    if self._differs(module, name, SEEDS):
                        return f"the simulator, {len(SEEDS)} seeds"
                if len(differing) == MOST_COMPARED:
                    break
            for module, name in () if is_quick else differing:
                if self._differs(module, name, MORE_SEEDS):
                    return f"the simulator, {len(MORE_SEEDS)} seeds"
            if differing:
                return ""
        return None

    def _candidates(self, path: Path) -> Iterator[tuple[str, str]]:
        """The specs and dungeons that the file is part of; one of each kind and size of tiles
        first."""
        rest, seen = [], set()
        for name, original in self.native.originals.items():
            for dungeon in self.native.dungeons_of(name, path):
                if path.suffix == ".j2" and not self._is_emitted_otherwise(name, dungeon):
                    continue
                parameters = original.spec.dungeons[dungeon]
                key = parameters.kind, parameters.map.bits_per_tile
                if key in seen:
                    rest.append((name, dungeon))
                else:
                    seen.add(key)
                    yield name, dungeon
        yield from rest

    def _is_emitted_otherwise(self, name: str, dungeon: str) -> bool:
        """Whether what is emitted for a dungeon is not what the original gives."""
        spec = self.native.originals[name].spec
        alone = spec.only(dungeon)
        here, key = self.folder / "emitted", (name, dungeon)
        if key not in self._emitted:
            emit(spec, "a spec", here, selection=alone)
            self._emitted[key] = c_hash(here, here)
        emit(spec, "a spec", here, source_folder=self.native.source, selection=alone)
        return c_hash(here, here) != self._emitted[key]

    def _differs(self, module: Module, name: str, seeds: Sequence[int]) -> bool:
        """Whether the simulated module gives other bytes than the native dungeons, or none."""
        spec, dungeon = self.native.originals[name].spec, module.dungeon
        key = name, dungeon, len(seeds)
        if key not in self._expected:
            reference = NativeBuilder(spec, self._library(name))
            self._expected[key] = [
                b"".join(reference.build(one).regions.values())
                for one in requests(spec, dungeon, seeds)
            ]
        builder = ModuleBuilder(module, build_simulator())
        try:
            return any(
                builder.build_many([request]) != wanted
                for request, wanted in zip(requests(spec, dungeon, seeds), self._expected[key])
            )
        except EmulatorFailed:
            return True

    def _original(self, compiler: str, name: str, dungeon: str) -> Module | None:
        """The module without a mutant, from the project itself; None if it cannot be built."""
        key = compiler, name, dungeon
        if key not in self._originals:
            try:
                self._originals[key] = self._build(compiler, name, dungeon, "original", C_FOLDER)
            except UserError:
                self._originals[key] = None
        return self._originals[key]

    def _build(self, compiler: str, name: str, dungeon: str, purpose: str, source: Path) -> Module:
        spec = self.native.originals[name].spec
        folder = self.folder / purpose / name.replace(" ", "-")
        if purpose == "mutant":
            shutil.rmtree(folder, ignore_errors=True)
        like = self._originals.get((compiler, name, dungeon))
        return build_module(
            spec, "a spec", COMPILERS[compiler].find(), dungeon, "release", folder,
            like=like.layout if like else None, source_folder=source,
        )  # fmt: skip

    def _library(self, name: str) -> Path:
        spec = self.native.originals[name].spec
        return build_native(spec, "quick", self.folder, compiler=HostCompiler.find_quick())
