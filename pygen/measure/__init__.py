"""Cycles, bytes and profiles."""
