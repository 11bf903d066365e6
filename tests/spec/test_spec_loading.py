"""Reading generator.yaml: merges, overrides, files that are no specs, and the spec's identity."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.edited_spec import (
    GENERATOR_YAML,
    edited_text,
    error_of,
    position,
    problems_of,
    the_problem,
    write_spec,
)
from helpers.parameters import parameters_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pygen.spec import Spec, SpecError, json_schema, load_spec, spec_hash, write_schema
from pygen.spec.full_period import has_full_period, nearest_full_periods

MAX_SIZE = "dungeons.crypt.rooms.max_size"


def test_the_default_spec_loads() -> None:
    spec = load_spec(GENERATOR_YAML)
    assert list(spec.dungeons) == ["crypt", "catacombs", "burrow"]
    assert spec.codes["secret_path"] == 6
    assert len(spec.parity.seeds()) >= 64


def test_a_merged_dungeon_has_all_of_the_anchor_but_its_own_keys() -> None:
    spec = load_spec(GENERATOR_YAML)
    crypt, catacombs = (parameters_of(spec, name) for name in ("crypt", "catacombs"))
    assert crypt.connect == "spanning_tree"
    assert catacombs.connect == "rules"
    assert catacombs.model_copy(update={"connect": "spanning_tree"}) == crypt


def test_of_several_merged_groups_the_first_wins_and_own_keys_win_over_all(tmp_path: Path) -> None:
    text = edited_text(
        (
            "border_colour: black",
            "<<: [{border_colour: red}, {border_colour: blue, view_height: 9}]",
        ),
    )
    spec = load_spec(write_spec(tmp_path, text))
    assert spec.display.border_colour == "red"
    assert spec.display.view_height == 24


def test_yaml_words_serve_as_names(tmp_path: Path) -> None:
    text = edited_text(
        ("  burrow:", "  no:"),
        ("    burrow:\n      oscar64:", "    no:\n      oscar64:"),
        ("[crypt, catacombs, burrow]", '[crypt, catacombs, "no"]'),
    )
    assert "no" in load_spec(write_spec(tmp_path, text)).dungeons


def test_numbers_may_be_hexadecimal_binary_or_grouped(tmp_path: Path) -> None:
    text = edited_text(
        ("max_size: 8\n", "max_size: 0b111\n"), ("seed_zero: 44257", "seed_zero: 44_257")
    )
    spec = load_spec(write_spec(tmp_path, text))
    assert parameters_of(spec, "crypt").rooms.max_size == 7
    assert spec.random.seed_zero == 44257


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + edited_text().replace("\n", "\r\n").encode()
    assert spec_hash(load_spec(write_spec(tmp_path, data))) == spec_hash(load_spec(GENERATOR_YAML))


# ---------------------------------------------------------------------------- overrides


def test_an_override_replaces_one_value_and_nothing_else() -> None:
    plain = load_spec(GENERATOR_YAML)
    spec = load_spec(GENERATOR_YAML, [f"{MAX_SIZE}=7"])
    assert parameters_of(spec, "crypt").rooms.max_size == 7
    assert spec.dungeons["catacombs"] == plain.dungeons["catacombs"], "leaked through the anchor"
    assert spec.dungeons["burrow"] == plain.dungeons["burrow"]


def test_overrides_take_lists_groups_indices_and_optional_keys() -> None:
    spec = load_spec(
        GENERATOR_YAML,
        [
            "random.shifts=[7, 9, 13]",
            "parity.golden_seeds[0]=4-5",
            "parity.golden_seeds.1=6",
            "tiles.wall.glyph='#'",
            "memory.song={start: 0xD000, end: 0xD00F}",
            "emulator.path=/opt/x64sc",
            "program.dungeons=[burrow]",
        ],
    )
    assert spec.random.shifts == [7, 9, 13]
    assert spec.parity.seeds()[:3] == [4, 5, 6]
    assert spec.memory["song"].size == 16
    assert spec.emulator.path == "/opt/x64sc"
    assert spec.program.dungeons == ["burrow"]


def test_the_last_of_two_overrides_of_a_key_counts() -> None:
    spec = load_spec(GENERATOR_YAML, [f"{MAX_SIZE}=99", f"{MAX_SIZE}=6"])
    assert parameters_of(spec, "crypt").rooms.max_size == 6


def test_an_override_mends_its_own_dungeon_only(tmp_path: Path) -> None:
    text = edited_text(("max_size: 8\n", "max_size: 99\n"))
    problem = the_problem(tmp_path, text, [f"{MAX_SIZE}=7"])
    assert problem.key_path == "dungeons.catacombs.rooms.max_size"
    assert (problem.line, problem.column) == position(text, "99", "max_size: ")


def test_an_error_of_an_override_names_the_override_as_its_place() -> None:
    error = error_of(GENERATOR_YAML, [f"{MAX_SIZE}=99"])
    assert str(error).startswith(
        f"--set {MAX_SIZE}=99: {MAX_SIZE}: 99 is too large; expected a whole number"
    )
    assert error.problems[0].line == 0


def test_a_broken_rule_of_an_override_names_the_override_as_its_place() -> None:
    (problem,) = error_of(GENERATOR_YAML, ["random.shifts=[1, 2, 3]"]).problems
    assert problem.path == "--set random.shifts=[1, 2, 3]"


@pytest.mark.parametrize(
    ("override", "wrong", "right"),
    [
        (MAX_SIZE, "no KEY=VALUE", "--set dungeons.crypt.rooms.max_size=7"),
        ("=7", "no KEY=VALUE", "--set dungeons.crypt.rooms.max_size=7"),
        ("dungeons..rooms=7", "no KEY=VALUE", "--set dungeons.crypt.rooms.max_size=7"),
        (
            "dungeon.crypt.connect=rules",
            "the spec has no key `dungeon`",
            "did you mean `dungeons`?",
        ),
        ("dungeons.cript.connect=rules", "`dungeons` has no key `cript`", "did you mean `crypt`?"),
        ("dungeons.cript=7", "`dungeons` has no key `cript`", "did you mean `crypt`?"),
        ("dungeons.crypt.rooms.max_sise=7", "unknown key", "did you mean `max_size`?"),
        ("colour=red", "unknown key", "possible keys here: version, tiles"),
        ("random.shifts.3=7", "`random.shifts` has no item 3", "its 3 items count from 0"),
        ("random.shifts[-1]=7", "`random.shifts` has no item -1", "count from 0"),
        ("random.shifts.first=7", "`random.shifts` has no item first", "count from 0"),
        ("version.major=7", "`version` has no keys", "--set version=…"),
        (f"{MAX_SIZE}=", "found nothing", "a whole number from 2 to 32"),
        (f"{MAX_SIZE}=[7", "a list is not closed", "end the list with ]"),
        (f"{MAX_SIZE}=*crypt", "no anchor has this name", "set the anchor"),
        ("memory.map.start=$0800", 'found the text "$0800"', "write 0x0800"),
    ],
)
def test_an_override_that_cannot_be_meant_is_a_clear_error(
    override: str, wrong: str, right: str
) -> None:
    error = error_of(GENERATOR_YAML, [override])
    assert str(error).startswith(f"--set {override}: ")
    (problem,) = error.problems
    assert wrong in str(problem)
    assert right in problem.right


def test_errors_of_overrides_and_of_the_file_are_reported_together(tmp_path: Path) -> None:
    text = edited_text(("version: 1", "version: 2"))
    problems = problems_of(tmp_path, text, ["dungeons.cript=7", f"{MAX_SIZE}=99"])
    assert [p.line > 0 for p in problems] == [True, False, False]


# ---------------------------------------------------------------------------- no specs


@pytest.mark.parametrize(
    ("text", "place", "wrong", "right"),
    [
        ("", (1, 1), "the file is empty", "write a spec"),
        ("# nothing\n", (1, 1), "the file is empty", "write a spec"),
        ("- 1\n- 2\n", (1, 1), "found a list of 2", "a group of the keys version, tiles"),
        ("word", (1, 1), 'found the text "word"', "a group of the keys version"),
        ("a:\n\tb: 1\n", (2, 1), "a tab is in the indentation", "indent with spaces"),
        ("a:\n  b: 1\n\tc: 2\n", (3, 1), "a tab is", "indent with spaces"),
        ("a: b: c\n", (1, 5), "a colon is where no key can be", "indent the line"),
        ("a: 1\n b: 2\n", (2, 3), "a colon is where no key can be", "indent the line"),
        ("a:\n  b: 1\n c: 2\n", (3, 2), "does not match the lines above", "like its neighbours"),
        ("a: 1\nword\nb: 2\n", (2, 1), "a key has no colon", "write `key: value`"),
        ("a:\n  b 1\n  c: 2\n", (2, 3), "a key has no colon", "write `key: value`"),
        ("a: 1\rb: c: d\r", (2, 5), "a colon is where no key can be", "indent the line"),
        ("a: [1,\n 2\nb: 3\n", (1, 4), "a list is not closed", "end the list with ]"),
        ("a: {b: 1\nc: 2\n", (1, 4), "a group is not closed", "end the group with }"),
        ('a: "x\nb: 1\n', (1, 4), "a text in quotes is not closed", "the closing quote"),
        ("a: %x\n", (1, 4), "a value cannot begin with this character", 'in "quotes"'),
        ("a: @x\n", (1, 4), "a value cannot begin with this character", 'in "quotes"'),
        ("a: *b\n", (1, 4), "no anchor has this name", "&name"),
        ("a: 1\n---\nb: 1\n", (2, 1), "a second document begins here", "delete the line"),
        ('a: "\\q"\n', (1, 6), "this escape is unknown", "backslash"),
        ("a: !!python/object:os.system x\n", (1, 4), "found the tag", "without a tag"),
        ('a: "\\UFFFFFFFF"\n', None, "a number is too large", "correct or delete it"),
        ("a: \x07\n", (1, 4), "character U+0007 is not allowed in YAML", "delete it"),
        ("a: &a [1, *a]\n", (1, 4), "holds its own alias", "remove the alias"),
        ("a: &a {<<: *a}\n", (1, 4), "holds its own alias", "remove the alias"),
        ("[" * 9999, (1, 33), "nested too deep", "at most 32 levels"),
        ("a: " + "{a: " * 9999, (1, 125), "nested too deep", "at most 32 levels"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_spec_is_one_clear_error(
    text: str, place: tuple[int, int] | None, wrong: str, right: str, tmp_path: Path
) -> None:
    problem = the_problem(tmp_path, text)
    assert wrong in problem.wrong
    assert right in problem.right
    if place:
        assert (problem.line, problem.column) == place


def test_keys_that_are_no_words_and_merges_of_no_groups_are_errors(tmp_path: Path) -> None:
    text = edited_text(("version: 1", "version: 1\n? [a, b]\n: 1")).replace("<<: *crypt", "<<: 7")
    wrongs = {problem.wrong for problem in problems_of(tmp_path, text)}
    assert {"a key must be a word", "<< takes a group of keys"} <= wrongs


def test_a_second_merge_in_a_group_is_an_error(tmp_path: Path) -> None:
    text = edited_text(("    <<: *crypt\n", "    <<: *crypt\n    <<: *crypt\n"))
    assert the_problem(tmp_path, text).wrong == "<< is here twice"


def bomb(first: str, level: str) -> str:
    """Anchors each of which holds nine aliases of the one before."""
    lines = [f"a0: &a0 {first}"]
    lines += [f"a{n}: &a{n} {level % ', '.join([f'*a{n - 1}'] * 9)}" for n in range(1, 20)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text", [bomb("[1]", "[%s]"), bomb("{a: 1}", "{<<: [%s]}"), bomb("{a: 1}", "{b: [%s]}")]
)
def test_a_bomb_of_aliases_is_an_error(text: str, tmp_path: Path) -> None:
    assert "too many values" in the_problem(tmp_path, text).wrong


def test_a_long_chain_of_aliases_is_an_error(tmp_path: Path) -> None:
    lines = ["a0: &a0 {a: 1}"] + [f"a{n}: &a{n} {{<<: *a{n - 1}}}" for n in range(1, 3000)]
    assert "nested too deep" in the_problem(tmp_path, "\n".join(lines)).wrong


def test_a_huge_file_is_an_error(tmp_path: Path) -> None:
    assert "too large" in the_problem(tmp_path, edited_text() + "#" * 300_000).wrong


def test_bytes_that_are_not_utf_8_are_an_error_with_their_place(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, "a: 1\nb: 'ö\xff'\n".encode("latin-1"))
    assert (problem.line, problem.column) == (2, 5)
    assert "0xF6 is not UTF-8" in problem.wrong


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("", "a folder"), ("absent.yaml", "no such file"), ("a\0b", "cannot be read")],
)
def test_a_path_that_is_no_file_is_an_error(name: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / name
    (problem,) = error_of(path).problems
    assert problem.path == str(path)
    assert wrong in problem.wrong


def test_a_device_is_not_read() -> None:
    (problem,) = error_of(Path("/dev/zero")).problems
    assert "not a plain file" in problem.wrong


# ---------------------------------------------------------------------------- identity, schema


def test_comments_formatting_and_anchors_do_not_change_the_hash(tmp_path: Path) -> None:
    plain = yaml.safe_dump(yaml.safe_load(edited_text()), sort_keys=False)
    other = load_spec(write_spec(tmp_path, "# a comment\n" + plain))
    assert spec_hash(other) == spec_hash(load_spec(GENERATOR_YAML))


@pytest.mark.parametrize(
    "edit",
    [
        ("max_size: 8\n", "max_size: 7\n"),
        ("standard: pal", "standard: ntsc"),
        (
            "    w:              {bytes: 1}\n    h:              {bytes: 1}\n",
            "    h:              {bytes: 1}\n    w:              {bytes: 1}\n",
        ),
    ],
)
def test_a_value_or_the_order_of_a_structs_fields_changes_the_hash(
    edit: tuple[str, str], tmp_path: Path
) -> None:
    changed = load_spec(write_spec(tmp_path, edited_text(edit)))
    assert spec_hash(changed) != spec_hash(load_spec(GENERATOR_YAML))


TYPES = {
    "object": dict, "array": list, "integer": int, "string": str, "boolean": bool,
    "null": type(None),
}  # fmt: skip


def faults(schema: dict[str, Any], node: dict[str, Any], data: Any, path: str = "") -> list[str]:
    """Where `data` breaks the JSON Schema, as far as ours uses the language."""
    if "$ref" in node:
        node = schema["$defs"][node["$ref"].rpartition("/")[2]]
    choices = node.get("oneOf") or node.get("anyOf")
    if choices:
        found = [faults(schema, choice, data, path) for choice in choices]
        return [] if [] in found else [fault for some in found for fault in some]
    if type(data) is not TYPES[node["type"]]:
        return [f"{path}: {data!r} is no {node['type']}"]
    if data not in node.get("enum", [data]) or data != node.get("const", data):
        return [f"{path}: {data!r} is none of the values"]
    if isinstance(data, dict):
        return faults_of_keys(schema, node, data, path)
    if isinstance(data, list):
        items = [faults(schema, node["items"], item, f"{path}[{n}]") for n, item in enumerate(data)]
        return [fault for item in items for fault in item]
    if type(data) is int and not node.get("minimum", data) <= data <= node.get("maximum", data):
        return [f"{path}: {data} is out of range"]
    return []


def faults_of_keys(
    schema: dict[str, Any], node: dict[str, Any], data: dict[str, Any], path: str
) -> list[str]:
    """The faults of a group of keys."""
    assert node.get("additionalProperties") is False, f"{path} takes any key"
    result = [f"{path}.{key} is missing" for key in node.get("required", ()) if key not in data]
    for key, value in data.items():
        # A pattern counts for a key that has a name of its own, too.
        inner = [node["properties"][key]] if key in node.get("properties", {}) else []
        patterns = node.get("patternProperties", {}).items()
        inner += [other for pattern, other in patterns if re.search(pattern, key)]
        if not inner:
            result.append(f"{path}.{key} is unknown")
        for each in inner:
            result += faults(schema, each, value, f"{path}.{key}")
    return result


def test_the_default_spec_fits_its_json_schema() -> None:
    schema = json_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert faults(schema, schema, yaml.safe_load(edited_text())) == []


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (("max_size: 8\n", "max_sise: 8\n"), ".rooms.max_sise is unknown"),
        (("max_size: 8\n", "max_size: 99\n"), ".rooms.max_size: 99 is out of range"),
        (("colour: grey", "colour: gray"), ".tiles.wall.colour: 'gray' is none"),
        (("{bits: 5, unused: 31}", "{bitz: 5}"), "room_id.bitz is unknown"),
        (("  steps: 700", "  steps: x"), ".walk.steps: 'x' is no integer"),
    ],
)
def test_the_json_schema_refuses_what_the_model_refuses(edit: tuple[str, str], fault: str) -> None:
    schema = json_schema()
    found = faults(schema, schema, yaml.safe_load(edited_text(edit)))
    assert any(fault in line for line in found), found


@pytest.mark.parametrize(
    "text",
    [
        "dungeons: {crypt: {kind: grid_rooms}}",
        "{dungeons: {a: {kind: walk, map: {width: 20}}}, tiles: {wall: {colour: red}}}",
        "{dungeons: {a: {kind: walk}}, memory: {map: {start: 0x800, end: 0xFFF}}, structs: {}}",
    ],
)
def test_a_spec_that_leaves_things_out_fits_the_json_schema(text: str, tmp_path: Path) -> None:
    schema = json_schema()
    assert faults(schema, schema, yaml.safe_load(text)) == []
    load_spec(write_spec(tmp_path, text))


def test_a_tile_without_a_default_must_be_whole_in_the_json_schema() -> None:
    schema = json_schema()
    data = yaml.safe_load("{dungeons: {a: {kind: walk}}, tiles: {lava: {code: 7}}}")
    assert ".tiles.lava.glyph is missing" in faults(schema, schema, data)


def test_every_key_of_the_json_schema_is_described_and_has_a_default() -> None:
    schema = json_schema()
    keys = 0
    for name, definition in [("Spec", schema), *schema["$defs"].items()]:
        for key, node in definition["properties"].items():
            keys += 1
            about = node.get("description", "")
            assert about, f"{name}.{key} has no description"
            has_default = "default" in node or "default:" in about or "automatically" in about
            required = key in definition.get("required", ()) or name == "DefaultTile"
            assert has_default or required, f"{name}.{key} has no default"
    assert keys > 80


def test_the_written_schema_is_json_and_stays_untouched_when_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "build" / "generator.schema.json"
    assert write_schema(path)
    assert json.loads(path.read_text(encoding="utf-8")) == json_schema()
    assert not write_schema(path)


# ---------------------------------------------------------------------------- shifts


@pytest.mark.parametrize(
    "shifts", [(7, 9, 8), (1, 1, 14), (7, 9, 7), (2, 2, 2), (1, 1, 8), (2, 7, 3), (1, 3, 14)]
)
def test_the_period_of_shifts_is_what_counting_gives(shifts: tuple[int, int, int]) -> None:
    a, b, c = shifts
    state, steps = 1, 0
    while True:
        state ^= state << a & 0xFFFF
        state ^= state >> b
        state ^= state << c & 0xFFFF
        steps += 1
        if state == 1 or steps > 65535:
            break
    assert has_full_period(shifts) == (steps == 65535)


def test_the_shifts_offered_have_the_full_period() -> None:
    offered = nearest_full_periods((7, 9, 7))
    assert offered[0] == (7, 9, 8)
    assert all(has_full_period(triple) for triple in offered)


# ---------------------------------------------------------------------------- anything at all

FUZZ = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
SNIPPETS = st.sampled_from(
    [
        "a", "tiles", ": ", "- ", "\n", "  ", "{", "}", "[", "]", "&a ", "*a", "<<: ", "? ", "'",
        "!!int ", '"', "#", "|", ">", "%YAML 1.1", "---", "...", "\t", "0x", "08", "~", "1:30",
        "\\x", "é", "\x00", "\u2028", ",", "@", "`", "kind: walk", "structs: ", "dungeons: ",
        "10", "-", "=",
    ]
)  # fmt: skip
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.dates()
)
KEYS = st.one_of(
    st.sampled_from(["kind", "bits", "struct", "count", "x", "start", "<<"]), st.text()
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=8,
)


def load_anything(path: Path, overrides: tuple[str, ...] = ()) -> None:
    """Load `path`; whatever is in it, the outcome is a Spec or a SpecError that can be shown."""
    try:
        assert isinstance(load_spec(path, overrides), Spec)
    except SpecError as error:
        assert error.problems
        for problem in error.problems:
            line = str(problem)
            assert "\n" not in line
            line.encode()
            assert problem.wrong and problem.right


@FUZZ
@given(text=st.lists(SNIPPETS, max_size=30).map("".join) | st.text(max_size=60))
def test_any_text_is_a_spec_or_a_clear_error(text: str, tmp_path: Path) -> None:
    load_anything(write_spec(tmp_path, text.encode("utf-8", "surrogatepass")))


@FUZZ
@given(data=st.data())
def test_the_spec_with_anything_anywhere_is_a_spec_or_a_clear_error(
    data: st.DataObject, tmp_path: Path
) -> None:
    root = copy.deepcopy(yaml.safe_load(edited_text()))
    for _ in range(data.draw(st.integers(1, 4))):
        node: Any = root
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if isinstance(node[key], (dict, list)) and data.draw(st.integers(0, 4)):
                node = node[key]
                continue
            action = data.draw(st.sampled_from(["replace", "delete", "add"]))
            if action == "delete":
                del node[key]
            elif action == "add" and isinstance(node, dict):
                node[data.draw(KEYS)] = data.draw(ANYTHING)
            else:
                node[key] = data.draw(ANYTHING)
            break
    text = yaml.safe_dump(root, sort_keys=False, allow_unicode=True)
    load_anything(write_spec(tmp_path, text.encode("utf-8", "surrogatepass")))


@FUZZ
@given(
    path=st.lists(
        st.sampled_from(["dungeons", "crypt", "rooms", "map", "random", "shifts", "0", "tiles", ""])
        | st.text(max_size=4),
        max_size=4,
    ),
    value=st.lists(SNIPPETS, max_size=6).map("".join) | st.text(max_size=10),
)
def test_any_override_gives_a_spec_or_a_clear_error(path: list[str], value: str) -> None:
    load_anything(GENERATOR_YAML, (f"{'.'.join(path)}={value}",))
