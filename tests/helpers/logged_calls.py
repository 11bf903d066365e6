"""Calls of a dungeon's C that write what they find to a log, and what each of them must find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from helpers.calls import ANSWERS, CASES, MEMORY, Cases, answers

from pygen.spec import Spec

HEAD = """
#include "dungeon_{dungeon}.c"
void phase_done(uint8_t phase)
{{
    (void)phase;
}}
static uint8_t *found = MEMORY + {log};

static void put(uint8_t value)
{{
    *found = value;
    ++found;
}}

static NOINLINE void put_state(void)
{{
    put(random_low);
    put(random_high);
}}
"""


class LoggedCalls:
    """Calls, each with the C of its name in `calls` and with bytes as its arguments.

    `arguments[1]` is the first of these. The C writes what it finds with `put`, and `functions` is
    C that it needs. The log begins `log` bytes behind MEMORY; the calls work on what is before it.
    """

    def __init__(self, dungeon: str, log: int, functions: str, calls: Mapping[str, str]) -> None:
        self.dungeon, self.log, self.functions, self.calls = dungeon, log, functions, calls
        self.cases: Cases = []
        self.expected = bytearray()

    def add(self, name: str, *arguments: int, found: bytes = b"") -> None:
        """Add a call, which must find this."""
        self.cases.append(bytes([list(self.calls).index(name), *arguments]))
        self.expected += found

    def run(
        self,
        spec: Spec,
        folder: Path,
        compiler: str,
        before: bytes = b"",
        units: Sequence[str] = (),
    ) -> bytes:
        """Do all calls, and check what they find. Returns the memory before the log afterwards.

        `before` is what is there at the beginning, `units` are files of c64src that the C needs
        besides core/generation.c."""
        size = max(map(len, self.cases))
        cases = [case.ljust(size, b"\0") for case in self.cases]
        assert size * len(cases) <= MEMORY - CASES, "the cases reach into the memory"
        memory = before.ljust(self.log, b"\0") + bytes(len(self.expected))
        assert len(memory) <= ANSWERS - MEMORY, "the log reaches into the answers"
        texts = enumerate(self.calls.values())
        cases_in_c = "".join(f"\n        case {n}:{text}\n        break;" for n, text in texts)
        _, after = answers(
            spec, folder, compiler, f"        switch (arguments[0]) {{{cases_in_c}\n        }}",
            cases, memory, HEAD.format(dungeon=self.dungeon, log=self.log) + self.functions,
            ["program_tables.c", "core/generation.c", *units], [f"dungeon_{self.dungeon}_cc65.s"],
        )  # fmt: skip
        assert after[self.log :] == self.expected
        return after[: self.log]
