"""Shrinking a spec that fails to the fewest keys and the smallest numbers that still fail.

The method is delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and Isolating
Failure-Inducing Input", 2002) on the data of the YAML: values are left out, first many at once,
then each alone; numbers that cannot be left out become as small as the schema allows. A smaller
spec is kept only if it is valid, has a finding of the same kind, and no larger map. The same spec
always shrinks in the same way.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable
from typing import Any

from pygen.proof.findings import Finding
from pygen.spec import Spec, SpecError, smaller
from pygen.spec.document import Document, value_at
from pygen.spec.loading import spec_of
from pygen.spec.problems import KeyPath
from pygen.spec.smaller import DUNGEONS, FLOORS, Data
from pygen.spec.yaml_text import LONGEST_LINE, document_text

Check = Callable[[Spec], Finding | None]
"""Looks for what is wrong with a spec; None if nothing is."""

MOST_TRIES = 1000
"""How many specs are checked at most, unless the caller says otherwise."""

MOST_FOR_PAIRS = 24
"""With more values than this, no pairs are left out: there would be too many."""


class NothingFails(Exception):
    """The check finds nothing wrong with the spec that is to be shrunk."""


class _Enough(Exception):
    """As many specs were checked as may be."""


class Shrinker:
    """A spec that fails, and the smallest one known that fails in the same way.

    `data`, `spec` and `finding` are those of the smallest one, at any time. `tries` is how many
    specs were checked. `is_smallest` says whether `run` has come to its end: then the spec no
    longer fails in this way if any value is left out, or if any number, or a side of a map, is one
    less.
    """

    def __init__(
        self,
        data: Data,
        check: Check,
        most_tries: int = MOST_TRIES,
        tried: Callable[[Shrinker], None] = lambda _: None,
    ) -> None:
        """`data` are those of a valid spec. `tried` is called after each check.

        Raises NothingFails if the check finds nothing, SpecError if the spec is not valid.
        """
        spec = spec_of(Document.of_text(document_text(data)))
        finding = check(spec)
        if finding is None:
            raise NothingFails
        self.data, self.spec, self.finding = data, spec, finding
        self.tries, self.most_tries = 1, most_tries
        self.is_smallest = False
        self._check, self._tried = check, tried
        self._refused = {document_text(data)}

    @property
    def text(self) -> str:
        """The smallest spec as a file."""
        return document_text(self.data)

    def file(self, finding: Finding, command: str) -> str:
        """The smallest spec as a file, with comments: what `finding` says of it, and the command
        that shows this."""
        comment = textwrap.wrap(
            finding.words,
            LONGEST_LINE - 2,
            initial_indent="# ",
            subsequent_indent="# ",
            max_lines=3,
            placeholder=" ...",
            break_long_words=False,
        )
        return "".join(f"{line}\n" for line in (*comment, f"# See it: {command}")) + self.text

    def run(self) -> None:
        """Shrink the spec until it is smallest, or until as many specs were checked as may be."""
        try:
            before = None
            while before != self.data:
                before = self.data
                self._keep_one_dungeon()
                self._keep_one_row_of_floors()
                self._leave_out_values()
                self._make_maps_smaller()
                self._lower_numbers()
                if before == self.data:
                    self._leave_out_pairs()
            self.is_smallest = True
        except _Enough:
            pass

    def _accepts(self, data: Data) -> bool:
        """Whether a smaller spec is valid and fails in the same way. Then it is the smallest."""
        text = document_text(data)
        if text in self._refused:
            return False
        self._refused.add(text)
        try:
            spec = spec_of(Document.of_text(text))
        except SpecError:
            return False
        if self._has_larger_map(spec):
            return False
        if self.tries >= self.most_tries:
            raise _Enough
        found = self._check(spec)
        self.tries += 1
        is_same = found is not None and found.kind == self.finding.kind
        if found is not None and is_same:
            self.data, self.spec, self.finding = data, spec, found
        self._tried(self)
        return is_same

    def _has_larger_map(self, spec: Spec) -> bool:
        """Whether a dungeon has a larger map than in the smallest spec, as its default may be."""
        return any(
            dungeon.map.width > known.map.width or dungeon.map.height > known.map.height
            for name, dungeon in spec.dungeons.items()
            if (known := self.spec.dungeons.get(name))
        )

    def _keep_one_dungeon(self) -> None:
        """Leave out everything but one dungeon: that of the finding, if it names one."""
        names: list[Any] = smaller.keys_at(self.data, (DUNGEONS,))
        request = self.finding.request
        if request is not None and request.dungeon in names:
            names = [request.dungeon]
        any(self._accepts(smaller.alone(self.data, name)) for name in names)

    def _keep_one_row_of_floors(self) -> None:
        """Give all floors of a dungeon the values of one range of floors."""
        for name in smaller.keys_at(self.data, (DUNGEONS,)):
            for floors in smaller.keys_at(self.data, (DUNGEONS, name, FLOORS)):
                if self._accepts(smaller.on_all_floors(self.data, str(name), str(floors))):
                    break

    def _leave_out_values(self) -> None:
        """Leave out as much as possible of each group and of each list, the outermost first."""
        waiting: list[KeyPath] = [()]
        while waiting:
            path = waiting.pop(0)
            self._leave_out_values_of(path)
            waiting += [(*path, key) for key in smaller.keys_at(self.data, path)]

    def _leave_out_values_of(self, path: KeyPath) -> None:
        """Leave out values of one group or list: first all of them, then halves, and so on."""
        size = len(smaller.keys_at(self.data, path))
        while size:
            at = 0
            while keys := smaller.keys_at(self.data, path)[at : at + size]:
                left_out = [(*path, key) for key in keys]
                if not self._accepts(smaller.without(self.data, left_out)):
                    at += size
            size //= 2

    def _make_maps_smaller(self) -> None:
        """Make the map of each dungeon as small as possible, even if its size is the default."""
        for name in list(self.spec.dungeons):
            for side in ("width", "height"):
                size = self.spec.dungeons[name].map
                self._lower((DUNGEONS, name, "map", side), getattr(size, side))

    def _lower_numbers(self) -> None:
        """Make each number as small as possible."""
        for path in smaller.numbers(self.data):
            self._lower(path, value_at(self.data, path))

    def _lower(self, path: KeyPath, high: int) -> None:
        """Make the number at a path, which is `high`, as small as possible."""
        low = smaller.least(self.data, path)
        if low >= high or self._accepts(smaller.with_value(self.data, path, low)):
            return
        while high - low > 1:
            middle = (low + high) // 2
            if self._accepts(smaller.with_value(self.data, path, middle)):
                high = middle
            else:
                low = middle

    def _leave_out_pairs(self) -> None:
        """Leave out two values at once, as rules may bind them to each other."""
        found = list(smaller.paths(self.data))
        if len(found) > MOST_FOR_PAIRS:
            return
        for one, other in itertools.combinations(found, 2):
            if other[: len(one)] != one and self._accepts(smaller.without(self.data, [one, other])):
                return
