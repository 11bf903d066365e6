"""Native builds of dungeons whose parameters change all the time."""

from __future__ import annotations

import _ctypes
import contextlib
import shutil
import threading
from array import array
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pygen.base.errors import ToolMissing
from pygen.base.temporary import temporary_folder
from pygen.builders.native import NativeBuilder, build_native
from pygen.compilers.host import HostCompiler, NativeForm
from pygen.emit.memory_regions import split_regions
from pygen.emit.plan import plan_of
from pygen.engine.definition.entity_kinds import ENTITIES
from pygen.engine.definition.looks import unpack_looks
from pygen.engine.dungeon.generation import Generation
from pygen.engine.dungeon.tilemap import unpack
from pygen.engine.random.request import Request
from pygen.kinds import begin
from pygen.pictures.cells import Atlas, cells_of
from pygen.spec import Spec

MOST_KEPT = 6
"""How many libraries stay loaded."""

SEEN_REGIONS = ("map", "looks", ENTITIES)


class Natives:
    """Libraries of dungeons. Each is built once, under a digest of everything that it depends on.

    A library has a single memory, so only one thread uses it at a time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self._builders: OrderedDict[Hashable, NativeBuilder] = OrderedDict()

    @property
    def compiler(self) -> str:
        """The name of the compiler; empty without one."""
        try:
            return HostCompiler.find_quick().name
        except ToolMissing:
            return ""

    def cells(
        self, key: Hashable, spec: Spec, atlas: Atlas, requests: Sequence[Request]
    ) -> list[array[int]] | None:
        """The cells of many dungeons of one name; None without a compiler. `key` stands for
        everything that the dungeons depend on besides their places."""
        with self.lock:
            builder = self._builder(key, spec)
            if builder is None:
                return None
            every = plan_of(spec, requests[0].dungeon).regions
            regions = {name: every[name] for name in SEEN_REGIONS if name in every}
            data = builder.survey(requests, regions)
        size = len(data) // len(requests)
        return [
            cells_of(atlas, _shown(spec, request, split_regions(regions, data[at : at + size])))
            for request, at in zip(requests, range(0, len(data), size), strict=True)
        ]

    @contextlib.contextmanager
    def library(self, spec: Spec) -> Iterator[tuple[Path | None, str]]:
        """The path of a library for one search only, and the name of its compiler; None without a
        compiler.

        Other libraries may be used during the search. The library is optimised, which is worth it
        for a search of all seeds.
        """
        with temporary_folder(".searching-", self.folder) as folder:
            built, compiler = self._build(spec, "library", "quick")
            yield Path(shutil.copy(built, folder / "search.so")) if built else None, compiler

    def warm_up(self, spec: Spec) -> None:
        """Build a spec in advance: the first build takes longest, as it reads all templates."""
        with self.lock:
            self._build(spec, "quick")

    def _builder(self, key: Hashable, spec: Spec) -> NativeBuilder | None:
        if key in self._builders:
            self._builders.move_to_end(key)
            return self._builders[key]
        path, _ = self._build(spec, "quick")
        if path is None:
            return None
        # The file may be deleted: the loaded library stays in memory.
        builder = self._builders[key] = NativeBuilder(spec, path)
        while len(self._builders) > MOST_KEPT:
            unload(self._builders.popitem(last=False)[1])
        return builder

    def _build(self, spec: Spec, *forms: NativeForm) -> tuple[Path | None, str]:
        """A library in the first form for which there is a compiler, and the compiler's name."""
        for form in forms:
            with contextlib.suppress(ToolMissing):
                find = HostCompiler.find_quick if form == "quick" else HostCompiler.find
                compiler = find()
                return build_native(spec, form, self.folder, compiler=compiler), compiler.name
        return None, ""


def unload(builder: NativeBuilder) -> None:
    """Free the memory of a library."""
    handle = builder.library._handle
    del builder.memory
    _ctypes.dlclose(handle)


def _shown(spec: Spec, request: Request, regions: Mapping[str, bytes]) -> Generation[Any]:
    """A dungeon that has only what is shown of it, from its bytes in memory."""
    g = begin(spec, request)
    size = g.parameters.map
    g.tiles.tiles[:] = bytes(unpack(regions["map"], size.width, size.height, size.bits_per_tile))
    if "looks" in regions:
        g.looks.tiles[:] = bytes(unpack_looks(regions["looks"], size)[: len(g.looks.tiles)])
    if ENTITIES in regions:
        layout, data = g.blueprint.layouts["entity"], regions[ENTITIES]
        rows = (layout.unpack(data, at) for at in range(0, len(data), layout.size))
        g.tables[ENTITIES].extend(rows)
    return g
