"""The section of a dungeon: the parameters of its kind, its passes, its theme and its preference.

A kind knows no passes, and a pass knows no kinds. This module adds to each kind's parameters the
keys that a dungeon of any kind may have.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Annotated, Any, Union

from pydantic import Field, create_model

from pygen.engine.definition.parameters import KindParameters
from pygen.engine.sections import NotEmitted, Section
from pygen.kinds import KINDS
from pygen.passes import PASSES
from pygen.spec.sections import Preference
from pygen.spec.themes import TileTheme

PASS_USE: Any = Annotated[
    Union[tuple(one.parameters for one in PASSES.values())],  # noqa: UP007
    Field(discriminator="name"),
]


class Preferring(Section):
    """What is said of a dungeon's code: its bytes do not depend on it."""

    prefer: NotEmitted[Preference | None] = Field(
        default=None,
        exclude_if=lambda preference: preference is None,
        description="speed or size: what its code prefers, whatever `compilers` says (default: "
        "what is said there of the compiler)",
    )


def _section(kind: str, parameters: type[KindParameters]) -> Any:
    """The parameters of a kind, with the keys that a dungeon of any kind may have."""

    def field(name: str, content: Any) -> Any:
        described = KindParameters.model_fields[name].description
        return content, Field(default_factory=typing.get_origin(content), description=described)

    made: Any = create_model(
        f"{parameters.__name__}_of_{kind}",
        __base__=(parameters, Preferring),
        __module__=__name__,
        __doc__=parameters.__doc__,
        passes=field("passes", list[PASS_USE]),
        theme=field("theme", dict[str, TileTheme]),
    )
    made.same_on_all_floors = (*parameters.same_on_all_floors, ("prefer",))
    return made


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
