"""What is said about a wrong dungeon: the first wrong step, what differs after it, the counts."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Iterator

import pytest
from helpers.tools import SPEC_FILE
from rich.console import Console

from pygen.builders.base import Built
from pygen.builders.python import PythonBuilder
from pygen.commands.parity import print_idle_passes
from pygen.console.diagnosis import print_diagnosis
from pygen.engine.random.request import Request
from pygen.kinds import advance, begin, generate
from pygen.proof.differences import differences, picture
from pygen.proof.parity import Diagnosis, compare, diagnose, passes_without_effect
from pygen.spec import Spec, load_spec

REQUEST = Request("crypt", 7)


def clearing_steps(spec: Spec) -> int:
    return sum(step.phase == "clear" for step in advance(begin(spec, REQUEST)))


def spoiled(regions: dict[str, bytes]) -> dict[str, bytes]:
    """The first byte of the first room becomes another one."""
    rooms = regions["rooms"]
    return {**regions, "rooms": bytes([rooms[0] ^ 1]) + rooms[1:]}


class WrongFromAStepOn(PythonBuilder):
    """A builder whose first room is wrong from a step on."""

    def __init__(self, spec: Spec, first: int) -> None:
        super().__init__(spec)
        self.first = first

    def build(self, request: Request) -> Built:
        built = super().build(request)
        return dataclasses.replace(built, regions=spoiled(built.regions))

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        built = super().build_steps(request, steps)
        if steps == 0 or steps >= self.first:
            built = dataclasses.replace(built, regions=spoiled(built.regions))
        return built

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        ends = {s.phase: s.number for s in advance(begin(self.spec, request)) if s.is_last}
        for phase, regions in super().phases(request):
            yield phase, spoiled(regions) if ends[phase] >= self.first else regions


class OneStepLess(PythonBuilder):
    """A builder that does two of the steps in one, and so is ahead from then on."""

    def __init__(self, spec: Spec, first: int) -> None:
        super().__init__(spec)
        self.first = first

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        if steps == 0:
            built = super().build_steps(request)
            return dataclasses.replace(built, steps=built.steps - 1)
        return super().build_steps(request, steps + (steps >= self.first))


def words(spec: Spec, diagnosis: Diagnosis) -> str:
    text = io.StringIO()
    print_diagnosis(Console(file=text, width=200, color_system=None), spec, diagnosis)
    return text.getvalue()


@pytest.mark.parametrize("beyond", [0, 1, 5, 30])
def test_the_first_wrong_step_is_found_with_what_differs_after_it(spec: Spec, beyond: int) -> None:
    first = clearing_steps(spec) + 1 + beyond
    builder = WrongFromAStepOn(spec, first)
    diagnosis = diagnose(builder, compare(builder, REQUEST))
    assert diagnosis.step is not None and diagnosis.step.number == first
    assert diagnosis.phase == diagnosis.step.phase
    ours = generate(spec, REQUEST, steps=first).region_bytes()
    wanted = differences(spec, "crypt", "rooms", ours["rooms"], spoiled(ours)["rooms"])
    assert diagnosis.differences == wanted
    (change,) = set(diagnosis.done_by_c64) ^ set(diagnosis.done_by_python) or {""}
    assert change.startswith("rooms[0].")
    told = words(spec, diagnosis)
    assert f"the first wrong step is {first} " in told
    assert "in this step Python changed" in told and "in this step the C64 changed" in told
    assert "differing values at the end: map 0, rooms 1" in told


def test_after_so_many_steps_the_first_wrong_one_before_is_found(spec: Spec) -> None:
    first = clearing_steps(spec) + 3
    builder = WrongFromAStepOn(spec, first)
    until = first + 4
    case = compare(builder, REQUEST, until)
    assert not case.equal
    diagnosis = diagnose(builder, case, until)
    assert diagnosis.step is not None and diagnosis.step.number == first
    assert f"differing values after {until} steps: " in words(spec, diagnosis)


def test_another_number_of_steps_is_said_where_the_end_is_equal(spec: Spec) -> None:
    first = clearing_steps(spec) + 2
    builder = OneStepLess(spec, first)
    until = first + 1
    case = compare(builder, REQUEST, until)
    assert not case.equal and compare(builder, REQUEST).equal
    diagnosis = diagnose(builder, case, until)
    count = len(list(advance(begin(spec, REQUEST))))
    assert diagnosis.counts == (count, count - 1)
    assert diagnosis.step is not None and diagnosis.step.number in (first, until)
    assert f"Python has {count:,} steps, the C64 has {count - 1:,}" in words(spec, diagnosis)


def test_what_is_right_when_it_is_built_again_is_said(spec: Spec) -> None:
    builder = PythonBuilder(spec)
    diagnosis = diagnose(builder, compare(builder, REQUEST))
    assert diagnosis.step is None and not diagnosis.differences
    assert "equal when it was built again" in words(spec, diagnosis)


def test_every_byte_that_differs_is_named(spec: Spec) -> None:
    """Padding, bits of no field, and the last record too."""
    for dungeon in spec.program.dungeons:
        for region, data in generate(spec, Request(dungeon, 3)).region_bytes().items():
            for at in {0, 1, len(data) // 2, len(data) - 2, len(data) - 1}:
                for bit in (0, 7):
                    other = bytearray(data)
                    other[at] ^= 1 << bit
                    found = differences(spec, dungeon, region, data, bytes(other))
                    assert found, (dungeon, region, at, bit)
    data = generate(spec, REQUEST).region_bytes()["rooms"]
    size = spec.layouts["room"].size
    (last,) = differences(spec, "crypt", "rooms", data, data[:-size] + bytes(
        [data[-size] ^ 1]) + data[len(data) - size + 1 :])  # fmt: skip
    assert last.name.startswith(f"rooms[{len(data) // size - 1}].")


def test_a_field_of_two_bytes_is_shown_as_a_number(spec: Spec) -> None:
    python = bytearray(generate(spec, REQUEST).region_bytes()["summary"])
    at = next(at for path, at, _ in spec.layouts["summary"].fields("") if path == "draws")
    c64 = bytearray(python)
    python[at : at + 2], c64[at : at + 2] = (
        (1000).to_bytes(2, "little"),
        (1256).to_bytes(2, "little"),
    )
    (found,) = differences(spec, "crypt", "summary", bytes(python), bytes(c64))
    assert (found.name, found.python, found.c64) == ("summary.draws", "1000", "1256")


def test_the_part_of_the_map_that_differs_is_drawn_for_both_sides(spec: Spec) -> None:
    generation = generate(spec, REQUEST)
    size = spec.dungeons["crypt"].map
    ours = generation.packed()
    generation.tiles.set(10, 20, spec.tiles["door"].code)
    generation.tiles.set(size.width - 1, 21, spec.tiles["door"].code)
    console = Console(file=io.StringIO(), width=400)
    console.print(picture(spec, "crypt", ours, generation.packed()))
    place, _, *rows = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert place.strip() == f"columns 7-{size.width - 1}, rows 17-24"
    width = size.width - 7
    assert [row.rstrip()[-width:].replace("·", "") for row in rows[:8]] == [
        "", "", "", "X", "X", "", "", "",
    ]  # fmt: skip
    door = spec.tiles["door"].glyph
    assert rows[3][width + 6] == door != rows[3][3]


@pytest.mark.parametrize(
    ("passes", "idle"),
    # Nothing of a walk is cut off, until it is changed.
    [
        ("{name: regions, keep: all}", ["regions"]),
        ("{name: smooth, rounds: 3}, {name: regions, keep: all}", []),
        ("{name: smooth, id: soft, rounds: 3}, {name: regions, id: one, keep: all}", []),
    ],
)
def test_a_pass_that_changes_nothing_in_any_sample_is_named(passes: str, idle: list[str]) -> None:
    spec = load_spec(SPEC_FILE, [f"dungeons.burrow.passes=[{passes}]"])
    requests = [Request("burrow", seed) for seed in range(40)]
    assert passes_without_effect(spec, requests) == idle
    text = io.StringIO()
    print_idle_passes({"burrow": idle}, Console(file=text, width=200, color_system=None))
    said = "burrow: the pass regions changed nothing in any sample" in text.getvalue()
    assert said == bool(idle)
