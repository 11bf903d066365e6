"""How fast the native dungeons are beside those of other libraries, as far as these are installed.

Every library makes maps of the same size with what it is usually given. What each promises differs,
and is said beside the figures. Ours also places stairs and counts tiles; it is timed as it ships,
and without the counts.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygen.builders.native import NativeBuilder, build_native
from pygen.engine.random.request import Request
from pygen.spec import Spec

SCRIPT = Path(__file__).with_name("peers.js")
"""What times the libraries for Node."""
NODE = ("rot-js", "malwoden", "wavefunctioncollapse")
"""The libraries for Node, by the names of their packages."""
MAPS = 300
"""How many maps of each library are timed."""
RUNS = 5
NODE_SECONDS = 300


@dataclass(frozen=True)
class Peer:
    """A generator of another library that makes what a dungeon of ours is: `library` with its
    generator `name`, and what it promises."""

    dungeon: str
    library: str
    name: str
    promises: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_for_node(self) -> bool:
        return self.library in NODE


LEARNED = "OverlappingModel"
"""The generator that learns from a sample: it is beside our ruins if they do, as those in
tests/specs/before_kinds."""

CELLULAR = "Cellular"
"""The generator of bare caves: it is beside our grotto if that has no passes, as the one in
tests/specs/before_kinds."""

PEERS = [
    Peer("crypt", "rot-js", "Rogue", "rooms in a grid, joined"),
    Peer("halls", "rot-js", "Uniform", "rooms at random places, joined"),
    Peer("halls", "tcod", "BSP", "rooms in the parts of a cut map, joined"),
    Peer("warren", "rot-js", "Digger", "rooms and corridors, a fifth of the map"),
    Peer(
        "grotto", "rot-js", CELLULAR, "caves, joined",
        {"born": [5, 6, 7, 8], "survive": [4, 5, 6, 7, 8], "rock": 0.45, "rounds": 5},
    ),
    Peer("highlands", "tcod", "noise", "noise of four octaves alone"),
    Peer("maze", "rot-js", "EllerMaze", "a maze"),
    Peer("quarry", "malwoden", "DrunkardsWalk", "a walk of as many steps alone", {"steps": 1500}),
    Peer(
        "ruins", "wavefunctioncollapse", LEARNED, "the same sample, in all directions",
        {"size": 2},
    ),
    Peer("twelve_floors", "dungeon-eos", "floor", "rooms, halls, items, traps, enemies, stairs"),
]  # fmt: skip


@dataclass(frozen=True)
class Compared:
    """A dungeon of ours beside a peer, in microseconds. `plain` is ours without the counts of
    tiles. `theirs` is None if the peer's library is not installed."""

    peer: Peer
    size: tuple[int, int]
    whole: float
    plain: float
    theirs: float | None
    version: str


def compared(spec: Spec, now: Callable[[str], None] = lambda _what: None) -> Iterator[Compared]:
    """Compare the dungeons of a spec that have a peer. `now` is called with the name of each before
    it is timed.

    Raises ToolMissing without a C compiler for this machine.
    """
    wanted = [
        peer
        for peer in PEERS
        if peer.dungeon in spec.dungeons
        and (peer.name != LEARNED or _sample(spec, peer))
        and (peer.name != CELLULAR or not spec.dungeons[peer.dungeon].passes)
    ]
    now("libraries for Node")
    in_node = _node(spec, [peer for peer in wanted if peer.is_for_node])
    for peer in wanted:
        now(peer.dungeon)
        if peer.is_for_node:
            theirs, version = in_node.get(peer.name, (None, ""))
        else:
            theirs, version = _python(peer, *_size(spec, peer))
        whole, plain = ours(spec, peer.dungeon)
        yield Compared(peer, _size(spec, peer), whole, plain, theirs, version)


def _size(spec: Spec, peer: Peer) -> tuple[int, int]:
    size = spec.dungeons[peer.dungeon].map
    return size.width, size.height


def ours(spec: Spec, dungeon: str) -> tuple[float, float]:
    """The mean time of a dungeon as it ships, and without the counts of its tiles, in microseconds:
    the best of some runs over the same seeds."""
    alone = spec.only(dungeon)
    whole = NativeBuilder(spec, build_native(spec, selection=alone), alone)
    requests = [Request(dungeon, seed) for seed in range(MAPS)]
    each = _best(lambda: whole.build_many(requests)) / MAPS
    counting = _best(lambda: [whole.library.mapgen_get_statistics() for _ in requests]) / MAPS
    return each, each - counting


def _best(work: Callable[[], object]) -> float:
    """The shortest time of some runs in microseconds."""
    times = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times) * 1e6


def _median(work: Callable[[int], object]) -> float:
    """The median time of a map in microseconds; `work` gets the number of the map."""
    times = []
    for number in range(MAPS):
        begin = time.perf_counter()
        work(number)
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1e6


def _node(spec: Spec, peers: Sequence[Peer]) -> dict[str, tuple[float, str]]:
    """By name of a generator for Node, its median time in microseconds and its library's version.
    Those that are not installed are left out."""
    node = shutil.which("node")
    if node is None:
        return {}
    wanted = [
        {"library": peer.library, "name": peer.name, "width": width, "height": height,
         "options": _options(spec, peer), "count": MAPS}
        for peer in peers
        for width, height in [_size(spec, peer)]
    ]  # fmt: skip
    done = subprocess.run(
        [node, "-e", SCRIPT.read_text(encoding="utf-8")], input=json.dumps(wanted).encode(),
        capture_output=True, timeout=NODE_SECONDS, check=False,
    )  # fmt: skip
    if done.returncode:
        return {}
    # A library may print before.
    found = json.loads(done.stdout.splitlines()[-1])
    return {peer.name: (one["median"], one["version"]) for peer, one in zip(peers, found) if one}


def _options(spec: Spec, peer: Peer) -> dict[str, Any]:
    """The options of a peer; one that learns from a drawing gets that of our dungeon."""
    drawing = _sample(spec, peer)
    return {**peer.options, **({"drawing": drawing} if drawing else {})}


def _sample(spec: Spec, peer: Peer) -> list[str]:
    """The sample of a dungeon that is learned from one."""
    sample = getattr(spec.dungeons[peer.dungeon], "sample", None)
    return list(sample.drawing) if sample else []


def _tcod_bsp(width: int, height: int) -> float:
    """As in libtcod's own example: a room in each part, and corridors between the middles of the
    halves of each cut."""
    bsp = importlib.import_module("tcod.bsp")
    numpy = importlib.import_module("numpy")

    def draw(_number: int) -> None:
        tiles = numpy.zeros((width, height), dtype=numpy.uint8)
        root = bsp.BSP(0, 0, width, height)
        root.split_recursive(4, 8, 8, 1.5, 1.5)
        for node in root.pre_order():
            x, y = node.x + node.width // 2, node.y + node.height // 2
            if node.children:
                other = node.children[1]
                to_x, to_y = other.x + other.width // 2, other.y + other.height // 2
                tiles[min(x, to_x) : max(x, to_x) + 1, y] = 1
                tiles[to_x, min(y, to_y) : max(y, to_y) + 1] = 1
            else:
                tiles[
                    node.x + 1 : node.x + node.width - 1, node.y + 1 : node.y + node.height - 1
                ] = 1

    return _median(draw)


def _tcod_noise(width: int, height: int) -> float:
    noise = importlib.import_module("tcod.noise")
    grid = noise.grid(shape=(width, height), scale=0.1)

    def sample(number: int) -> None:
        noise.Noise(
            2, implementation=noise.Implementation.FBM, octaves=4, seed=number
        )[grid]  # fmt: skip

    return _median(sample)


def _eos(_width: int, _height: int) -> float:
    eos = importlib.import_module("dungeon_eos.DungeonAlgorithm")
    return _median(lambda _number: eos.generate_floor())


_IN_PYTHON = {"BSP": _tcod_bsp, "noise": _tcod_noise, "floor": _eos}


def _python(peer: Peer, width: int, height: int) -> tuple[float | None, str]:
    """The median time of a peer in Python, and its library's version."""
    try:
        return _IN_PYTHON[peer.name](width, height), importlib.metadata.version(peer.library)
    except ImportError:
        return None, ""
