"""The Python reference: what every dungeon must be, byte for byte."""

from pygen.reference.generation import Generation, digest, generate, phases

__all__ = ["Generation", "digest", "generate", "phases"]
