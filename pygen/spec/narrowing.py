"""Variants of a spec: with fewer dungeons, or with other values.

pydantic's `model_copy` would keep the original's cached properties, so variants are constructed
anew. The values were checked when the spec was loaded, and are not checked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pygen.spec.model import Spec


def replaced(spec: Spec, **sections: Any) -> Spec:
    """`spec` with other values for some of its sections."""
    values = {name: getattr(spec, name) for name in type(spec).model_fields}
    return type(spec).model_construct(**{**values, **sections})


def with_program(spec: Spec, dungeons: Sequence[str]) -> Spec:
    """`spec` with just these dungeons in its program."""
    program = spec.program.model_copy(update={"dungeons": list(dungeons)})
    return replaced(spec, program=program)


def with_program_named(spec: Spec, name: str) -> Spec:
    """`spec` with another of its programs at hand. Raises KeyError if it has no such program."""
    program = spec.program.model_copy(update={"name": name, "dungeons": spec.dungeons_of(name)})
    return replaced(spec, program=program)


def with_compiler(spec: Spec, compiler: str, **settings: Any) -> Spec:
    """`spec` with other settings for one compiler, `oscar64` or `cc65`."""
    changed = getattr(spec.compilers, compiler).model_copy(update=settings)
    return replaced(spec, compilers=spec.compilers.model_copy(update={compiler: changed}))
