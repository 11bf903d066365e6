"""The version of Undercroft. It stands once, in pyproject.toml."""

from __future__ import annotations

import tomllib
from functools import cache

from pygen.base.project import PROJECT


@cache
def version() -> str:
    """The version, such as "1.0.0". Bytes of modules and digests never depend on it."""
    with (PROJECT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
