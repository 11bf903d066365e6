"""Whether the code of dungeons is to be fast or small, for each compiler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pygen.spec.dungeons import Preferring
from pygen.spec.model import Spec
from pygen.spec.sections import Preference


def preferences(spec: Spec, dungeon: str) -> Mapping[str, Preference]:
    """What the code of a dungeon prefers, by the name of the compiler."""
    found = {"oscar64": spec.compilers.oscar64.prefer, "cc65": spec.compilers.cc65.prefer}
    section = spec.dungeons[dungeon]
    if isinstance(section, Preferring) and section.prefer:
        return dict.fromkeys(found, section.prefer)
    return found


def shared_preferences(spec: Spec, dungeons: Iterable[str]) -> Mapping[str, Preference]:
    """The same for code that some dungeons share: size only if all of them prefer it."""
    every = [preferences(spec, name) for name in dungeons]
    return {
        compiler: "size" if all(one[compiler] == "size" for one in every) else "speed"
        for compiler in ("oscar64", "cc65")
    }
