"""The small game of examples/ in the simulator: a script moves the joystick, a judge that shares no
code with the project's calls says where everybody must be, and what is seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from helpers.running_examples import KERNAL, PORT, RTS, with_digits
from helpers.tools import simulator_library

from pygen.base.project import PROJECT
from pygen.compilers.program import load_address_and_entry
from pygen.emulators.simulator import NOWHERE, Simulator
from pygen.emulators.vice import Vice
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec

SPEC = load_spec(PROJECT / "examples" / "hunt.yaml")
DUNGEON, SEED = "tomb", 7
WIDTH, HEIGHT = 48, 40

SEEN, FIGURE, MONSTERS_X, MONSTERS_Y, LEVEL = 0xC880, 0xCB00, 0xCB02, 0xCB04, 0xCB06
SCREEN, COLOURS, COLUMNS, ROWS = 0xCC00, 0xD800, 40, 24
RASTER, JOYSTICK, KEYS = 0xD012, 0xDC00, 0xDC01
NOTHING, UP, DOWN, LEFT, RIGHT, FIRE = 0xFF, 0xFE, 0xFD, 0xFB, 0xF7, 0xEF
MOST_CYCLES = 60_000_000

WALL, FLOOR, DOOR, UP_STAIRS, DOWN_STAIRS = 1, 2, 3, 4, 5
FRONT_SHAPE, FIGURE_SHAPE, MONSTER_SHAPE = 7, 8, 9
Place = tuple[int, int]
Tiles = list[list[int]]


@dataclass(frozen=True)
class Turn:
    """What is in memory when the game asks for the joystick."""

    figure: Place
    monsters: tuple[Place, Place]
    level: int
    seen: frozenset[Place]
    screen: bytes
    colours: bytes
    cycles: int


def played(prg: bytes, script: Sequence[int]) -> list[Turn]:
    """Run a game with these positions of the joystick, a turn each: what is in memory before each
    of them, and at the end."""
    machine = Simulator(simulator_library())
    machine.memory[KERNAL:] = bytes([RTS]) * (0x10000 - KERNAL)
    machine.memory[PORT] = 0x37
    load, entry = load_address_and_entry(with_digits(prg))
    machine.load({load: prg[2:]})
    turns: list[Turn] = []
    rasters = iter(_rasters())

    def joystick(_: int) -> int:
        if len(turns) <= len(script):
            turns.append(_turn(machine))
        return [*script, NOTHING][len(turns) - 1]

    machine.on_read(range(JOYSTICK, JOYSTICK + 1), joystick)
    machine.on_read(range(KEYS, KEYS + 1), lambda _: 0xFF)
    machine.on_read(range(RASTER, RASTER + 1), lambda _: next(rasters))
    machine.pc, machine.s, machine.p = entry, 0xF6, 0
    while len(turns) <= len(script):
        assert machine.cycles < MOST_CYCLES, f"turn {len(turns)}, it is at ${machine.pc:04x}"
        machine.run(NOWHERE, 100_000)
    return turns


def _rasters() -> Iterator[int]:
    while True:
        yield from (250, 100)


def _turn(machine: Simulator) -> Turn:
    memory = machine.memory
    plane = memory[SEEN : SEEN + WIDTH // 8 * HEIGHT]
    return Turn(
        figure=(memory[FIGURE], memory[FIGURE + 1]),
        monsters=(
            (memory[MONSTERS_X], memory[MONSTERS_Y]),
            (memory[MONSTERS_X + 1], memory[MONSTERS_Y + 1]),
        ),
        level=memory[LEVEL],
        seen=frozenset(
            (x, y)
            for y in range(HEIGHT)
            for x in range(WIDTH)
            if plane[y * (WIDTH // 8) + x // 8] >> x % 8 & 1
        ),
        screen=bytes(memory[SCREEN : SCREEN + COLUMNS * ROWS]),
        colours=bytes(byte & 15 for byte in memory[COLOURS : COLOURS + COLUMNS * ROWS]),
        cycles=machine.cycles,
    )


# In VICE.

BOOT, GAME = 0x0340, 0x080D
AS_THE_KERNAL_DOES = (
    (0xD011, 0x1B), (0xD016, 0xC8), (0xDC02, 0xFF), (0xDC03, 0), (0xDD02, 0x3F), (0xDD00, 0x97),
)  # fmt: skip
"""What the KERNAL has written to the chips before a program begins."""

KEY_S = (b"\xa5\x18\x29\x04\xf0", b"\xa5\x18\x29\x00\xf0")
"""VICE's simulated joysticks also hold the line of this key: the game in assembler does not ask for
it there."""

STICKS = {UP: "up", DOWN: "down", LEFT: "left", RIGHT: "right"}
SECONDS = 60


def begin_in_vice(machine: Vice, prg: bytes) -> None:
    """Start the game in assembler, up to where the figure is on its first tile."""
    assert prg.count(KEY_S[0]) == 1
    boot = b"".join(
        bytes((0xA9, value, 0x8D, at & 255, at >> 8)) for at, value in AS_THE_KERNAL_DOES
    )
    machine.load(0x0801, prg.replace(*KEY_S)[2:])
    machine.write(BOOT, boot + bytes((0x4C, GAME & 255, GAME >> 8)))
    machine.run_until_store(FIGURE + 1, SECONDS, start=BOOT)


def move_in_vice(machine: Vice, stick: int) -> None:
    """Move the figure a tile, by the joystick in port 2; the rest of the turn follows."""
    machine.joystick(2, [STICKS[stick]])
    machine.run_until_store(FIGURE + 1, SECONDS)


# The judge.


def tiles_of(level: int, spec: Spec = SPEC) -> Tiles:
    """The reference's dungeon, a row after the other."""
    tiles = generate(spec, Request(DUNGEON, SEED, level + 1)).tiles
    return [[tiles.get(x, y) for x in range(tiles.width)] for y in range(tiles.height)]


def is_open(tile: int) -> bool:
    return tile in (FLOOR, DOOR, UP_STAIRS, DOWN_STAIRS)


def steps_from(tiles: Tiles, source: Place) -> dict[Place, int]:
    """The steps to each tile that is reached."""
    found, waiting = {source: 0}, deque([source])
    while waiting:
        x, y = waiting.popleft()
        for other in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if other not in found and is_open(tiles[other[1]][other[0]]):
                found[other] = found[x, y] + 1
                waiting.append(other)
    return found


def sight_from(tiles: Tiles, eye: Place, radius: int = 8) -> set[Place]:
    """What is seen by symmetric shadow casting, with exact fractions (Albert Ford, 2020)."""
    seen, width, height = {eye}, len(tiles[0]), len(tiles)

    def is_opaque(place: Place) -> bool:
        x, y = place
        return not (0 <= x < width and 0 <= y < height) or tiles[y][x] in (WALL, DOOR)

    for across, down, columns, rows in ((1, 0, 0, -1), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, -1, 0)):
        waiting = [(1, Fraction(-1), Fraction(1))]
        while waiting:
            depth, start, end = waiting.pop()
            if depth > radius:
                continue
            was_opaque: bool | None = None
            first = floor(depth * start + Fraction(1, 2))
            last = ceil(depth * end - Fraction(1, 2))
            for at in range(first, last + 1):
                place = (eye[0] + at * across + depth * columns, eye[1] + at * down + depth * rows)
                opaque = is_opaque(place)
                if opaque or depth * start <= at <= depth * end:
                    seen.add(place)
                if was_opaque and not opaque:
                    start = Fraction(2 * at - 1, 2 * depth)
                if was_opaque is False and opaque:
                    waiting.append((depth + 1, start, Fraction(2 * at - 1, 2 * depth)))
                was_opaque = opaque
            if was_opaque is False:
                waiting.append((depth + 1, start, end))
    return {(x, y) for x, y in seen if 0 <= x < width and 0 <= y < height}


def moved(tiles: Tiles, place: Place, stick: int) -> Place:
    """Where a figure is after a turn."""
    x, y = place
    x, y = {UP: (x, y - 1), DOWN: (x, y + 1), LEFT: (x - 1, y), RIGHT: (x + 1, y)}.get(stick, place)
    return (x, y) if is_open(tiles[y][x]) else place


def screen_of(tiles: Tiles, turn: Turn, now: set[Place]) -> dict[Place, int]:
    """The character of each place of the screen, by the judge's own rules."""
    fx, fy = turn.figure
    left = min(max(fx - COLUMNS // 2, 0), WIDTH - COLUMNS)
    top = min(max(fy - ROWS // 2, 0), HEIGHT - ROWS)
    found = {}
    for row in range(ROWS):
        for column in range(COLUMNS):
            x, y = left + column, top + row
            tile = tiles[y][x]
            if tile == WALL and y + 1 < HEIGHT and tiles[y + 1][x] > WALL:
                tile = FRONT_SHAPE
            if (x, y) not in turn.seen:
                tile = 0
            if (x, y) in turn.monsters and (x, y) in now:
                tile = MONSTER_SHAPE
            if (x, y) == turn.figure:
                tile = FIGURE_SHAPE
            found[column, row] = tile
    return found


def mistakes(turns: Sequence[Turn], script: Sequence[int]) -> Iterator[str]:
    """What is wrong on the first level, in words: of the figure, the monsters, of what is seen and
    was seen, and of the screen."""
    tiles = tiles_of(0)
    known: set[Place] = set()
    for number, turn in enumerate(turns):
        sight = sight_from(tiles, turn.figure)
        known |= sight
        if turn.seen != known:
            yield f"turn {number}: seen is wrong at {sorted(turn.seen ^ known)[:5]}"
        if number:
            before = turns[number - 1]
            if turn.figure != moved(tiles, before.figure, script[number - 1]):
                yield f"turn {number}: the figure is at {turn.figure}"
            far = steps_from(tiles, turn.figure)
            for was, now in zip(before.monsters, turn.monsters):
                stands_behind = was == now and any(
                    abs(x - was[0]) + abs(y - was[1]) == 1 for x, y in before.monsters
                )
                if far[now] != far[was] - 1 and not stands_behind:
                    yield f"turn {number}: a monster went from {was} to {now}"
        shown = screen_of(tiles, turn, sight)
        wrong = [at for at, shape in shown.items() if turn.screen[at[1] * COLUMNS + at[0]] != shape]
        if wrong:
            yield f"turn {number}: the screen is wrong at {wrong[:5]}"


def way_to(tiles: Tiles, start: Place, goal: Place) -> list[int]:
    """The positions of the joystick that lead from a tile to another."""
    far = steps_from(tiles, goal)
    script, (x, y) = [], start
    while (x, y) != goal:
        sticks = {UP: (x, y - 1), DOWN: (x, y + 1), LEFT: (x - 1, y), RIGHT: (x + 1, y)}
        stick = next(one for one, at in sticks.items() if far.get(at, 999) < far[x, y])
        script.append(stick)
        x, y = sticks[stick]
    return script
