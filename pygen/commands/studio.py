"""Open a page to tune dungeons, watch them grow, find seeds, save, and prove.

The page is served on this machine only and needs no network. Ctrl+C ends it.

Examples:
  invoke studio
  invoke studio --dungeon warren --seed 7
  invoke studio --spec my-dungeons/generator.yaml --no-browser
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from rich.markup import escape

from pygen.base.project import BUILD_FOLDER
from pygen.console.arguments import DEFAULT_SPEC, Dungeon, FileArguments
from pygen.console.options import Count, Flag, Parsed
from pygen.console.terminal import out
from pygen.engine.random.seeds import parse_seed
from pygen.studio.running import run_studio


class Arguments(FileArguments):
    dungeon = Dungeon("which dungeon to begin with (default: the first of the program)")
    seed = Parsed("which seed to begin with, 0 to 65535", None, parse_seed)
    port = Count(
        "which port of this machine to use (default: a free one)", 65535,
        "a port", "Give 1 to 65535, or leave it out.",
    )  # fmt: skip
    no_browser = Flag("print the address, and open no browser")


def run(given: Arguments) -> None:
    path = Path(given.spec_path or DEFAULT_SPEC)
    page: dict[str, str | int] = {"dungeon": given.dungeon}
    if given.seed is not None:
        page["seed"] = given.seed
    with_browser = not given.no_browser
    run_studio(path, BUILD_FOLDER, given.port or 0, with_browser, print_address, urlencode(page))


def print_address(address: str) -> None:
    """Print the address of the studio. No other address opens it."""
    out.print(f"the studio is at {escape(address)}", soft_wrap=True)
    out.print("Ctrl+C ends it.", style="dim")
