"""Records whose fields have another order: a spec may give them any."""

from __future__ import annotations

import json

import pytest
from helpers.equal_dungeons import require_references
from helpers.kinds import ONE_OF_EACH_KIND, Sample
from helpers.programs import compared_module_of
from helpers.tools import compiler_or_skip, needs_cc, simulator_library

from pygen.builders.module import ModuleRoute
from pygen.proof.journal import spread

pytestmark = needs_cc

CASES = [
    (sample, order, compiler)
    for sample in ONE_OF_EACH_KIND
    for order, compiler in (("sorted", "cc65"), ("reversed", "oscar64"))
]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("sample", "order", "compiler"), CASES, ids=lambda part: str(part))
def test_the_order_of_fields_changes_no_dungeon(sample: Sample, order: str, compiler: str) -> None:
    """The features of accretion once were read wrong if their height came before their width."""
    compiler_or_skip(compiler)
    structs = sample.spec.model_dump(mode="json", exclude_none=True)["structs"]
    changed = [
        f"structs.{name}={json.dumps({field: fields[field] for field in ordered(fields, order)})}"
        for name, fields in structs.items()
    ]
    spec = sample.changed(*changed)
    assert all(list(spec.structs[name]) == ordered(structs[name], order) for name in structs)
    builder = ModuleRoute(
        compared_module_of(spec, sample.dungeon, compiler), simulator_library()
    ).open()
    requests = [spec.proof_request(sample.dungeon, seed) for seed in spread(24)]
    require_references(spec, requests, builder.build_many(requests))


def ordered(fields: dict[str, object], order: str) -> list[str]:
    """The names of the fields, in this order."""
    return sorted(fields) if order == "sorted" else list(reversed(fields))
