"""Changing values in the text of a spec: nothing else in it changes."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from helpers.tools import SHIPPED_SPEC_FILE
from hypothesis import given, settings
from hypothesis import strategies as st

from pygen.base.errors import UserError
from pygen.spec.document import Document
from pygen.spec.editing import differences, edited, inheritors, value_at

TEXT = """\
# A spec.
dungeons:
  base: &base   # the first one
    kind: walk
    map: {width: 48, height: 40}   # tiles
    walk:
      steps: 500        # how long
      # A comment of its own.
      weights: [1, 2, 3]
    names: &names [a, b]
    passes:
      - {name: stairs, steps: 30-70}   # far
      - name: items
        least: 5
        table:
          - {name: bread, glyph: b}

  # Another one.
  other:
    <<: *base
    walk: {steps: 10}
    names: *names
    art:
      - "#.#"
      - "..."
display:
  view_width: 40
"""


def change(text: str, dungeon: str, path: tuple[Any, ...], value: Any) -> str:
    section = copy.deepcopy(value_at(text, ("dungeons", dungeon)))
    inner = section
    for key in path[:-1]:
        inner = inner.setdefault(key, {}) if isinstance(inner, dict) else inner[key]
    if value is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    result = edited(text, ("dungeons", dungeon), section)
    assert value_at(result, ("dungeons", dungeon)) == section
    return result


def lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that went, and those that came."""
    old, new = before.splitlines(), after.splitlines()
    return [one for one in old if one not in new], [one for one in new if one not in old]


@pytest.mark.parametrize(
    ("dungeon", "path", "value", "gone", "came"),
    [
        ("base", ("walk", "steps"), 12345,
         ["      steps: 500        # how long"], ["      steps: 12345      # how long"]),
        ("base", ("map", "width"), 8, None, ["    map: {width: 8, height: 40}   # tiles"]),
        ("base", ("map", "bits_per_tile"), 4, None,
         ["    map: {width: 48, height: 40, bits_per_tile: 4}   # tiles"]),
        ("base", ("walk", "weights", 1), 20, None, ["      weights: [1, 20, 3]"]),
        ("base", ("walk", "weights"), [7], None, ["      weights: [7]"]),
        ("base", ("walk", "walkers"), 3, [], ["      walkers: 3"]),
        ("base", ("walk", "walkers"), {"a": {"b": True}}, [], ["      walkers: {a: {b: true}}"]),
        ("base", ("passes", 0, "steps"), "3-4", None,
         ['      - {name: stairs, steps: "3-4"}   # far']),
        ("base", ("passes", 1, "least"), 6, None, ["        least: 6"]),
        ("base", ("passes", 1, "most"), 9, [], ["        most: 9"]),
        ("base", ("passes", 1, "table", 0, "glyph"), "#", None,
         ['          - {name: bread, glyph: "#"}']),
        ("base", ("walk", "steps"), None, ["      steps: 500        # how long"], []),
        ("base", ("map", "width"), None, None, ["    map: {height: 40}   # tiles"]),
        ("base", ("map", "height"), None, None, ["    map: {width: 48}   # tiles"]),
        ("other", ("map", "width"), 50, [], ["    map: {width: 50, height: 40}"]),
        ("other", ("walk", "steps"), 11, None, ["    walk: {steps: 11}"]),
        ("other", ("names", 0), "c", None, ["    names: [c, b]"]),
        ("other", ("kind",), "true", [], ['    kind: "true"']),
        ("other", ("art", 1), "###", None, ['      - "###"']),
    ],
)  # fmt: skip
def test_only_the_value_changes(
    dungeon: str, path: tuple[Any, ...], value: Any, gone: list[str] | None, came: list[str]
) -> None:
    result = change(TEXT, dungeon, path, value)
    went, new = lines(TEXT, result)
    assert new == came
    assert gone is None or went == gone
    assert re.findall("#.*", result)[0] == "# A spec."


def test_a_list_that_gets_longer_is_written_in_lines() -> None:
    table = [{"name": "bread", "glyph": "b"}, {"name": "rope", "glyph": "/"}]
    result = change(TEXT, "base", ("passes", 1, "table"), table)
    assert '          - {name: rope, glyph: "/"}\n\n  # Another one.' in result
    art = ["#.#", "# #", "..."]
    assert '      - "# #"\n' in change(TEXT, "other", ("art",), art)


def test_what_inherits_a_change_is_named() -> None:
    result = change(TEXT, "base", ("map", "width"), 50)
    assert inheritors(TEXT, result, ("dungeons", "base")) == ["other.map.width"]
    assert value_at(result, ("dungeons", "other", "map", "width")) == 50
    result = change(TEXT, "other", ("map", "width"), 51)
    assert inheritors(TEXT, result, ("dungeons", "other")) == []
    assert value_at(result, ("dungeons", "base", "map", "width")) == 48


def test_a_section_that_is_gone_is_an_error() -> None:
    with pytest.raises(UserError, match="no longer has dungeons.gone"):
        edited(TEXT, ("dungeons", "gone"), {})
    with pytest.raises(UserError, match="a list is not closed"):
        edited("a: [1\nb: 2", ("a",), [1])


SHIPPED = SHIPPED_SPEC_FILE.read_text(encoding="utf-8")
COMMENTS = re.findall(r" # .*|^# .*", SHIPPED, re.M)
SECTIONS = Document.of_text(SHIPPED).data["dungeons"]


def scalars(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [one for key, inner in value.items() for one in scalars(inner, (*path, key))]
    if isinstance(value, list):
        return [one for key, inner in enumerate(value) for one in scalars(inner, (*path, key))]
    return [path]


@pytest.mark.shipped
@settings(max_examples=15)
@given(st.data())
def test_values_of_the_shipped_spec_change_and_all_comments_stay(data: st.DataObject) -> None:
    dungeon = data.draw(st.sampled_from(sorted(SECTIONS)))
    section = copy.deepcopy(SECTIONS[dungeon])
    for path in data.draw(st.lists(st.sampled_from(scalars(section)), min_size=1, max_size=3)):
        inner = section
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = data.draw(
            st.integers(0, 999) | st.booleans() | st.text("az #:'\"{}[]&*-,", max_size=8)
        )
    result = edited(SHIPPED, ("dungeons", dungeon), section)
    after = Document.of_text(result).data
    assert not list(differences(after["dungeons"][dungeon], section))
    assert [one for one in COMMENTS if one.strip() not in result] == []
    others = {key: value for key, value in after.items() if key != "dungeons"}
    assert others.items() <= Document.of_text(SHIPPED).data.items()


ENEMIES = """\
dungeons:
  hall:
    enemies:
      - {name: rat, glyph: r}     # bites
      - {name: bat, glyph: b}
      # the strong one
      - {name: ogre, glyph: o}    # hits
    floors: [1, 2, 3]  # which
"""


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (["rat", "ogre"], ["rat", "# the strong one", "ogre"]),
        (["bat", "ogre", "rat"], ["bat", "# the strong one", "ogre", "rat"]),
        (
            ["rat", "elf", "bat", "ogre"],
            ["rat", "elf", "bat", "# the strong one", "ogre"],
        ),
        (["ogre"], ["# the strong one", "ogre"]),
    ],
)
def test_items_of_a_list_keep_their_lines_and_comments(
    items: list[str], expected: list[str]
) -> None:
    wanted = [{"name": name, "glyph": name[0]} for name in items]
    text = edited(ENEMIES, ("dungeons", "hall", "enemies"), wanted)
    assert value_at(text, ("dungeons", "hall", "enemies")) == wanted
    lines = text.split("    enemies:\n")[1].split("    floors:")[0].splitlines()
    seen = [re.findall(r"# the \w+ one|(?<=name: )\w+", line) for line in lines]
    assert seen == [[one] for one in expected]
    for name, comment in (("rat", "# bites"), ("ogre", "# hits")):
        assert any(name in line and comment in line for line in lines) == (name in items)
    assert text.endswith("    floors: [1, 2, 3]  # which\n")


@pytest.mark.parametrize("wanted", [[1, 2, 3, 4], [3, 1], [2], [2, 5, 3]])
def test_items_between_brackets_stay_between_them(wanted: list[int]) -> None:
    text = edited(ENEMIES, ("dungeons", "hall", "floors"), wanted)
    assert f"    floors: [{', '.join(map(str, wanted))}]  # which\n" in text
    assert text.split("    floors")[0] == ENEMIES.split("    floors")[0]


def test_a_group_may_end_with_a_comma() -> None:
    text = edited("a: {b: {c: 1, }}\n", ("a", "b"), {"c": 1, "d": 2})
    assert value_at(text, ("a", "b")) == {"c": 1, "d": 2}


def test_too_many_changes_are_refused_at_once() -> None:
    with pytest.raises(UserError, match="cannot be changed"):
        edited("a: {}\n", ("a",), {f"k{number}": number for number in range(50_000)})
