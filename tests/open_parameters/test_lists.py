"""The keys that kinds and passes list as those that may be open."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.kinds import data_with, loaded
from helpers.programs import native_of
from helpers.tools import SHIPPED_SPEC_FILE, needs_cc

from pygen.base.errors import UserError
from pygen.builders.native_values import NativeBuilderWithValues
from pygen.kinds import KINDS, generate
from pygen.passes import PASSES
from pygen.spec import Spec, load_spec
from pygen.spec.open_keys import keys_to_open, openable
from pygen.spec.open_parameters import drawn_values, open_parameters, with_values

LEAST = 4
"""The least keys of each kind that may be open."""
AT_ONCE = 5
"""So many are opened together."""


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_some(kind: str) -> None:
    keys = keys_to_open(f"kinds/{kind}")
    assert len(keys) >= LEAST and len(set(keys)) == len(keys)


@pytest.mark.parametrize("part", [*(f"kinds/{k}" for k in KINDS), *(f"passes/{p}" for p in PASSES)])
def test_all_are_whole_numbers_that_floors_may_change(part: str) -> None:
    folder, _, name = part.partition("/")
    model = (KINDS if folder == "kinds" else PASSES)[name].parameters
    same = {
        key if isinstance(key, str) else ".".join(key) for key in model.same_on_all_floors
    }
    for key in keys_to_open(part):
        section, words = model, key.split(".")
        for word in words[:-1]:
            section = section.model_fields[word].annotation  # type: ignore[assignment]
        assert section.model_fields[words[-1]].annotation is int, key
        assert not any(".".join(words[:n]) in same for n in range(1, len(words) + 1)), key
