"""`prefer` of a compiler or a dungeon: the same dungeons in fewer cycles, or in fewer bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.builders.python import PythonBuilder, PythonRoute
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.spec import SpecError, dungeon_digest, load_spec
from pygen.spec.preferences import preferences, shared_preferences
from pygen.spec.schema import json_schema

FLOORS = SPEC_FILE.parent / "floors.yaml"


@pytest.mark.parametrize("name", COMPILERS)
def test_size_takes_fewer_bytes_and_speed_fewer_cycles_for_the_same_dungeons(
    name: str,
) -> None:
    compiler_or_skip(name)
    sizes, cycles = {}, {}
    for preference in ("speed", "size"):
        spec = load_spec(SPEC_FILE, [f"compilers.{name}.prefer={preference}"])
        module = module_of(spec, "crypt", name)
        sizes[preference] = module.size
        machine = ModuleMachine(module, garbage=1)
        for seed in (0, 44257):
            machine.request(seed=seed, floor=0)
            cycles[preference] = machine.call("generate").cycles
            machine.call("count_tiles")
            wanted = PythonBuilder(spec).build(Request("crypt", seed)).regions
            found = machine.regions()
            assert wanted == {region: found[region] for region in wanted}
    assert sizes["size"] < sizes["speed"] - 1024
    assert cycles["speed"] < cycles["size"]


@pytest.mark.parametrize("name", COMPILERS)
def test_what_a_dungeon_prefers_takes_precedence(name: str) -> None:
    """Its module is the one for which the compiler prefers the same, and so are its bytes."""
    compiler_or_skip(name)
    images = {}
    for compilers in ("speed", "size"):
        for dungeon in (None, "speed", "size"):
            changes = [f"compilers.{name}.prefer={compilers}"]
            changes += [f"dungeons.burrow.prefer={dungeon}"] * (dungeon is not None)
            module = module_of(load_spec(SPEC_FILE, changes), "burrow", name)
            images[compilers, dungeon] = module.image
    for compilers in ("speed", "size"):
        assert images[compilers, "speed"] == images["speed", None]
        assert images[compilers, "size"] == images["size", None]
    assert len(images["size", None]) < len(images["speed", None])


@pytest.mark.parametrize("dungeons", ["burrow, crypt", "crypt"])
def test_code_that_dungeons_share_is_small_if_all_of_them_prefer_it(dungeons: str) -> None:
    change = ["dungeons.crypt.prefer=size", f"program.dungeons=[{dungeons}]"]
    spec = load_spec(SPEC_FILE, change)
    wanted = {"crypt": "size"}.get(dungeons, "speed")
    assert shared_preferences(spec, spec.selection.dungeons) == dict.fromkeys(COMPILERS, wanted)
    assert preferences(spec, "crypt") == dict.fromkeys(COMPILERS, "size")
    assert preferences(spec, "burrow") == dict.fromkeys(COMPILERS, "speed")


@pytest.mark.parametrize(("file", "dungeon"), [(SPEC_FILE, "crypt"), (FLOORS, "deep")])
def test_no_proof_and_no_record_depends_on_it(file: Path, dungeon: str) -> None:
    """Those of a dungeon, floor by floor, are found by these."""
    plain, small = load_spec(file), load_spec(file, [f"dungeons.{dungeon}.prefer=size"])
    assert dungeon_digest(plain, dungeon) == dungeon_digest(small, dungeon)
    for floor in (1, 4, 10):
        before, after = (PythonRoute(spec).identity(dungeon, floor) for spec in (plain, small))
        assert before == after


def test_it_is_the_same_on_all_floors() -> None:
    with pytest.raises(SpecError, match="`prefer` is the same on all floors of a dungeon"):
        load_spec(FLOORS, ["dungeons.deep.floors={4-9: {prefer: size}}"])
    schema = json_schema()["$defs"]
    assert "prefer" in schema["GridRooms_of_grid_rooms"]["properties"]
    assert "prefer" not in schema["GridRooms_of_grid_roomsOnFloors"]["properties"]
