"""Single walls on the floor, by chance. The twin is in `c64src/passes/speckle/`."""

from pygen.passes.speckle.parameters import Speckle
from pygen.passes.speckle.speckling import speckle

from pygen.engine.definition.features import CONNECTED
from pygen.engine.definition.passes import Pass

PASS = Pass("speckle", Speckle, speckle, loses=lambda _: frozenset({CONNECTED}))
