"""What a kind of dungeon gives to the tests over all kinds: tests/kinds/<kind>/material.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from pygen.spec import Spec

Data = dict[str, Any]
"""A spec, or a part of it, as YAML has it."""


def adapt_nothing(draw: st.DrawFn, data: Data, sections: list[Data]) -> None:
    """The rest of a spec suits any dungeon of this kind."""


Bytes = Mapping[str, bytes]
JudgeOfChunks = Callable[[Spec, str, tuple[int, int], Bytes, Bytes], None]


@dataclass(frozen=True)
class Material:
    """All that the tests over all kinds need to know of one.

    `judge(spec, dungeon, regions)` raises AssertionError, LookupError or StopIteration unless the
    bytes in memory are a dungeon of this kind; it must share no code with the generator.
    `judge_chunk(spec, dungeon, chunk, of_kind, finished)` does the same with a chunk of a world, as
    the kind has left it and as it is at the end, for kinds whose chunks follow from those around
    them.

    `indistinguishable` are the tiles that a judge may find in each other's place,
    `unjudged_figures` those of the summary that follow from chance alone, so that only the
    comparison of both languages tells.

    `sections` draws a dungeon's section of a spec; most of them should be valid. `adapt` changes
    the rest of such a spec so that these sections of this kind are valid in it.

    `dungeons` are sections by name: dungeons of this kind beside those that
    tests/specs/three_dungeons.yaml has. `variants` are changes of sample dungeons for the mutation
    run, by the name of the spec that they become part of.
    """

    judge: Callable[[Spec, str, Mapping[str, bytes]], None]
    sections: st.SearchStrategy[Data]
    judge_chunk: JudgeOfChunks | None = None
    adapt: Callable[[st.DrawFn, Data, list[Data]], None] = adapt_nothing
    dungeons: Mapping[str, Data] = field(default_factory=dict)
    indistinguishable: frozenset[str] = frozenset()
    unjudged_figures: frozenset[str] = frozenset()
    variants: Mapping[str, Sequence[str]] = field(default_factory=dict)
