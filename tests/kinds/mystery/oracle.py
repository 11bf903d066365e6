"""The oracle of exact mode: a floor of dungeon-eos, which implements the original in Python.

It is installed for tests only (requirements/tests.txt). Where it differs from a floor that is
generated on its own, this module says so: what it keeps from floor to floor is reset here.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import pytest

from pygen.engine.random.random32 import next_floor
from pygen.kinds.mystery.parameters import Mystery

WIDTH, HEIGHT = 56, 32


@dataclass(frozen=True)
class OracleFloor:
    """What the oracle says of a floor; tiles are row by row.

    `terrain` is 0 wall, 1 floor, 2 water; `in_room` and `junctions` are sets of tiles of floor in
    rooms, `shop` and `house` of tiles of both.
    """

    terrain: tuple[int, ...]
    in_room: frozenset[tuple[int, int]]
    junctions: frozenset[tuple[int, int]]
    shop: frozenset[tuple[int, int]]
    house: frozenset[tuple[int, int]]
    items: frozenset[tuple[int, int]]
    traps: frozenset[tuple[int, int]]
    enemies: frozenset[tuple[int, int]]
    stairs: tuple[int, int]
    hidden_stairs: tuple[int, int] | None
    start: tuple[int, int]
    random_state: int
    secondary_state: int

    def digest(self) -> str:
        """16 hexadecimal digits that follow from all of it."""
        words = [
            sorted(value) if isinstance(value, frozenset) else value
            for value in vars(self).values()
        ]
        return hashlib.sha256(repr(words).encode()).hexdigest()[:16]


def floor_of_oracle(parameters: Mystery, seed: int) -> OracleFloor:
    """The oracle's floor for these parameters and the floor's own seed."""
    eos = pytest.importorskip("dungeon_eos.DungeonAlgorithm", reason="needs dungeon-eos")
    _set_up(eos, parameters, seed)
    eos.generate_floor()
    return _read(eos)


def _set_up(eos: Any, parameters: Mystery, seed: int) -> None:
    rooms, halls, things = parameters.rooms, parameters.halls, parameters.things
    properties = {
        "layout": parameters.layout_data.number,
        "mh_chance": parameters.monster_house.chance,
        "kecleon_chance": parameters.shop,
        "middle_room_secondary": rooms.structures,
        "nb_rooms": rooms.density,
        "bit_flags": int(parameters.water.on) | 4 * rooms.imperfect,
        "floor_connectivity": halls.connectivity,
        "maze_chance": rooms.maze,
        "dead_end": int(halls.dead_ends),
        "extra_hallways": halls.extra,
        "secondary_density": parameters.water.density,
        "empty_mh_chance": parameters.monster_house.empty,
        "enemy_density": things.enemies,
        "item_density": things.items,
        "buried_item_density": things.buried,
        "trap_density": things.traps,
        "fixed_floor_number": 0,
        # The oracle adds 1; 0 stands for no hidden stairs then.
        "hidden_stairs_type": 0 if things.hidden_stairs else -1,
    }
    for name, value in properties.items():
        assert hasattr(eos.Properties, name)
        setattr(eos.Properties, name, value)
    eos.StaticParam.MERGE_CHANCE = rooms.merging
    eos.StaticParam.IMPERFECT_CHANCE = 100 - rooms.imperfect_chance
    eos.StaticParam.SECONDARY_CHANCE = rooms.structure_chance
    eos.StaticParam.MH_NORMAL_SPAWN_ITEM = parameters.monster_house.loot
    # The oracle adds half of it.
    eos.StaticParam.MH_NORMAL_SPAWN_ENM = -(-parameters.monster_house.enemies * 2 // 3)
    # Without this the oracle has no labyrinths, as the original.
    eos.StaticParam.PATCH_APPLIED = 1
    eos.StaticParam.FIX_DEAD_END_ERROR = 0
    eos.StaticParam.FIX_OUTER_ROOM_ERROR = 0
    eos.StaticParam.DEFAULT_TILE = eos.TileData()
    status = eos.StatusData
    status.second_spawn = status.has_monster_house = status.has_kecleon_shop = 0
    status.has_maze = status.no_enemy_spawn = status.floor_size = 0
    data = eos.DungeonData
    data.create_mh, data.mh_room = 0, -1
    floor_seed = next_floor(seed << 1 | 1)[1]
    random = eos.RandomGenerator
    random.gen_type = random.count = 0
    random.seed_t0 = floor_seed | 1
    random.seeds_t1 = [floor_seed] * 5


def _read(eos: Any) -> OracleFloor:
    data = eos.DungeonData
    places = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]
    flags = {place: data.list_tiles[place[0]][place[1]].terrain_flags for place in places}
    spawns = {place: data.list_tiles[place[0]][place[1]].spawn_flags for place in places}
    rooms = {place: data.list_tiles[place[0]][place[1]].room_index for place in places}
    floor = [place for place in places if flags[place] & 3 == 1]
    in_room = frozenset(place for place in floor if rooms[place] < 0xF0)
    hidden = (data.hidden_stairs_spawn_x, data.hidden_stairs_spawn_y)

    def having(bit: int) -> frozenset[tuple[int, int]]:
        return frozenset(place for place in places if spawns[place] & bit)

    return OracleFloor(
        terrain=tuple(flags[place] & 3 for place in places),
        in_room=in_room,
        junctions=frozenset(place for place in in_room if flags[place] & 8),
        shop=frozenset(place for place in places if flags[place] & 0x20),
        house=frozenset(place for place in places if flags[place] & 0x40),
        items=having(2),
        traps=having(4),
        enemies=having(8),
        stairs=(data.stairs_spawn_x, data.stairs_spawn_y),
        hidden_stairs=None if hidden == (-1, -1) else hidden,
        start=(data.player_spawn_x, data.player_spawn_y),
        random_state=eos.RandomGenerator.seed_t0,
        secondary_state=eos.RandomGenerator.seeds_t1[3],
    )
