"""Builders of dungeons: the Python reference, native C, and 6502 code in three emulators."""
