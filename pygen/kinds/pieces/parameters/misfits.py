"""Why a piece can never fit: the first of its edges, as drawn, that has no neighbour."""

from __future__ import annotations

from pygen.engine.definition.sides import TOP
from pygen.kinds.pieces.parameters.options import OUTSIDE, Option, is_solid

SIDE_WORDS = ("left", "right", "top", "bottom")
LIST_WORDS = ("left", "right", "above", "below")


def names_of(options: tuple[Option, ...], numbers: list[int]) -> str:
    """The names of the pieces of some options."""
    return ", ".join(dict.fromkeys(options[n].origin for n in numbers))


def misfit_of(options: tuple[Option, ...], piece: int, possible: int) -> tuple[str, str]:
    """The end of a sentence about a piece that can never fit, and what would be right: it names an
    edge of the piece, and the neighbours that are missing or can never fit themselves. `possible`
    are the options that can fit."""
    own = next(option for option in options if option.piece == piece)
    found: tuple[str, str] | None = None
    for side, word in enumerate(SIDE_WORDS):
        edge, opposite = own.edge(side, 1), side ^ 1
        alike = [n for n, one in enumerate(options) if one.edge(opposite, 1) == edge]
        having = [
            n
            for n in alike
            if own.allows(side, options[n].piece) and options[n].allows(opposite, piece)
        ]
        # Solid edges fit the edge of the map, too.
        if is_solid(edge) and own.allows(side, OUTSIDE):
            continue
        if any(possible >> n & 1 for n in having):
            continue
        order = "" if side >= TOP else ", from the top,"
        what = f": its {word} edge `{edge[0]}`{order} is the {SIDE_WORDS[opposite]} edge"
        right = f"expected a piece with the {SIDE_WORDS[opposite]} edge `{edge[0]}`: "
        right += "draw one, or change it"
        if not alike:
            return f"{what} of no piece", right
        if not having:
            wrong = f"{what} of {names_of(options, alike)}, but the lists of neighbours do not "
            wrong += f"allow {'it' if len(set(alike)) == 1 else 'them'} there"
            return wrong, f"expected such a piece in `{LIST_WORDS[side]}`, and this one in its list"
        pieces = names_of(options, having)
        only = f"{what} only of pieces that can never fit: {pieces}"
        found = found or (only, f"expected that {pieces} can fit, or a piece that can: {right[9:]}")
    if found is None:
        return "", "expected that a piece on each of its sides has the same edge there"
    return found
