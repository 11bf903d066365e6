"""What several tasks accept, and what they say about what they wrote."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.errors import UsageError, UserError
from pygen.base.files import write_if_changed
from pygen.base.words import all_of, counted
from pygen.commands.clean import remove_build
from pygen.console.arguments import FLOOR, SEED, SpecArguments, jobs
from pygen.console.options import (
    PNG,
    Excludes,
    FitsOnly,
    Flag,
    Needs,
    Number,
    OutputFile,
    TaskArguments,
)
from pygen.console.schema import SCHEMA_FILE, keep_spec_schema, write_spec_schema
from pygen.console.terminal import write_output
from pygen.engine.random.seeds import parse_seed


class Drawing(TaskArguments):
    seed = SEED
    floor = FLOOR
    scale = Number("how large", 1)
    png = OutputFile("where to", *PNG)
    full = Flag("all of it")
    halves = Flag("half of it")
    rooms = Flag("its rooms")
    jobs = jobs("processes")
    rules = (
        Excludes("seed", "halves"),
        Excludes("full", "seed floor", hint="Show it as a whole."),
        Needs("scale", "png", "--scale is for pictures", "Add --png."),
        FitsOnly("rooms", "png floor", "is alone", needed="png"),
    )


@pytest.mark.parametrize("name", ["a.png", "A.PNG", "folder/with.dots/a.png"])
def test_a_file_with_its_format_s_ending_is_accepted(name: str) -> None:
    assert Drawing(png=name).png == Path(name)


@pytest.mark.parametrize("name", ["a.jpg", "a", "png", ".png", "a.png.gz", ""])
def test_another_ending_is_an_error_that_names_the_right_one(name: str) -> None:
    with pytest.raises(UsageError, match=r"^--png: ") as caught:
        Drawing(png=name).validate()
    assert ".png" in caught.value.message and "a PNG picture" in caught.value.hint


def test_a_folder_that_had_to_be_created_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "file"
    write_output("data", path, b"1")
    write_output("data", path, lambda target: target.write_bytes(b"2"))
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"data written to {path} (created the folder {path.parent})"
    assert second == f"data written to {path}" and path.read_bytes() == b"2"


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UserError, match="cannot be written"):
        write_output("data", tmp_path / "file" / "x", b"")


def test_at_least_one_process_works() -> None:
    assert Drawing(jobs=1).jobs == 1 and Drawing(jobs=3).jobs == 3 and Drawing().jobs >= 1
    for wrong in (0, -1):
        with pytest.raises(UsageError, match=f"--jobs: {wrong} ") as caught:
            Drawing(jobs=wrong).validate()
        assert "1 or more" in caught.value.hint


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ({"seed": "0", "halves": True}, "--seed and --halves exclude each other", "one of them"),
        ({"scale": 2}, "--scale is for pictures", "Add --png"),
        ({"full": True, "floor": 2}, "--full excludes --seed and --floor", "as a whole"),
        ({"rooms": True, "jobs": 3, "png": "a.png"}, "--rooms is alone", "--png and --floor"),
        ({"rooms": True}, "--rooms is alone", "Use it with --png and --floor."),
    ],
)
def test_arguments_that_do_not_fit_are_an_error(
    said: dict[str, object], message: str, hint: str
) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        Drawing(**said).validate()
    assert hint in caught.value.hint


def test_a_value_that_is_the_default_excludes_nothing() -> None:
    given = Drawing(full=True, floor=1, seed=None, scale=1)
    given.validate()
    assert given.has("full") and not given.has("floor") and given.seed == 0


def test_arguments_are_values_of_their_types() -> None:
    given = Drawing(seed="7", png="a.png")
    assert (given.seed, given.floor, given.png, given.full) == (7, 1, Path("a.png"), False)


def test_a_spec_is_read_with_its_changes() -> None:
    given = SpecArguments(spec=str(SPEC_FILE), set=["dungeons.crypt.map.width=80"])
    assert given.spec.dungeons["crypt"].map.width == 80
    assert given.spec_name == SPEC_FILE.name and given.spec_path == str(SPEC_FILE)
    assert SpecArguments().spec_name == "generator.yaml"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("70000", "70000 is out of range"), ("x", "not a seed"), ("", "not a seed"),
        ("-1", "not a seed"), ("7,8", "more than one seed"), ("7-8", "more than one seed"),
        ("7-7", "more than one seed"), ("1.5", "not a seed"), ("9" * 2000, "not a seed"),
    ],
)  # fmt: skip
def test_a_wrong_seed_is_an_error_of_its_own_option(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        parse_seed(text)
    assert caught.value.message.startswith("--seed: ") and "65535" in caught.value.hint


def test_a_seed_may_have_blanks_around_it() -> None:
    assert [parse_seed(text) for text in ("0", " 7 ", "65535")] == [0, 7, 65535]


def test_a_built_folder_is_removed_once(tmp_path: Path) -> None:
    folder = tmp_path / "build"
    write_spec_schema(folder)
    assert remove_build(folder) and not folder.exists()
    assert not remove_build(folder)


def test_a_schema_is_new_once(tmp_path: Path) -> None:
    assert write_spec_schema(tmp_path).is_new
    assert not write_spec_schema(tmp_path).is_new


def test_a_schema_that_is_older_than_the_code_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, path = tmp_path / "code", tmp_path / "build" / SCHEMA_FILE
    module = code / "kinds" / "model.py"
    write_if_changed(module, b"")
    monkeypatch.setattr("pygen.console.schema.SOURCES", [code])

    def kept_after(changed: Path) -> bool:
        """Whether the schema stays as it is after a change of a file of the code, or a folder."""
        now = path.stat().st_mtime_ns
        os.utime(changed, ns=(now + 10**6, now + 10**6))
        keep_spec_schema(path.parent)
        was_kept = path.read_text(encoding="utf-8") == "by hand"
        for one in (module, module.parent, code):
            os.utime(one, ns=(now, now))
        path.write_text("by hand", encoding="utf-8")
        return was_kept

    keep_spec_schema(path.parent)
    path.write_text("by hand", encoding="utf-8")
    assert kept_after(tmp_path)
    assert not kept_after(module) and not kept_after(module.parent)
    path.unlink()
    keep_spec_schema(path.parent)
    assert path.is_file()


def test_numbers_agree_with_their_nouns() -> None:
    assert [counted(count, "seed") for count in (0, 1, 2, 1024)] == [
        "0 seeds", "1 seed", "2 seeds", "1,024 seeds",
    ]  # fmt: skip
    assert [all_of(count, "dungeon") for count in (0, 1, 2000)] == [
        "no dungeons are", "the dungeon is", "all 2,000 dungeons are",
    ]  # fmt: skip
