"""Where the fields of structs lie, and that bytes and values are each other's inverse."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.edited_spec import GENERATOR_YAML
from hypothesis import given, settings
from hypothesis import strategies as st

from pygen.engine.definition.structs import (
    BitsField,
    BytesField,
    NestedField,
    StructField,
    StructLayout,
    layouts,
    struct_rules,
)
from pygen.spec import load_spec


@pytest.fixture(scope="module")
def default() -> dict[str, StructLayout]:
    return load_spec(GENERATOR_YAML).layouts


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("connection", 1),
        ("door", 3),
        ("corner", 2),
        ("room", 42),
        ("summary", 11),
        ("grid_rooms_figures", 8),
    ],
)
def test_the_default_structs_have_the_sizes_of_the_documents(
    name: str, size: int, default: dict[str, StructLayout]
) -> None:
    assert default[name].size == size


def test_bit_fields_fill_their_byte_from_bit_0_upwards(default: dict[str, StructLayout]) -> None:
    door = default["door"]
    assert door.pack({"x": 7, "y": 9, "wall_side": 2, "is_secret_door": 1}) == b"\x07\x09\x06"
    assert door.pack({"has_treasure": 1}) == b"\x00\x00\x08"
    assert door.pack({"reserved": 0xF}) == b"\x00\x00\xf0"
    assert default["connection"].pack({"room_id": 31}) == b"\x1f"
    assert default["connection"].pack({"room_id": 1, "corridor_type": 4}) == b"\x81"


def test_words_lie_low_byte_first(default: dict[str, StructLayout]) -> None:
    packed = default["summary"].pack({"draws": 0x1234, "random_state": 0xABCD})
    assert packed[-4:] == b"\x34\x12\xcd\xab"


def test_an_unused_room_has_31_for_rooms_255_for_places_and_0_otherwise(
    default: dict[str, StructLayout],
) -> None:
    room = default["room"]
    expected = bytes(6) + b"\x1f" * 4 + bytes(12) + b"\xff" * 16 + b"\xff\xff" + bytes(2)
    assert room.pack(room.unused_values()) == expected


def test_nested_rows_lie_one_after_the_other(default: dict[str, StructLayout]) -> None:
    room = default["room"]
    values = room.unused_values()
    values["doors"][1]["wall_side"] = 3
    values["breakpoints"][2][1] = {"x": 5, "y": 6}
    packed = room.pack(values)
    assert packed[10 + 3 + 2] == 3
    assert packed[22 + (2 * 2 + 1) * 2 :][:2] == b"\x05\x06"
    assert room.unpack(packed) == values
    assert room.unpack(b"\0\0" + packed, base=2) == values


def test_every_field_has_a_path_an_offset_and_a_place(default: dict[str, StructLayout]) -> None:
    fields = {path: (offset, member) for path, offset, member in default["room"].fields()}
    assert len(fields) == 6 + 4 * 2 + 4 * 6 + 8 * 2 + 4
    offset, member = fields["doors[1].wall_side"]
    assert (offset, member.shift, member.mask, member.is_bit_field) == (15, 0, 3, True)
    assert fields["breakpoints[3][1].y"][0] == 37
    assert fields["priority"][0] == 41
    assert not fields["priority"][1].is_bit_field
    assert default["room"]["doors"].offset == 10
    with pytest.raises(KeyError):
        default["room"]["windows"]


@pytest.mark.parametrize(
    ("struct", "values"),
    [
        ("door", {"wall_side": 4}),
        ("door", {"x": 256}),
        ("door", {"x": -1}),
        ("summary", {"draws": 65536}),
        ("room", {"doors": [{}] * 5}),
        ("room", {"breakpoints": [[{}] * 2] * 5}),
    ],
)
def test_a_value_that_does_not_fit_is_refused(
    struct: str, values: dict[str, Any], default: dict[str, StructLayout]
) -> None:
    with pytest.raises(ValueError):
        default[struct].pack(values)


# ---------------------------------------------------------------------------- any layout


@st.composite
def byte_of_bits(draw: st.DrawFn) -> list[int]:
    """Widths of bit-fields that fill a byte."""
    widths: list[int] = []
    while (left := 8 - sum(widths)) > 0:
        widths.append(draw(st.integers(1, left)))
    return widths


@st.composite
def structs(draw: st.DrawFn) -> dict[str, dict[str, StructField]]:
    """One to three structs, each of which may hold those before it."""
    found: dict[str, dict[str, StructField]] = {}
    for number in range(draw(st.integers(1, 3))):
        fields: list[StructField] = []
        for _ in range(draw(st.integers(1, 4))):
            form = draw(
                st.sampled_from(["bytes", "bits", "struct"] if found else ["bytes", "bits"])
            )
            if form == "bytes":
                size = draw(st.integers(1, 2))
                unused = draw(st.integers(0, (1 << 8 * size) - 1))
                fields.append(BytesField(bytes=size, unused=unused))
            elif form == "bits":
                for bits in draw(byte_of_bits()):
                    unused = draw(st.integers(0, (1 << bits) - 1))
                    fields.append(BitsField(bits=bits, unused=unused))
            else:
                count = draw(st.lists(st.integers(1, 3), min_size=1, max_size=2))
                inner = draw(st.sampled_from(sorted(found)))
                fields.append(NestedField(struct=inner, count=count))
        found[f"s{number}"] = {f"f{n}": item for n, item in enumerate(fields)}
    return found


def values_of(draw: Any, layout: StructLayout) -> dict[str, Any]:
    """Random values that fit the struct."""
    values: dict[str, Any] = {}
    for member in layout.members:
        if not member.struct:
            values[member.name] = draw(st.integers(0, member.mask))
            continue
        inner = layout.others[member.struct]
        rows: list[Any] = [values_of(draw, inner) for _ in range(member.count[0])]
        if len(member.count) == 2:
            rows = [[values_of(draw, inner) for _ in range(member.count[1])] for _ in rows]
        values[member.name] = rows
    return values


ANY = settings(max_examples=100, derandomize=True, deadline=None)


@ANY
@given(described=structs(), data=st.data())
def test_unpacking_gives_back_what_was_packed(
    described: dict[str, dict[str, StructField]], data: st.DataObject
) -> None:
    assert struct_rules(described) == []
    layout = list(layouts(described).values())[-1]
    values = values_of(data.draw, layout)
    packed = layout.pack(values)
    assert len(packed) == layout.size
    assert layout.unpack(packed) == values
    assert layout.pack(layout.unpack(packed)) == packed


@ANY
@given(described=structs())
def test_every_bit_of_a_struct_belongs_to_exactly_one_field(
    described: dict[str, dict[str, StructField]],
) -> None:
    layout = list(layouts(described).values())[-1]
    taken = [
        8 * offset + member.shift + bit
        for _, offset, member in layout.fields()
        for bit in range(member.bits)
    ]
    assert sorted(taken) == list(range(8 * layout.size))
    paths = [path for path, _, _ in layout.fields()]
    assert len(set(paths)) == len(paths)


@ANY
@given(described=structs(), data=st.data())
def test_a_field_lies_where_its_path_says(
    described: dict[str, dict[str, StructField]], data: st.DataObject
) -> None:
    layout = list(layouts(described).values())[-1]
    values = values_of(data.draw, layout)
    packed = layout.pack(values)
    for path, offset, member in layout.fields():
        expected: Any = values
        for key in path.replace("]", "").replace("[", ".").split("."):
            expected = expected[int(key) if key.isdigit() else key]
        word = int.from_bytes(packed[offset : offset + 2], "little")
        assert word >> member.shift & member.mask == expected


@ANY
@given(described=structs())
def test_unused_values_are_those_of_the_description(
    described: dict[str, dict[str, StructField]],
) -> None:
    layout = list(layouts(described).values())[-1]
    values = layout.unpack(layout.pack(layout.unused_values()))
    assert values == layout.unused_values()
    for path, _, member in layout.fields():
        if "." not in path:
            described_field: Any = list(described.values())[-1][path]
            assert values[path] == member.unused == described_field.unused
