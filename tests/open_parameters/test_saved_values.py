"""Saved files of dungeons with open parameters, as `show` and the disk's tasks read them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.errors import UserError
from pygen.commands import show
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.media.saved_map import HEADER_BYTES, SavedMap, file_bytes, parse, restored, saved
from pygen.spec import Spec, dungeon_digest, load_spec
from pygen.spec.open_parameters import drawn_values, open_parameters, with_values

OPEN_SPEC = SPEC_FILE.parent / "open.yaml"
NAME = "mine"


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(OPEN_SPEC)


@pytest.fixture(scope="module")
def file(spec: Spec) -> SavedMap:
    return saved(spec, NAME, 7, 2, values=drawn_values(spec, NAME)[0])


@pytest.mark.parametrize("with_map", [True, False])
def test_a_file_has_the_values_and_what_they_are_of(spec: Spec, with_map: bool) -> None:
    for values in (open_parameters(spec, NAME).defaults, *drawn_values(spec, NAME)[:2]):
        made = saved(spec, NAME, 7, 2, with_map, values)
        data = file_bytes(spec, made)
        assert (data[5], data[6]) == (3, HEADER_BYTES + 4 + len(values))
        assert data[2 + HEADER_BYTES + 4 :][: len(values)] == bytes(values)
        assert parse(data, "it") == made
        generation, is_same = restored(spec, made)
        expected = generate(with_values(spec, NAME, values), Request(NAME, 7, 2))
        assert is_same and generation.packed() == expected.packed()
        # The digest is that of the spec: the values stand beside it.
        assert made.digest == dungeon_digest(spec, NAME)


def test_without_open_parameters_a_file_is_as_before() -> None:
    plain = load_spec(OPEN_SPEC, ["modules.open=[]"])
    data = file_bytes(plain, saved(plain, NAME, 7, 2))
    assert (data[5], data[6]) == (2, HEADER_BYTES)
    # And it still loads where parameters are open now: with the spec's values.
    opened = load_spec(OPEN_SPEC)
    generation, is_same = restored(opened, parse(data, "it"))
    assert is_same and generation.packed() == generate(plain, Request(NAME, 7, 2)).packed()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (["modules.open=[rock.fill_chance 44-46]"], "values of other open parameters"),
        (["modules.open=[automaton.rounds,rock.fill_chance]"], "opens automaton.rounds, rock."),
        (["modules.open=[]"], "opens no parameter of mine"),
        (["modules.open=[rock.fill_chance 44-46,automaton.rounds]"], "fill_chance is 40: expected"),
    ],
)
def test_values_that_the_spec_does_not_allow_are_refused(
    file: SavedMap, changes: list[str], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        restored(load_spec(OPEN_SPEC, changes), file)


def test_a_damaged_header_is_refused(spec: Spec, file: SavedMap) -> None:
    data = bytearray(file_bytes(spec, file))
    for size in (0, HEADER_BYTES + 3, HEADER_BYTES + 21, 255):
        data[6] = size
        with pytest.raises(UserError, match="it is damaged"):
            parse(bytes(data), "it")
    with pytest.raises(UserError, match="ends within its header"):
        parse(file_bytes(spec, file)[: 2 + HEADER_BYTES], "it")
    few = dataclasses.replace(file, values=file.values[:1])
    with pytest.raises(UserError, match="1 values for"):
        restored(spec, few)


def test_show_says_the_values(
    spec: Spec, file: SavedMap, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "MINE-7-2"
    path.write_bytes(file_bytes(spec, file))
    show.run(show.Arguments(spec=str(OPEN_SPEC), from_file=str(path)))
    said = capsys.readouterr().out
    assert "map of mine, seed 7, floor 2" in said
    assert "with rock.fill_chance=40 automaton.rounds=" in said
