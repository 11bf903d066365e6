"""Value noise in octaves: heights for kinds that make landscapes.

The twins, function by function, are in `c64src/core/noise/`.
"""
