"""All passes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pygen.base.plugins import find_folders
from pygen.engine.definition.passes import AnyPass, Pass

FOLDER = Path(__file__).resolve().parent


def find_passes(folder: Path = FOLDER, package: str = "pygen.passes") -> dict[str, AnyPass]:
    """Every pass in `folder`, by name, in alphabetical order.

    Raises UserError if a folder has no `PASS` or one with another name.
    """
    return find_folders(folder, package, "PASS", Pass, "docs/adding-a-pass.md")


PASSES: Mapping[str, AnyPass] = find_passes()
"""All passes by name, in alphabetical order."""
