"""Write the JSON Schema of the spec, with which editors complete and check generator.yaml."""

from __future__ import annotations

import os

from pygen.console.options import TaskArguments as Arguments
from pygen.console.schema import write_spec_schema
from pygen.console.terminal import out


def run(_: Arguments) -> None:
    written = write_spec_schema()
    state = "written" if written.is_new else "unchanged"
    out.print(f"{os.path.relpath(written.path)}: {state}")
