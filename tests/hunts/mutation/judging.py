"""A court: it has a copy of the project, and judges one mutant after the other in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from hunts.mutation.chosen_tests import chosen_tests
from hunts.mutation.executed import recorded, tests_that_execute
from hunts.mutation.modules import ModuleJudge
from hunts.mutation.mutants import Mutant
from hunts.mutation.native import NativeJudge
from hunts.mutation.workshop import Workshop

UNSEEN = "unseen: for the specs of the run it changes nothing that is compiled"
UNSURE = "UNSURE, as without it this fails, too"


@dataclass
class Court:
    """A copy of the project and the judges that work in it, made when they are needed."""

    shop: Workshop
    native: NativeJudge | None = None
    modules: ModuleJudge | None = None
    sound: set[str] = field(default_factory=set)
    """Tests that pass in the copy without a mutant."""

    def judge(self, mutant: Mutant, is_quick: bool = False) -> str:
        """How a mutant is found out; "" if it survives.

        With `is_quick` only the first comparison is made, and no test is run.
        """
        is_compared = mutant.part in ("generator", "assembly")
        if is_compared:
            self._be_ready()
        tests = [] if is_quick else self._tests(mutant)
        with self.shop.changed(mutant) as path:
            found = self._compared(mutant.part, path, is_quick) if is_compared else ""
            if found or is_quick:
                return found or ""
            test = self._failing_test(mutant, tests)
            is_seen_in_c = mutant.part == "generator" and found is not None
            if not test and is_seen_in_c and self._differs_for_some_seed(path):
                return "every seed"
        if not test:
            return UNSEEN if found is None else ""
        if test not in self.sound and self.shop.failing([test, "--long"]):
            return f"{UNSURE}: {test}"
        self.sound.add(test)
        return f"tests: {test}"

    def _tests(self, mutant: Mutant) -> list[list[str]]:
        """Arguments of pytest, one list after the other."""
        found = list(chosen_tests(mutant, self.shop.project))
        if mutant.part == "python":
            record = recorded(self.shop, [path for paths in found for path in paths])
            source = (self.shop.project / mutant.file).read_text()
            found = [tests_that_execute(mutant, record, source)]
        return [arguments for arguments in found if arguments]

    def _failing_test(self, mutant: Mutant, tests: list[list[str]]) -> str:
        keep = "compilers" not in mutant.file
        return next(filter(None, (self.shop.failing(arguments, keep) for arguments in tests)), "")

    def _differs_for_some_seed(self, path: Path) -> bool:
        assert self.native
        return self.native.differs_for_some_seed(path)

    def _be_ready(self) -> None:
        """Build the originals, while there is no mutant in the copy."""
        if self.native is None:
            self.native = NativeJudge(self.shop)
            self.modules = ModuleJudge(self.shop, self.native)

    def _compared(self, part: str, path: Path, is_quick: bool) -> str | None:
        """By what dungeons tell a mutant from the original, as `NativeJudge.verdict` says it."""
        assert self.native and self.modules
        found = self.native.verdict(path, is_quick) if part == "generator" else None
        return self.modules.verdict(path, is_quick) if found is None else found
