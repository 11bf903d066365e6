"""A judge of what dungeons require, which shares no code with what it judges.

It builds the same dungeon without `require` for the seed of each try, and says which of these
dungeons must be the result.
"""

from __future__ import annotations

import copy
import re
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from helpers.kinds import loaded

from pygen.engine.dungeon.generation import Generation
from pygen.engine.random.floors import previous_seed
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.pictures.data import pass_values
from pygen.spec import Spec

UNMET = 0x40

RATS = [
    {"name": "rat", "glyph": "r", "colour": "red", "weight": 3},
    {"name": "bat", "glyph": "b", "colour": "cyan"},
]
SECTIONS: dict[str, Any] = {
    # Figures of the kind, of entities of a kind, and of `measure`; floors that differ.
    "halls": {
        "kind": "bsp",
        "map": {"width": 48, "height": 32},
        # One more than a step counts, and others of the same kinds behind them.
        "passes": [
            {"name": "enemies", "least": 65, "most": 65, "table": RATS},
            {"name": "enemies", "id": "more", "least": 9, "most": 9, "table": RATS},
        ],
        "require": [
            "loops >= 1",
            "passes.enemies.bat between 12 and 18 and passes.enemies.rat > 47",
            "passes.more.bat >= 2",
            "stairs_steps < 120",
        ],
        "floors": {
            "3": {"require": []},
            "4-6": {"require": {"tries": 3}},
            "7-": {"require": ["passes.enemies.placed == 65 and not rooms > 12", "up_x < 20"]},
        },
    },
    # A test between two passes that share a plane; one that nothing meets.
    "cave": {
        "kind": "caves",
        "map": {"width": 40, "height": 28},
        "passes": [
            {"name": "smooth"},
            {"name": "regions", "keep": "all"},
            {"name": "stairs", "steps": "10-80"},
            {"name": "locks"},
            {"name": "items", "least": 1, "most": 6},
        ],
        "require": {
            "conditions": [
                "up_x > down_x",
                "passes.locks.placed == 0 or status == 0",
                "passes.items.placed > 2",
            ],
            "tries": 5,
        },
    },
    # A kind that has a figure `tries` itself.
    "floor": {
        "kind": "mystery",
        "require": ["tries == 1 and chambers > 5", "stairs_steps not between 0 and 25"],
    },
    "crypt": {"kind": "grid_rooms", "require": ["secret_rooms >= 3", "draws > 180"]},
}  # fmt: skip
"""Dungeons that require something of each sort."""


def bare(data: dict[str, Any], spec: Spec) -> Spec:
    """The spec without what it requires, but with the passes that it has for that."""
    result = copy.deepcopy(data)
    for name, section in result["dungeons"].items():
        uses = spec.dungeons[name].passes
        for row in (section, *section.get("floors", {}).values()):
            row.pop("require", None)
        missing = uses[len(section.get("passes", [])) :]
        added = [use.model_dump(mode="json", exclude_defaults=True) for use in missing]
        section["passes"] = [*section.get("passes", []), *added]
    return loaded(result)


def seeds(spec: Spec, seed: int, salt: str) -> Iterator[int]:
    """The seeds of the tries of a floor with this seed, of a dungeon with this salt."""
    yield seed
    state = started(spec, seed)
    state = mixed(spec, started(spec, mixed(spec, state, f"salt {salt}")) if salt else state)
    while True:
        yield mixed(spec, state)
        state = (state * spec.random.floor_multiplier + spec.random.floor_increment) & 0xFFFF


def mixed(spec: Spec, state: int, stream: str = "require") -> int:
    """A state, mixed with the number of a stream: of tries, or another one."""
    check = zlib.crc32(stream.encode())
    number = state ^ (check >> 16) ^ (check & 0xFFFF)
    for turn in range(3):
        number = number if turn == 0 else ((number << 8) | (number >> 8)) & 0xFFFF
        number = (number * spec.random.floor_multiplier + spec.random.floor_increment) & 0xFFFF
    return number


def started(spec: Spec, seed: int) -> int:
    """The state of random numbers that start with a seed."""
    left, right, last = spec.random.shifts
    state = seed or spec.random.seed_zero
    for _ in range(spec.random.warm_up):
        state ^= (state << left) & 0xFFFF
        state ^= state >> right
        state ^= (state << last) & 0xFFFF
    return state


def is_met(condition: str, numbers: Mapping[str, int]) -> bool:
    """Whether a condition is met, as Python understands it."""
    text = re.sub(
        r"([\w.]+)\s+(not\s+)?between\s+([\w.]+)\s+and\s+([\w.]+)",
        r"(\2 (\3 <= \1 <= \4))",
        condition,
    )
    names = dict.fromkeys(re.findall(r"[A-Za-z_]\w*(?:\.\w+)*", text))
    known = {name: f"n{number}" for number, name in enumerate(names) if name in numbers}
    text = re.sub(r"[A-Za-z_]\w*(?:\.\w+)*", lambda found: known.get(found[0], found[0]), text)
    values = {short: numbers[name] for name, short in known.items()}
    return bool(eval(text, {"__builtins__": {}}, values))


def numbers_of(g: Generation[Any]) -> dict[str, int]:
    made = pass_values(g).items()
    passes = {f"passes.{use}.{name}": n for use, of in made for name, n in of.items()}
    return {**g.summary_values(), **passes}


def check(spec: Spec, without: Spec, request: Request, given: Mapping[str, bytes]) -> int:
    """Raise AssertionError unless the regions of a dungeon are those that must come out. `without`
    is the spec from `bare`. Returns the number of tries."""
    row = spec.blueprint(request.dungeon, request.floor).parameters
    conditions = row.require.conditions if row.require else []
    most = row.require.tries if row.require else 1
    made = enumerate(seeds(spec, request.own_seed(spec.random), row.salt), 1)
    for number, seed in made:
        for _ in range(request.floor - 1):
            seed = previous_seed(spec.random, seed)
        alone = generate(without, Request(request.dungeon, seed, request.floor))
        met = all(is_met(one, numbers_of(alone)) for one in conditions)
        if met or number == most:
            break
    expected = dict(alone.region_bytes())
    summary = bytearray(expected["summary"])
    summary[spec.layouts["summary"]["status"].offset] |= 0 if met else UNMET
    expected["summary"] = bytes(summary) + bytes([number])
    assert dict(given) == expected, f"{request}: not the dungeon of try {number}"
    return number
