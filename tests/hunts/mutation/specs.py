"""The specs for which mutants are built: between them, something of all that the C can do."""

from __future__ import annotations

import functools
import json
from typing import Any

import yaml
from helpers import required
from helpers.kinds import data_of_all_kinds, material
from helpers.material import Data
from helpers.passes import pass_material, sequel, spec_with_pass
from helpers.tools import WORLDS_SPEC_FILE

from pygen.engine.definition.passes import PassParameters
from pygen.kinds import KINDS
from pygen.passes import PASSES

WIDE_MEMORY = [
    "memory.map.start=0x2800", "memory.map.end=0x9FFF",
    "memory.program.start=0xA000", "memory.program.end=0xCFFF",
]  # fmt: skip
# Each spec is here for something that the others do not have. Every kind adds to them what its
# tests/kinds/<kind>/material.py has under the same name.
COMMON: dict[str, list[str]] = {
    "default": [],
    "crowded": WIDE_MEMORY,
    "wide": [*WIDE_MEMORY, "random.shifts=[1,1,14]", "random.warm_up=1"],
    "small": [*WIDE_MEMORY, "tiles.floor.code=7", "tiles.treasure.code=2"],
}


@functools.cache
def all_specs() -> dict[str, list[str]]:
    """The changes of the tests' spec by which each spec of the run comes to be."""
    found = {name: list(changes) for name, changes in COMMON.items()}
    for kind in KINDS:
        for name, changes in material(kind).variants.items():
            found.setdefault(name, list(WIDE_MEMORY)).extend(changes)
    for number, changes in enumerate(changes_with_passes(), 1):
        found[f"passes {number}"] = [*WIDE_MEMORY, *changes]
    return found


def data_of_run() -> Data:
    """The spec that those of the run are made of."""
    data = data_of_all_kinds()
    # Looks may need more characters.
    del data["memory"]["charset"]
    worlds = yaml.safe_load(WORLDS_SPEC_FILE.read_text())["dungeons"]
    for name, section in worlds.items():
        data["dungeons"][f"world_{name}"] = section
        data["program"]["dungeons"].append(f"world_{name}")
    for name, section in required.SECTIONS.items():
        data["dungeons"][f"required_{name}"] = section
        data["program"]["dungeons"].append(f"required_{name}")
    for name in PASSES:
        for dungeon, section in pass_material(name).dungeons.items():
            use = dict(pass_material(name).samples[0])
            data["dungeons"][dungeon] = {**section, "passes": sequel(name, use)}
            data["program"]["dungeons"].append(dungeon)
    return data


def given(use: PassParameters) -> dict[str, Any]:
    """A pass as the YAML would have it."""
    return {"name": use.name, **use.model_dump(mode="json", exclude_defaults=True)}


def changes_with_passes() -> list[list[str]]:
    """What gives each sample of each pass to a dungeon that it may follow, one to each; for as many
    specs as that takes."""
    found: list[list[str]] = []
    used: list[set[str]] = []
    names = list(data_of_all_kinds()["dungeons"])
    samples = [(name, dict(use)) for name in PASSES for use in pass_material(name).samples]
    for turn, (name, use) in enumerate(samples):
        # A third of the dungeons will do, and is found in a third of the time.
        spec = spec_with_pass(name, use, names[turn % 3 :: 3]) or spec_with_pass(name, use)
        assert spec is not None
        if all(spec.dungeons.keys() <= names for names in used):
            found.append([])
            used.append(set())
        number = next(n for n, names in enumerate(used) if not spec.dungeons.keys() <= names)
        dungeon = next(dungeon for dungeon in spec.dungeons if dungeon not in used[number])
        used[number].add(dungeon)
        bits = spec.dungeons[dungeon].map.bits_per_tile
        found[number].append(f"dungeons.{dungeon}.floors={{}}")
        found[number].append(f"dungeons.{dungeon}.map.bits_per_tile={bits}")
        passes = [given(one) for one in spec.dungeons[dungeon].passes]
        found[number].append(f"dungeons.{dungeon}.passes={json.dumps(passes)}")
        if absent := spec.dungeons[dungeon].without:
            found[number].append(f"dungeons.{dungeon}.without={json.dumps(absent)}")
    return found
