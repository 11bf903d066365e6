"""Profiles: every cycle accounted for, and the sum is what the C64's own timers count."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import FROZEN, SAMPLES, Sample
from helpers.programs import in_vice, module_of
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_ca65, needs_vice

from pygen.base.errors import EmulatorFailed
from pygen.base.project import C_FOLDER
from pygen.builders.stepper import BEFORE_THE_MODULE
from pygen.compilers import COMPILERS
from pygen.compilers.cc65_map import is_whole
from pygen.compilers.lines import cc65_lines, lines_text, oscar64_lines, read_lines
from pygen.emit import DISPLAY_UNITS, emit
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.measure import profile as profiling
from pygen.measure.profile import Profiled
from pygen.spec import Spec, load_spec

SEED = 7


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs that several tests look into are built once."""
    return tmp_path_factory.mktemp("build")


def profiled(spec: Spec, name: str, dungeon: str, folder: Path) -> Profiled:
    compiler = compiler_or_skip(name)
    module = profiling.module_with_lines(spec, SPEC_FILE.name, compiler, dungeon, "release", folder)
    return profiling.profile(module, Request(dungeon, SEED))


def profiled_samples() -> Iterator[Any]:
    """What is in memory before differs between VICE and the profile: cycles that depend on it are
    found, too."""
    kinds = {sample.spec.kind(sample.dungeon).name: sample for sample in reversed(SAMPLES)}
    for sample in kinds.values():
        yield pytest.param(sample, "cc65")
        if sample.dungeon in FROZEN["dungeons"]:
            yield pytest.param(sample, "oscar64")


@pytest.mark.sampled(3)
@needs_vice
@needs_ca65
@pytest.mark.parametrize(("sample", "name"), list(profiled_samples()), ids=str)
def test_each_phase_costs_to_the_cycle_what_the_timers_of_the_c64_count(
    sample: Sample, folder: Path, name: str
) -> None:
    spec, dungeon = sample.spec, sample.dungeon
    with in_vice(module_of(spec, dungeon, name)) as machine:
        timed = machine.build(Request(dungeon, SEED))
    assert profiled(spec, name, dungeon, folder).phases == timed.phase_cycles


# OSCAR64's emulator loads a program where ours have their map.
OTHER_PLACES = {
    "map": (0xA000, 0xABFF), "rooms": (0xAC00, 0xAFFF), "viewport": (0xB000, 0xB3FF),
    "mailbox": (0xB400, 0xB4FF), "summary": (0xB500, 0xB5FF), "statistics": (0xB600, 0xB6FF),
    "program": (0x4000, 0x9FFF),
}  # fmt: skip


ALONE = """\
#include "core/generation.h"
#include "program.h"

void phase_done(uint8_t phase)
{
    (void)phase;
}

int main(void)
{
    random_seed(0);
    return dungeon_generate(0);
}
"""
"""A program that does nothing but build a dungeon."""


def test_oscar64_s_own_profiler_counts_the_same(spec: Spec, folder: Path) -> None:
    """Up to what addresses cost: in a program linked otherwise, other branches cross a page."""
    compiler = compiler_or_skip("oscar64")
    places = [
        f"memory.{region}.{end}={address}"
        for region, addresses in OTHER_PLACES.items()
        for end, address in zip(("start", "end"), addresses, strict=True)
    ]
    moved = load_spec(SPEC_FILE, places)
    units = emit(moved, SPEC_FILE.name, folder / "gen", selection=moved.only("crypt"))
    (folder / "alone.c").write_text(ALONE)
    sources: list[str | Path] = ["alone.c"]
    sources += [path for path in units if path.name not in DISPLAY_UNITS]
    sources += [C_FOLDER / f"core/{name}.c" for name in ("generation", "random16", "rooms")]
    said = subprocess.run(
        [
            compiler.path, "-tm=c64", "-n", "-ep", "-o=alone.prg", *spec.compilers.oscar64.release,
            "-dNOLONG=1", "-dNOFLOAT=1", "-dUNDERCROFT_NO_DISPLAY=1", "-i=gen", f"-i={C_FOLDER}",
            *sources,
        ],
        cwd=folder, capture_output=True, text=True, timeout=120, check=True,
    ).stdout  # fmt: skip
    theirs = {name: int(own) for name, own in re.findall(r"^ *\d+ : (\w+) : (\d+)$", said, re.M)}
    whole = re.search(r"^Total Cycles (\d+)$", said, re.M)
    assert whole is not None
    module = profiling.module_with_lines(spec, SPEC_FILE.name, compiler, "crypt", "release", folder)
    ours = profiling.profile(module, Request("crypt", 0))
    clear_part = next(cost.own for cost in ours.functions if cost.name == "clear_part")
    assert theirs["clear_part"] == pytest.approx(clear_part, rel=0.01)
    assert int(whole[1]) - theirs["startup"] == pytest.approx(ours.total, rel=0.01)


@pytest.mark.parametrize("name", list(COMPILERS))
def test_the_profiled_module_is_the_one_that_ships(spec: Spec, folder: Path, name: str) -> None:
    compiler = compiler_or_skip(name)
    with_lines = profiling.module_with_lines(
        spec, SPEC_FILE.name, compiler, "crypt", "release", folder
    )
    assert with_lines.image == module_of(spec, "crypt", name).image


@pytest.mark.parametrize("name", list(COMPILERS))
def test_every_cycle_belongs_to_a_function(spec: Spec, folder: Path, name: str) -> None:
    found = profiled(spec, name, "crypt", folder)
    inside = found.total + found.leaving - BEFORE_THE_MODULE
    assert sum(cost.own for cost in found.functions) == inside
    assert 0 < found.leaving * 50 < found.total


@pytest.mark.parametrize("name", list(COMPILERS))
def test_functions_are_called_as_often_as_the_reference_calls_them(
    spec: Spec, folder: Path, name: str
) -> None:
    costs = {cost.name: cost for cost in profiled(spec, name, "crypt", folder).functions}
    reference = generate(spec, Request("crypt", SEED))
    ends = sum(len(room.connections) for room in reference.rooms)
    # cc65 links kernels under the dungeon's name.
    record_end = costs.get("crypt_record_end") or costs["record_end"]
    assert record_end.calls == ends
    for cost in costs.values():
        assert not cost.calls or cost.inclusive >= cost.own
    # The whole is in the function that builds it, up to entering and leaving the module; OSCAR64
    # makes it a part of its caller.
    builds = costs.get("crypt_generate") or costs["module_generate"]
    assert builds.inclusive == pytest.approx(sum(cost.own for cost in costs.values()), rel=0.02)


@pytest.mark.parametrize("name", list(COMPILERS))
def test_lines_have_the_source_that_was_compiled(spec: Spec, folder: Path, name: str) -> None:
    found = profiled(spec, name, "crypt", folder)
    assert sum(cost.cycles for cost in found.lines) > 0.7 * found.total
    # In the two searches of all rooms, and nowhere else.
    search = [cost for cost in found.lines if "room == other" in cost.text]
    assert {cost.file for cost in search} == {"stairs.h"}
    rooms = len(generate(spec, Request("crypt", 7)).rooms)
    assert 2 * 4 * rooms < sum(cost.cycles for cost in search) < 2 * 40 * rooms


def test_a_dungeon_that_takes_longer_than_allowed_is_an_error(folder: Path) -> None:
    overrides = ["dungeons.burrow.walk.steps=9000", "emulator.seconds_per_dungeon=1"]
    spec = load_spec(SPEC_FILE, overrides)
    with pytest.raises(EmulatorFailed, match="did not finish within"):
        profiled(spec, "cc65", "burrow", folder / "slow")


# ------------------------------------------------------------------ lines


LISTING = """\
--------------------------------------------------------------------
first: ; first()->void
;  12, "/some/where/one.c"
.s4:
2000 : a9 00 __ LDA #$00
; 13, "/some/where/one.c"
2002 : 8d fc 5e STA $5efc ; (low_x + 0)
--------------------------------------------------------------------
runtime: ; runtime
2005 : 60 __ __ RTS
"""


def test_oscar64_s_listing_tells_of_lines_but_not_of_the_runtime() -> None:
    lines = oscar64_lines(LISTING)
    assert lines == {
        0x2000: ("one.c", 12),
        0x2001: ("one.c", 12),
        0x2002: ("one.c", 13),
        0x2003: ("one.c", 13),
        0x2004: ("one.c", 13),
    }


DEBUG = """\
file\tid=0,name="one.c",size=1,mtime=0x0,mod=0
file\tid=1,name="00_one.s",size=1,mtime=0x0,mod=0
seg\tid=0,name="CODE",start=0x002000,size=0x0010,addrsize=absolute,type=ro
span\tid=0,seg=0,start=0,size=4
span\tid=1,seg=0,start=1,size=2
span\tid=2,seg=0,start=6,size=1
line\tid=0,file=0,line=7,type=1,span=0
line\tid=1,file=0,line=8,type=1,span=1
line\tid=2,file=1,line=90,span=0+2
line\tid=3,file=1,line=91
"""


def test_cc65_s_debug_file_tells_of_c_before_assembly() -> None:
    assert cc65_lines(DEBUG) == {
        0x2000: ("one.c", 7),
        0x2001: ("one.c", 8),
        0x2002: ("one.c", 8),
        0x2003: ("one.c", 7),
        0x2006: ("00_one.s", 90),
    }


def test_a_debug_file_that_was_cut_off_is_noticed() -> None:
    whole = f"version\tmajor=2,minor=0\ninfo\tcsym=0,file=3,line=4,seg=1,span=3\n{DEBUG}"
    assert is_whole(whole)
    assert not any(is_whole(whole[:end]) for end in range(len(whole)))


@pytest.mark.parametrize("lines", [oscar64_lines(LISTING), cc65_lines(DEBUG), {}])
def test_lines_survive_being_written(lines: dict[int, tuple[str, int]]) -> None:
    assert read_lines(lines_text(lines)) == lines
