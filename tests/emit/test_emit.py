"""Emitting C: repeatable, untouched when unchanged, clear when a template is wrong, and true."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.tools import SPEC_FILE, needs_cc

from pygen.base.errors import UserError
from pygen.base.files import source_files
from pygen.base.project import C_FOLDER, PROJECT, TEMPLATES
from pygen.emit import emit
from pygen.spec import Spec, load_spec, spec_hash

SOURCES = PROJECT / "c64src"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_spec_gives_the_same_bytes_in_any_folder(spec: Spec, tmp_path: Path) -> None:
    emit(spec, "generator.yaml", tmp_path / "one")
    emit(load_spec(SPEC_FILE), "generator.yaml", tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_every_file_says_which_spec_it_came_from_and_ends_in_a_newline(
    spec: Spec, tmp_path: Path
) -> None:
    emit(spec, "my.yaml", tmp_path)
    for name, data in contents(tmp_path).items():
        text = data.decode()
        assert text.startswith("; " if "_cc65." in name else "/* "), name
        assert f"from my.yaml, spec {spec_hash(spec)[:16]}" in text.split("*/")[0][:400], name
        assert text.endswith("\n") and "\t" not in text, name


def test_unchanged_files_are_left_untouched_and_changed_ones_are_not(
    spec: Spec, tmp_path: Path
) -> None:
    emit(spec, "generator.yaml", tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    emit(spec, "generator.yaml", tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    old = contents(tmp_path)
    emit(load_spec(SPEC_FILE, ["dungeons.crypt.rooms.attempts=3"]), "generator.yaml", tmp_path)
    assert contents(tmp_path)["dungeon_crypt.h"] != old["dungeon_crypt.h"]


def test_files_of_dungeons_that_are_gone_are_removed(spec: Spec, tmp_path: Path) -> None:
    emit(spec, "generator.yaml", tmp_path)
    keep = tmp_path / "notes.txt"
    keep.write_text("not ours")
    sources = emit(load_spec(SPEC_FILE, ["program.dungeons=[burrow]"]), "g.yaml", tmp_path)
    names = set(contents(tmp_path))
    assert "dungeon_burrow.c" in names and "dungeon_crypt.c" not in names
    assert keep.exists()
    assert {path.name for path in sources} <= names


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{{ no_such_name }}", "no_such_name"),
        ("{{ spec.no_such_part }}", "no_such_part"),
        ("{% if %}", "xpected"),
        ("{{ 1 / 0 }}", "ZeroDivisionError"),
    ],
)
def test_a_wrong_template_is_told_with_its_line(
    spec: Spec, tmp_path: Path, line: str, words: str
) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(TEMPLATES, templates)
    template = templates / "core" / "tiles.h.j2"
    template.write_text(f"/* first line */\n/* second */\n{line}\n")
    with pytest.raises(UserError) as failure:
        emit(spec, "generator.yaml", tmp_path / "gen", templates)
    assert "tiles.h.j2:3:" in failure.value.message
    assert words in failure.value.message


def test_a_wrong_template_leaves_the_files_of_before(spec: Spec, tmp_path: Path) -> None:
    emit(spec, "generator.yaml", tmp_path / "gen")
    before = contents(tmp_path / "gen")
    templates = tmp_path / "templates"
    shutil.copytree(TEMPLATES, templates)
    (templates / "core/dungeon.c.j2").write_text("{{ nothing }}")
    changed = load_spec(SPEC_FILE, ["dungeons.crypt.rooms.attempts=3"])
    with pytest.raises(UserError):
        emit(changed, "generator.yaml", tmp_path / "gen", templates)
    assert contents(tmp_path / "gen") == before


KERNEL = """\
{% extends form %}
{% set signature = "uint8_t wrong(void)" %}
{% set returned_in = "a" %}

{% block twin %}
{% endblock %}

{% block assembly %}
{% endblock %}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        (
            "{% block twin %}\n",
            "{% block twin %}\n{{ nothing }}\n",
            ":6: ",
            "'nothing' is undefined",
        ),
        ("{% block twin %}\n", "{% block twin %}\n{% if %}\n", ":6: ", "xpected"),
        ('{% set signature = "uint8_t wrong(void)" %}\n', "", ":", "'signature' is undefined"),
        ('{% set returned_in = "a" %}\n', "", ":", "'returned_in' is undefined"),
        ("{% block assembly %}\n{% endblock %}\n", "", ":", "block 'assembly'"),
        ("{% block twin %}\n{% endblock %}\n", "", ":", "block 'twin'"),
    ],
)
def test_a_wrong_kernel_is_told_with_its_file(
    spec: Spec, tmp_path: Path, old: str, new: str, place: str, words: str
) -> None:
    source = tmp_path / "c64src"
    shutil.copytree(SOURCES, source)
    kernel = source / "kinds" / "walk" / "wrong.kernel.j2"
    kernel.write_text(KERNEL)
    emit(spec, "generator.yaml", tmp_path / "gen", source_folder=source)
    before = contents(tmp_path / "gen")
    assert old in KERNEL
    kernel.write_text(KERNEL.replace(old, new))
    with pytest.raises(UserError) as failure:
        emit(spec, "generator.yaml", tmp_path / "gen", source_folder=source)
    assert failure.value.message.startswith(f"{kernel}{place}"), failure.value.message
    assert words in failure.value.message
    assert contents(tmp_path / "gen") == before


def test_a_kernel_that_is_not_wanted_is_left_out(tmp_path: Path) -> None:
    for pull, is_there in (("centre", True), ("uniform", False)):
        folder = tmp_path / pull
        # Rows that do not begin with whole bytes: otherwise another kernel weighs.
        changes = [f"dungeons.burrow.walk.pull={pull}", "dungeons.burrow.map.width=41"]
        emit(load_spec(SPEC_FILE, changes), "g.yaml", folder)
        for name in ("dungeon_burrow_cc65.s", "dungeon_burrow_kernels.h"):
            assert (b"weigh_neighbours" in contents(folder)[name]) == is_there
    for dungeon, is_there in (("burrow", True), ("crypt", False)):
        folder = tmp_path / dungeon
        emit(load_spec(SPEC_FILE, [f"program.dungeons=[{dungeon}]"]), "g.yaml", folder)
        for name in ("kernels_cc65.s", "kernels.c"):
            assert (b"random_is_within" in contents(folder)[name]) == is_there


@needs_cc
@pytest.mark.parametrize("order", ["as it ships", "turned round"])
def test_the_macros_of_every_field_put_it_where_python_reads_it(
    spec: Spec, tmp_path: Path, order: str
) -> None:
    """Every field by itself, all ones, through C's macro; the bytes through Python's layout."""
    if order == "turned round":
        spec = load_spec(
            SPEC_FILE,
            ["structs.door={has_treasure: {bits: 1}, is_secret_door: {bits: 1}, "
             "reserved: {bits: 4}, wall_side: {bits: 2}, y: {bytes: 1}, x: {bytes: 1}}",
             "structs.connection={corridor_type: {bits: 3}, room_id: {bits: 5, unused: 31}}"],
        )  # fmt: skip
    emit(spec, "generator.yaml", tmp_path)
    lines = [
        '#include <stdio.h>', '#include <string.h>', '#include "records.h"',
        "uint8_t native_memory[0x10000];", "int main(void) {",
    ]  # fmt: skip
    expected = []
    for name, layout in spec.layouts.items():
        lines.append(f"struct {name}_record {name};")
        for member in layout.members:
            macro = f"{name}_{{}}_{member.name}".upper()
            if member.struct:
                last = [n - 1 for n in member.count]
                arguments = ", ".join(str(n) for n in last)
                access = f"{name}_{member.name}".upper()
                lines.append(
                    f'printf("%d\\n", (int)((uint8_t *){access}(&{name}, {arguments})'
                    f" - (uint8_t *)&{name}));"
                )
                place = last[0] if len(last) == 1 else last[0] * member.count[1] + last[1]
                expected.append(str(member.offset + place * spec.layouts[member.struct].size))
                continue
            for background, value in ((0, member.mask), (255, 0)):
                lines += [
                    f"memset(&{name}, {background}, sizeof {name});",
                    f"{macro.format('SET')}(&{name}, {value});",
                    f"for (unsigned n = 0; n < sizeof {name}; ++n)",
                    f'    printf("%02x", ((uint8_t *)&{name})[n]);',
                    f'printf(" %u\\n", (unsigned){macro.format("GET")}(&{name}));',
                ]
                bits = member.mask << (8 * member.offset + member.shift)
                filled = int.from_bytes(bytes([background]) * layout.size, "little")
                number = filled | bits if value else filled & ~bits
                expected.append(f"{number.to_bytes(layout.size, 'little').hex()} {value}")
    lines.append("return 0; }")
    source = tmp_path / "probe.c"
    source.write_text("\n".join(lines))
    program = tmp_path / "probe"
    # The tables are defined elsewhere and not needed here.
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Werror", "-I", str(tmp_path), "-I", str(SOURCES),
         str(source), "-o", str(program)],
        check=True,
    )  # fmt: skip
    said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    assert said.split("\n")[:-1] == expected


def test_source_files_are_never_none(tmp_path: Path) -> None:
    """The hash of no files would never change: a proof would stay valid for ever."""
    (tmp_path / "moved.txt").touch()
    with pytest.raises(UserError, match="no source files .*py"):
        source_files(tmp_path, "*.py")
    with pytest.raises(UserError, match="no source files"):
        source_files(tmp_path / "nowhere", "*.py")


def test_a_kind_without_its_file_in_c_is_a_clear_error(spec: Spec, tmp_path: Path) -> None:
    source = tmp_path / "c64src"
    shutil.copytree(C_FOLDER, source)
    (source / "kinds/walk/walk.h").unlink()
    with pytest.raises(UserError, match="the kind `walk` has no such file"):
        emit(spec, "spec", tmp_path / "gen", source_folder=source)


def test_no_macro_that_may_evaluate_its_record_twice_gets_one_with_an_effect(spec: Spec) -> None:
    structs = "|".join(name.upper() for name in spec.layouts)
    setter = re.compile(rf"\b(?:{structs})_SET_\w+\(((?:[^(),]|\([^()]*\))+),")
    files = [*source_files(C_FOLDER, "*.[ch]", "*.j2"), *source_files(TEMPLATES / "core", "*.j2")]
    records = [found for file in files for found in setter.findall(file.read_text())]
    assert len(records) > 40
    for record in records:
        assert re.fullmatch(r"\w+|[A-Z]+_RECORD\(\w+\)", record), record
