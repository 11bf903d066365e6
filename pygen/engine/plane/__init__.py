"""Maps as planes of bits, shared by kinds and passes that deal only with walls and floor.

The twins are in `c64src/core/plane/`.
"""
