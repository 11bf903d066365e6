"""Maps as planes of bits: what kinds and passes share that look at walls and floor only.

The twins, function by function, are in `c64src/core/plane/`.
"""
