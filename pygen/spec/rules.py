"""Rules between the parts of the spec: what each part allows but the whole cannot mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic_core import PydanticCustomError

from pygen.spec.base import rule_broken
from pygen.spec.structs import struct_rules

if TYPE_CHECKING:
    from pygen.spec.model import Spec


def broken_rules(spec: Spec) -> list[PydanticCustomError]:
    """Every rule that `spec` breaks; empty if it is sound."""
    raise NotImplementedError
