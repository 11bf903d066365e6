"""`prefer` of a compiler: the same dungeons in fewer cycles, or in fewer bytes."""

from __future__ import annotations

import pytest
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip

from pygen.builders.python import PythonBuilder
from pygen.compilers import COMPILERS
from pygen.engine.random.request import Request
from pygen.spec import load_spec


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
