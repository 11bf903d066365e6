"""What a game sees by its calls, compared with Python."""

from __future__ import annotations

from collections import defaultdict

from calls.sight.material import WINDOW, judge_plane
from helpers.games import Answer, Game, read, write

from pygen.calls.constants import CALL_FINDS_NOTHING, CALL_IS_DONE
from pygen.calls.sight import Sight

GAME_CALLS = ("field_of_view", "field_of_view_octant", "mark_seen", "line_of_sight")
MAP, PLANE, TO = 0xD003, 0xE9FF, 0xF3F1
"""Where a game has its map, its plane and its window: at no page's start, behind all regions."""


class Eyes:
    """A game that looks around in a map of its own."""

    def __init__(self, game: Game, width: int, height: int, map_at: int = MAP) -> None:
        self.game, self.width, self.height, self.map_at = game, width, height, map_at
        assert map_at + width * height <= PLANE
        self.cycles = defaultdict[str, list[int]](list)
        """The cycles of each call so far, by its name."""
        game.ask(map=map_at, to=TO, seen=PLANE)

    def open_in(self, sight: Sight) -> None:
        """Look around in this map from now on."""
        self.sight = sight
        write(self.game, self.map_at, bytes(sight.tiles))

    def window(self) -> bytes:
        return read(self.game, TO, WINDOW * WINDOW)

    def plane(self) -> bytes:
        return read(self.game, PLANE, (self.width + 7) // 8 * self.height)

    def call(self, name: str, a: int = 0) -> Answer:
        answer = self.game.call(name, a)
        self.cycles[name].append(answer.cycles)
        return answer

    def look(self, x: int, y: int, radius: int) -> None:
        """See from a tile, at once and in parts, and mark what is seen."""
        before, seen = self.window(), self.plane()
        expected = bytearray(before)
        self.sight.field_of_view(x, y, radius, expected)
        self.game.ask(x=x, y=y, radius=radius)
        assert self.call("field_of_view").a == CALL_IS_DONE
        assert self.window() == bytes(expected), (x, y, radius)
        write(self.game, TO, before)
        assert {self.call("field_of_view_octant", part).a for part in range(9)} == {CALL_IS_DONE}
        assert self.window() == bytes(expected), (x, y, radius)
        assert self.call("mark_seen").a == CALL_IS_DONE
        judge_plane(self.window(), (x, y), radius, self.width, self.height, self.plane(), seen)

    def look_at(self, x: int, y: int, x2: int, y2: int) -> None:
        """Whether a tile is seen from another one."""
        self.game.ask(x=x, y=y, x2=x2, y2=y2)
        is_seen = self.sight.line_of_sight(x, y, x2, y2)
        status = CALL_IS_DONE if is_seen else CALL_FINDS_NOTHING
        assert self.call("line_of_sight").a == status, (x, y, x2, y2)
