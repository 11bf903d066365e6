"""How pieces fit is found once, and kept in the cache of builds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.kinds import data_with, loaded
from helpers.parameters import parameters_of
from kinds.pieces.material import ROOMS

from pygen.base.cache import FOLDER_VARIABLE
from pygen.kinds.pieces import fitting
from pygen.kinds.pieces.fitting import Fit, fit_of
from pygen.kinds.pieces.parameters import Pieces
from pygen.spec import SpecError

SMALL = {"width": 33, "height": 29}
CORRIDOR = {"drawing": ROOMS[1]}


def section(*pieces: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "pieces", "map": SMALL, "pieces": list(pieces)}


@pytest.fixture
def pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pieces]:
    """Pieces that fit, with a cache of builds in which is nothing else."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    fit_of.cache_clear()
    rooms = (dict(drawing=rows) for rows in ROOMS[:3])
    yield parameters_of(loaded(data_with({"made": section(*rooms)})), "made")
    # What a changed function has found must not stay.
    fit_of.cache_clear()


def fit(pieces: Pieces) -> Fit:
    """How these pieces fit."""
    return fit_of(pieces.model, pieces.ways, pieces.goal)


def refuse_to_solve(*_: object) -> None:
    raise AssertionError("it was solved again")


def test_a_fallback_is_solved_once_for_all_processes(
    pieces: Pieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = fit(pieces)
    cells = pieces.columns * pieces.rows
    assert found.fallback is not None and len(found.fallback) == cells
    fit_of.cache_clear()
    monkeypatch.setattr(fitting, "solve", refuse_to_solve)
    assert fit(pieces) == found


def test_without_a_cache_or_with_other_code_it_is_solved_anew(
    pieces: Pieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, solved = fit(pieces), list[object]()
    monkeypatch.setattr(fitting, "_fallback", lambda model, *_: solved.append(model))
    with monkeypatch.context() as patch:
        patch.setattr(fitting, "_code", lambda: b"other")
        fit_of.cache_clear()
        assert fit(pieces) == Fit(found.possible, None)
    monkeypatch.setenv(FOLDER_VARIABLE, "")
    fit_of.cache_clear()
    assert fit(pieces) == Fit(found.possible, None)
    assert solved == [pieces.model, pieces.model]


def test_pieces_that_do_not_fit_are_refused_from_the_cache_as_well(
    pieces: Pieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, said = data_with({"made": section(CORRIDOR)}), []
    for _ in range(2):
        with pytest.raises(SpecError, match="no pieces fill the map") as error:
            loaded(data)
        said.append([(one.wrong, one.right) for one in error.value.problems])
        fit_of.cache_clear()
        monkeypatch.setattr(fitting, "spread", refuse_to_solve)
    assert said[0] == said[1]
