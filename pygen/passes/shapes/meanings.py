"""What the constants mean that `parameters` computes: comments in the emitted C."""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "CHANCES": "the weights of the shapes, by their numbers",
    "LEAST": "the shortest side of a room that may have each shape,",
    "MOST": "and the longest one",
    "INDENTS": "what each row of a round corner lacks, by its radius",
    "SOME_CUT": "whether any use gives this shape",
    "SOME_ROUND": "whether any use gives this shape",
    "SOME_CROSS": "whether any use gives this shape",
    "SOME_L": "whether any use gives this shape",
    "SOME_CAVE": "whether any use gives this shape",
    "SOME_PILLARED": "whether any use gives this shape",
}
