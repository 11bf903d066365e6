"""Rules for compiler flags: optimisation levels that give no program, or a wrong one."""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.sections import BrokenRule
from pygen.spec.optimisation_levels import why_refused
from pygen.spec.parts import Parts


def compiler_rules(parts: Parts) -> Iterator[BrokenRule]:
    """A broken rule for every list of flags that a defect of the compiler makes unusable."""
    if parts.compilers is None:
        return
    for compiler in ("oscar64", "cc65"):
        for profile in ("dev", "release"):
            flags = getattr(getattr(parts.compilers, compiler), profile)
            refused = why_refused(compiler, flags)
            if refused:
                index, reason = refused
                path = ("compilers", compiler, profile, index)
                wrong = f'"{flags[index]}" does not serve: {reason}'
                yield BrokenRule(path, wrong, "another level")
