"""Lists of seeds as people write them: `0,7,100-120`."""

from __future__ import annotations

from pygen.errors import UsageError

LAST_SEED = 65535


def parse_seeds(text: str) -> list[int]:
    """The seeds of a list such as `0,7,100-120`, in the order given, each once.

    Raises UsageError for anything that is not a seed 0..65535 or an ascending range of them.
    """
    seeds: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not _is_number(first) or (dash and not _is_number(last)):
            raise UsageError(
                f"--seeds: {part.strip()!r} is not a seed or a range of seeds",
                "Write seeds from 0 to 65535 and ranges, such as 0,7,100-120.",
            )
        start, end = int(first), int(last) if dash else int(first)
        if end > LAST_SEED or start > LAST_SEED:
            raise UsageError(
                f"--seeds: {part.strip()} is out of range", "A seed is a number from 0 to 65535."
            )
        if end < start:
            raise UsageError(
                f"--seeds: {part.strip()} runs backwards", f"Write {end}-{start} instead."
            )
        seeds |= dict.fromkeys(range(start, end + 1))
    return list(seeds)


def _is_number(text: str) -> bool:
    """Whether it is written with plain digits, and no more of them than Python can read."""
    return text.isascii() and text.isdigit() and len(text) < 1000


def parse_seed(text: str) -> int:
    """One seed. Raises UsageError for anything else."""
    seeds = parse_seeds(text)
    if len(seeds) != 1:
        raise UsageError(f"--seed: {text} is more than one seed", "Give a number from 0 to 65535.")
    return seeds[0]
