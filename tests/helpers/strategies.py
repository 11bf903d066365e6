"""Random values of which the sections of random specs are made."""

from __future__ import annotations

from hypothesis import strategies as st


@st.composite
def ranges(draw: st.DrawFn, low: int, high: int) -> tuple[int, int]:
    """Two numbers, the smaller one first."""
    first = draw(st.integers(low, high))
    return first, draw(st.integers(first, high))


@st.composite
def maps(draw: st.DrawFn, most: int) -> dict[str, int]:
    """The size of a map, up to `most` tiles a side."""
    return {
        "width": draw(st.integers(8, most)),
        "height": draw(st.integers(8, most)),
        "bits_per_tile": draw(st.sampled_from([3, 4, 8])),
    }
