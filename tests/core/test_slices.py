"""A dungeon is the same however it is sliced, and whatever happens to zero page in between."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from random import Random

import pytest
from helpers.kinds import Sample, every_dungeon
from helpers.programs import native_of
from helpers.tools import needs_cc

from pygen.base.project import C_FOLDER
from pygen.builders.native import NativeBuilder
from pygen.builders.python import PythonBuilder
from pygen.emit.memory_regions import compared_regions
from pygen.emit.zeropage import plan_zero_page
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin

pytestmark = needs_cc
SEEDS = range(12)
FLOORS = (1, 12)
SIGNAL = 0xD019
BITS = 0x05


class SlicedDungeon:
    """A game that generates a dungeon natively, a slice at a time."""

    def __init__(self, sample: Sample) -> None:
        self.native = NativeBuilder(sample.spec, native_of(sample.spec))
        self.library = self.native.library
        self.sample = sample
        for name in ("mapgen_step", "mapgen_steps_until"):
            getattr(self.library, name).restype = ctypes.c_uint8
        self._garbage = [
            variable
            for section in plan_zero_page(sample.spec, C_FOLDER).generators
            for variable in section.variables
            if not variable.shares and variable not in section.kept
        ]

    def begin(self, request: Request) -> None:
        library = self.library
        number = self.sample.spec.program.dungeons.index(request.dungeon)
        seed, floor = ctypes.c_uint16(request.seed), ctypes.c_uint8(request.floor - 1)
        library.mapgen_request(ctypes.c_uint8(number), seed, floor)
        library.mapgen_begin_dungeon()

    def scramble(self, chance: Random) -> None:
        """Change all of zero page that a step need not find as the last one left it."""
        for variable in self._garbage:
            size = ctypes.sizeof(ctypes.c_void_p) if "*" in variable.c_type else variable.size
            data = (ctypes.c_uint8 * size).in_dll(self.library, variable.name)
            data[:] = list(chance.randbytes(size))

    def step(self) -> int:
        return int(self.library.mapgen_step())

    def until_signal(self, value: int) -> int:
        """Do steps until the signal's byte has one of the bits; `value` is what it has from now."""
        self.native.memory[SIGNAL] = value
        place = ctypes.byref(self.native.memory, SIGNAL)
        return int(self.library.mapgen_steps_until(place, ctypes.c_uint8(BITS)))

    def until_phase_done(self) -> int:
        """Do steps until the next phase is done, which stores the signal as an interrupt would."""

        def signal(_: int) -> None:
            self.native.memory[SIGNAL] = 0x04

        listener = ctypes.CFUNCTYPE(None, ctypes.c_uint8)(signal)
        self.library.native_listen(listener)
        try:
            return self.until_signal(0xFA)
        finally:
            self.library.native_listen(None)

    @property
    def steps_done(self) -> int:
        """How many steps the last slice had, modulo 256."""
        return int(ctypes.c_uint8.in_dll(self.library, "mapgen_steps_done").value)

    def regions(self) -> dict[str, bytes]:
        """What is in memory, with the tiles counted."""
        self.library.mapgen_get_statistics()
        places = compared_regions(self.sample.spec, self.sample.dungeon)
        memory = self.native.memory
        return {name: bytes(memory[at : at + size]) for name, (at, size) in places.items()}


@pytest.fixture(scope="module")
def sliced() -> Callable[[Sample], SlicedDungeon]:
    found: dict[str, SlicedDungeon] = {}
    return lambda sample: found.setdefault(str(sample), SlicedDungeon(sample))


@pytest.mark.sampled(4)
@every_dungeon
def test_random_slices_give_the_dungeon_of_the_reference(
    sliced: Callable[[Sample], SlicedDungeon], sample: Sample
) -> None:
    game, reference = sliced(sample), PythonBuilder(sample.spec)
    for floor in FLOORS:
        for seed in SEEDS:
            request = Request(sample.dungeon, seed, floor)
            chance = Random(f"{request}")
            game.begin(request)
            is_more = 1
            while is_more:
                game.scramble(chance)
                slices = [game.step, lambda: game.until_signal(0xFF), game.until_phase_done]
                is_more = chance.choices(slices, (4, 4, 1))[0]()
            assert game.regions() == reference.build(request).regions, request


@every_dungeon
def test_a_slice_ends_where_its_signal_says(
    sliced: Callable[[Sample], SlicedDungeon], sample: Sample
) -> None:
    game, request = sliced(sample), Request(sample.dungeon, 7)
    steps = list(advance(begin(sample.spec, request)))
    ends = [step.number for step in steps if step.is_last]

    game.begin(request)
    for step in steps[:-1]:
        # Any of the bits ends it, the others do not.
        assert game.until_signal(0x01 if step.number % 2 else 0x04) == 1
        assert game.steps_done == 1
    assert game.until_signal(0xFF) == 0

    game.begin(request)
    before = 0
    for end in ends[:-1]:
        assert game.until_phase_done() == 1
        assert game.steps_done == (end - before) % 256
        before = end
    assert game.until_phase_done() == 0

    game.begin(request)
    assert game.until_signal(0xFA) == 0
    assert game.steps_done == len(steps) % 256


@pytest.mark.sampled(2)
@every_dungeon
def test_a_dungeon_that_is_given_up_leaves_no_trace_in_the_next_one(
    sliced: Callable[[Sample], SlicedDungeon], sample: Sample
) -> None:
    game, reference = sliced(sample), PythonBuilder(sample.spec)
    chance = Random(1)
    for seed in SEEDS:
        game.begin(Request(sample.dungeon, chance.randrange(65536)))
        for _ in range(chance.randrange(1, 80)):
            game.step()
        request = Request(sample.dungeon, seed)
        game.begin(request)
        assert game.until_signal(0) == 0
        assert game.regions() == reference.build(request).regions, request
