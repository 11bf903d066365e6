"""Modules at any address, in memory that they share, and several in one program."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.edited_spec import problems_of
from helpers.module_machine import ModuleMachine
from helpers.programs import module_of
from helpers.tools import SPEC_FILE, compiler_or_skip, needs_vice

from pygen.base.errors import UserError
from pygen.builders.module_vice import start_module
from pygen.compilers import COMPILERS
from pygen.compilers.module_building import Module
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.programs.export_place import place_of, require_separate
from pygen.spec import load_spec

FAR = ["modules.work=0xE000", "modules.data=0xD000", "program.dungeons=[burrow]"]
SHARED = [
    "modules.shared={lair: 0xE000, level: 0xD000}",
    "modules.places.burrow={start: 0x4000, work: lair, data: level}",
    "modules.places.crypt={start: 0x7000, work: lair, data: level}",
]  # fmt: skip


@pytest.fixture(scope="module", params=list(COMPILERS))
def far(request: pytest.FixtureRequest) -> Module:
    """A module whose memory is under the chips and the KERNAL."""
    compiler_or_skip(request.param)
    return module_of(load_spec(SPEC_FILE, FAR), "burrow", request.param)


def test_memory_under_the_kernal_and_the_chips_is_written_and_nothing_else(far: Module) -> None:
    assert far.layout.work_start == 0xE000 and far.regions["map"][0] == 0xD000
    machine = ModuleMachine(far, garbage=5)
    machine.memory[0], machine.memory[1] = 0x2F, 0x34
    machine.request(seed=811, floor=0)
    done = machine.call("generate")
    spans = [*far.spans, *((one[0], one[-1]) for one in far.layout.request_spans)]
    allowed = {at for first, last in spans for at in range(first, last + 1)}
    assert done.written - allowed - set(far.zero_page) <= set(range(0x100, 0x200))
    assert {0, 1}.isdisjoint(done.written)
    machine.call("count_tiles")
    expected = generate(far.spec, Request("burrow", 811)).region_bytes()
    assert machine.regions() == expected


def test_the_export_says_what_must_be_in_the_port(far: Module) -> None:
    assert (far.port, place_of(far).needs_no_interrupt) == (0x34, True)
    for changes, port in (
        (["modules.work=0xE000"], 0x35),
        (["modules.data=0xB000"], 0x36),
        ([], 0x37),
    ):
        module = module_of(load_spec(SPEC_FILE, [*changes, FAR[-1]]), "burrow", far.compiler.name)
        assert (module.port, place_of(module).is_hidden) == (port, port != 0x37)
        assert place_of(module).needs_no_interrupt == (port == 0x35)


@needs_vice
def test_in_vice_too_it_builds_the_reference_s_dungeon(far: Module) -> None:
    builder = start_module(far)
    try:
        request = Request("burrow", 40_000)
        expected = generate(builder.spec, request).region_bytes()
        assert builder.build(request).regions == expected
        built = builder.build_steps(request)
        assert built.regions == expected and 0 < built.longest_step[0] < 10_000
        assert [name for name, _ in builder.phases(request)]
    finally:
        builder.close()


def test_two_modules_share_memory_by_name() -> None:
    spec = load_spec(SPEC_FILE, SHARED)
    burrow, crypt = module_of(spec, "burrow"), module_of(spec, "crypt")
    assert (burrow.layout.start, crypt.layout.start) == (0x4000, 0x7000)
    assert burrow.layout.work_start == crypt.layout.work_start == 0xE000
    require_separate(burrow, crypt)
    # In one machine, in turns.
    machine = ModuleMachine(burrow, garbage=1)
    machine.machine.load({crypt.layout.start: crypt.image})
    for module in (burrow, crypt, burrow):
        machine.module = module
        machine.request(seed=99, floor=0)
        machine.call("generate")
        machine.call("count_tiles")
        expected = generate(module.spec, Request(module.dungeon, 99)).region_bytes()
        assert machine.regions() == expected


def test_memory_that_is_not_shared_by_name_must_be_separate() -> None:
    spec = load_spec(SPEC_FILE, [*SHARED, "modules.places.crypt.work=0xE000"])
    with pytest.raises(UserError, match=r"work of burrow, \$e000-.* and work of crypt, \$e000-"):
        require_separate(module_of(spec, "burrow"), module_of(spec, "crypt"))


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        (["modules.work=0xFF00"], "would reach beyond \\$fff9"),
        (["modules.start=0xCFF0", "modules.work=0x8000"], "beyond|overlap|did not settle"),
        (["modules.data=0xFFF0"], "would reach beyond \\$fff9"),
    ],
)
def test_the_processor_s_vectors_are_nobody_s(changes: list[str], wrong: str) -> None:
    with pytest.raises(UserError, match=wrong):
        module_of(load_spec(SPEC_FILE, [*changes, FAR[-1]]), "burrow")


def test_mistakes_in_places_are_reported_where_they_are(tmp_path: Path) -> None:
    text = "version: 1\ndungeons:\n  crypt: {kind: grid_rooms}\nmodules:\n  places: {%s}\n"
    for place, wrong in (
        ("crpt: {start: 0x4000}", "there is no dungeon `crpt`; did you mean `crypt`?"),
        ("crypt: {work: lair}", "`modules.shared` has no `lair`"),
    ):
        (problem,) = problems_of(tmp_path, text % place)
        assert problem.line == 5 and wrong in str(problem)
