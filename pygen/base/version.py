"""The version of Undercroft, and the heads of its JSON files. The version stands once, in
pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pygen.base.project import PROJECT


@cache
def version() -> str:
    """The version, such as "1.0.0". Bytes of modules and digests never depend on it."""
    with (PROJECT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def with_head(contents: Mapping[str, Any], format: int) -> dict[str, Any]:
    """The contents of a JSON file behind its head: the number of its format, and the tool that
    wrote it."""
    return {"format": format, "tool": f"Undercroft {version()}", **contents}
