"""Animated pictures of how a dungeon is built, and the cells that films and pictures show."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import Sample, every_dungeon, loaded
from helpers.tasks import invoke_here
from PIL import Image

from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.kinds.tracing import trace
from pygen.pictures import as_png
from pygen.pictures.cells import cells_of, make_atlas
from pygen.pictures.film import MOST_FRAMES, film
from pygen.spec import Spec


@pytest.mark.sampled(2)
@every_dungeon
def test_a_film_ends_with_the_cells_of_the_dungeon(sample: Sample) -> None:
    spec, request = sample.spec, Request(sample.dungeon, 7)
    reference, atlas = generate(spec, request), make_atlas(spec, sample.dungeon)
    shown = [atlas.tiles[0]] * len(reference.tiles.tiles)
    for step in film(spec, sample.dungeon, trace(spec, request)):
        for at, cell in step.cells:
            assert shown[at] != cell
            shown[at] = cell
    expected = cells_of(atlas, reference)
    assert shown == list(expected)


def frames_of(image: Any) -> int:
    return int(image.n_frames)


def pixels(image: Image.Image) -> bytes:
    return image.convert("RGB").tobytes()


@pytest.mark.parametrize("ending", ["gif", "png"])
def test_the_task_writes_a_film_whose_end_is_the_picture(
    spec: Spec, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / f"film.{ending}"
    done = invoke_here("show", "--dungeon", "burrow", "--seed", "7", "--animate", target)
    assert done.returncode == 0, done.stderr
    picture = as_png(spec, generate(spec, Request("burrow", 7)))
    with Image.open(target) as animated, Image.open(io.BytesIO(picture)) as last:
        assert 20 < frames_of(animated) <= MOST_FRAMES + 2
        first = pixels(animated)
        animated.seek(frames_of(animated) - 1)
        assert pixels(animated) == pixels(last) != first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--animate", "film.mp4"], "film.gif"),
        (["--animate", "film.gif", "--seeds", "0-3"], "--animate makes one picture"),
        (["--animate", "film.gif", "--scale", "17"], "--scale: 17"),
        (["--animate", "film.gif", "--floor", "0"], "A floor is a number from 1 to 256"),
    ],
)
def test_mistakes_are_errors_in_words(arguments: list[str], said: str) -> None:
    done = invoke_here("show", *arguments)
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_a_picture_shows_secret_paths_in_spite_of_looks() -> None:
    passes = [{"name": "treasures"}, {"name": "tile_rules"}]
    spec = loaded({"dungeons": {"one": {"kind": "walk", "passes": passes}}})
    g = generate(spec, Request("one", 7))
    atlas = make_atlas(spec, "one")
    cells = cells_of(atlas, g)
    secret = [at for at, code in enumerate(g.tiles.tiles) if code == g.codes["secret_path"]]
    assert len(secret) == 4 and all(g.looks.tiles[at] for at in secret)
    assert {atlas.names[cells[at]] for at in secret} == {"secret_path"}
