"""Comparing builders: parity, every seed, golden values, canaries."""
