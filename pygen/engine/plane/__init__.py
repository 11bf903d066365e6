"""Maps as planes of bits: what kinds and passes share that look at walls and floor only.

The twins are in `c64src/core/plane/`.
"""
