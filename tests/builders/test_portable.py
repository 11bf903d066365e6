"""Routes for other machines: what they carry, and that they build the same there."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.programs import module_of
from helpers.tools import needs_cc, needs_vice, simulator_library
from helpers.verify_driver import small_spec

from pygen.base.project import PROJECT
from pygen.builders.base import Builder, Route
from pygen.builders.module import ModuleRoute
from pygen.builders.module_vice import ModuleViceRoute
from pygen.builders.native import NativeRoute, build_native
from pygen.builders.portable import (
    OtherMachine,
    differences,
    facts_of_machine,
    file_digest,
    packed,
    unpacked,
)
from pygen.builders.python import PythonRoute
from pygen.builders.recompiling import Recompiling
from pygen.builders.window import WindowRoute
from pygen.engine.random.request import Request
from pygen.spec import Spec, load_spec

pytestmark = needs_cc


@pytest.fixture(scope="module")
def spec() -> Spec:
    return small_spec()


@pytest.fixture(scope="module")
def routes(spec: Spec, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Route]:
    """A route of each kind, whose libraries are in folders of the test."""
    folder, simulator = tmp_path_factory.mktemp("here"), simulator_library()
    module, other = module_of(spec, "burrow"), module_of(spec, "crypt")
    return {
        "python": PythonRoute(spec),
        "native": NativeRoute(spec, build_native(spec, build_folder=folder)),
        "module": ModuleRoute(module, simulator, "a label", Recompiling.find(folder)),
        "window": WindowRoute(module, simulator, other=other),
        "VICE": ModuleViceRoute(module, folder, "in VICE"),
    }


@pytest.mark.parametrize("name", ["python", "native", "module", "window"])
def test_a_route_is_the_same_on_another_machine(routes: dict[str, Route], name: str) -> None:
    route = routes[name]
    there = unpacked(packed(route))
    assert (there.name, type(there)) == (route.name, type(route))
    assert there.identity("burrow", 1) == route.identity("burrow", 1)
    request = Request("burrow", 7)
    assert there.open().build(request).regions == route.open().build(request).regions


@needs_vice
def test_a_route_to_vice_is_the_same_on_another_machine(routes: dict[str, Route]) -> None:
    route = routes["VICE"]
    there = unpacked(packed(route))
    assert isinstance(there, ModuleViceRoute)
    assert (there.name, there.identity("burrow")) == (route.name, route.identity("burrow"))
    assert there.module.result.labels == routes["VICE"].module.result.labels  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["python", "native", "module", "window", "VICE"])
def test_a_packed_route_has_no_path_of_this_machine(routes: dict[str, Route], name: str) -> None:
    data = zlib.decompress(packed(routes[name]))
    places = {str(PROJECT), str(Path.home()), "/usr/", str(Path("/tmp"))}
    assert [place for place in places if place.encode() in data] == []


def test_a_route_that_cannot_travel_is_refused(spec: Spec) -> None:
    class Local(Route):
        def __init__(self) -> None:
            self.spec = spec

        name = "local"

        def open(self) -> Builder:
            raise NotImplementedError

        def identity(self, dungeon: str, floor: int = 1) -> str:
            return dungeon

    with pytest.raises(TypeError, match="Local cannot be packed"):
        packed(Local())


def test_a_route_with_a_path_is_refused(spec: Spec, routes: dict[str, Route]) -> None:
    class Elsewhere(PythonRoute):
        pass

    with pytest.raises(TypeError, match="must not hold the path /somewhere"):
        packed(Elsewhere(Path("/somewhere")))  # type: ignore[arg-type]


def test_a_library_that_another_machine_builds_otherwise_is_refused(
    spec: Spec, tmp_path: Path, routes: dict[str, Route]
) -> None:
    """It could be that of another compiler: what it builds would count as proven here."""
    other = tmp_path / "generator.so"
    native = routes["native"]
    assert isinstance(native, NativeRoute)
    other.write_bytes(native.library.read_bytes() + b"\0")
    with pytest.raises(OtherMachine) as refused:
        unpacked(packed(NativeRoute(spec, other)))
    assert file_digest(native.library)[:16] in refused.value.message
    assert file_digest(other)[:16] in refused.value.message
    module = routes["module"]
    assert isinstance(module, ModuleRoute)
    with pytest.raises(OtherMachine, match="the simulator has the digest"):
        unpacked(packed(replace(module, simulator=other)))


def test_a_machine_without_a_c_compiler_is_refused(
    routes: dict[str, Route], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = packed(routes["native"])
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(OtherMachine, match="no-such-compiler"):
        unpacked(data)
    assert facts_of_machine()["C compiler"] == ""


def test_machines_with_other_sources_differ(tmp_path: Path) -> None:
    for folder in ("pygen", "c64src", "templates"):
        (tmp_path / folder).mkdir()
    file = tmp_path / "c64src" / "a.c"
    file.write_text("int a;\n")
    first = facts_of_machine(tmp_path)
    assert facts_of_machine(tmp_path) == first
    assert differences(first, first) == ""
    file.write_text("int b;\n")
    second = facts_of_machine(tmp_path)
    assert differences(first, second) == (
        f"sources {first['sources']} instead of {second['sources']}"
    )
    for name in ("tests/test_a.py", "generator.yaml"):
        before = facts_of_machine(tmp_path, with_tests=True)
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# A change.\n")
        assert differences(facts_of_machine(tmp_path), second) == ""
        assert differences(facts_of_machine(tmp_path, with_tests=True), before).startswith("tests ")
    file.rename(file.with_name("b.c"))
    assert facts_of_machine(tmp_path)["sources"] != second["sources"]
    assert differences({}, {"Python": "3.11"}) == "Python missing instead of 3.11"


def test_specs_that_differ_are_packed_differently(spec: Spec) -> None:
    other = load_spec(PROJECT / "tests/specs/three_dungeons.yaml")
    assert packed(PythonRoute(spec)) != packed(PythonRoute(other))
