"""C compilers behind one interface, and how their output becomes a C64 program file."""

from pygen.compilers.base import BuildRequest, BuildResult, Compiler, MappedObject, Segment
from pygen.compilers.choice import CHOICES, COMPILERS, Choice, pick_compilers
from pygen.compilers.program import load_address_and_entry, make_prg

__all__ = [
    "CHOICES",
    "COMPILERS",
    "BuildRequest",
    "BuildResult",
    "Choice",
    "Compiler",
    "MappedObject",
    "Segment",
    "load_address_and_entry",
    "make_prg",
    "pick_compilers",
]
