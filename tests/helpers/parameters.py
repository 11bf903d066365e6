"""The parameters of a dungeon, whose kind a test knows and the type checker does not."""

from __future__ import annotations

from typing import Any

from pygen.spec import Spec


def parameters_of(spec: Spec, dungeon: str) -> Any:
    """Its parameters, with all that its kind adds."""
    return spec.dungeons[dungeon]
