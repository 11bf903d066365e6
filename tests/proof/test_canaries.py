"""Canaries: what they expect is true, and the compilers at hand are as good or bad as is known."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from helpers.tools import any_compiler, compiler_or_skip, needs_cc, simulator_library
from rich.console import Console

from pygen.base.errors import UserError
from pygen.base.project import C_FOLDER
from pygen.commands.doctor import print_results
from pygen.compilers import COMPILERS
from pygen.compilers.host import HostCompiler
from pygen.compilers.oscar64 import TESTED_VERSION, Oscar64
from pygen.proof import canaries
from pygen.proof.canaries import Canary, CanaryResult, MiscompilerFound
from pygen.spec import Spec
from pygen.spec.optimisation_levels import LEVELS

ALL = canaries.read_canaries()
BY_NAME = {canary.name: canary for canary in ALL}
OTHERS = [path for path in os.environ.get("OTHER_OSCAR64", "").split(os.pathsep) if path]
"""Folders of other versions of OSCAR64, if the one who runs the tests has any."""


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize("name", BY_NAME)
def test_what_a_canary_expects_is_what_c_means(name: str, tmp_path: Path) -> None:
    canary = BY_NAME[name]
    (tmp_path / "main.c").write_text(
        '#include <stdio.h>\n#include "canary.h"\nuint8_t native_memory[0x10000];\n'
        "int main(void)\n{\n    canary();\n"
        f"    fwrite(native_memory + RESULTS_START, 1, {len(canary.expected)}, stdout);\n"
        "    return 0;\n}\n"
    )
    folders = [canary.source.parent, C_FOLDER]
    program = tmp_path / "canary"
    flags = ["-O1", "-fsanitize=undefined", "-fno-sanitize-recover=all"]
    command = [*HostCompiler.find().command, *flags, *(f"-I{folder}" for folder in folders)]
    sources = [str(tmp_path / "main.c"), str(canary.source)]
    subprocess.run([*command, "-o", str(program), *sources], check=True)
    assert subprocess.run([program], capture_output=True, check=True).stdout == canary.expected


@pytest.mark.sampled(3)
@needs_cc
@pytest.mark.parametrize("compiler", list(COMPILERS))
@pytest.mark.parametrize("name", BY_NAME)
def test_this_compiler_is_as_good_or_bad_as_is_known(
    name: str, compiler: str, tmp_path: Path, spec: Spec, request: pytest.FixtureRequest
) -> None:
    canary, found = BY_NAME[name], compiler_or_skip(compiler)
    levels = canaries.flag_lists(spec, found)
    # A known fault may need other flags.
    is_known = any(version.startswith(compiler) for version in canary.fails)
    if is_known or request.config.getoption("--long"):
        levels += [list(level.flags) for level in LEVELS if level.compiler == compiler]
    wrong = []
    for flags in levels:
        result = canaries.run_canary(canary, found, flags, simulator_library(), tmp_path)
        if not result.is_right:
            wrong.append((flags, result.produced, result.trouble))
            if result.is_known:
                return
    assert not wrong, wrong
    assert not result.is_known, f"{found} is right now: take it out of the line `Fails:`"


@needs_cc
@pytest.mark.skipif(not OTHERS, reason="OTHER_OSCAR64 names no other versions of OSCAR64")
@pytest.mark.parametrize("folder", OTHERS)
def test_other_versions_of_oscar64_are_caught_by_name(
    folder: str, spec: Spec, tmp_path: Path
) -> None:
    compiler = Oscar64.find(folder)
    results = canaries.run_canaries(spec, compiler, simulator_library(), tmp_path)
    known = {result.canary.name for result in results if result.is_known}
    assert {result.canary.name for result in results if not result.is_right} == known
    if compiler.version in ("1.32.272", "1.32.273"):
        with pytest.raises(MiscompilerFound) as stopped:
            canaries.require_fit(compiler, results)
        assert compiler.version in stopped.value.message
        assert "tile_reader" in stopped.value.message
        assert TESTED_VERSION in stopped.value.hint


def result(name: str, is_right: bool) -> CanaryResult:
    canary = BY_NAME[name]
    found = canary.expected if is_right else bytes(len(canary.expected))
    return CanaryResult(canary, ("-O",), found, "", is_known=False)


def test_only_shapes_that_our_code_has_stop_a_build() -> None:
    compiler = any_compiler()
    canaries.require_fit(
        compiler, [result("tile_reader", True), result("increment_and_test", False)]
    )
    with pytest.raises(MiscompilerFound, match="tile_reader") as stopped:
        canaries.require_fit(
            compiler, [result("tile_reader", False), result("increment_and_test", False)]
        )
    assert "increment_and_test" not in stopped.value.message


@pytest.mark.parametrize(
    ("wrong", "verdict"),
    [
        ([], "is fit for use: it compiles our code correctly\n"),
        (["increment_and_test"], "is fit for use: it compiles our code correctly, which avoids "
                                 "increment_and_test\n"),
        (["increment_and_test", "tile_reader"], "is not fit for use: our code has tile_reader\n"),
    ],
)  # fmt: skip
def test_the_verdict_on_a_compiler_depends_on_the_shapes_that_our_code_has(
    wrong: list[str], verdict: str
) -> None:
    compiler = any_compiler()
    console = Console(file=io.StringIO(), width=110)
    print_results(compiler, [result(name, name not in wrong) for name in BY_NAME], console)
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert f"{compiler} {verdict}" in said


def test_a_canary_that_does_not_compile_or_end_is_wrong() -> None:
    good = result("tile_reader", True)
    assert good.is_right
    trouble = CanaryResult(good.canary, (), good.produced, "it crashed", is_known=False)
    assert not trouble.is_right and trouble.is_harmful


@needs_cc
def test_a_compiler_is_tried_once_and_again_when_its_flags_change(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = any_compiler()
    tried: list[str] = []

    def run(*_: Any) -> list[Any]:
        tried.append("tried")
        return []

    monkeypatch.setattr(canaries, "run_canaries", run)
    canaries.try_compiler_once(spec, compiler, tmp_path)
    canaries.try_compiler_once(spec, compiler, tmp_path)
    assert tried == ["tried"]
    flags = getattr(spec.compilers, compiler.name).model_copy(update={"release": ["-O1"]})
    compilers = spec.compilers.model_copy(update={compiler.name: flags})
    canaries.try_compiler_once(spec.model_copy(update={"compilers": compilers}), compiler, tmp_path)
    assert tried == ["tried"] * 2


def test_a_compiler_that_was_found_wanting_is_tried_each_time(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canaries, "run_canaries", lambda *_: [result("tile_reader", False)])
    for _ in range(2):
        with pytest.raises(MiscompilerFound):
            canaries.try_compiler_once(spec, any_compiler(), tmp_path)


def test_without_a_c_compiler_the_build_goes_on_and_says_so(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert "no-such-compiler" in canaries.try_compiler_once(spec, any_compiler(), tmp_path)


@pytest.mark.parametrize("text", ["int x;", "/* A shape. */", "/* A.\n * Expect: nothing\n */"])
def test_a_canary_that_says_too_little_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "bird.c").write_text(text)
    with pytest.raises(UserError, match="bird.c: its first comment"):
        canaries.read_canaries(tmp_path)


def test_a_canary_tells_who_fails_and_how_it_is_avoided(tmp_path: Path) -> None:
    (tmp_path / "bird.c").write_text(
        "/* A shape.\n *\n * Fails: a64 1.2, b64 3\n * Avoided: by care\n * Expect: 01 FF\n */\n"
    )
    (found,) = canaries.read_canaries(tmp_path)
    assert found == Canary(
        "bird", tmp_path / "bird.c", "A shape.", b"\x01\xff", ("a64 1.2", "b64 3"), "by care"
    )
