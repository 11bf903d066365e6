"""Does the proof see? The C is changed in one place at a time, and each change must be noticed.

    python tests/hunts/mutation.py --count 400
    python tests/hunts/mutation.py --below kinds/caves

A mutant is a constant or operator that was replaced in the hand-written or the emitted C of the
generator. It is built natively for several specs and compared with the Python reference; who is not
found out by that is built with sanitizers, and then has to pass the tests of what a game calls and
of the phases. Who survives all of it is printed: either it cannot be told from the original
(`equivalent.txt` beside this file lists such mutants, with the reason), or a test is missing.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests")]

from helpers.kinds import data_of_all_kinds, material  # noqa: E402
from helpers.material import Data  # noqa: E402
from helpers.passes import pass_material, sequel, spec_with_pass  # noqa: E402

from pygen.base.project import C_FOLDER  # noqa: E402
from pygen.builders.native import NATIVE_SOURCES  # noqa: E402
from pygen.compilers.host import FLAGS, HostCompiler  # noqa: E402
from pygen.emit import DISPLAY_UNITS, emit  # noqa: E402
from pygen.emit.modules import request_bytes  # noqa: E402
from pygen.emit.regions import all_regions  # noqa: E402
from pygen.engine.passes import PassParameters  # noqa: E402
from pygen.kinds import KINDS, generate  # noqa: E402
from pygen.passes import PASSES  # noqa: E402
from pygen.proof.journal import spread  # noqa: E402
from pygen.spec import Spec, load_spec  # noqa: E402

EQUIVALENT = Path(__file__).with_name("equivalent.txt")

WIDE_MEMORY = [
    "memory.map.start=0x2800", "memory.map.end=0x9FFF",
    "memory.program.start=0xA000", "memory.program.end=0xCFFF",
]  # fmt: skip
# Each spec is here for something that the others do not have. Every kind adds to them what its
# tests/kinds/<kind>/material.py has under the same name.
COMMON: dict[str, list[str]] = {
    "default": [],
    "crowded": WIDE_MEMORY,
    "wide": [*WIDE_MEMORY, "random.shifts=[1,1,14]", "random.warm_up=1"],
    "small": [*WIDE_MEMORY, "tiles.floor.code=7", "tiles.treasure.code=2"],
}


def all_specs() -> dict[str, list[str]]:
    """The changes of the tests' spec by which each spec of the run comes to be."""
    found = {name: list(changes) for name, changes in COMMON.items()}
    for kind in KINDS:
        for name, changes in material(kind).variants.items():
            found.setdefault(name, list(WIDE_MEMORY)).extend(changes)
    for number, changes in enumerate(changes_with_passes(), 1):
        found[f"passes {number}"] = [*WIDE_MEMORY, *changes]
    return found


def data_of_run() -> Data:
    """The spec that those of the run are made of."""
    data = data_of_all_kinds()
    # Looks may need more characters.
    del data["memory"]["charset"]
    for name in PASSES:
        for dungeon, section in pass_material(name).dungeons.items():
            use = dict(pass_material(name).samples[0])
            data["dungeons"][dungeon] = {**section, "passes": sequel(name, use)}
            data["program"]["dungeons"].append(dungeon)
    return data


def given(use: PassParameters) -> dict[str, Any]:
    """A pass as the YAML would have it."""
    return {"name": use.name, **use.model_dump(mode="json", exclude_defaults=True)}


def changes_with_passes() -> list[list[str]]:
    """What gives each sample of each pass to a dungeon that it may follow, one to each; for as many
    specs as that takes."""
    found: list[list[str]] = []
    used: list[set[str]] = []
    for name in PASSES:
        for use in pass_material(name).samples:
            spec = spec_with_pass(name, dict(use))
            assert spec is not None
            if all(spec.dungeons.keys() <= names for names in used):
                found.append([])
                used.append(set())
            number = next(n for n, names in enumerate(used) if not spec.dungeons.keys() <= names)
            dungeon = next(dungeon for dungeon in spec.dungeons if dungeon not in used[number])
            used[number].add(dungeon)
            bits = spec.dungeons[dungeon].map.bits_per_tile
            found[number].append(f"dungeons.{dungeon}.floors={{}}")
            found[number].append(f"dungeons.{dungeon}.map.bits_per_tile={bits}")
            passes = [given(one) for one in spec.dungeons[dungeon].passes]
            found[number].append(f"dungeons.{dungeon}.passes={json.dumps(passes)}")
            if absent := spec.dungeons[dungeon].without:
                found[number].append(f"dungeons.{dungeon}.without={json.dumps(absent)}")
    return found


SPECS = all_specs()

# What stands in for the machine, and what only the display reads.
NOT_THE_GENERATOR = (
    "harness/native.c", "harness/survey.c", "core/platform.h", "core/assertion.h",
    "core/unpack.inc", "core/floors.h",
)  # fmt: skip

EXHAUSTED = "equivalent: it gives the same for all 65,536 seeds"
"""Of what is emitted for one dungeon and used for nothing else, this is all there is to see."""

SEEDS = spread(64)
MORE_SEEDS = spread(1500)
EVERY_SEED = list(range(65536))
SECONDS = 20
SECONDS_FOR_EVERY_SEED = 200

REPLACEMENTS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
    "^": "|", "+=": "-=", "-=": "+=", "&=": "|=", "|=": "&=", "^=": "|=", "++": "--", "--": "++",
}  # fmt: skip
# Operators with blanks around them have two operands; a number is no part of a name.
_TOKEN = re.compile(
    r"(?P<two>(?<= )(?:<<|>>|<=|>=|==|!=|&&|\|\||[-+&|^]=|[-+*/%&|^<>])(?= ))"
    r"|(?P<step>\+\+|--)"
    r"|(?P<number>(?<![A-Za-z_0-9])(?:0x[0-9A-Fa-f]+|[0-9]+)(?=u?\b))"
)


@dataclass(frozen=True)
class Mutant:
    """One change: `file` is relative to the folder of hand-written or emitted C."""

    emitted: bool
    file: str
    line: int
    column: int
    old: str
    new: str
    text: str
    indentation: int = 0
    entry: str = ""
    """Of a table's entry, the table and its number in it."""
    twins: int = 0
    """How many lines above in the file say the same."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.old} -> {self.new} | {self.text}"

    @property
    def key(self) -> str:
        """What stays when lines move: file, the line's text, and the change in it."""
        if self.entry:
            return f"{self.file} | {self.entry} | {self.old} -> {self.new}"
        before = self.text[: max(0, self.column - self.indentation)].count(self.old)
        which = f" #{self.twins + 1}" if self.twins else ""
        return f"{self.file} | {self.text}{which} | {self.old} -> {self.new} ({before})"


def changes(text: str, is_define: bool) -> Iterator[tuple[int, str, str]]:
    """Every change of a line: the column, what stands there and what takes its place."""
    code = text.split("/*")[0].split("//")[0]
    begin = 0
    if is_define:
        head = re.match(r"\s*#define \w+(\([^)]*\))? ", code)
        if not head:
            return
        begin = head.end()
    for found in _TOKEN.finditer(code, begin):
        old = found[0]
        if found["number"]:
            value = int(old, 0)
            yield found.start(), old, str(value + 1)
            if value:
                yield found.start(), old, str(value - 1)
        elif old in REPLACEMENTS:
            yield found.start(), old, REPLACEMENTS[old]


def active_lines(
    compiler: HostCompiler, source: Path, folders: list[Path]
) -> set[tuple[Path, int]]:
    """The lines of all files that the compiler reads when it compiles `source`."""
    command = [*compiler.command, "-E", *(f"-I{folder}" for folder in folders), str(source)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: set[tuple[Path, int]] = set()
    path, number = source, 0
    for line in said.splitlines():
        mark = re.match(r'# (\d+) "([^"]+)"', line)
        if mark:
            number, path = int(mark[1]), Path(mark[2])
            continue
        if line.strip():
            found.add((path, number))
        number += 1
    return found


class Workshop:
    """A folder in which mutants are built: the C of every spec, and the objects of the original."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.compiler = HostCompiler.find()
        self.source = folder / "c64src"
        shutil.copytree(C_FOLDER, self.source)
        file = folder / "spec.yaml"
        file.write_text(json.dumps(data_of_run()), encoding="utf-8")
        self.specs = {name: load_spec(file, overrides) for name, overrides in SPECS.items()}
        self.units: dict[str, list[Path]] = {}
        self.reads: dict[tuple[str, Path], set[Path]] = {}
        self.active: set[tuple[Path, int]] = set()
        self.every_seed: dict[str, bytes] = {}
        for number, (name, spec) in enumerate(self.specs.items()):
            emitted = emit(spec, "a spec", folder / f"gen{number}")
            own = [self.source / unit for unit in NATIVE_SOURCES]
            self.units[name] = own + [unit for unit in emitted if unit.name not in DISPLAY_UNITS]
            for unit in self.units[name]:
                lines = active_lines(self.compiler, unit, self.includes(name))
                self.active |= lines
                self.reads[name, unit] = {path.resolve() for path, _ in lines} | self._headers(
                    name, unit
                )
        # Before any mutant: what is compiled later may have one.
        for name in self.specs:
            assert self.build(name, self.original(name), None, checked=False), name

    def includes(self, spec: str) -> list[Path]:
        return [self.folder / f"gen{list(self.specs).index(spec)}", self.source]

    def original(self, spec: str) -> Path:
        """The program of a spec without any mutant."""
        return self.folder / f"original{list(self.specs).index(spec)}"

    def of_every_seed(self, dungeon: str) -> bytes:
        """A digest of what the original gives for all seeds of a dungeon of the default spec, or
        b"" if that takes too long to be asked of every mutant."""
        if dungeon not in self.every_seed:
            program = self.original("default")
            found = outputs(program, self.specs["default"], dungeon, EVERY_SEED)
            self.every_seed[dungeon] = hashlib.sha256(found).digest() if found else b""
        return self.every_seed[dungeon]

    def _headers(self, spec: str, unit: Path) -> set[Path]:
        folders = [f"-I{folder}" for folder in self.includes(spec)]
        command = [*self.compiler.command, "-MM", *folders, str(unit)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return {Path(word).resolve() for word in said.replace("\\\n", " ").split()[1:]}

    def dungeons_of(self, spec: str, changed: Path) -> list[str]:
        """The dungeons for whose making it matters what is in the file `changed`."""
        units = {unit.stem for unit in self.units[spec] if changed in self.reads[spec, unit]}
        names = self.specs[spec].program.dungeons
        own = [name for name in names if f"dungeon_{name}" in units]
        return own if len(own) == len(units) else list(names)

    def mutants(self) -> list[Mutant]:
        """Every change of the C that the native build of any spec reads."""
        read = {path for paths in self.reads.values() for path in paths}
        ours = {
            path
            for path in read
            if path.is_relative_to(self.folder.resolve())
            and not path.as_posix().endswith(NOT_THE_GENERATOR)
        }
        found: list[Mutant] = []
        for path in sorted(ours):
            is_emitted = path.is_relative_to((self.folder / "gen0").resolve())
            is_own = path.is_relative_to(self.source.resolve())
            if not (is_emitted or is_own):
                continue
            root = (self.folder / "gen0" if is_emitted else self.source).resolve()
            others = "\n".join(
                line
                for other in sorted(ours)
                if other.stem != path.stem
                for line in other.read_text().splitlines()
                if not line.startswith("extern")
            )
            found += self._mutants_of(path, root, is_emitted, others)
        return found

    def _mutants_of(
        self, path: Path, root: Path, is_emitted: bool, others: str
    ) -> Iterator[Mutant]:
        """The changes of one file; `others` is the text of all other files.

        Macros and tables that the generator does not use are left out, and the lengths of arrays:
        a longer one is not another program.
        """
        text_of_file = path.read_text()
        lines = [line.strip() for line in text_of_file.splitlines()]
        comment, table, entries, everything = False, "", 0, text_of_file + others
        for number, text in enumerate(text_of_file.splitlines(), 1):
            starts = text.lstrip().startswith("/*")
            inside, comment = comment or starts, (comment or starts) and "*/" not in text
            define = re.match(r"\s*#define (\w+)", text)
            declared = re.search(r"(\w+)(?:\[\w+\])+ = \{$|^extern|^typedef", text)
            if declared:
                table, entries = declared[1] or "", 0
            if inside or declared or text.lstrip().startswith(("#include", "ASSERT(")):
                continue
            if define:
                name = define[1]
                if not re.search(rf"(?m)^(?!\s*#define {name}\b).*\b{name}\b", everything):
                    continue
            elif (path, number) not in self.active:
                continue
            is_entry = bool(re.fullmatch(r"[\s0-9,]+", text))
            first, entries = entries, entries + text.count(",") * is_entry
            if is_entry and is_emitted and not re.search(rf"\b{table}\b", others):
                continue
            arrays = re.fullmatch(r"\s*(?:static |const )*uint\d+_t [^=(]*\[[^=(]*;", text)
            for column, old, new in changes(text, define is not None):
                if arrays and text[column - 1] == "[" and int(new, 0) > int(old, 0):
                    continue
                name = path.relative_to(root).as_posix()
                indentation = len(text) - len(text.lstrip())
                entry = f"{table}[{first + text.count(',', 0, column)}]" if is_entry else ""
                line = text.strip()
                twins = lines[: number - 1].count(line)
                yield Mutant(
                    is_emitted, name, number, column, old, new, line, indentation, entry, twins
                )

    def build(self, spec: str, target: Path, changed: Path | None, checked: bool) -> bool:
        """Build the native program of a spec; only what reads `changed` is compiled anew."""
        flags = ["-std=c99", "-w", "-DNATIVE_PROGRAM", "-I" + str(self.includes(spec)[0])]
        flags += ["-I" + str(self.source)]
        flags += [flag for flag in FLAGS["checked"] if checked and "-W" not in flag]
        flags += [] if checked else ["-O1"]
        folder = target.parent
        objects = []
        for unit in self.units[spec]:
            kept = self.folder / f"{'checked' if checked else 'plain'}-{spec}-{unit.stem}.o"
            is_touched = changed is not None and changed in self.reads[spec, unit]
            made = folder / f"{unit.stem}.o" if is_touched else kept
            is_needed = is_touched or not kept.exists()
            if is_needed and not self._run([*flags, "-c", "-o", str(made), str(unit)]):
                return False
            objects.append(str(made))
        sanitize = [flag for flag in FLAGS["checked"] if checked and flag.startswith("-fsan")]
        return self._run([*sanitize, "-o", str(target), *objects])

    def _run(self, arguments: list[str]) -> bool:
        command = [*self.compiler.command, *arguments]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def outputs(program: Path, spec: Spec, dungeon: str, seeds: list[int]) -> bytes | None:
    """All regions of each seed's dungeon; None if the program fails or hangs."""
    seconds = SECONDS_FOR_EVERY_SEED if seeds is EVERY_SEED else SECONDS
    numbers = [str(n) for place in all_regions(spec, dungeon).values() for n in place]
    requests = b"".join(request_bytes(spec.proof_request(dungeon, seed), True) for seed in seeds)
    command = [str(program), str(spec.program.dungeons.index(dungeon)), *numbers]
    try:
        done = subprocess.run(
            command, input=requests, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


def expected(spec: Spec, dungeon: str, seeds: list[int]) -> bytes:
    """The same by the reference."""
    regions = (generate(spec, spec.proof_request(dungeon, seed)).region_bytes() for seed in seeds)
    return b"".join(part for found in regions for part in found.values())


_shop: Workshop | None = None
_expected: dict[tuple[str, str, int], bytes | None] = {}


def _begin(folder: str, parent: int) -> None:
    """Make a worker of this process: it ends with its parent, and all that it has started too."""
    global _shop
    os.setpgrp()
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    place = Path(folder) / f"worker{os.getpid()}"
    place.mkdir()
    _shop = Workshop(place)


def _end_with(parent: int) -> None:
    """Kill this group of processes as soon as `parent` is gone."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(0, signal.SIGKILL)


@contextlib.contextmanager
def workers_stopped(folder: Path) -> Iterator[None]:
    """Kill the workers that have their places in a folder, with all that they have started, if the
    block is left by an exception: otherwise they would finish what they are at."""
    try:
        yield
    except BaseException:
        for place in folder.glob("worker*"):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(int(place.name.removeprefix("worker")), signal.SIGKILL)
        raise


def caught_by(shop: Workshop, changed: Path, emitted: bool, seeds: list[int], checked: bool) -> str:
    """The spec with which a mutant differs, or does not compile; "" if there is none.

    With many seeds the original stands in for the reference, which would take hours.
    """
    for name, spec in shop.specs.items():
        if emitted and name != "default":
            break
        with tempfile.TemporaryDirectory(dir=shop.folder) as folder:
            program = Path(folder) / "program"
            if not shop.build(name, program, changed, checked):
                return f"{name} (does not compile)"
            for dungeon in shop.dungeons_of(name, changed):
                key = (name, dungeon, len(seeds))
                if key not in _expected:
                    _expected[key] = (
                        outputs(shop.original(name), spec, dungeon, seeds)
                        if seeds is MORE_SEEDS
                        else expected(spec, dungeon, seeds)
                    )
                wanted = _expected[key]
                if wanted is not None and outputs(program, spec, dungeon, seeds) != wanted:
                    return name
    return ""


def judge(mutant: Mutant, is_known: bool = False) -> tuple[Mutant, str]:
    """How a mutant is found out; "" if it survives.

    Of one that is known as equivalent only the first comparison is made.
    """
    shop = _shop
    assert shop is not None
    root = shop.folder / "gen0" if mutant.emitted else shop.source
    path = (root / mutant.file).resolve()
    original = path.read_text()
    lines = original.splitlines(keepends=True)
    line = lines[mutant.line - 1]
    end = mutant.column + len(mutant.old)
    assert line[mutant.column : end] == mutant.old
    lines[mutant.line - 1] = line[: mutant.column] + mutant.new + line[end:]
    try:
        path.write_text("".join(lines))
        found = caught_by(shop, path, mutant.emitted, SEEDS, checked=False)
        if is_known:
            return mutant, found and f"WRONGLY CALLED EQUIVALENT: {found}"
        if not found:
            found = caught_by(shop, path, mutant.emitted, MORE_SEEDS, checked=False)
            found = found and f"{found}, more seeds"
        if not found:
            found = caught_by(shop, path, mutant.emitted, SEEDS, checked=True)
            found = found and "sanitizers"
        if not found and _game_tests_fail(shop, mutant):
            found = "tests of mapgen"
        if not found and _differs_for_some_seed(shop, path):
            found = "every seed"
        if not found and mutant.emitted and mutant.file.startswith("dungeon_"):
            found = EXHAUSTED
        return mutant, found
    finally:
        path.write_text(original)


def _differs_for_some_seed(shop: Workshop, changed: Path) -> bool:
    """Whether any of all 65,536 seeds of the default spec tells it from the original.

    The original stands in for the reference here: that both are equal is what verify proves.
    """
    spec = shop.specs["default"]
    with tempfile.TemporaryDirectory(dir=shop.folder) as folder:
        program = Path(folder) / "program"
        shop.build("default", program, changed, checked=False)
        for dungeon in shop.dungeons_of("default", changed):
            original = shop.of_every_seed(dungeon)
            if not original:
                continue
            found = outputs(program, spec, dungeon, EVERY_SEED)
            if hashlib.sha256(found or b"").digest() != original:
                return True
    return False


def _game_tests_fail(shop: Workshop, mutant: Mutant) -> bool:
    """Whether the tests of what a game calls notice the mutant."""
    code = f"""
import pathlib, sys, pytest
import pygen.base.project as project
project.C_FOLDER = pathlib.Path({str(shop.source)!r})
import pygen.builders.native as native
emit = native.emit
def emit_mutant(spec, name, folder):
    units = emit(spec, name, folder)
    path = folder / {mutant.file!r}
    if {mutant.emitted!r} and path.exists():
        lines = path.read_text().split(chr(10))
        line, column, old = {mutant.line - 1}, {mutant.column}, {mutant.old!r}
        if lines[line].strip() == {mutant.text!r}:
            lines[line] = lines[line][:column] + {mutant.new!r} + lines[line][column + len(old):]
            path.write_text(chr(10).join(lines))
    return units
native.emit = emit_mutant
tests = ["tests/core/test_mapgen.py", "tests/builders/test_native.py", "-k", "mapgen or each_phase"]
sys.exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests]))
"""
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=PROJECT,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    if done.returncode > 1:
        raise RuntimeError(f"the tests could not be run: {done.stdout}{done.stderr}")
    # Below 0 it was a signal: the mutant has written where no memory is.
    return done.returncode != 0


def equivalents() -> dict[str, str]:
    """The mutants that cannot be told from the original, and why."""
    found = {}
    for line in EQUIVALENT.read_text().splitlines() if EQUIVALENT.exists() else []:
        if line and not line.startswith("#"):
            key, _, reason = line.partition("  # ")
            found[key] = reason
    return found


def choose(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """A sample: a quarter of it emitted C, the rest hand-written.

    A mutant's chance depends on nothing but itself: a sample stays the same where the C does.
    """
    drawn = sorted(mutants, key=lambda m: hashlib.sha256(f"{seed} {m.key}".encode()).digest())
    emitted = [mutant for mutant in drawn if mutant.emitted][: count // 4]
    own = [mutant for mutant in drawn if not mutant.emitted]
    return emitted + own[: count - len(emitted)]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=400, help="how many mutants (default: 400)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (default: 1)")
    parser.add_argument("--below", default="", help="only those of this folder of c64src")
    parser.add_argument("--log", type=Path, help="only those that survive in this output")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="undercroft-mutants-") as folder:
        first = Path(folder) / "first"
        first.mkdir()
        mutants = Workshop(first).mutants()
        if arguments.below:
            folder_name = arguments.below.rstrip("/") + "/"
            mutants = [one for one in mutants if one.file.startswith(folder_name)]
        chosen = choose(mutants, arguments.count, arguments.seed)
        if arguments.log:
            keys = re.findall(r"(?m)^  key: (.*)$", arguments.log.read_text())
            chosen = [mutant for mutant in mutants if mutant.key in keys]
        print(f"{len(chosen)} of {len(mutants)} mutants", flush=True)
        ways: Counter[str] = Counter()
        survivors: list[Any] = []
        known = equivalents()
        # A process that is told to end must clean up, as one that is interrupted does.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        with (
            ProcessPoolExecutor(
                arguments.jobs, initializer=_begin, initargs=(folder, os.getpid())
            ) as pool,
            workers_stopped(Path(folder)),
        ):
            is_known = [mutant.key in known for mutant in chosen]
            for number, (mutant, found) in enumerate(pool.map(judge, chosen, is_known), 1):
                if number % 25 == 0:
                    print(f"{number} judged, {len(survivors)} survive", flush=True)
                if not found and mutant.key in known:
                    found = "equivalent"
                ways[found] += 1
                if not found or found.startswith("WRONGLY"):
                    survivors.append(mutant)
                    print(f"{found or 'SURVIVES'} {mutant}\n  key: {mutant.key}", flush=True)
    for way, number in ways.most_common():
        print(f"{number:6}  {way or 'survived'}")
    real = len(chosen) - ways["equivalent"] - ways[EXHAUSTED]
    print(f"{real - len(survivors)} of {real} that are not equivalent were found out")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
