"""Finding a compiler: by the spec, an environment variable, or PATH."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from pygen.base.errors import ToolMissing


def locate(program: str, called: str, configured: str | Path | None, hint: str) -> tuple[Path, str]:
    """The absolute path of a compiler's program, and a phrase that says where it was found.

    `configured` is the path in the spec, if any: the program, its folder, or the folder above its
    `bin`. Without it, the folder in the variable <PROGRAM>_HOME is tried, then PATH. `called` is
    the compiler's name in messages. Raises ToolMissing with `hint`, which says how to install it.
    """
    if configured:
        path = Path(configured).expanduser()
        for candidate in (path, path / "bin" / program, path / program):
            if candidate.is_file():
                return candidate.absolute(), "from the spec"
        raise ToolMissing(
            f"{configured}: the spec names this path, but there is no {called} here", hint
        )
    variable = f"{program.upper()}_HOME"
    home = os.environ.get(variable)
    if home and (Path(home) / "bin" / program).is_file():
        return (Path(home) / "bin" / program).absolute(), f"from {variable}"
    on_path = shutil.which(program)
    if on_path:
        return Path(on_path).absolute(), "from PATH"
    raise ToolMissing(f"{called} was found neither by the spec nor by {variable} nor on PATH", hint)
