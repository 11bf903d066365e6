"""Changing values in the text of a spec. Only what changes is rewritten; comments, order, quotes
and the rest of the text stay as they are.

A value that a group inherits from an anchor (`<<: *crypt`) becomes the group's own key. A value
that is itself an alias (`rooms: *rooms`) is written out. Changing the text below an anchor also
changes every group that inherits it; `inheritors` lists these.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from yaml.nodes import MappingNode, ScalarNode, SequenceNode

from pygen.base.errors import UserError
from pygen.spec import document
from pygen.spec.document import Document
from pygen.spec.problems import KeyPath, dotted
from pygen.spec.yaml_text import (
    Place,
    YamlText,
    block_text,
    flow_text,
    is_in_flow,
    is_long,
    key_text,
)

MOST_CHANGES = 500
"""The largest number of values that can be changed at once."""

ABSENT = object()
"""Stands for the value of a key that a group does not have."""


def edited(text: str, path: KeyPath, section: Any) -> str:
    """The text of a spec in which the value at `path` is `section`.

    Raises UserError if the text is not valid YAML, or has no value at the path.
    """
    for _ in range(MOST_CHANGES):
        found = value_at(text, path)
        if found is ABSENT:
            raise UserError(f"the file no longer has {dotted(path)}", "Reload it.")
        changes = list(itertools.islice(differences(found, section), MOST_CHANGES + 1))
        if not changes:
            return text
        if len(changes) > MOST_CHANGES:
            break
        before = text
        text = _with_plain_values(text, path, changes, section) or _changed(
            text, path, changes[0], section
        )
        if text == before:
            break
    raise UserError(
        f"{dotted(path)} cannot be changed in the file",
        "Change it in your editor: its place in the file is unusual.",
    )


def differences(old: Any, new: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths of the values in which two sections differ. Groups, and lists of the same length,
    are compared value by value."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from differences(old.get(key, ABSENT), new.get(key, ABSENT), (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        if any(isinstance(one, dict) and one in old for one, was in zip(new, old) if one != was):
            # Groups have changed their places.
            yield path
            return
        for number, (one, other) in enumerate(zip(old, new)):
            yield from differences(one, other, (*path, number))
    elif type(old) is not type(new) or old != new:
        yield path


def inheritors(before: str, after: str, path: KeyPath) -> list[str]:
    """Paths outside `path` whose values changed with the text, such as `descent.things`: groups
    that inherit the value at `path`."""
    old, new = value_at(before, path[:1]), value_at(after, path[:1])
    if old is ABSENT or new is ABSENT:
        return []
    own = path[1:]
    changed = (one for one in differences(old, new) if one[: len(own)] != own)
    return list(dict.fromkeys(dotted(one) for one in changed))


def value_at(text: str, path: KeyPath) -> Any:
    """The value at a path of a text, with aliases and merges resolved; ABSENT if there is none.

    Raises UserError if the text is not valid YAML.
    """
    return document.value_at(Document.of_text(text).data, path, ABSENT)


def _with_plain_values(
    text: str, path: KeyPath, changes: Sequence[KeyPath], section: Any
) -> str | None:
    """The text with all changes of plain values, such as numbers and words, made at once. None if
    there is only one change, or if not all of the changes are that simple."""
    if len(changes) < 2:
        return None
    here = YamlText(text)
    new: list[tuple[Place, str]] = []
    for change in changes:
        place = _place_at(here, (*path, *change))
        wanted = _wanted(section, change)
        if (
            place is None
            or place.is_alias
            or not isinstance(place.node, ScalarNode)
            or place.start == place.end
            or "\n" in text[place.start : place.end]
            or isinstance(wanted, dict | list)
            or wanted is ABSENT
        ):
            continue
        new.append((place, flow_text(wanted)))
    if len(new) < 2 or len({place.start for place, _ in new}) < len(new):
        return None
    for place, written in sorted(new, key=lambda one: one[0].start, reverse=True):
        text = _with_text(text, place.start, place.end, written)
    return text


def _with_text(text: str, start: int, end: int, new: str) -> str:
    """The text with `new` from `start` to `end`. A comment behind it stays in its column if it
    can."""
    comment = re.compile(r"( +)#").match(text, end)
    if comment is None or "\n" in new or "\n" in text[start:end]:
        return text[:start] + new + text[end:]
    gap = " " * max(1, end - start + len(comment[1]) - len(new))
    return text[:start] + new + gap + text[comment.end(1) :]


def _place_at(here: YamlText, path: KeyPath) -> Place | None:
    """The place of the value at a path, provided that no group or list on the way is an alias."""
    place = _whole(here)
    for key in path:
        found = _inside(here, place, key)
        if found is None or found.is_alias or not place.start <= found.start <= place.end:
            return None
        place = found
    return place


def _whole(here: YamlText) -> Place:
    """The place of the whole spec."""
    return Place(here.root, 0, len(here.text), -1, False, is_in_flow(here.root))


def _inside(here: YamlText, place: Place, key: str | int) -> Place | None:
    """The place of a group's key or of a list's item; None if the value at `place` has none."""
    node = place.node
    is_flow = place.is_flow or is_in_flow(node)
    if isinstance(node, MappingNode):
        pair = here.pairs(node).get(str(key))
        return here.place_of(*pair, is_flow) if pair else None
    if isinstance(node, SequenceNode) and isinstance(key, int) and key < len(node.value):
        item = node.value[key]
        column = node.start_mark.column + (0 if is_flow else 2)
        start = here.offset(item.start_mark)
        return Place(item, start, here.end_of(item), column, False, is_flow)
    return None


def _changed(text: str, path: KeyPath, change: KeyPath, section: Any) -> str:
    """The text with one more value of the section corrected: the value at `change`, or a group
    around it."""
    here = YamlText(text)
    whole = (*path, *change)
    items = _with_items(here, whole, _wanted(section, change))
    if items is not None:
        return items
    place = _whole(here)
    for depth, key in enumerate(whole):
        wanted = _wanted(section, whole[len(path) : depth + 1]) if depth >= len(path) else None
        is_group, found = isinstance(place.node, MappingNode), _inside(here, place, key)
        if is_group and found is None:
            return _with_key(here, place, str(key), wanted)
        if is_group and wanted is ABSENT:
            return _without_key(here, place, str(key))
        if found is None or not (is_group or place.start <= found.start <= place.end):
            break
        place = found
        if place.is_alias and depth >= len(path):
            return _with_value(here, place, wanted)
    return _with_value(here, place, _wanted(section, whole[len(path) :]))


def _with_items(here: YamlText, path: KeyPath, wanted: Any) -> str | None:
    """The text with items of a list added, removed or reordered. Items that stay keep their lines
    and comments. None if the value is no such list, or if its text is too unusual."""
    place = _place_at(here, path)
    if place is None or not isinstance(wanted, list) or not wanted:
        return None
    node, text = place.node, here.text
    if not isinstance(node, SequenceNode) or not node.value:
        return None
    old = value_at(text, path)
    if not isinstance(old, list) or len(old) != len(node.value):
        return None
    parts = _items_in_flow(here, node) if is_in_flow(node) else _items_in_lines(here, node)
    if parts is None or "".join(parts.pieces) != text[parts.start : parts.end]:
        return None
    known = {json.dumps(value, sort_keys=True): part for value, part in zip(old, parts.pieces)}
    if len(known) < len(old):
        return None
    if not any(json.dumps(value, sort_keys=True) in known for value in wanted):
        return None
    pieces = []
    for value in wanted:
        piece = known.get(json.dumps(value, sort_keys=True))
        if piece is None:
            # There may be a similar item: its own values are changed in the next round.
            piece = parts.new(value)
        pieces.append(piece)
    return text[: parts.start] + parts.joined(pieces) + text[parts.end :]


@dataclass(frozen=True)
class _Items:
    """The items of a list in the text: where they begin and end, and the text of each. `column` is
    the column of a list in lines; None for a list between brackets."""

    start: int
    end: int
    pieces: list[str]
    column: int | None

    def new(self, value: Any) -> str:
        """The text of one more item."""
        if self.column is None:
            return flow_text(value)
        indent, flow = " " * self.column, flow_text(value)
        is_drawing = isinstance(value, dict) and "drawing" in value
        if is_drawing or is_long(value, self.column + 2 + len(flow)):
            # A drawing shows something only if its rows are below each other.
            return f"{indent}- {_item_text(value, self.column + 2)}\n"
        return f"{indent}- {flow}\n"

    def joined(self, pieces: Sequence[str]) -> str:
        """The text of the items, one after the other."""
        if self.column is not None:
            lines = "".join(piece if piece.endswith("\n") else f"{piece}\n" for piece in pieces)
            return lines if self.pieces[-1].endswith("\n") else lines.rstrip("\n")
        return ", ".join(piece.strip().rstrip(",").rstrip() for piece in pieces)


def _item_text(value: Any, indent: int) -> str:
    """An item of a list in lines of their own, without what is in front of its first line. Its
    drawing is always in lines."""
    if not isinstance(value, dict):
        return flow_text(value)
    keys = []
    for key, one in value.items():
        if key == "drawing":
            rows = "".join(f"\n{' ' * (indent + 2)}- {flow_text(row)}" for row in one)
            keys.append(f"\n{' ' * indent}drawing:{rows}")
        else:
            keys.append(block_text({key: one}, indent))
    return "".join(keys).lstrip()


def _items_in_flow(here: YamlText, node: SequenceNode) -> _Items | None:
    """The items of a list between brackets; None if there are comments or anchors in it."""
    start, end = here.offset(node.start_mark) + 1, here.offset(node.end_mark) - 1
    text = here.text
    if re.search(r"[#\n&*]", text[start:end]):
        return None
    starts = [here.offset(item.start_mark) for item in node.value]
    borders = [start, *starts[1:], end]
    return _Items(start, end, [text[a:b] for a, b in itertools.pairwise(borders)], None)


def _items_in_lines(here: YamlText, node: SequenceNode) -> _Items | None:
    """The items of a list in lines. Each includes the comments above it that follow the previous
    item. None if the list contains anchors."""
    text, column = here.text, node.start_mark.column
    starts = [here.line_start(here.offset(item.start_mark)) for item in node.value]
    if len(set(starts)) < len(starts):
        return None
    # Comments in lines of their own belong to the item below them.
    borders = [starts[0]]
    for number, start in enumerate(starts[1:]):
        at = here.line_end(here.end_of(node.value[number])) + 1
        borders.append(min(at, start))
    end = min(here.line_end(here.end_of(node.value[-1])) + 1, len(text))
    pieces = [text[a:b] for a, b in zip(borders, [*borders[1:], end])]
    if any(re.search(r"(?:^|[\s,\[{:-])[&*]\w", piece) for piece in pieces):
        return None
    if not all(re.search(rf"^ {{{column}}}- ", piece, re.MULTILINE) for piece in pieces):
        return None
    return _Items(borders[0], end, pieces, column)


def _wanted(section: Any, path: KeyPath) -> Any:
    value = section
    for key in path:
        if isinstance(value, dict) and key not in value:
            return ABSENT
        value = value[key]
    return value


def _with_value(here: YamlText, place: Place, value: Any) -> str:
    """The text with another value at a place."""
    text = here.text
    indent = place.column + 2
    is_block = isinstance(place.node, MappingNode | SequenceNode) and not is_in_flow(place.node)
    start = place.start
    if is_block and not place.is_alias and text[:start].rstrip(" \t").endswith("\n"):
        # The group begins in the line below its key.
        start = len(text[:start].rstrip())
    flow = flow_text(value)
    used = start - here.line_start(start)
    if place.is_flow or not is_long(value, used + len(flow)):
        new = flow if text[start - 1 : start] in (" ", "") else f" {flow}"
    else:
        new = block_text(value, indent)
    return _with_text(text, start, place.end, new)


def _with_key(here: YamlText, place: Place, key: str, value: Any) -> str:
    """The text with one more key in a group."""
    text, node = here.text, place.node
    assert isinstance(node, MappingNode)
    if place.is_flow or is_in_flow(node):
        end = place.end
        at = len(text[: end - 1].rstrip())
        # A comma may stand behind the last value already.
        comma = ("" if text[at - 1] == "," else ",") + " " if node.value else ""
        return f"{text[:at]}{comma}{key_text(key)}: {flow_text(value)}{text[at:]}"
    column = node.value[0][0].start_mark.column
    last = here.end_of(node)
    at = here.line_end(last)
    flow = flow_text(value)
    needs_block = is_long(value, column + len(key) + 2 + len(flow))
    written = block_text(value, column + 2) if needs_block else f" {flow}"
    return f"{text[:at]}\n{' ' * column}{key_text(key)}:{written}{text[at:]}"


def _without_key(here: YamlText, place: Place, key: str) -> str:
    """The text without a key of a group."""
    text, node = here.text, place.node
    assert isinstance(node, MappingNode)
    key_node, value_node = here.pairs(node)[key]
    if len(node.value) == 1:
        return _with_value(here, place, {})
    start = here.offset(key_node.start_mark)
    if place.is_flow or is_in_flow(node):
        end = here.place_of(key_node, value_node, True).end
        after = re.compile(r"\s*,\s*").match(text, end)
        if after:
            return text[:start] + text[after.end() :]
        return text[: len(text[:start].rstrip().rstrip(",").rstrip())] + text[end:]
    end = here.line_end(here.place_of(key_node, value_node, False).end)
    return text[: here.line_start(start)] + text[end + 1 :]
