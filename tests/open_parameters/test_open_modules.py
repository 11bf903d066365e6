"""Modules with open parameters build what the reference builds with the same values."""

from __future__ import annotations

import pytest
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of, native_of
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_cc

from pygen.builders.native import NativeBuilder
from pygen.builders.native_values import NativeBuilderWithValues
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.emit.module_layout import CALLS, OPEN_OFFSET
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, dungeon_digest, load_spec
from pygen.spec.open_parameters import Values, drawn_values, open_parameters, with_values

OPEN_SPEC = SPEC_FILE.parent / "open.yaml"
DUNGEONS = ("vaulted", "storeys", "mine")
REFUSED = 0xFF


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(OPEN_SPEC)


@pytest.fixture(scope="module", params=[(c, d) for c in COMPILERS for d in DUNGEONS])
def module(request: pytest.FixtureRequest, spec: Spec) -> Module:
    compiler, dungeon = request.param
    compiler_or_skip(compiler)
    return module_of(spec, dungeon, compiler)


def give(machine: ModuleMachine, values: Values) -> None:
    at = machine.module.layout.start + OPEN_OFFSET
    machine.memory[at : at + len(values)] = bytes(values)


def reference(spec: Spec, request: Request, values: Values) -> dict[str, bytes]:
    made = generate(with_values(spec, request.dungeon, values), request)
    return {name: bytes(data) for name, data in made.region_bytes().items()}


def sets_of(spec: Spec, dungeon: str) -> list[Values]:
    return [open_parameters(spec, dungeon).defaults, *drawn_values(spec, dungeon)]


def test_each_request_has_values_of_its_own(module: Module) -> None:
    """In one machine, whose memory has what earlier requests left; at once and in steps."""
    spec, dungeon = module.layout.spec, module.dungeon
    machine = ModuleMachine(module, garbage=7)
    floors = len(spec.dungeons[dungeon].floor_rows)
    maps = set()
    for seed, values in enumerate(sets_of(spec, dungeon)):
        request = Request(dungeon, 811 * seed, 1 + 2 * (seed % 2) * (floors > 1))
        give(machine, values)
        machine.request(seed=request.seed, floor=request.floor - 1)
        if seed % 2:
            assert machine.call("begin").a == 0
            while machine.call("step").a:
                machine.scramble_zero_page()
        else:
            assert machine.call("generate").a != REFUSED
        machine.call("count_tiles")
        found = {name: machine.regions()[name] for name in spec.parity.regions
                 if name in machine.regions()}  # fmt: skip
        assert found == reference(spec, request, values), values
        maps.add(found["map"])
    assert len(maps) > 4


def test_values_out_of_range_are_refused_and_nothing_is_built(module: Module) -> None:
    opened = open_parameters(module.layout.spec, module.dungeon)
    machine = ModuleMachine(module, garbage=3)
    machine.request(seed=5, floor=0)
    machine.call("generate")
    before = machine.regions()
    wrong = []
    for number, one in enumerate(opened.parameters):
        for value in (one.least - 1, one.most + 1):
            if 0 <= value <= 255:
                changed = [*opened.defaults]
                changed[number] = value
                wrong.append(tuple(changed))
    for rule in opened.limits:
        first, second = opened.parameters[rule.first], opened.parameters[rule.second]
        for at, (low, high) in enumerate(rule.spans):
            changed = [*opened.defaults]
            changed[rule.first] = first.least + at
            for value in (low - 1, high + 1):
                if value in second.values:
                    changed[rule.second] = value
                    wrong.append(tuple(changed))
    assert len(wrong) >= 2
    for values in wrong:
        assert opened.wrong_with(values)
        give(machine, values)
        assert machine.call("generate").a == REFUSED
        assert machine.call("begin").a == REFUSED
        # There is nothing to do, and no step does anything.
        assert machine.call("step").a == 0
        assert machine.regions() == before
    give(machine, opened.defaults)
    assert machine.call("generate").a != REFUSED


def test_some_dungeon_has_a_rule_between_two_parameters(spec: Spec) -> None:
    (rule,) = open_parameters(spec, "storeys").limits
    names = [one.name for one in open_parameters(spec, "storeys").parameters]
    assert {names[rule.first], names[rule.second]} == {"rooms.min_width", "rooms.max_width"}


def test_the_image_has_the_spec_s_values(module: Module, spec: Spec) -> None:
    """A game that gives none gets the dungeon of the spec, whose digest is as if none were open."""
    opened = open_parameters(spec, module.dungeon)
    at = OPEN_OFFSET
    assert tuple(module.image[at : at + len(opened.parameters)]) == opened.defaults
    assert not any(module.image[at + len(opened.parameters) : at + 16])
    assert module.image[3 * len(CALLS)] == 4
    if module.dungeon != "mine":
        return
    closed = spec.replaced(modules=spec.modules.model_copy(update={"open": []}))
    assert dungeon_digest(closed, module.dungeon) == dungeon_digest(spec, module.dungeon)
    plain = module_of(closed, module.dungeon, module.compiler.name)
    assert plain.image[3 * len(CALLS)] == 2
    assert plain.size < module.size


def test_another_set_of_values_has_another_digest(spec: Spec) -> None:
    for dungeon in DUNGEONS:
        digests = {
            dungeon_digest(with_values(spec, dungeon, values), dungeon)
            for values in sets_of(spec, dungeon)
        }
        assert len(digests) == len(sets_of(spec, dungeon))


@needs_cc
@pytest.mark.parametrize("dungeon", DUNGEONS)
def test_the_native_build_takes_values(spec: Spec, dungeon: str) -> None:
    library = native_of(spec)
    for values in sets_of(spec, dungeon):
        builder = NativeBuilderWithValues(spec, dungeon, values, library)
        for seed in (3, 40_000):
            request = Request(dungeon, seed)
            expected = reference(spec, request, values)
            assert builder.build(request).regions == expected
            assert builder.build_many([request]) == b"".join(expected.values())
            assert builder.build_steps(request).regions == expected
    # The next builder finds the spec's values again.
    request, own = Request(dungeon, 9), open_parameters(spec, dungeon).defaults
    assert NativeBuilder(spec, library).build(request).regions == reference(spec, request, own)
