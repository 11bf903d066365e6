"""The invariants, the packing and the pictures hold for any valid spec."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import invariants
from helpers.kinds import every_kind
from helpers.printed import as_text
from helpers.random_specs import spec_data, spec_of
from helpers.shrinking import require
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures import as_json, as_png, json_bytes
from pygen.spec import Spec

SEEDS = st.lists(st.integers(0, 65535), min_size=3, max_size=3)
COMMON = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    # The same specs each time: a red run can be repeated, and no run depends on luck.
    derandomize=True,
    # `require` makes a failing spec smaller.
    phases=[Phase.explicit, Phase.generate],
)


def valid(data: dict[str, Any]) -> dict[str, Any]:
    """These data of a spec; another example is tried if it is refused."""
    assume(spec_of(data) is not None)
    return data


@pytest.mark.sampled(3)
@pytest.mark.slow
@every_kind
def test_the_invariants_hold_for_any_valid_spec(kind: str, is_long: bool) -> None:
    @settings(COMMON, max_examples=15 if is_long else 8)
    @given(data=spec_data(kind), seeds=SEEDS)
    def check(data: dict[str, Any], seeds: list[int]) -> None:
        def judge(spec: Spec) -> Iterator[Request]:
            for request in (Request(name, seed) for name in spec.dungeons for seed in seeds):
                yield request
                regions = generate(spec, request).region_bytes()
                invariants.check(spec, request.dungeon, regions)

        require(valid(data), judge)

    check()


@pytest.mark.sampled(3)
@every_kind
def test_any_dungeon_can_be_shown(kind: str, is_long: bool) -> None:
    @settings(COMMON, max_examples=7 if is_long else 3)
    @given(data=spec_data(kind), seed=st.integers(0, 65535))
    def check(data: dict[str, Any], seed: int) -> None:
        def judge(spec: Spec) -> Iterator[Request]:
            for request in (Request(name, seed) for name in spec.dungeons):
                yield request
                generation = generate(spec, request)
                shown = json.loads(json_bytes(as_json(spec, generation)))
                assert bytes.fromhex(shown["packed"]) == generation.packed()
                for table, rows in generation.tables.items():
                    assert len(shown[table]) == len(rows)
                assert as_png(spec, generation, rooms=True).startswith(b"\x89PNG")
                for view in ("full", "halves", "quarters"):
                    assert as_text(spec, generation, colour=True, rooms=True, view=view)

        require(valid(data), judge)

    check()


@pytest.mark.sampled(3)
@every_kind
def test_records_can_be_read_back_whatever_their_layout(kind: str, is_long: bool) -> None:
    @settings(COMMON, max_examples=7 if is_long else 4)
    @given(data=spec_data(kind), seed=st.integers(0, 65535))
    def check(data: dict[str, Any], seed: int) -> None:
        def judge(spec: Spec) -> Iterator[Request]:
            request = Request("main", seed)
            yield request
            generation = generate(spec, request)
            for table in spec.tables("main"):
                layout = spec.layouts[table.struct]
                records = generation.table_bytes(table.name)
                assert len(records) == layout.size * table.capacity(generation.parameters)
                for index, values in enumerate(generation.table_values(table.name)):
                    assert layout.unpack(records, index * layout.size) == values
            written, at = generation.summary_bytes(), 0
            summary: dict[str, Any] = {}
            for struct in ("summary", *(figures.struct for figures in spec.figures("main"))):
                summary |= spec.layouts[struct].unpack(written, at)
                at += spec.layouts[struct].size
            assert summary == generation.summary_values()

        require(valid(data), judge)

    check()
