"""A plane that one phase has written is not read again by the next one, and nobody notices."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.equal_dungeons import require_equal, require_reference
from helpers.kinds import data_with, loaded
from helpers.module_machine import ModuleMachine
from helpers.programs import compared_module_of, module_of
from helpers.tools import needs_cc, simulator_library

from pygen.builders.module import ModuleBuilder
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate, phase_names


def caves(*passes: dict[str, Any], width: int = 40) -> dict[str, Any]:
    size = {"width": width, "height": 28}
    return {"kind": "caves", "map": size, "passes": list(passes)}


SMOOTH, REGIONS = {"name": "smooth"}, {"name": "regions", "keep": "all"}
STAIRS = {"name": "stairs", "steps": "9-99"}
LOOKS = {"name": "tile_rules", "frame": "rock"}

DUNGEONS = {
    # The stairs are searched for again and again, and each time they change the plane.
    "attempts": caves({"name": "stairs", "steps": "80-200"}),
    "chain": caves(SMOOTH, REGIONS, LOOKS),
    # A phase between those that work with planes changes the map.
    "between": caves(REGIONS, STAIRS, SMOOTH, {**REGIONS, "id": "again"}),
    "open": caves({**SMOOTH, "outside": "floor"}, REGIONS, width=43),
    # Rows of the plane that are read in two parts.
    "wide": caves({**SMOOTH, "outside": "floor"}, REGIONS, LOOKS, width=200),
}


@pytest.mark.sampled(2)
@needs_cc
@pytest.mark.parametrize("dungeon", DUNGEONS)
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_dungeons_are_those_of_the_reference(dungeon: str, compiler: str) -> None:
    data = data_with({dungeon: DUNGEONS[dungeon]})
    del data["memory"]
    spec = loaded(data)
    simulator = ModuleBuilder(compared_module_of(spec, dungeon, compiler), simulator_library())
    for seed in range(12):
        request = Request(dungeon, seed)
        require_reference(spec, request, simulator.build(request).regions)


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_no_plane_is_known_before_a_dungeon_has_written_one(compiler: str) -> None:
    """Whatever number the memory holds, even that of the phase that reads the first plane."""
    data = data_with({"dug": {"kind": "walk", "passes": [SMOOTH, REGIONS]}})
    del data["memory"]
    spec = loaded(data)
    machine = ModuleMachine(module_of(spec, "dug", compiler), garbage=0)
    layout = machine.module.layout
    request = Request("dug", 7)
    expected = generate(spec, request).region_bytes()
    for phase in range(1 + len(phase_names(spec.dungeons["dug"]))):
        size = layout.work_end + 1 - layout.work_start
        machine.memory[layout.work_start : layout.work_end + 1] = bytes([phase]) * size
        machine.request(seed=request.seed, floor=0)
        machine.call("generate")
        machine.call("count_tiles")
        found = {name: machine.regions()[name] for name in expected}
        require_equal(spec, "dug", expected, found, request)


@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
def test_tiles_that_a_game_sets_between_two_phases_are_read(compiler: str) -> None:
    """Much becomes wall while the next phase has a plane in which it is open."""
    data = data_with({"chain": caves(SMOOTH, {**SMOOTH, "id": "again"}, REGIONS)})
    del data["memory"]
    spec = loaded(data)
    request, wall = Request("chain", 7), spec.codes["wall"]
    changed = [(x, y) for y in range(5, 20) for x in range(5, 30)]
    reference = begin(spec, request)
    for step in advance(reference):
        if step.is_last and step.phase == "smooth":
            for x, y in changed:
                reference.tiles.set(x, y, wall)
    machine = ModuleMachine(module_of(spec, "chain", compiler), garbage=0)
    machine.request(seed=request.seed, floor=0)
    machine.call("begin")
    before_again = phase_names(spec.dungeons["chain"]).index("again")
    while machine.call("step").x != before_again:
        pass
    machine.request(tile=wall)
    for x, y in changed:
        machine.call("set_tile", a=y, x=x)
    while machine.call("step").a:
        pass
    assert machine.regions()["map"] == reference.region_bytes()["map"]
