"""What a person reads where the screen has these codes."""

from __future__ import annotations

from collections.abc import Iterable


def text_of(codes: Iterable[int]) -> str:
    """The characters of screen codes: letters, digits and signs."""
    return "".join(chr(code + 64 if 1 <= code <= 26 else code) for code in codes)
