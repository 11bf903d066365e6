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


def counted(count: int, noun: str) -> str:
    """A number and its noun: "1 seed", "1,024 seeds". The noun's plural must end in a plain s."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def all_of(count: int, noun: str) -> str:
    """A subject with its verb: "the dungeon is", "all 64 dungeons are"; "no dungeons are" for 0."""
    if count == 1:
        return f"the {noun} is"
    return f"all {count:,} {noun}s are" if count else f"no {noun}s are"
