"""From the spec to C: rendering the templates."""

from pygen.emit.rendering import emit

__all__ = ["emit"]
