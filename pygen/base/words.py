"""Small pieces of text that messages are made of."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def shown(text: str, longest: int = 60) -> str:
    """`text` fit for one line of a terminal: nothing unprintable, not too long."""
    clean = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The question whether a close one of `known` was meant; an empty text if none is close."""
    close = closest(word, known)
    return f"did you mean `{close}`? " if close else ""


def closest(word: str, known: Iterable[str]) -> str:
    """The one of `known` that `word` may be a slip for, or an empty text."""
    found = difflib.get_close_matches(word[:100], sorted(known), n=1, cutoff=0.6)
    return found[0] if found else ""


def listed(words: Iterable[str]) -> str:
    """The words, with commas; "none" if there are none."""
    return ", ".join(words) or "none"
