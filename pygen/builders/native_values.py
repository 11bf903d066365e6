"""Native dungeons with values of open parameters."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pygen.base.project import PROJECT
from pygen.builders.base import Built, identity_of
from pygen.builders.native import NativeBuilder, NativeRoute
from pygen.emit.memory_regions import Regions
from pygen.engine.random.request import Request
from pygen.spec import Spec
from pygen.spec.open_parameters import Values, open_parameters, values_in_words
from pygen.spec.selection import Selection


class NativeBuilderWithValues(NativeBuilder):
    """The dungeons of a spec with these values of one dungeon's open parameters."""

    def __init__(
        self,
        spec: Spec,
        dungeon: str,
        values: Values,
        library: Path | None = None,
        selection: Selection | None = None,
    ) -> None:
        super().__init__(spec, library, selection)
        self._dungeon, self._values = dungeon, values
        self._own = open_parameters(spec, dungeon).defaults

    def _take(self, values: Values) -> None:
        """Give a dungeon its values. All builders of a process share one library."""
        request = (ctypes.c_uint8 * len(values)).in_dll(self.library, "open_request")
        count = ctypes.c_uint8.in_dll(self.library, "open_count")
        request[:] = list(values)
        count.value = len(values)
        self.library.dungeon_take_values(self._number(self._dungeon))
        count.value = 0

    @contextmanager
    def _given(self) -> Iterator[None]:
        """The dungeon has the values meanwhile, and the spec's own afterwards."""
        self._take(self._values)
        try:
            yield
        finally:
            self._take(self._own)

    def build(self, request: Request) -> Built:
        with self._given():
            return super().build(request)

    def build_steps(self, request: Request, steps: int = 0) -> Built:
        with self._given():
            return super().build_steps(request, steps)

    def build_many(self, requests: Sequence[Request]) -> bytes:
        with self._given():
            return super().build_many(requests)

    def digests(self, requests: Sequence[Request]) -> bytes:
        with self._given():
            return super().digests(requests)

    def survey(self, requests: Sequence[Request], regions: Regions) -> bytes:
        with self._given():
            return super().survey(requests, regions)

    def phases(self, request: Request) -> Iterator[tuple[str, dict[str, bytes]]]:
        with self._given():
            found = list(super().phases(request))
        yield from found


@dataclass(frozen=True)
class NativeRouteWithValues(NativeRoute):
    """The native build with these values of the open parameters of `dungeon`."""

    dungeon: str = ""
    values: Values = ()

    @property
    def name(self) -> str:
        opened = open_parameters(self.spec, self.dungeon)
        return f"native {values_in_words(opened, self.values)}"

    def open(self) -> NativeBuilderWithValues:
        return NativeBuilderWithValues(
            self.spec, self.dungeon, self.values, self.library, self.selection
        )

    def identity(self, dungeon: str, floor: int = 1) -> str:
        """As `Route.identity`: also the values, and the code that gives them to the library."""
        words = [super().identity(dungeon, floor), *map(str, self.values)]
        return identity_of(words, [PROJECT / "pygen" / "builders" / "native_values.py"])
