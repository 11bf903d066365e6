"""Functions of an object whose result is computed once per object."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

One = TypeVar("One")
Result = TypeVar("Result")


def once_for_each(function: Callable[[One], Result]) -> Callable[[One], Result]:
    """A version of `function` that computes its result once for each object, as long as the object
    lives.

    Objects are told apart by identity, not by value, and must not change; callers must not change
    the results, either.
    """
    known: dict[int, tuple[weakref.ref[One], Result]] = {}

    @wraps(function)
    def cached(one: One) -> Result:
        key = id(one)
        if key not in known:
            result = function(one)
            known[key] = weakref.ref(one, lambda _: known.pop(key, None)), result
        return known[key][1]

    return cached
