"""The figures of the kind: their largest values in the summary, and how people see them.

The C has no twin of this file: it writes the emitted struct of these figures.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygen.engine.definition.tables import Figures, LargestValue
from pygen.engine.dungeon.generation import Generation
from pygen.kinds.accretion.constants import VAULT
from pygen.kinds.accretion.parameters import Accretion

KIND_WORDS = ("rooms", "corridors", "crosses", "circles", "caves", "vaults")
"""The kinds of features in words, by their numbers in the records."""


def largest_figures(name: str, dungeon: Accretion) -> Iterator[LargestValue]:
    """The largest values of the figures, and why."""
    struct, features = FIGURES.struct, dungeon.features.most
    why = f"dungeon `{name}`, up to {features} features"
    yield LargestValue(features, why, struct, ("features", "hidden"))
    most = dungeon.loops.most
    yield LargestValue(most, f"dungeon `{name}`, up to {most} loops", struct, ("loops",))
    most = max([1, *(vault.treasures for vault in dungeon.vaults)])
    treasures = dungeon.secrets.treasures + features * most
    why = f"dungeon `{name}`, up to {treasures} treasures, those of its vaults included"
    yield LargestValue(treasures, why, struct, ("treasures",))


FIGURES = Figures(
    "accretion_figures",
    {"features": 1, "loops": 1, "hidden": 1, "treasures": 2},
    largest_figures,
)


def counts(g: Generation[Accretion]) -> list[tuple[int, str]]:
    """The number of features of each kind, with the kinds in words."""
    kinds = [min(record["kind"], VAULT) for record in g.tables["features"]]
    return [(kinds.count(kind), words) for kind, words in enumerate(KIND_WORDS)]


def columns(g: Generation[Accretion]) -> dict[str, int]:
    """The features of each kind, and all figures."""
    return {
        "features": len(g.tables["features"]),
        **{words: count for count, words in counts(g)},
        **{name: g.figures[name] for name in ("loops", "hidden", "treasures")},
    }


def lines(g: Generation[Accretion]) -> list[tuple[str, str]]:
    """Features, loops and treasures in words."""
    parts = [f"{count} {words}" for count, words in counts(g) if count]
    found = [
        ("features", f"{len(g.tables['features'])}: {', '.join(parts)}"),
        ("loops", str(g.figures["loops"])),
    ]
    if "secrets" not in g.parameters.without:
        found.append(("hidden", f"{g.figures['hidden']} of the dead ends"))
        found.append(("treasures", str(g.figures["treasures"])))
    return found
