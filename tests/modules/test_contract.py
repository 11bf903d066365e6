"""What a module promises to the program that calls it, tested on its machine code."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from helpers.kinds import samples
from helpers.module_machine import DECIMAL, INTERRUPT, ModuleMachine
from helpers.programs import module_of
from helpers.tools import FLOORS_SPEC_FILE, SPEC_FILE, compiler_or_skip

from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module, build_module
from pygen.emit.module_layout import (
    CALLS,
    DESCRIPTION,
    FLOOR_SEED_OFFSET,
    REQUEST,
    REQUEST_OFFSET,
)
from pygen.engine.dungeon.tilemap import unpack
from pygen.engine.random.floors import floor_seed
from pygen.engine.random.request import Request
from pygen.kinds import KINDS
from pygen.spec import Spec, dungeon_digest, load_spec

# A dungeon of each kind, and one that varies by floor and has many rooms.
CASES: list[tuple[str, Spec]] = [
    (samples(kind)[0].dungeon, samples(kind)[0].spec) for kind in KINDS
]
CASES.append(("warren", load_spec(FLOORS_SPEC_FILE)))
SEEDS = (44257,)
MOST_STACK = 24


MOST_OF_AN_EMPTY_STEP = 500


@pytest.fixture(scope="module", params=list(COMPILERS))
def compiler(request: pytest.FixtureRequest) -> str:
    compiler_or_skip(request.param)
    name: str = request.param
    return name


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case[0])
def module(request: pytest.FixtureRequest, compiler: str) -> Module:
    dungeon, spec = request.param
    return module_of(spec, dungeon, compiler)


@pytest.fixture(scope="module", params=CASES[::3], ids=lambda case: case[0])
def some_module(request: pytest.FixtureRequest, compiler: str) -> Module:
    """The same for some kinds: for what the module's own part does, whatever kind it calls."""
    dungeon, spec = request.param
    return module_of(spec, dungeon, compiler)


def expected(module: Module, seed: int, floor: int = 1) -> dict[str, bytes]:
    """What the reference has in the regions that a module writes."""
    return PythonBuilder(module.spec).build(Request(module.dungeon, seed, floor)).regions


def same(machine: ModuleMachine, seed: int, floor: int = 1) -> bool:
    """Whether the machine has the reference's dungeon."""
    machine.call("count_tiles")
    wanted, found = expected(machine.module, seed, floor), machine.regions()
    return wanted == {name: found[name] for name in wanted}


def allowed(module: Module) -> set[int]:
    """All addresses that a module may write, besides its stack."""
    layout = module.layout
    spans = [(start, start + size) for start, size in module.regions.values()]
    spans.append((layout.work_start, layout.work_end + 1))
    return {address for span in spans for address in range(*span)} | set(module.zero_page)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", SEEDS)
def test_it_generates_the_references_dungeon_in_memory_full_of_garbage(
    module: Module, seed: int
) -> None:
    machine = ModuleMachine(module, garbage=seed)
    machine.request(seed=seed, floor=0)
    called = machine.call("generate")
    assert called.a == machine.regions()["summary"][0]
    assert same(machine, seed)


@pytest.mark.sampled(2)
def test_a_floor_has_its_own_seed_and_parameters(some_module: Module) -> None:
    machine = ModuleMachine(some_module, garbage=3)
    for floor in (2, 12, 256):
        machine.request(seed=300, floor=floor - 1)
        machine.call("generate")
        at = machine.module.layout.start + FLOOR_SEED_OFFSET
        seed = int.from_bytes(bytes(machine.memory[at : at + 2]), "little")
        assert seed == floor_seed(some_module.spec.random, 300, floor)
        assert same(machine, 300, floor)


@pytest.mark.sampled(3)
def test_slices_give_the_same_dungeon_whatever_happens_to_zero_page_between(
    module: Module,
) -> None:
    machine = ModuleMachine(module, garbage=5)
    machine.request(seed=7, floor=0)
    machine.call("begin")
    progress, steps = [], 0
    while True:
        machine.scramble_zero_page()
        called = machine.call("step")
        progress.append(called.x)
        steps += 1
        if called.a == 0:
            break
    assert steps > 10 and progress == sorted(progress)
    assert progress[-1] == module.image[DESCRIPTION_AT["phases"]]
    assert same(machine, 7)


@pytest.mark.sampled(2)
def test_run_stops_where_its_signal_says_and_counts_its_steps(some_module: Module) -> None:
    machine, chance, total = ModuleMachine(some_module, garbage=37), Random(37), 0
    signal, count = 0x0400, some_module.layout.start + REQUEST_OFFSET + REQUEST["count"]
    phases = some_module.image[DESCRIPTION_AT["phases"]]
    machine.request(seed=7, floor=0, signal=signal, mask=0x05)
    machine.call("begin")
    # Other bits do not stop it, so it does all.
    machine.memory[signal] = 0xFA
    assert machine.call("run").a == 0
    all_steps = machine.memory[count]
    machine.call("begin")
    for _ in range(1000):
        machine.scramble_zero_page()
        machine.memory[signal] = chance.choice((0x01, 0x04, 0xFF))
        called = machine.call("run")
        assert machine.memory[count] == 1
        total += 1
        if called.a == 0:
            break
    assert total % 256 == all_steps and called.x == phases
    assert same(machine, 7)


def prepare(machine: ModuleMachine, name: str) -> None:
    """All that any call needs: arguments, and for steps a dungeon that was begun."""
    start = machine.module.layout.start
    machine.request(seed=7, floor=0, tile=1, count=8, out=0x0400, signal=start, mask=0xFF)
    if name in ("step", "run"):
        machine.call("begin")


@pytest.mark.sampled(3)
def test_only_declared_memory_is_written(module: Module) -> None:
    machine = ModuleMachine(module, garbage=11)
    fine = allowed(module)
    out = set(range(0x0400, 0x0400 + 64))
    start = module.layout.start
    seed = {start + FLOOR_SEED_OFFSET, start + FLOOR_SEED_OFFSET + 1}
    answers = {
        "run": {start + REQUEST_OFFSET + REQUEST["count"]},
        "begin": seed,
        "generate": seed,
        "unpack_row": out,
        "unpack_column": out,
    }
    for name in CALLS:
        prepare(machine, name)
        called = machine.call(name, a=3, x=2)
        stack = {address for address in called.written if 0x100 <= address < 0x200}
        beyond = called.written - stack - fine - answers.get(name, set())
        # A kernel may change its own instructions, and leaves no more than two addresses of jumps.
        code = range(start + REQUEST_OFFSET + max(REQUEST.values()) + 1, start + module.size)
        assert not beyond - set(code), (name, sorted(beyond))
        changed = [at for at in beyond if machine.memory[at] != module.image[at - start]]
        assert len(changed) <= 4, (name, changed)
        assert called.stack_bytes <= MOST_STACK, (name, called.stack_bytes)
        assert not called.written & {0, 1}


def test_zero_page_is_as_it_was_after_each_call(module: Module) -> None:
    machine = ModuleMachine(module, garbage=13)
    for name in CALLS:
        prepare(machine, name)
        before = machine.zero_page()
        machine.call(name, a=3, x=2)
        assert machine.zero_page() == before, name


@pytest.mark.sampled(3)
def test_the_decimal_flag_is_cleared_and_interrupts_stay_as_they_are(some_module: Module) -> None:
    machine = ModuleMachine(some_module, garbage=17)
    for name in CALLS:
        for flags in (0, INTERRUPT):
            prepare(machine, name)
            called = machine.call(name, a=3, x=2, flags=flags | DECIMAL)
            assert not called.flags & DECIMAL
            assert called.flags & INTERRUPT == flags


@pytest.mark.sampled(2)
def test_what_the_kernal_does_in_its_interrupt_changes_nothing(some_module: Module) -> None:
    machine, chance = ModuleMachine(some_module, garbage=19), Random(19)

    def interrupt(machine: ModuleMachine) -> None:
        if chance.random() < 0.01:
            for address in (*range(0x90, 0x100), *range(0x200, 0x400)):
                machine.memory[address] = chance.randrange(256)

    machine.interrupt = interrupt
    machine.request(seed=7, floor=0)
    machine.call("generate")
    machine.interrupt = None
    assert same(machine, 7)


def test_tiles_are_read_and_written(some_module: Module) -> None:
    machine = ModuleMachine(some_module, garbage=23)
    machine.request(seed=7, floor=0)
    machine.call("generate")
    reference = Tiles(some_module, 7)
    for x, y in reference.places:
        assert machine.call("get_tile", a=y, x=x).a == reference.tile(x, y)
    x, y = reference.places[0]
    machine.request(tile=2)
    machine.call("set_tile", a=y, x=x)
    assert machine.call("get_tile", a=y, x=x).a == 2
    assert machine.call("get_tile", a=y, x=x + 1).a == reference.tile(x + 1, y)


def test_rows_and_columns_are_unpacked(some_module: Module) -> None:
    machine = ModuleMachine(some_module, garbage=29)
    machine.request(seed=7, floor=0, out=0x0400, count=8)
    machine.call("generate")
    reference = Tiles(some_module, 7)
    row = machine.call("unpack_row", a=9, x=3).word
    assert 0x0400 <= row < 0x0410
    columns = some_module.spec.display.view_width
    wanted = [reference.tile(3 + n, 9) for n in range(columns)]
    assert list(machine.memory[row : row + columns]) == wanted
    machine.call("unpack_column", a=9, x=3)
    assert list(machine.memory[0x0400:0x0408]) == [reference.tile(3, 9 + n) for n in range(8)]


def test_tables_have_addresses(some_module: Module) -> None:
    machine = ModuleMachine(some_module, garbage=31)
    regions = list(some_module.regions.items())
    for number, (name, (start, _)) in enumerate(regions):
        assert machine.call("table", a=number, x=0).word == start
        tables = {table.name: table for table in some_module.spec.tables(some_module.dungeon)}
        if name in tables:
            size = some_module.spec.layouts[tables[name].struct].size
            assert machine.call("table", a=number, x=3).word == start + 3 * size
    assert machine.call("table", a=len(regions), x=0).word == 0


def test_it_describes_itself(some_module: Module) -> None:
    image, size = some_module.image, some_module.spec.dungeons[some_module.dungeon].map
    at = DESCRIPTION_AT
    assert image[at["version"]] == 2
    assert int.from_bytes(image[at["size"] : at["size"] + 2], "little") == len(image)
    digest = image[at["digest"] : at["digest"] + 8].hex()
    assert digest == dungeon_digest(some_module.spec, some_module.dungeon)
    assert (image[at["width"]], image[at["height"]]) == (size.width, size.height)
    assert sum(DESCRIPTION.values()) + 3 * len(CALLS) <= FLOOR_SEED_OFFSET


def test_without_preserving_zero_page_only_the_declared_part_changes(
    compiler: str, tmp_path: Path
) -> None:
    spec = load_spec(SPEC_FILE)
    modules = spec.modules.model_copy(update={"preserves_zeropage": False})
    found = COMPILERS[compiler].find()
    module = build_module(
        spec.replaced(modules=modules), "spec", found, "burrow", build_folder=tmp_path
    )
    machine = ModuleMachine(module, garbage=37)
    machine.request(seed=7, floor=0)
    before = machine.zero_page()
    machine.call("generate")
    after = machine.zero_page()
    changed = {address for address in range(256) if before[address] != after[address]}
    assert changed and changed <= set(module.zero_page)
    assert same(machine, 7)


DESCRIPTION_AT = {}
"""Where in a module each entry of its description is."""
_at = 3 * len(CALLS)
for _name, _length in DESCRIPTION.items():
    DESCRIPTION_AT[_name] = _at
    _at += _length


class Tiles:
    """The tiles of the reference's dungeon."""

    def __init__(self, module: Module, seed: int) -> None:
        size = module.spec.dungeons[module.dungeon].map
        self._width = size.width
        data = PythonBuilder(module.spec).build(Request(module.dungeon, seed)).regions["map"]
        self._tiles = unpack(data, size.width, size.height, size.bits_per_tile)
        chance = Random(seed)
        self.places = [
            (chance.randrange(size.width - 1), chance.randrange(size.height)) for _ in range(40)
        ]

    def tile(self, x: int, y: int) -> int:
        return self._tiles[y * self._width + x]


@pytest.mark.parametrize("name", list(COMPILERS))
def test_entering_and_leaving_a_step_costs_at_most_500_cycles(name: str) -> None:
    spec = load_spec(SPEC_FILE, ["modules.preserves_zeropage=false"])
    machine = ModuleMachine(module_of(spec, "crypt", name), 1)
    machine.request(seed=7, floor=0)
    machine.call("generate")
    # Nothing is left to be done.
    assert machine.call("step").cycles <= MOST_OF_AN_EMPTY_STEP
