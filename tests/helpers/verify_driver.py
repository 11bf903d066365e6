"""A verify of a small dungeon in a folder of its own, as a process that tests can interrupt.

verify_driver.py FOLDER COMPILER SEEDS
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from helpers.programs import module_of
from helpers.tools import SPEC_FILE, simulator_library
from rich.console import Console

from pygen.base.errors import UserError
from pygen.builders.module import ModuleRoute
from pygen.commands.verify import prove_jobs
from pygen.proof import every_seed, planning
from pygen.spec import Spec, load_spec


def small_spec() -> Spec:
    """A spec with one dungeon that takes few cycles."""
    return load_spec(SPEC_FILE, ["dungeons.burrow.walk.steps=60", "program.dungeons=[burrow]"])


def main(folder: Path, compiler: str, count: int) -> int:
    # Whoever started the tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    spec = small_spec()
    module = module_of(spec, "burrow", compiler)
    route = ModuleRoute(module, simulator_library())
    # Many small pieces: a run can be interrupted between any two.
    every_seed.SEEDS_AT_ONCE = every_seed.SEEDS_TO_BUILD = 128
    jobs, _ = planning.plan(spec, [route], ["burrow"], range(count), folder / "verify", folder)
    print("begins", flush=True)
    try:
        wrong = prove_jobs(jobs, 2, Console(width=110), folder / "report.json")
    except UserError as error:
        print(f"error: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        return 130
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
