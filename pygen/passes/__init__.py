"""The passes: one folder each, which are found automatically.

A pass is a folder here whose `__init__.py` defines `PASS`, and its twin in `c64src/passes/`.
docs/adding-a-pass.md lists everything that belongs to it.
"""

from pygen.passes.catalogue import PASSES

__all__ = ["PASSES"]
