"""Modules with values of open parameters, and the routes that build their dungeons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygen.builders.module import ModuleRoute
from pygen.builders.native import NativeRoute
from pygen.builders.native_values import NativeRouteWithValues
from pygen.builders.python import PythonRoute
from pygen.compilers.module_building import Module
from pygen.emit.module_layout import OPEN_OFFSET
from pygen.spec import Spec
from pygen.spec.open_parameters import Values, open_parameters, values_in_words, with_values


def module_with_values(module: Module, values: Values) -> Module:
    """A module whose request block has these values of its open parameters. Its specs are those
    from which the reference builds the same dungeons."""
    image = bytearray(module.image)
    image[OPEN_OFFSET : OPEN_OFFSET + len(values)] = bytes(values)
    layout = replace(module.layout, spec=with_values(module.layout.spec, module.dungeon, values))
    spec = with_values(module.spec, module.dungeon, values)
    return replace(module, spec=spec, layout=layout, image=bytes(image))


@dataclass(frozen=True)
class PythonRouteWithValues(PythonRoute):
    """The reference with values of open parameters; `words` are these in words."""

    words: str = ""

    @property
    def name(self) -> str:
        return f"python {self.words}"


def routes_with_values(
    spec: Spec, dungeon: str, values: Values, modules: list[ModuleRoute], native: NativeRoute | None
) -> tuple[list[ModuleRoute | NativeRoute], PythonRoute]:
    """Routes to a dungeon with these values - those of its modules, and of its native build if
    there is any - and the reference to compare them with."""
    words = values_in_words(open_parameters(spec, dungeon), values)
    routes: list[ModuleRoute | NativeRoute] = []
    if native:
        routes.append(
            NativeRouteWithValues(spec, native.library, native.selection, dungeon, values)
        )
    for route in modules:
        made = module_with_values(route.module, values)
        routes.append(replace(route, module=made, label=f"{route.name} {words}"))
    return routes, PythonRouteWithValues(with_values(spec, dungeon, values), words=words)
