"""Which rooms are joined.

A part has at most four cuts at its sides. Each room keeps a free slot for every cut beside it that
no corridor crosses yet. So a spanning tree can always be completed: any pair may be joined across
such a cut, and when the two sides of every cut are joined, all rooms are joined.

What a `yield` means is described in `pygen.engine.definition.pace`.
"""

from __future__ import annotations

from pygen.engine.definition.pace import FULL, Piece, Work
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.bsp.corridors import Halls, dig_corridor
from pygen.kinds.bsp.pace import PACE
from pygen.kinds.bsp.pairs import Pair, find_pairs
from pygen.kinds.bsp.parameters import Bsp

TRY, LOOP = Piece("join", PACE["tries_at_once"]), Piece("loops", PACE["tries_at_once"])


class Network:
    """The rooms that are joined so far.

    `group` has the same number for rooms that are joined, `is_crossed` says for each cut whether a
    corridor crosses it. `pairs` are all pairs of neighbours.
    """

    def __init__(self, rooms: int) -> None:
        self.group = list(range(rooms))
        self.is_crossed = [False] * (rooms - 1)
        self.pairs: list[Pair] = []


def may_spare(g: Generation[Bsp], halls: Halls, network: Network, room: int) -> bool:
    """Whether a room has a free slot besides one for each adjacent cut that no corridor crosses."""
    lines = halls.layout.parts[room].lines
    kept = sum(line is not None and not network.is_crossed[line] for line in lines)
    return len(g.rooms[room].connections) + kept < g.parameters.corridors.max_connections


def is_wanted(g: Generation[Bsp], halls: Halls, network: Network, pair: Pair) -> bool:
    """Whether a pair must be joined for the spanning tree, not just for a loop."""
    if g.parameters.connect == "siblings":
        return not network.is_crossed[pair.line]
    if network.group[pair.first] == network.group[pair.second]:
        return False
    if not network.is_crossed[pair.line]:
        return True
    return all(may_spare(g, halls, network, room) for room in (pair.first, pair.second))


def join_pair(g: Generation[Bsp], halls: Halls, network: Network, pair: Pair) -> Work:
    """Dig the corridor of a pair."""
    pair.is_joined = True
    network.is_crossed[pair.line] = True
    yield from dig_corridor(g, halls, pair.first, pair.second)


def join_groups(network: Network, pair: Pair) -> None:
    """Unite the groups of the two rooms of a pair."""
    kept, gone = network.group[pair.first], network.group[pair.second]
    network.group = [kept if group == gone else group for group in network.group]


def join_all(g: Generation[Bsp], halls: Halls, network: Network) -> Work:
    """Look at the pairs in random order, and join those that are wanted until all rooms are joined.

    The first `left` pairs have not been looked at. A pair that has been looked at changes places
    with the last of them.
    """
    pairs, left = network.pairs, len(network.pairs)
    while len(halls.corridors) != len(g.rooms) - 1:
        yield TRY
        chosen = g.random.below(left)
        left -= 1
        pair = pairs[chosen]
        pairs[chosen], pairs[left] = pairs[left], pair
        if is_wanted(g, halls, network, pair):
            join_groups(network, pair)
            yield from join_pair(g, halls, network, pair)
            yield "join"


def join_loops(g: Generation[Bsp], halls: Halls, network: Network) -> Work:
    """Join further pairs by chance: first pairs that were not wanted, then pairs not looked at.

    A pair is dropped if one of its rooms has no free slot.
    """
    most = g.parameters.corridors.max_connections
    for pair in reversed(network.pairs):
        yield LOOP
        if pair.is_joined or not g.random.chance(g.parameters.loop_threshold):
            continue
        if max(len(g.rooms[room].connections) for room in (pair.first, pair.second)) == most:
            g.figures["dropped"] += 1
            continue
        g.figures["loops"] += 1
        yield from join_pair(g, halls, network, pair)
        yield FULL


def connect_rooms(g: Generation[Bsp], halls: Halls) -> Work:
    """Join all rooms, and further pairs of neighbours for loops. In a chain each room is joined to
    the next one."""
    is_chain = g.parameters.connect == "chain"
    network = Network(len(g.rooms))
    if is_chain:
        for first in range(len(g.rooms) - 1):
            yield from dig_corridor(g, halls, first, first + 1)
            yield "join"
    if not is_chain or g.parameters.has_loops:
        yield from find_pairs(halls.layout, network.pairs, is_chain)
        yield "pairs"
    if not is_chain:
        yield from join_all(g, halls, network)
    if g.parameters.has_loops:
        yield from join_loops(g, halls, network)
        yield "loops"
