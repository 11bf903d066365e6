"""Names of dungeons that would give the C two meanings of one name."""

from __future__ import annotations

import re

import pytest
from helpers.tools import SPEC_FILE

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER
from pygen.emit import emit
from pygen.spec import Spec, load_spec
from pygen.spec.problems import SpecError
from pygen.spec.rules import TAKEN_NAMES

COMMENTS = re.compile(r"/\*.*?\*/|\{#.*?#\}|\{%.*?%\}|\"calls/.*?\"", re.S)
"""Comments, what is of templates alone, and files of game calls."""


@pytest.mark.parametrize("name", TAKEN_NAMES)
def test_a_name_that_the_c_begins_a_name_with_is_refused(name: str) -> None:
    with pytest.raises(SpecError, match=f"dungeons.{name}: the C code has a name .* choose"):
        load_spec(SPEC_FILE, [f"dungeons.{name}={{kind: walk}}"])


def test_the_list_is_that_of_the_c(spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("emitted")
    own: set[str] = set()
    emitted = emit(spec, "spec", folder)
    for path in emitted:
        for dungeon in spec.program.dungeons:
            own.update(re.findall(rf"\b{dungeon}_([a-z_]+)", path.read_text("utf-8")))
    assert {"begin", "step", "generate", "get_tile"} <= own
    taken = set()
    # Those of the playable part are in programs, which have no dungeon's functions.
    playable = C_FOLDER / "program"
    files = source_files(C_FOLDER, "*.c", "*.h", "*.s", "*.j2")
    for path in [*files, *emitted]:
        if not path.is_relative_to(playable):
            text = COMMENTS.sub("", path.read_text("utf-8"))
            for word in set(re.findall(r"\b_?([a-z][a-z0-9_]*)\b", text)):
                taken |= {word[: -len(end) - 1] for end in own if word.endswith(f"_{end}")}
    assert taken - set(spec.program.dungeons) == set(TAKEN_NAMES)
