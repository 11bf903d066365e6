"""The kinds of dungeons: one folder each, found by themselves.

A kind is a folder here whose `__init__.py` has a `KIND`, beside its twin in `c64src/kinds/`.
docs/adding-a-kind.md says what else belongs to it.
"""

from pygen.kinds.catalogue import KINDS, advance, begin, generate, phase_names

__all__ = ["KINDS", "advance", "begin", "generate", "phase_names"]
