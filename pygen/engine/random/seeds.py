"""Seeds, floors and chunks as people write them: lists such as `0,7,100-120`."""

from __future__ import annotations

from pygen.base.errors import UsageError
from pygen.engine.random.floors import FLOORS
from pygen.engine.random.worlds import Chunk, check_chunk

LAST_SEED = 65535


def parse_seeds(text: str, option: str = "--seeds") -> list[int]:
    """The seeds of a list such as `0,7,100-120`, in the order given, each once.

    `option` is where the list comes from, for messages.
    Raises UsageError for anything that is not a seed 0..65535 or an ascending range of them.
    """
    return _parse_list(text, option, "seed", 0, LAST_SEED)


def parse_floors(text: str) -> list[int]:
    """The floors of a list, written as for `parse_seeds`; a floor is 1..256."""
    return _parse_list(text, "--floor", "floor", 1, FLOORS)


def parse_chunk(text: str) -> Chunk:
    """A chunk as people write it, its column and its row: `5,2047`.

    Raises UsageError for anything else.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(map(_is_number, parts)):
        raise UsageError(
            f"--chunk: {text!r} is not a chunk", "Write its column and its row, such as 5,12."
        )
    chunk = int(parts[0]), int(parts[1])
    check_chunk(chunk)
    return chunk


def _parse_list(text: str, option: str, noun: str, least: int, most: int) -> list[int]:
    numbers: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not _is_number(first) or (dash and not _is_number(last)):
            raise UsageError(
                f"{option}: {part.strip()!r} is not a {noun} or a range of {noun}s",
                f"Write {noun}s from {least} to {most} and ranges, such as {least},7,100-120.",
            )
        start, end = int(first), int(last) if dash else int(first)
        if not (least <= start <= most and least <= end <= most):
            raise UsageError(
                f"{option}: {part.strip()} is out of range",
                f"A {noun} is a number from {least} to {most}.",
            )
        if end < start:
            raise UsageError(
                f"{option}: {part.strip()} runs backwards", f"Write {end}-{start} instead."
            )
        numbers |= dict.fromkeys(range(start, end + 1))
    return list(numbers)


def _is_number(text: str) -> bool:
    """Whether a text consists of plain digits, and no more of them than Python can read."""
    return text.isascii() and text.isdigit() and len(text) < 1000


def parse_seed(text: str) -> int:
    """One seed, of the option --seed. Raises UsageError for anything else."""
    seed = text.strip()
    if "," in seed or (_is_number(seed.partition("-")[0].strip()) and "-" in seed):
        raise UsageError(
            f"--seed: {seed} is more than one seed",
            "Give a number from 0 to 65535, or use --seeds if the task has it.",
        )
    if not _is_number(seed):
        raise UsageError(f"--seed: {seed!r} is not a seed", "Give a number from 0 to 65535.")
    return parse_seeds(seed, "--seed")[0]
