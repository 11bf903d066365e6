"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

from pygen.engine.population.meanings import MEANINGS as SHARED

MEANINGS: Mapping[str, str] = {name: SHARED[name] for name in ("PICKS", "PART", "ZONES")}
