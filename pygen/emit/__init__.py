"""From the spec to C: rendering the templates."""

from pygen.emit.rendering import DISPLAY_UNITS, emit

__all__ = ["DISPLAY_UNITS", "emit"]
