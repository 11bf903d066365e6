"""The places of the modules of several dungeons in one program."""

from __future__ import annotations

from collections.abc import Iterator

from pygen.base.words import did_you_mean, listed
from pygen.engine.sections import BrokenRule
from pygen.spec.model import Spec
from pygen.spec.parts import Parts
from pygen.spec.problems import KeyPath


def in_place(spec: Spec, dungeon: str) -> Spec:
    """The spec for the module of one dungeon: with the addresses that `modules.places` gives it."""
    modules = spec.modules
    own = modules.places.get(dungeon)
    if own is None:
        return spec
    given = {key: getattr(own, key) for key in own.model_fields_set}
    addresses = {
        key: modules.shared[at] if isinstance(at, str) else at
        for key, at in given.items()
        if at is not None
    }
    return spec.replaced(modules=modules.model_copy(update=addresses))


def share_memory(spec: Spec, one: str, key: str, other: str, other_key: str) -> bool:
    """Whether two dungeons name the same memory for these keys, `work` or `data`."""
    names = [
        getattr(spec.modules.places.get(dungeon), at, None)
        for dungeon, at in ((one, key), (other, other_key))
    ]
    return isinstance(names[0], str) and names[0] == names[1]


def place_rules(parts: Parts) -> Iterator[BrokenRule]:
    """The rules that `modules.places` breaks."""
    if parts.modules is None:
        return
    for name in parts.missing("dungeons", parts.modules.places):
        right = f"{did_you_mean(name, parts.dungeons)}expected one of: {listed(parts.dungeons)}"
        path = ("modules", "places", name)
        yield BrokenRule(path, f"there is no dungeon `{name}`", right)
    for name, place in parts.modules.places.items():
        for key in ("work", "data"):
            at = getattr(place, key)
            if isinstance(at, str) and at not in parts.modules.shared:
                known = parts.modules.shared
                right = f"{did_you_mean(at, known)}expected an address, or one of: {listed(known)}"
                where: KeyPath = ("modules", "places", name, key)
                yield BrokenRule(where, f"`modules.shared` has no `{at}`", right)
