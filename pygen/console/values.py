"""`--values rooms.max_size=7,secrets.chance=30`: values of open parameters."""

from __future__ import annotations

from pygen.base.errors import UsageError
from pygen.base.words import listed
from pygen.console.options import Parsed, meant
from pygen.spec import Spec
from pygen.spec.open_parameters import OpenParameters, Values, open_parameters, values_of

EXAMPLE = "Write --values rooms.max_size=7,secrets.chance=30."


def parse_values(text: str) -> dict[str, int]:
    """The values in a text, by the names of the parameters. Raises UsageError for another form."""
    found: dict[str, int] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if not equals or not value.isdecimal() or len(value) > 5:
            raise UsageError(f"--values: `{part}` is no NAME=NUMBER", EXAMPLE)
        if name in found:
            raise UsageError(f"--values: {name} is there twice", EXAMPLE)
        found[name] = int(value)
    return found


VALUES = Parsed(
    "values of open parameters, as in rooms.max_size=7,secrets.chance=30 (default: the spec's; "
    "docs/open-parameters.md)",
    None,
    parse_values,
)


def values_for(spec: Spec, dungeon: str, given: dict[str, int]) -> Values:
    """The values of all open parameters of a dungeon, as given, else the spec's.

    Raises UsageError for a parameter that is not open there, and for values that the module
    refuses.
    """
    opened = open_parameters(spec, dungeon)
    names = [one.name for one in opened.parameters]
    for name in given:
        if name not in names:
            raise UsageError(f"--values: {name} is not open in {dungeon}", _which(opened, name))
    values = values_of(opened, given)
    if wrong := opened.wrong_with(values):
        raise UsageError(f"--values: {wrong}", _which(opened))
    return values


def _which(opened: OpenParameters, word: str = "") -> str:
    """A hint on which values there are."""
    if not opened.parameters:
        return "The spec opens none: `modules.open` lists them (docs/open-parameters.md)."
    ranges = [f"{one.name} ({one.least} to {one.most})" for one in opened.parameters]
    names = [one.name for one in opened.parameters]
    return f"{meant(word, names) if word else ''}Open are {listed(ranges)}."
