"""The keys that kinds and passes list as those that may be open."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.tools import needs_cc

from pygen.base.errors import UserError
from pygen.builders.native import build_native
from pygen.builders.native_values import NativeBuilderWithValues
from pygen.compilers.host import HostCompiler
from pygen.kinds import KINDS, generate
from pygen.passes import PASSES
from pygen.spec import Spec
from pygen.spec.open_keys import keys_to_open, openable
from pygen.spec.open_parameters import drawn_values, open_parameters, with_values
from pygen.spec.problems import SpecError

LEAST = 4
"""The least keys of each kind that may be open."""
RANGE = 4
"""So many values of a key whose tables would be too long for all."""
CANNOT = ("can only be", "is a byte", "cannot have")
"""Why a key cannot be open in a certain dungeon."""


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_some(kind: str) -> None:
    keys = keys_to_open(f"kinds/{kind}")
    assert len(keys) >= LEAST and len(set(keys)) == len(keys)


@pytest.mark.parametrize("part", [*(f"kinds/{k}" for k in KINDS), *(f"passes/{p}" for p in PASSES)])
def test_all_are_whole_numbers_that_floors_may_change(part: str) -> None:
    folder, _, name = part.partition("/")
    model = (KINDS if folder == "kinds" else PASSES)[name].parameters
    same = {key if isinstance(key, str) else ".".join(key) for key in model.same_on_all_floors}
    for key in keys_to_open(part):
        section, words = model, key.split(".")
        for word in words[:-1]:
            section = section.model_fields[word].annotation
        assert section.model_fields[words[-1]].annotation is int, key
        assert not any(".".join(words[:n]) in same for n in range(1, len(words) + 1)), key


def with_open(spec: Spec, *entries: str) -> Spec:
    return spec.replaced(modules=spec.modules.model_copy(update={"open": list(entries)}))


def opened(spec: Spec, dungeon: str, key: str) -> tuple[Spec, Path] | None:
    """A spec with an open key, with a range if there are too many values, and its library; None if
    the dungeon's other parameters do not let the key have another value."""
    alone = spec.only(dungeon)
    entry = f"{dungeon}.{key}"
    for given in (entry, ""):
        one = with_open(spec, given or _few(spec, dungeon, entry))
        try:
            open_parameters(one, dungeon)
            folder = Path(tempfile.mkdtemp())
            quick = HostCompiler.find_quick()
            return one, build_native(one, "quick", folder, compiler=quick, selection=alone)
        except SpecError:
            raise
        except UserError as error:
            if any(word in error.message for word in CANNOT):
                return None
            if "the tables for all values" not in error.message or not given:
                raise
    raise AssertionError


def _few(spec: Spec, dungeon: str, entry: str) -> str:
    (one,) = open_parameters(with_open(spec, entry), dungeon).parameters
    low = max(one.least, min(one.default - 1, one.most - RANGE + 1))
    return f"{entry} {low}-{min(one.most, low + RANGE - 1)}"


def check(spec: Spec, dungeon: str, keys: Iterator[str]) -> int:
    """Build dungeons with values of each key; returns how many keys can have others."""
    count = 0
    for key in keys:
        found = opened(spec, dungeon, key)
        if found is None:
            continue
        one, library = found
        for values in drawn_values(one, dungeon, 4):
            builder = NativeBuilderWithValues(one, dungeon, values, library, one.only(dungeon))
            for row in one.dungeons[dungeon].floor_rows[:2]:
                request = one.proof_request(dungeon, 257 * values[0] % 65536, row.first_floor)
                made = generate(with_values(one, dungeon, values), request)
                assert builder.build(request).regions == made.region_bytes(), (key, values)
        count += 1
    return count


# A dungeon of each kind, and as many passes as possible.
SHIPPED = (
    "crypt", "burrow", "maze", "grotto", "highlands", "halls", "warren", "citadel", "twelve_floors",
    "manor", "hollows", "mines", "cloister", "fens", "necropolis", "stronghold",
)  # fmt: skip


@needs_cc
@pytest.mark.long
@pytest.mark.shipped
@pytest.mark.parametrize("dungeon", SHIPPED)
def test_all_of_them_can_be_open(shipped_spec: Spec, dungeon: str) -> None:
    names = openable(shipped_spec.dungeons[dungeon])
    assert check(shipped_spec, dungeon, iter(names)) >= LEAST - 1


@needs_cc
@pytest.mark.shipped
def test_some_of_them_can_be_open(shipped_spec: Spec) -> None:
    assert check(shipped_spec, "crypt", iter(["grid.rows", "rooms.max_size"])) == 2
    assert check(shipped_spec, "halls", iter(["rooms.max_size", "furnish.chance"])) == 2
    assert check(shipped_spec, "grotto", iter(["water.lakes", "areas.count"])) == 1


def test_every_list_is_of_a_kind_or_a_pass() -> None:
    package = Path(__file__).parents[2] / "pygen"
    parts = {f"kinds/{name}" for name in KINDS} | {f"passes/{name}" for name in PASSES}
    files = list(package.rglob("open_keys.json"))
    assert len(files) > len(KINDS)
    for file in files:
        assert file.parent.relative_to(package).as_posix() in parts
