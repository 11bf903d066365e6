"""The section of a dungeon: the parameters of its kind, its passes, and its theme.

A kind knows no passes, and a pass knows no kinds. This module adds to each kind's parameters the
keys that a dungeon of any kind may have.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field, create_model

from pygen.engine.definition.parameters import KindParameters
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.spec.themes import TileTheme

PASS_USE: Any = Annotated[
    Union[tuple(one.parameters for one in PASSES.values())],  # noqa: UP007
    Field(discriminator="name"),
]


def _section(kind: str, parameters: type[KindParameters]) -> Any:
    """The parameters of a kind, with the keys that a dungeon of any kind may have."""

    def field(name: str, content: Any) -> Any:
        described = KindParameters.model_fields[name].description
        return content, Field(default_factory=typing.get_origin(content), description=described)

    return create_model(
        f"{parameters.__name__}_of_{kind}",
        __base__=parameters,
        __module__=__name__,
        __doc__=parameters.__doc__,
        passes=field("passes", list[PASS_USE]),
        theme=field("theme", dict[str, TileTheme]),
    )


SECTIONS: dict[str, Any] = {
    kind.name: _section(kind.name, kind.parameters) for kind in KINDS.values()
}
# A dungeon goes to other processes, which look its class up by its name in this module.
globals().update({section.__name__: section for section in SECTIONS.values()})

if TYPE_CHECKING:
    Dungeon = KindParameters
else:
    Dungeon = Annotated[
        Union[tuple(SECTIONS.values())],  # noqa: UP007
        Field(discriminator="kind"),
    ]
