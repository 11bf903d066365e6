"""A verify in a folder of its own, as a process that tests can interrupt: FOLDER COMPILER SEEDS."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from helpers.programs import program_of
from helpers.tools import SPEC_FILE
from rich.console import Console

from pygen.base.errors import UserError
from pygen.console.verify import prove_jobs
from pygen.proof.every_seed import plan
from pygen.spec import load_spec


def main(folder: Path, compiler: str, count: int) -> int:
    # Whoever started the tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    spec = load_spec(SPEC_FILE)
    program = program_of(spec, compiler)
    seeds = range(count)
    jobs, _ = plan(spec, [("burrow", program)], ["burrow"], seeds, folder / "verify", folder)
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
