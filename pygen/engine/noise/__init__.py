"""Value noise in octaves: heights for kinds that make landscapes.

The twins are in `c64src/core/noise/`.
"""
