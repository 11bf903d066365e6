"""The judge of C: natively built dungeons against those of the original.

That the original gives the reference's bytes is what `invoke verify` proves.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from hunts.mutation.specs import all_specs, data_of_run
from hunts.mutation.workshop import Workshop

from pygen.base.errors import UserError
from pygen.builders.native import NATIVE_SOURCES
from pygen.compilers.host import FLAGS, HostCompiler
from pygen.emit import DISPLAY_UNITS, emit
from pygen.emit.memory_regions import all_regions
from pygen.emit.module_layout import request_bytes
from pygen.engine.random.request import Request
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.proof.journal import spread
from pygen.spec import Spec, load_spec
from pygen.spec.selection import Selection

SEEDS, MORE_SEEDS = spread(64), spread(600)
EVERY_SEED = range(65536)
SECONDS, SECONDS_FOR_EVERY_SEED = 20, 240
MOST_DUNGEONS_WITH_EVERY_SEED = 4
MOST_SPECS_CHECKED = 2
"""Specs that are built with sanitizers, which takes a hundred times as long as without."""


@dataclass
class Original:
    """A spec, its emitted C, and the program that is built of it without any mutant."""

    spec: Spec
    generated: Path
    units: list[Path]
    program: Path
    image: bytes
    is_stale: bool = False
    """Whether the emitted C is that of a mutant."""


class NativeJudge:
    """Builds the C of a copy of the project for all specs of the run, and compares."""

    def __init__(self, shop: Workshop) -> None:
        self.project = shop.project
        self.source = shop.project / "c64src"
        self.templates = shop.project / "templates"
        self.compiler = HostCompiler.find_quick()
        folder = shop.project / "build" / "mutants"
        folder.mkdir(parents=True)
        file = folder / "spec.yaml"
        file.write_text(json.dumps(data_of_run()), encoding="utf-8")
        self.mutant = folder / "mutant"
        self._expected: dict[tuple[str, str, int], bytes | None] = {}
        self.originals: dict[str, Original] = {}
        for number, (name, changes) in enumerate(all_specs().items()):
            spec = load_spec(file, changes)
            generated, program = folder / f"gen{number}", folder / f"original{number}"
            units = emit(spec, "a spec", generated, self.templates, self.source)
            assert self._compile(self.compiler, ["-w"], generated, units, program), name
            self.originals[name] = Original(spec, generated, units, program, program.read_bytes())

    def verdict(self, path: Path, is_quick: bool = False) -> str | None:
        """How the mutant in the file `path` is found out: "" if it is not, None if it makes no
        difference to what is compiled. With `is_quick` only the first seeds are compared."""
        seeing = []
        for name, original in self.originals.items():
            try:
                if not self._build(original, path):
                    return "does not compile"
            except UserError:
                return "is not emitted"
            if self.mutant.read_bytes() != original.image:
                seeing.append(name)
                if self._differs(name, self.mutant, path, SEEDS):
                    return f"{len(SEEDS)} seeds"
        if not seeing or is_quick:
            return "" if seeing else None
        for name in seeing:
            self._build(self.originals[name], path)
            if self._differs(name, self.mutant, path, MORE_SEEDS):
                return f"{len(MORE_SEEDS)} seeds"
        for name in seeing[:MOST_SPECS_CHECKED]:
            if self._is_undefined(name, path):
                return "the sanitizers"
        return ""

    def differs_for_some_seed(self, path: Path) -> bool:
        """Whether any of all seeds of a few dungeons tells the mutant from the original."""
        name, original = next(iter(self.originals.items()))
        self._build(original, path)
        dungeons = self.dungeons_of(name, path)[:MOST_DUNGEONS_WITH_EVERY_SEED]
        return any(self._differs(name, self.mutant, path, EVERY_SEED, [one]) for one in dungeons)

    def dungeons_of(self, name: str, path: Path) -> list[str]:
        """The dungeons of a spec for which it matters what is in the file `path`."""
        spec = self.originals[name].spec
        parts = path.relative_to(self.project).parts
        kinds, passes = KINDS.keys() & set(parts), PASSES.keys() & set(parts)
        found = []
        for dungeon in spec.program.dungeons:
            parameters = spec.dungeons[dungeon]
            used = {parameters.kind, *(use.name for use in parameters.passes)}
            if used & (kinds | passes) or not (kinds or passes):
                found.append(dungeon)
        return found

    def _build(self, original: Original, path: Path) -> bool:
        """Build the mutant in the file `path`, which is emitted anew if it is a template."""
        is_template = path.suffix == ".j2"
        if is_template or original.is_stale:
            original.is_stale = is_template
            emit(original.spec, "a spec", original.generated, self.templates, self.source)
        return self._compile(self.compiler, ["-w"], original.generated, original.units, self.mutant)

    def _compile(
        self,
        compiler: HostCompiler,
        flags: Sequence[str],
        generated: Path,
        units: Sequence[Path],
        target: Path,
    ) -> bool:
        sources = [self.source / unit for unit in NATIVE_SOURCES]
        sources += [unit for unit in units if unit.name not in DISPLAY_UNITS]
        command = [
            *compiler.command, "-std=c99", "-DNATIVE_PROGRAM", "-DNATIVE_IN_STEPS", *flags,
            f"-I{generated}", f"-I{self.source}", "-o", str(target), *map(str, sources),
        ]  # fmt: skip
        target.unlink(missing_ok=True)
        done = subprocess.run(command, capture_output=True, check=False)
        return done.returncode == 0 and target.exists()

    def _differs(
        self,
        name: str,
        program: Path,
        path: Path,
        seeds: Sequence[int],
        dungeons: Sequence[str] | None = None,
    ) -> bool:
        original = self.originals[name]
        for dungeon in dungeons or self.dungeons_of(name, path):
            key = name, dungeon, len(seeds)
            if key not in self._expected:
                self._expected[key] = digest(original.program, original.spec, dungeon, seeds)
            wanted = self._expected[key]
            if wanted is not None and digest(program, original.spec, dungeon, seeds) != wanted:
                return True
        return False

    def _is_undefined(self, name: str, path: Path) -> bool:
        """Whether the mutant does what C does not define: gcc's sanitizers say so."""
        spec = self.originals[name].spec
        of_kinds = {spec.dungeons[one].kind: one for one in self.dungeons_of(name, path)}
        few = spec.only(*of_kinds.values())
        generated = self.mutant.with_name("checked")
        units = emit(spec, "a spec", generated, self.templates, self.source, selection=few)
        program = generated / "program"
        flags = ["-w", *(flag for flag in FLAGS["checked"] if "-W" not in flag)]
        if not self._compile(HostCompiler.find(), flags, generated, units, program):
            return True
        return any(digest(program, spec, one, SEEDS, few) is None for one in few.dungeons)


def digest(
    program: Path,
    spec: Spec,
    dungeon: str,
    seeds: Sequence[int],
    selection: Selection | None = None,
) -> bytes | None:
    """A digest of all regions of each seed's dungeon, and of the numbers of steps of half of them;
    None if the program, which has the dungeons of `selection`, fails or hangs."""
    seconds = SECONDS_FOR_EVERY_SEED if len(seeds) == len(EVERY_SEED) else SECONDS
    numbers = [str(n) for place in all_regions(spec, dungeon).values() for n in place]
    requests = b"".join(
        request_bytes(request, True) for request in own_requests(spec, dungeon, seeds)
    )
    command = [str(program), str((selection or spec.selection).dungeons.index(dungeon)), *numbers]
    try:
        done = subprocess.run(
            command, input=requests, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return hashlib.sha256(done.stdout).digest() if done.returncode == 0 else None


def requests(spec: Spec, dungeon: str, seeds: Sequence[int]) -> list[Request]:
    """What a judge builds of a dungeon: of half of the seeds the first floor, of a quarter each one
    of the next eleven, and any."""
    floors = (
        1 if n % 2 == 0 else 2 + n // 4 % 11 if n % 4 == 1 else 1 + n * 37 % 256 for n in count()
    )
    return [spec.proof_request(dungeon, seed, floor) for seed, floor in zip(seeds, floors)]


def own_requests(spec: Spec, dungeon: str, seeds: Sequence[int]) -> list[Request]:
    """The same, each with the seed of the floor itself, as the native program wants it."""
    return [
        replace(request, seed=request.own_seed(spec.random))
        for request in requests(spec, dungeon, seeds)
    ]
