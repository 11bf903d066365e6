"""The files of dungeons in a format, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pygen.base.errors import UserError
from pygen.engine.constants import CHUNK_SIDE, WORLD_CHUNKS
from pygen.engine.random.request import Request
from pygen.exchange.charpad import as_ctm
from pygen.exchange.rexpaint import as_xp
from pygen.exchange.tables import csv_files
from pygen.exchange.tiled import map_file, tileset_files, world_file
from pygen.exchange.tileset import shown_pieces, tileset_of
from pygen.kinds import generate
from pygen.pictures import as_png
from pygen.spec.model import Spec

FORMATS = ("tiled", "csv", "png", "charpad", "rexpaint")
MOST_AROUND = 8
"""The most chunks on each side of a world's chunk."""


def files_of(
    spec: Spec, form: str, requests: Sequence[Request], scale: int = 1
) -> dict[str, bytes]:
    """The files of dungeons of one name in one of FORMATS. `scale` (1..16) enlarges pictures.

    Raises UsageError for a floor that does not exist, or another scale.
    """
    files: dict[str, bytes] = {}
    tileset = tileset_of(spec, requests[0].dungeon)
    for request in requests:
        g = generate(spec, request)
        stem = stem_of(spec, request)
        if form == "png":
            files[f"{stem}.png"] = as_png(spec, g, scale)
        elif form == "csv":
            files |= csv_files(spec, tileset, g, stem)
        elif form == "rexpaint":
            files[f"{stem}.xp"] = as_xp(spec, g)
        elif form == "charpad":
            files[f"{stem}.ctm"] = as_ctm(tileset, shown_pieces(spec, tileset, g), g.tiles.width)
        else:
            files[f"{stem}.tmx"] = map_file(spec, tileset, g, request)
    if form == "tiled":
        files |= tileset_files(tileset)
        if spec.dungeons[requests[0].dungeon].world:
            files |= _world_files(spec, requests)
    return files


def stem_of(spec: Spec, request: Request) -> str:
    """The name of a dungeon's files: `crypt_7`, `deep_7_floor_3`, `caverns_7_chunk_5_2047`."""
    floor = f"_floor_{request.floor}" if request.floor != 1 else ""
    column, row = request.chunk
    is_world = spec.dungeons[request.dungeon].world is not None
    chunk = f"_chunk_{column}_{row}" if is_world else ""
    return f"{request.dungeon}_{request.seed}{floor}{chunk}"


def around(request: Request, distance: int) -> list[Request]:
    """The requests for the chunks around one, in rows, `distance` on each side of it."""
    x, y = request.chunk
    every = range(-distance, distance + 1)
    return [
        Request(
            request.dungeon,
            request.seed,
            request.floor,
            ((x + column) % WORLD_CHUNKS, (y + row) % WORLD_CHUNKS),
        )
        for row in every
        for column in every
    ]


def _world_files(spec: Spec, requests: Sequence[Request]) -> dict[str, bytes]:
    """A world for each seed and floor. The places of its maps are seen from its first chunk, so
    that a part of a world that wraps around is in one piece."""
    worlds: dict[str, dict[str, tuple[int, int]]] = {}
    first: dict[str, tuple[int, int]] = {}
    for request in requests:
        name = stem_of(spec, request).partition("_chunk_")[0]
        x, y = first.setdefault(name, request.chunk)
        place = (request.chunk[0] - x) % WORLD_CHUNKS, (request.chunk[1] - y) % WORLD_CHUNKS
        worlds.setdefault(name, {})[f"{stem_of(spec, request)}.tmx"] = place
    return {
        f"{name}.world": world_file(maps, CHUNK_SIDE, CHUNK_SIDE) for name, maps in worlds.items()
    }


def require_no_others(folder: Path, files: dict[str, bytes]) -> None:
    """Raise UserError if the folder has a file of one of these names with other contents: it may
    have been edited."""
    for name, data in files.items():
        path = folder / name
        if path.exists() and not (path.is_file() and path.read_bytes() == data):
            raise UserError(
                f"{path}: this file exists, and is not what would be written",
                "If you have not edited it, add --replace. Else name another folder.",
            )
