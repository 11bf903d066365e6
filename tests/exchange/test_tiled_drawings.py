"""Drawings go to Tiled and come back, whatever Tiled makes of the file, and into the YAML."""

from __future__ import annotations

import base64
import gzip
import importlib
import os
import re
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.tasks import invoke_here, invoke_here_without_spec
from helpers.tools import needs_pytiled, needs_tiled

from pygen.base.errors import UserError
from pygen.exchange.drawings import drawing_files, drawings_of, marks_of
from pygen.exchange.importing import Wish, drawing_of_map, with_drawing
from pygen.exchange.tiled_reading import read_tiled
from pygen.spec import Spec, load_spec

KEEP = Path(__file__).with_name("keep.yaml")
TEXT = KEEP.read_text(encoding="utf-8")
SPEC = load_spec(KEEP)
DRAWINGS = [one for name in SPEC.dungeons for one in drawings_of(SPEC, name)]
TREASURY, MARKS = "keep_vaults_treasury.tmx", "keep_vaults_marks.tsx"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all drawings of the spec as maps, and the spec."""
    for dungeon in SPEC.dungeons:
        for name, data in drawing_files(SPEC, dungeon).items():
            (tmp_path / name).write_bytes(data)
    (tmp_path / "keep.yaml").write_text(TEXT, encoding="utf-8")
    return tmp_path


def read(path: Path, spec: Spec = SPEC, **wish: Any) -> Any:
    return drawing_of_map(spec, read_tiled(path), Wish(**wish), "keep")


def test_there_are_drawings_of_all_sorts() -> None:
    assert {one.what for one in DRAWINGS} == {"vault", "piece", "sample"} and len(DRAWINGS) == 11


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda one: one.stem)
def test_a_drawing_comes_back_as_the_same_text(drawing: Any, folder: Path) -> None:
    back = read(folder / f"{drawing.stem}.tmx")
    assert list(back.rows) == list(drawing.rows)
    assert (back.path, back.what, back.name) == (drawing.path, drawing.what, drawing.name)
    assert with_drawing(TEXT, back) == TEXT


def test_each_mark_has_a_picture_of_its_own() -> None:
    for drawing in DRAWINGS:
        tileset = marks_of(SPEC, drawing)
        pictures = [(one.glyph, one.colour) for one in tileset.pieces]
        assert len(set(pictures)) == len(pictures)
        assert [one.properties["mark"] for one in tileset.pieces] == list(drawing.marks)


@needs_pytiled
def test_another_program_reads_the_marks(folder: Path) -> None:
    tiled = importlib.import_module("pytiled_parser")
    for drawing in DRAWINGS:
        found = tiled.parse_map(folder / f"{drawing.stem}.tmx")
        marks = {1 + n: one.properties["mark"] for n, one in found.tilesets[1].tiles.items()}
        rows = ["".join(marks.get(n, " ") for n in row) for row in found.layers[0].data]
        assert rows == list(drawing.rows)
        assert found.properties["drawing"] == drawing.what


def edited_map(path: Path, change: Callable[[list[list[int]]], object]) -> None:
    """Edit the numbers of a map's tiles as Tiled would."""
    text = path.read_text(encoding="utf-8")
    match = re.search(r'<data encoding="csv">(.*?)</data>', text, re.DOTALL)
    assert match
    rows = [[int(n) for n in line.strip(",").split(",")] for line in match[1].split()]
    change(rows)
    lines = ",\n".join(",".join(map(str, row)) for row in rows)
    text = text[: match.start(1)] + f"\n{lines}\n" + text[match.end(1) :]
    size = f'width="{len(rows[0])}" height="{len(rows)}"'
    path.write_text(re.sub(r'width="\d+" height="\d+"', size, text), encoding="utf-8")


def test_an_edited_vault_gets_into_the_file_and_comments_stay(folder: Path) -> None:
    def more_gold(rows: list[list[int]]) -> None:
        rows[1][2] = rows[1][1]

    edited_map(folder / TREASURY, more_gold)
    spec = folder / "keep.yaml"
    done = invoke_here("import-tiled", folder / TREASURY, "--spec", spec)
    assert done.returncode == 0 and '  - "#$$i#$#"' in done.stdout.splitlines()
    assert spec.read_text(encoding="utf-8") == TEXT
    done = invoke_here("import-tiled", folder / TREASURY, "--spec", spec, "--write")
    assert done.returncode == 0, done.stderr
    assert spec.read_text(encoding="utf-8") == TEXT.replace('"#$#i#$#"', '"#$$i#$#"')
    again = invoke_here("import-tiled", folder / TREASURY, "--spec", spec, "--write")
    assert "has this drawing already" in again.stdout


def test_a_vault_may_grow(folder: Path) -> None:
    edited_map(folder / TREASURY, lambda rows: rows.insert(2, list(rows[2])))
    spec = folder / "keep.yaml"
    done = invoke_here("import-tiled", folder / TREASURY, "--spec", spec, "--write")
    assert done.returncode == 0, done.stderr
    text = spec.read_text(encoding="utf-8")
    assert len(load_spec(spec).dungeons["keep"].passes[0].vaults[0].drawing) == 6  # type: ignore[attr-defined]
    for comment in re.findall(r"#\s[a-zA-Z ]+$", TEXT, re.MULTILINE):
        assert comment in text or "counted" in comment


def test_a_map_under_another_name_replaces_nothing_by_itself(folder: Path) -> None:
    """What was saved as another file still says which vault it was."""
    (folder / "den.tmx").write_bytes((folder / TREASURY).read_bytes())
    spec = folder / "keep.yaml"
    task = ("import-tiled", folder / "den.tmx", "--spec", spec, "--write")
    done = invoke_here(*task)
    assert done.returncode == 2 and "it is the vault treasury" in done.stderr
    assert "--name treasury" in done.stderr and spec.read_text(encoding="utf-8") == TEXT
    done = invoke_here(*task, "--name", "den")
    assert done.returncode == 0 and "vault den written" in done.stdout


def test_a_new_vault_is_added_behind_the_others(folder: Path) -> None:
    text = (folder / TREASURY).read_text(encoding="utf-8")
    (folder / "hoard.tmx").write_text(
        re.sub(r"<properties>.*?</properties>", "", text, count=1, flags=re.DOTALL)
    )
    spec = folder / "keep.yaml"
    done = invoke_here("import-tiled", folder / "hoard.tmx", "--spec", spec, "--write")
    assert done.returncode == 0, done.stderr
    added = """\
          - name: hoard
            drawing:
              - "#######"
              - "#$#i#$#"
              - "#.....#"
              - "#.p.p.#"
              - "###+###"
"""
    assert spec.read_text(encoding="utf-8") == TEXT.replace(
        "      - name: enemies\n", added + "      - name: enemies\n"
    )


def test_a_new_piece_and_a_sample(folder: Path) -> None:
    spec = folder / "keep.yaml"
    for arguments in (
        ("fort_pieces_hall.tmx", "--name", "yard"),
        ("learned_sample.tmx", "--part", "0,0,8,5"),
    ):
        done = invoke_here(
            "import-tiled", folder / arguments[0], *arguments[1:], "--spec", spec, "--write"
        )
        assert done.returncode == 0, done.stderr
    loaded: Any = load_spec(spec).dungeons
    assert [one.name for one in loaded["fort"].pieces].count("yard") == 1
    assert loaded["fort"].pieces[-1].drawing == loaded["fort"].pieces[1].drawing
    assert len(loaded["learned"].sample.drawing) == 5


def as_tiled_may_save_it(path: Path, form: str) -> None:
    """Save a map again in another of Tiled's forms."""
    text = path.read_text(encoding="utf-8")
    match = re.search(r'<data encoding="csv">(.*?)</data>', text, re.DOTALL)
    assert match
    numbers = [int(word) for word in match[1].split(",")]
    data = struct.pack(f"<{len(numbers)}I", *numbers)
    packed = {"": data, "gzip": gzip.compress(data), "zlib": zlib.compress(data)}
    if form == "xml":
        inner = "<data>" + "".join(f'<tile gid="{n}"/>' for n in numbers) + "</data>"
    elif form == "infinite":
        width = int(re.search(r'width="(\d+)"', text)[1])  # type: ignore[index]
        rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
        padded = [row + [0] * (16 - width) for row in rows] + [[0] * 16] * (16 - len(rows))
        chunk = ",".join(str(n) for row in padded for n in row)
        inner = (
            '<data encoding="csv"><chunk x="-16" y="16" width="16" height="16">'
            f"{chunk}</chunk></data>"
        )
        text = text.replace('infinite="0"', 'infinite="1"')
    elif form == "turned":
        inner = '<data encoding="csv">' + ",".join(str(n | 0xA0000000) for n in numbers) + "</data>"
    else:
        said = f' compression="{form}"' if form else ""
        body = base64.b64encode(packed[form]).decode()
        inner = f'<data encoding="base64"{said}>\n   {body}\n  </data>'
    text = re.sub(r"<data.*</data>", lambda _: inner, text, flags=re.DOTALL)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("form", ["", "gzip", "zlib", "xml", "infinite", "turned"])
def test_a_map_is_read_however_tiled_saves_it(form: str, folder: Path) -> None:
    as_tiled_may_save_it(folder / TREASURY, form)
    assert list(read(folder / TREASURY).rows) == list(DRAWINGS[0].rows)


def test_layers_lie_over_each_other_and_hidden_ones_do_not_count(folder: Path) -> None:
    path = folder / TREASURY
    text = path.read_text(encoding="utf-8")
    layer = re.search(r" <layer.*</layer>\n", text, re.DOTALL)
    assert layer
    over = re.sub(r"\d+(?=[,\n])", "0", layer[0].split('csv">')[1])
    over = re.sub("0", "1", over, count=1)
    head = layer[0].split('csv">')[0]
    top = head + 'csv">' + over
    text = text.replace("</map>", top + top.replace("<layer ", '<layer visible="0" ') + "</map>")
    path.write_text(text, encoding="utf-8")
    assert list(read(path).rows) == list(DRAWINGS[0].rows)


def test_a_part_of_a_whole_dungeon_becomes_a_sample(folder: Path) -> None:
    spec = folder / "keep.yaml"
    done = invoke_here(
        "export",
        "--spec",
        spec,
        "--dungeon",
        "learned",
        "--seed",
        1,
        "--as",
        "tiled",
        "--to",
        folder,
    )
    assert done.returncode == 0
    drawing = read(folder / "learned_1.tmx", part=(3, 2, 12, 9))
    assert drawing.what == "sample" and len(drawing.rows) == 9 and len(drawing.rows[0]) == 12
    assert set("".join(drawing.rows)) <= set("#. ")


WRONG = {
    "no mark": (MARKS, 'name="mark" value="i"', 'name="mark" value="Q"', "`Q` has no mark"),
    "no dungeon": (TREASURY, '"keep"', '"castle"', "castle"),
    "no tileset": (TREASURY, "keep_vaults_marks.tsx", "lost.tsx", "lost.tsx is missing"),
    "not XML": (TREASURY, "<map", "map", "this is not a map of Tiled"),
    "JSON": (TREASURY, "<?xml", "{", "this is not a map of Tiled"),
    "a tileset": (TREASURY, "map", "tileset", "this is not a map of Tiled"),
    "entities": (TREASURY, "<map", '<!DOCTYPE m [<!ENTITY a "b">]><map', "entities of XML"),
    "isometric": (TREASURY, "orthogonal", "isometric", "isometric"),
    "zstd": (TREASURY, '"csv"', '"base64" compression="zstd"', "choose CSV"),
    "too few": (TREASURY, "1,1,1,3,1,1,1", "1,1", "tiles, expected"),
    "unknown number": (TREASURY, "1,1,1,3,1,1,1", "1,1,1,99,1,1,1", "in no tileset"),
    "nothing": (TREASURY, r"\d+(?=[,\n])", "0", "nothing is drawn"),
    "no way in": (TREASURY, "1,1,1,3,1,1,1", "1,1,1,1,1,1,1", "there is no way in"),
    "no size": (TREASURY, 'tilewidth="8"', 'tilewidth="0"', "its tiles are 0 x 8 pixels"),
}
"""Mistakes by their names: a file, what is replaced in it by what, and a part of the error."""


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_map_is_an_error_that_says_why(name: str, folder: Path) -> None:
    file, pattern, new, message = WRONG[name]
    path = folder / file
    pattern = pattern if "\\" in pattern else re.escape(pattern)
    text = re.sub(pattern, lambda _: new, path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    done = invoke_here("import-tiled", folder / TREASURY, "--spec", folder / "keep.yaml", "--write")
    assert done.returncode in (1, 2) and message in " ".join(done.stderr.split()), done.stderr
    assert (folder / "keep.yaml").read_text(encoding="utf-8") == TEXT


def test_damaged_maps_never_end_in_a_traceback(folder: Path) -> None:
    data = (folder / TREASURY).read_bytes()
    chance = Random(1)
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.choice(b'0179<>"/ax,\x00\xff')
        (folder / TREASURY).write_bytes(damaged[: chance.randrange(20, 2 * len(damaged))])
        try:
            read(folder / TREASURY)
        except UserError as error:
            assert error.message


def test_a_map_that_does_not_exist() -> None:
    done = invoke_here_without_spec("import-tiled", "nowhere.tmx")
    assert done.returncode == 1 and "nowhere.tmx: cannot be read" in done.stderr


@needs_tiled
def test_tiled_itself_saves_what_can_be_read_again(folder: Path, tmp_path: Path) -> None:
    for drawing in DRAWINGS:
        path = folder / f"{drawing.stem}.tmx"
        again = folder / f"{drawing.stem}_again.tmx"
        run_tiled(tmp_path, "tiled", "--export-map", "tmx", path, again)
        assert "tiledversion" in again.read_text(encoding="utf-8")
        assert list(read(again).rows) == list(drawing.rows)


def run_tiled(home: Path, *command: object) -> None:
    """Run a program of Tiled without a window."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home)}
    words = [str(word) for word in command]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
