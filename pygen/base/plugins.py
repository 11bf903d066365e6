"""Folders that each define one thing of a sort, such as a kind of dungeon or a pass."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any, TypeVar

from pygen.base.errors import UserError

Sort = TypeVar("Sort")


def find_folders(
    folder: Path, package: str, attribute: str, sort: type[Sort], page: str
) -> dict[str, Sort]:
    """The value of `attribute` in each folder of `folder`, which is the package `package`, by the
    folder's name, in alphabetical order. The value must be a `sort` with the folder's name; `page`
    is the page of the docs about it.

    Raises UserError if a folder has no such value, or one with another name.
    """
    found = {}
    for module in sorted(pkgutil.iter_modules([str(folder)]), key=lambda module: module.name):
        if module.ispkg:
            name = f"{package}.{module.name}"
            found[module.name] = _defined(folder / module.name, name, attribute, sort, page)
    return found


def _defined(folder: Path, module_name: str, attribute: str, sort: type[Sort], page: str) -> Sort:
    file = folder / "__init__.py"
    try:
        found: Any = getattr(importlib.import_module(module_name), attribute)
    except ModuleNotFoundError as error:
        raise UserError(
            f"{file}: the module {error.name} is missing", f"{page} lists the files."
        ) from error
    except AttributeError as error:
        raise UserError(
            f"{file}: it has no {attribute}", f"{page} says what it must be."
        ) from error
    if not isinstance(found, sort) or getattr(found, "name", "") != folder.name:
        raise UserError(
            f"{file}: {attribute} must be a {sort.__name__} called {folder.name!r}",
            f"{page} says what it must be.",
        )
    return found
