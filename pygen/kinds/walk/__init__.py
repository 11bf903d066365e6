"""A random walk through solid ground."""

from pygen.engine.generation import Generation
from pygen.engine.kind import Kind, Phase
from pygen.kinds.walk.parameters import Walk
from pygen.kinds.walk.walk import place_stairs, walk

KIND = Kind(
    "walk",
    Walk,
    (
        Phase("walk", walk),
        Phase("stairs", place_stairs),
        Phase("camera", Generation.place_camera),
    ),
)
