"""Arguments of tasks that compile: a compiler, a profile, a program of the spec, its carrier."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rich.markup import escape

from pygen.base.errors import UsageError
from pygen.compilers import Compiler
from pygen.compilers.built import Profile
from pygen.compilers.choice import compilers_of
from pygen.console.arguments import SpecArguments, known_names
from pygen.console.options import OneOf, Text
from pygen.console.terminal import out
from pygen.programs.carrier import Carrier
from pygen.programs.carriers import CARRIERS
from pygen.spec import Spec
from pygen.spec.selection import Selection

COMPILER = Text("auto, oscar64, cc65 or all (default: the spec's choice, auto)")
PROFILES: Sequence[Profile] = ("release", "dev")
PROFILE: OneOf[Profile] = OneOf("release or dev (default: release)", "release", PROFILES)
PROGRAM = Text("which of the spec's programs (default: the first)")


class ProgramArguments(SpecArguments):
    """The arguments of a task that handles a program of the spec."""

    @cached_property
    def selection(self) -> Selection:
        """The dungeons of the chosen program, by default of the first one.

        Raises UsageError if there is no such program.
        """
        programs = self.spec.programs
        name = self.said.get("program") or next(iter(programs))
        if name not in programs:
            raise UsageError(
                f"--program: there is no program called {name!r}", known_names(name, programs)
            )
        return self.spec.selection_of(name)


def choose_compilers(spec: Spec, choice: str | None, others: Sequence[str] = ()) -> list[Compiler]:
    """The compilers for `choice` (default: the spec's). Their names are printed.

    `others` are further choices of the task, for the error about an unknown choice. Raises
    ToolMissing if there is no compiler, UsageError for an unknown choice.
    """
    chosen = compilers_of(spec, choice, others)
    out.print(escape(chosen.sentence), style="dim", soft_wrap=True)
    return chosen.compilers


def carrier_of(spec: Spec, program: str, name: str | None) -> Carrier:
    """The carrier of a program with this name, by default the first one.

    Raises UsageError if the program does not have this carrier.
    """
    carriers = spec.programs[program].carriers
    if name is not None and name not in carriers:
        raise UsageError(
            f"--carrier: {program} does not come on {name!r}",
            f"Its carriers are {', '.join(carriers)}; add yours to "
            f"programs.{program}.carriers in the spec.",
        )
    return CARRIERS[name or carriers[0]]
