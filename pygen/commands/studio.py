"""`invoke studio`: its arguments."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from pygen.base.errors import UsageError
from pygen.commands.arguments import DEFAULT_SPEC, check_dungeon, read_spec
from pygen.engine.seeds import parse_seed


def check_port(text: str | None) -> int:
    """The port that was asked for; 0 for a free one. Raises UsageError if it is none."""
    if text is None:
        return 0
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise UsageError(f"--port: {text} is no port", "Give 1 to 65535, or leave it out.")
    return int(text)


def first_page(spec: str | None, dungeon: str | None, seed: str | None) -> tuple[Path, str]:
    """The file that the studio opens, and the state that its page begins with.

    Raises SpecError if the file is no valid spec, UsageError for an unknown dungeon or seed.
    """
    rules = read_spec(spec)
    state: dict[str, str | int] = {"dungeon": check_dungeon(rules, dungeon)}
    if seed is not None:
        state["seed"] = parse_seed(seed)
    return Path(spec) if spec else DEFAULT_SPEC, urlencode(state)
