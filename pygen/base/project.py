"""The paths of the project's folders."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
BUILD_FOLDER = PROJECT / "build"
C_FOLDER = PROJECT / "c64src"
"""The folder of C and assembly written by hand."""
TEMPLATES = PROJECT / "templates"
