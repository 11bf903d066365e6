"""Helpers for the wording of messages."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def shown(text: str, longest: int = 60) -> str:
    """`text` made safe for one line of a terminal: unprintable characters are escaped, and it is
    cut to `longest` characters."""
    clean = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return clean if len(clean) <= longest else f"{clean[: longest - 1]}…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question such as "did you mean `rooms`? "; empty if no known word is similar."""
    close = closest(word, known)
    return f"did you mean `{close}`? " if close else ""


def closest(word: str, known: Iterable[str]) -> str:
    """The known word that `word` probably misspells, or an empty text."""
    matches = difflib.get_close_matches(word[:100], sorted(known), n=1, cutoff=0.6)
    return matches[0] if matches else ""


def listed(words: Iterable[str]) -> str:
    """The words, separated by commas; "none" if there are none."""
    return ", ".join(words) or "none"


def counted(count: int, noun: str) -> str:
    """A number and its noun: "1 seed", "1,024 seeds"."""
    return f"{count:,} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """The plural of a noun by the usual rules: "walls", "leeches", "enemies"."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in ("", *"aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def all_of(count: int, noun: str) -> str:
    """A subject with its verb: "the dungeon is", "all 64 dungeons are"; "no dungeons are" for 0."""
    if count == 1:
        return f"the {noun} is"
    return f"all {count:,} {noun}s are" if count else f"no {noun}s are"


def ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as ranges of consecutive ones: the first and the last of each."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found
