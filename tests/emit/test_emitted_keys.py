"""Every key of the YAML is found in C by its name. Pages are compared in tests/house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import pytest
from helpers.kinds import FROZEN, material
from helpers.passes import pass_material
from pydantic.fields import FieldInfo

from pygen.base.project import C_FOLDER
from pygen.emit.kernels import words_of_parts
from pygen.engine.definition.emitted import constants_of_keys, presence
from pygen.engine.definition.parameters import KindParameters
from pygen.engine.definition.passes import PassParameters
from pygen.engine.sections import Emitted, EmittedSection, Mark, NotEmitted, Percent, Section
from pygen.kinds import KINDS
from pygen.passes import PASSES

WORDS = words_of_parts(C_FOLDER)


def keys_of(section: type[Section], besides: Mapping[str, FieldInfo]) -> Iterator[tuple[str, bool]]:
    """Every key of a section and of the sections in it, and whether it has a constant."""
    for key, field in section.model_fields.items():
        if key in besides:
            continue
        inner = field.annotation
        is_absent = Mark.ABSENT in field.metadata
        if isinstance(inner, type) and issubclass(inner, Section):
            yield from ((name, is_read and not is_absent) for name, is_read in keys_of(inner, {}))
        else:
            is_number = inner in (int, bool) or getattr(inner, "__origin__", None) is Literal
            yield key, is_number and not is_absent


def constants_of(section: EmittedSection, base: type[EmittedSection], prefix: str) -> set[str]:
    """The names of all constants that the C may read of such parameters."""
    own = {f"{prefix}{name}": value for name, value in section.constants().items()}
    every = constants_of_keys(section, prefix, base.model_fields) | own
    return {*every, *presence([every])}


def require_found(part: str, keys: Iterator[tuple[str, bool]], constants: set[str]) -> None:
    """Each of these keys must be found in a constant that the C of a part reads."""
    read = constants & WORDS(part)
    silent = [key for key, has_one in keys if has_one and not any(key.upper() in n for n in read)]
    assert not silent, f"no constant that {part} reads has these keys in its name: {silent}"


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_keys_of_a_kind_are_found_in_its_c(kind: str) -> None:
    keys = keys_of(KINDS[kind].parameters, KindParameters.model_fields)
    dungeons = [
        KINDS[kind].parameters.model_validate(data)
        for data in (FROZEN["dungeons"] | dict(material(kind).dungeons)).values()
        if data["kind"] == kind
    ]
    constants = {name for one in dungeons for name in constants_of(one, KindParameters, "")}
    require_found(f"kinds/{kind}", keys, constants)


@pytest.mark.parametrize("name", list(PASSES))
def test_the_keys_of_a_pass_are_found_in_its_c(name: str) -> None:
    keys = keys_of(PASSES[name].parameters, PassParameters.model_fields)
    uses = [
        PASSES[name].parameters.model_validate({"name": name, **use})
        for use in pass_material(name).samples
    ]
    prefix = f"{name.upper()}_"
    constants = {one for use in uses for one in constants_of(use, PassParameters, prefix)}
    require_found(f"passes/{name}", keys, constants)


class Inner(Section):
    """A section within another one."""

    size: int = 3
    word: Literal["few", "many"] = "many"
    own: NotEmitted[int] = 7


class Outer(Section):
    """A section with keys of all sorts."""

    chance: Percent = 50
    flag: bool = True
    taken: Annotated[int, Emitted("OTHER")] = 5
    text: str = "none"
    inner: Inner = Inner()


def test_constants_are_named_after_keys() -> None:
    assert constants_of_keys(Outer(), "A_") == {
        "A_CHANCE": 32767, "A_FLAG": 1, "OTHER": 5, "A_INNER_SIZE": 3, "A_INNER_WORD": 1,
        "A_INNER_WORD_IS_FEW": 0, "A_INNER_WORD_IS_MANY": 1,
    }  # fmt: skip
    of_keys = constants_of_keys(Outer(), besides=("inner",), threshold=lambda percent: percent)
    assert of_keys == {"CHANCE": 50, "FLAG": 1, "OTHER": 5}


def test_presence_is_about_all_rows() -> None:
    found = presence([{"A": 0, "B": 1, "C": 0, "T": [1]}, {"A": 2, "B": 2, "C": 0, "T": [2]}])
    assert found == {"SOME_A": 1, "ALL_A": 0, "SOME_B": 1, "ALL_B": 1, "SOME_C": 0, "ALL_C": 0}
