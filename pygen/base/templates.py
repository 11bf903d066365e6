"""The settings of every template: blocks leave no blank lines, and a missing value is an error."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Any

import jinja2
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed

SETTINGS: dict[str, Any] = {
    "undefined": StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    # The optimizer would put results of filters into the code, which must not depend on them.
    "optimized": False,
}


def template_environment(*folders: Path, compiled: Path | None = None) -> Environment:
    """An environment for the templates in these folders. A template is taken from the first folder
    that has it.

    `compiled` is a folder in which it keeps the compiled templates for other processes.
    """
    return Environment(
        loader=FileSystemLoader(folders),
        bytecode_cache=CompiledTemplates(compiled) if compiled else None,
        **SETTINGS,
    )


class CompiledTemplates(BytecodeCache):
    """Files with the Python into which Jinja compiles templates. Compiling a template takes several
    times as long as rendering with it.

    A file is used only for the very same template, settings and version of Jinja.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_source_checksum(self, source: str) -> str:
        return hashlib.sha256(f"{jinja2.__version__} {SETTINGS} {source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        # A file that is missing or damaged is made again.
        with contextlib.suppress(Exception):
            bucket.bytecode_from_string((self.folder / bucket.key).read_bytes())

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(UserError):
            write_if_changed(self.folder / bucket.key, bucket.bytecode_to_string())
