"""Work in threads, for what mostly waits for other programs, such as compilers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_threads(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> list[Result]:
    """The results of `work` for each item, in the order of the items.

    If `work` raises an exception for an item, the first one in their order is raised, after the
    work that has begun is done; what has not begun is left out.
    """
    with ThreadPoolExecutor(max(1, workers)) as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
