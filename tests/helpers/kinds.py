"""All kinds of dungeons, each with its test material, and sample dungeons of every one.

A new kind brings tests/kinds/<kind>/material.py; no other file of the tests names the kinds.
"""

from __future__ import annotations

import copy
import functools
import importlib
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.material import Material
from helpers.tools import SPEC_FILE

from pygen.compilers import COMPILERS
from pygen.kinds import KINDS
from pygen.spec import Spec, load_spec

FROZEN: dict[str, Any] = yaml.safe_load(SPEC_FILE.read_text(encoding="utf-8"))
"""The data of the tests' spec; to be copied before it is changed."""


@functools.cache
def material(kind: str) -> Material:
    """The test material of a kind; without it the tests fail."""
    found = importlib.import_module(f"kinds.{kind}.material").MATERIAL
    assert isinstance(found, Material), f"tests/kinds/{kind}/material.py: MATERIAL is no Material"
    return found


def loaded(data: dict[str, Any], overrides: Sequence[str] = ()) -> Spec:
    """The spec of such data, read as a file is read. Raises SpecError if it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spec.yaml"
        path.write_text(json.dumps(data), encoding="utf-8")
        return load_spec(path, overrides)


def data_with(dungeons: dict[str, Any]) -> dict[str, Any]:
    """The tests' spec with other dungeons, all of them in the program, and without budgets."""
    data = copy.deepcopy(FROZEN)
    data["dungeons"] = dungeons
    data["program"]["dungeons"] = list(dungeons)
    # The tables of any kind are compared and have memory, not only those of the tests' spec.
    del data["parity"]["regions"]
    del data["memory"]["program"]
    data.pop("budgets", None)
    # Floors of exact mode that are tried ten times take a C64 minutes.
    data["emulator"]["seconds_per_dungeon"] = 600
    return data


def data_of_all_kinds() -> dict[str, Any]:
    """The tests' spec with the sample dungeons of every kind, all of them in the program."""
    dungeons = copy.deepcopy(FROZEN["dungeons"])
    for kind in KINDS:
        dungeons |= copy.deepcopy(dict(material(kind).dungeons))
    return data_with(dungeons)


@dataclass(frozen=True)
class Sample:
    """A dungeon for the tests that every dungeon has to pass."""

    kind: str
    dungeon: str

    def __str__(self) -> str:
        return self.dungeon

    @functools.cached_property
    def spec(self) -> Spec:
        """A spec that has the dungeon in its program."""
        return self.changed()

    def changed(self, *overrides: str) -> Spec:
        """A spec of its own that has the dungeon in its program, with such changes."""
        if self.dungeon in FROZEN["dungeons"]:
            return load_spec(SPEC_FILE, overrides)
        return loaded(data_with(dict(material(self.kind).dungeons)), overrides)


def samples(kind: str) -> list[Sample]:
    """The sample dungeons of a kind."""
    frozen = [name for name, section in FROZEN["dungeons"].items() if section["kind"] == kind]
    return [Sample(kind, name) for name in (*frozen, *material(kind).dungeons)]


MAZE = next(kind for kind in KINDS if kind.startswith("maze"))
"""The kind with the most dead ends, for passes that look for them. They may stand behind any kind,
so no test of a pass names one in full (tests/house/test_docs.py)."""

SAMPLES = [sample for kind in KINDS for sample in samples(kind)]

ONE_OF_EACH_KIND = list({sample.kind: sample for sample in reversed(SAMPLES)}.values())


def in_turns(first: int) -> list[tuple[Sample, str]]:
    """Each sample with one of the compilers in turn, those of the tests' spec with both. `first` is
    the compiler of the first: 0 or 1."""
    names = list(COMPILERS)
    return [
        (sample, name)
        for number, sample in enumerate(SAMPLES, first)
        for name in (names if sample.dungeon in FROZEN["dungeons"] else [names[number % 2]])
    ]


every_kind = pytest.mark.parametrize("kind", list(KINDS))
every_dungeon = pytest.mark.parametrize("sample", SAMPLES, ids=str)
# The first dungeon of each kind; the others take long.
one_dungeon_of_each_kind = pytest.mark.parametrize(
    "sample",
    [
        pytest.param(sample, marks=[] if sample in ONE_OF_EACH_KIND else pytest.mark.long)
        for sample in SAMPLES
    ],
    ids=str,
)
