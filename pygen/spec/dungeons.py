"""The section of a dungeon: the parameters of its kind, and its passes.

A kind knows no passes, and a pass no kinds. Here each kind's parameters get the list of passes that
a dungeon of any kind may have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field, create_model

from pygen.engine.parameters import KindParameters
from pygen.kinds import KINDS
from pygen.passes import PASSES

PASS_USE: Any = Annotated[
    Union[tuple(one.parameters for one in PASSES.values())],  # noqa: UP007
    Field(discriminator="name"),
]


def _with_passes(parameters: type[KindParameters]) -> Any:
    """A kind's parameters, with the list of passes."""
    described = KindParameters.model_fields["passes"].description
    field: Any = (list[PASS_USE], Field(default_factory=list, description=described))
    return create_model(
        parameters.__name__,
        __base__=parameters,
        __module__=__name__,
        __doc__=parameters.__doc__,
        passes=field,
    )


SECTIONS: dict[str, Any] = {
    kind.parameters.__name__: _with_passes(kind.parameters) for kind in KINDS.values()
}
# A dungeon goes to other processes, which look its class up by its name in this module.
globals().update(SECTIONS)

if TYPE_CHECKING:
    Dungeon = KindParameters
else:
    Dungeon = Annotated[
        Union[tuple(SECTIONS.values())],  # noqa: UP007
        Field(discriminator="kind"),
    ]
