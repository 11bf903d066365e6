"""Native builds of dungeons whose parameters change all the time."""

from __future__ import annotations

import _ctypes
import shutil
import threading
from array import array
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pygen.base.errors import ToolMissing
from pygen.base.temporary import temporary_folder
from pygen.builders.native import NativeBuilder, build_native
from pygen.compilers.host import HostCompiler
from pygen.emit.memory_regions import all_regions, split_regions
from pygen.engine.definition.entity_kinds import ENTITIES, EntityKind
from pygen.engine.definition.looks import LookMap, unpack_looks
from pygen.engine.dungeon.entities import known_kinds
from pygen.engine.dungeon.tilemap import TileMap, unpack
from pygen.engine.random.request import Request
from pygen.pictures.cells import Atlas, cells_of
from pygen.spec import Spec

MOST_KEPT = 6
"""How many libraries stay loaded."""

SEEN_REGIONS = ("map", "looks", ENTITIES, "summary")


class Natives:
    """Libraries of dungeons. Each is built once, under a digest of everything that it depends on.

    A library has a single memory, so only one thread uses it at a time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.Lock()
        self._builders: OrderedDict[str, NativeBuilder] = OrderedDict()

    @property
    def compiler(self) -> str:
        """The name of the compiler; empty without one."""
        try:
            return HostCompiler.find_quick().name
        except ToolMissing:
            return ""

    def cells(
        self, key: str, spec: Spec, atlas: Atlas, requests: Sequence[Request]
    ) -> list[array[int]] | None:
        """The cells of many dungeons of one name; None without a compiler."""
        with self.lock:
            builder = self._builder(key, spec)
            if builder is None:
                return None
            every = all_regions(spec, requests[0].dungeon)
            regions = {name: every[name] for name in SEEN_REGIONS if name in every}
            data = builder.survey(requests, regions)
            size = len(data) // len(requests)
        return [
            _cells(spec, atlas, requests[0].dungeon, split_regions(regions, data[at : at + size]))
            for at in range(0, len(data), size)
        ]

    @contextmanager
    def library(self, spec: Spec) -> Iterator[tuple[Path | None, str]]:
        """The path of a library for one search only, and the name of its compiler; None without a
        compiler.

        Other libraries may be used during the search. The library is optimised, which is worth it
        for a search of all seeds.
        """
        with temporary_folder(".searching-", self.folder) as folder:
            try:
                compiler = HostCompiler.find()
                built = build_native(spec, "library", self.folder, compiler=compiler)
            except ToolMissing:
                compiler_name, found = self.compiler, self._build(spec)
                if found is None:
                    yield None, ""
                    return
                built = found
            else:
                compiler_name = compiler.name
            shutil.copy(built, folder / "search.so")
            yield folder / "search.so", compiler_name

    def warm_up(self, spec: Spec) -> None:
        """Build a spec in advance: the first build takes longest, as it reads all templates."""
        with self.lock:
            self._build(spec)

    def _builder(self, key: str, spec: Spec) -> NativeBuilder | None:
        if key in self._builders:
            self._builders.move_to_end(key)
            return self._builders[key]
        path = self._build(spec)
        if path is None:
            return None
        # The file may be deleted: the loaded library stays in memory.
        builder = self._builders[key] = NativeBuilder(spec, path)
        while len(self._builders) > MOST_KEPT:
            unload(self._builders.popitem(last=False)[1])
        return builder

    def _build(self, spec: Spec) -> Path | None:
        try:
            compiler = HostCompiler.find_quick()
        except ToolMissing:
            return None
        return build_native(spec, "quick", self.folder, compiler=compiler)


def unload(builder: NativeBuilder) -> None:
    """Free the memory of a library."""
    handle = builder.library._handle
    del builder.memory
    _ctypes.dlclose(handle)


def _cells(spec: Spec, atlas: Atlas, dungeon: str, regions: dict[str, bytes]) -> array[int]:
    parameters = spec.dungeons[dungeon]
    size = parameters.map
    tiles = TileMap(size.width, size.height, size.bits_per_tile)
    tiles.tiles[:] = bytes(unpack(regions["map"], size.width, size.height, size.bits_per_tile))
    looks = LookMap(size)
    if "looks" in regions:
        looks.tiles[:] = bytes(unpack_looks(regions["looks"], size)[: len(looks.tiles)])
    entities: dict[tuple[int, int], EntityKind] = {}
    if ENTITIES in regions:
        kinds: dict[int, EntityKind] = known_kinds(parameters)
        layout = spec.layouts["entity"]
        data = regions[ENTITIES]
        for at in range(0, len(data), layout.size):
            row: dict[str, Any] = layout.unpack(data, at)
            if row["kind"] in kinds and kinds[row["kind"]].shown == "seen":
                entities[row["x"], row["y"]] = kinds[row["kind"]]
    return cells_of(atlas, tiles, looks, entities)
