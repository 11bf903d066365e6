"""The settings of every template, so that blocks leave no blank lines and a missing value fails."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def template_environment(*folders: Path) -> Environment:
    """An environment for the templates in these folders, of which the first that has one counts."""
    return Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
