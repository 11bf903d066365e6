"""Structs with bit-fields: how generator.yaml describes them and where every field lies.

The layout is the same for both compilers and for Python, because it is decided here and emitted as
masks and shifts: bytes in the order of the YAML, words low byte first, bit-fields from bit 0
upwards, none across a byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, product
from math import prod
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from pygen.base.words import did_you_mean, listed
from pygen.engine.sections import BrokenRule, Section


class BytesField(Section):
    """A whole number of one or two bytes, low byte first."""

    bytes: Annotated[int, Field(ge=1, le=2)] = Field(description="how many bytes")
    unused: Annotated[int, Field(ge=0, le=65535)] = Field(
        default=0, description="the value of a slot that is not in use"
    )

    @property
    def width(self) -> int:
        """How many bits the field has."""
        return 8 * self.bytes


class BitsField(Section):
    """A few bits of a byte; neighbouring bit-fields share bytes, from bit 0 upwards."""

    bits: Annotated[int, Field(ge=1, le=8)] = Field(description="how many bits")
    unused: Annotated[int, Field(ge=0, le=255)] = Field(
        default=0, description="the value of a slot that is not in use"
    )

    @property
    def width(self) -> int:
        """How many bits the field has."""
        return self.bits


class NestedField(Section):
    """One or more structs inside this one."""

    struct: str = Field(description="name of a struct described above this one")
    count: Annotated[
        list[Annotated[int, Field(ge=1, le=64)]], Field(min_length=1, max_length=2)
    ] = Field(description="how many, [n] or [n, m]")


def _form_of_field(value: object) -> str | None:
    """The class that a field of the YAML is meant to be, by the first key that decides it."""
    forms = {"bytes": BytesField, "bits": BitsField, "struct": NestedField}
    if isinstance(value, Section):
        return type(value).__name__
    if isinstance(value, dict):
        for key in value:
            if key in forms:
                return forms[key].__name__
    return None


# The tags are the names of the classes: the wording of errors finds the class by them.
StructField = Annotated[
    Annotated[BytesField, Tag("BytesField")]
    | Annotated[BitsField, Tag("BitsField")]
    | Annotated[NestedField, Tag("NestedField")],
    Discriminator(_form_of_field),
]


@dataclass(frozen=True)
class Member:
    """Where a field lies: `offset` in bytes from the struct's start.

    `bits` is the width of the field, `shift` the bit of its byte at which it starts (0 for whole
    bytes). A nested field has `struct` and `count` set, and `bits` 0.
    """

    name: str
    offset: int
    bits: int
    shift: int = 0
    unused: int = 0
    struct: str = ""
    count: tuple[int, ...] = ()

    @property
    def is_bit_field(self) -> bool:
        return self.bits not in (0, 16) and not (self.bits == 8 and self.shift == 0)

    @property
    def mask(self) -> int:
        return (1 << self.bits) - 1


@dataclass(frozen=True)
class StructLayout:
    """A struct's members in order, and its size in bytes."""

    name: str
    size: int
    members: tuple[Member, ...]
    others: dict[str, StructLayout] = field(repr=False, compare=False)

    def __getitem__(self, name: str) -> Member:
        for member in self.members:
            if member.name == name:
                return member
        raise KeyError(name)

    def pack(self, values: dict[str, Any]) -> bytes:
        """The bytes of a struct with these values; fields that are missing get 0.

        Nested fields take lists (of lists) of dictionaries. Values must fit their fields, else
        ValueError.
        """
        data = bytearray(self.size)
        self._pack_into(data, 0, values)
        return bytes(data)

    def _pack_into(self, data: bytearray, base: int, values: dict[str, Any]) -> None:
        for name, offset, bits, shift in self.plain:
            value = values.get(name, 0)
            # A negative value never becomes 0.
            if value >> bits:
                raise ValueError(f"{self.name}.{name}: {value} needs more than its bits")
            data[base + offset] |= (value << shift) & 0xFF
            if bits == 16:
                data[base + offset + 1] = value >> 8
        for member in self.nested:
            value, at = values.get(member.name), base + member.offset
            inner = self.others[member.struct]
            items = _flat(value, len(member.count)) if value else []
            if len(items) > prod(member.count):
                raise ValueError(f"{self.name}.{member.name}: {len(items)} are too many")
            for index, item in enumerate(items):
                inner._pack_into(data, at + index * inner.size, item)

    def unpack(self, data: bytes, base: int = 0) -> dict[str, Any]:
        """The values of the struct that starts at `base` of `data`; the inverse of `pack`."""
        values: dict[str, Any] = {}
        for member in self.members:
            at = base + member.offset
            if member.struct:
                inner = self.others[member.struct]
                items = (inner.unpack(data, place) for place in count(at, inner.size))
                values[member.name] = _nested(items.__next__, member.count)
            elif member.bits == 16:
                values[member.name] = data[at] | data[at + 1] << 8
            else:
                values[member.name] = data[at] >> member.shift & member.mask
        return values

    def unused_values(self) -> dict[str, Any]:
        """The values of a slot that is not in use."""
        values = self.plain_unused.copy()
        for member in self.nested:
            inner = self.others[member.struct]
            make = inner.unused_values if inner.nested else inner.plain_unused.copy
            values[member.name] = _nested(make, member.count)
        return values

    @cached_property
    def unused(self) -> bytes:
        """The bytes of a slot that is not in use."""
        return self.pack(self.unused_values())

    @cached_property
    def plain_unused(self) -> dict[str, Any]:
        """The values of a slot that is not in use, without those of nested structs."""
        return {member.name: member.unused for member in self.members}

    @cached_property
    def plain(self) -> tuple[tuple[str, int, int, int], ...]:
        """The other members than structs: name, offset, bits and shift of each."""
        return tuple(
            (member.name, member.offset, member.bits, member.shift)
            for member in self.members
            if not member.struct
        )

    @cached_property
    def nested(self) -> tuple[Member, ...]:
        """The members that are structs."""
        return tuple(member for member in self.members if member.struct)

    def fields(self, prefix: str = "") -> Iterator[tuple[str, int, Member]]:
        """Every plain field as (path such as `doors[1].wall_side`, byte offset, member)."""
        for member in self.members:
            path = f"{prefix}{member.name}"
            if not member.struct:
                yield path, member.offset, member
                continue
            inner = self.others[member.struct]
            for index, numbers in enumerate(product(*map(range, member.count))):
                at = "".join(f"[{n}]" for n in numbers)
                for name, offset, leaf in inner.fields(f"{path}{at}."):
                    yield name, member.offset + index * inner.size + offset, leaf


def _flat(items: list[Any], depth: int) -> list[Any]:
    return items if depth == 1 else [item for row in items for item in row]


def _nested(make: Callable[[], Any], counts: tuple[int, ...]) -> list[Any]:
    if len(counts) == 1:
        return [make() for _ in range(counts[0])]
    return [_nested(make, counts[1:]) for _ in range(counts[0])]


def layouts(structs: dict[str, dict[str, StructField]]) -> dict[str, StructLayout]:
    """The layouts of valid structs, which may nest only those described before them."""
    found: dict[str, StructLayout] = {}
    for name, fields in structs.items():
        members: list[Member] = []
        offset = shift = 0
        for key, item in fields.items():
            if isinstance(item, BitsField):
                members.append(Member(key, offset, item.bits, shift, item.unused))
                shift += item.bits
                if shift == 8:
                    offset, shift = offset + 1, 0
            elif isinstance(item, BytesField):
                members.append(Member(key, offset, 8 * item.bytes, 0, item.unused))
                offset += item.bytes
            else:
                members.append(Member(key, offset, 0, struct=item.struct, count=tuple(item.count)))
                offset += found[item.struct].size * prod(item.count)
        found[name] = StructLayout(name, offset, tuple(members), found)
    return found


def struct_rules(
    structs: dict[str, dict[str, StructField]], others: Iterable[str] = ()
) -> list[BrokenRule]:
    """The errors of the structs: nesting, bit-fields that do not fill bytes, unused values.

    `others` are names of structs that may be nested too, wherever they are described.
    """
    broken: list[BrokenRule] = []
    known: set[str] = set(others)
    for name, fields in structs.items():
        if not fields:
            broken.append(
                BrokenRule((name,), "a struct without fields", "expected at least one field")
            )
        broken += _bytes_not_filled(name, fields)
        for key, item in fields.items():
            if isinstance(item, NestedField):
                broken += _unknown_struct((name, key, "struct"), item, known)
            else:
                broken += _unused_too_large((name, key, "unused"), item)
        known.add(name)
    return broken


def _bytes_not_filled(name: str, fields: dict[str, StructField]) -> Iterator[BrokenRule]:
    filled = 0
    last = ""
    for key, item in fields.items():
        bits = item.bits if isinstance(item, BitsField) else 0
        if filled and not bits:
            yield _unfilled(name, last, filled)
            filled = 0
        filled += bits
        if filled > 8:
            wrong = f"bit-field {key} lies across two bytes"
            right = "reorder the bit-fields or add a reserved one before it"
            yield BrokenRule((name, key), wrong, right)
        filled %= 8
        last = key
    if filled:
        yield _unfilled(name, last, filled)


def _unfilled(struct: str, key: str, filled: int) -> BrokenRule:
    left = f"{8 - filled} bit" + ("s" if filled < 7 else "")
    return BrokenRule(
        (struct, key),
        f"the bit-fields up to {key} leave {left} of their byte without a name",
        f"add `reserved: {{bits: {8 - filled}}}` after it",
    )


def _unused_too_large(path: tuple[str, ...], item: BytesField | BitsField) -> Iterator[BrokenRule]:
    if item.unused >> item.width:
        wrong = f"{item.unused} needs more than {item.width} bits"
        yield BrokenRule(path, wrong, f"expected 0 to {(1 << item.width) - 1}")


def _unknown_struct(
    path: tuple[str, ...], item: NestedField, known: set[str]
) -> Iterator[BrokenRule]:
    if item.struct not in known:
        wrong = f"no struct `{item.struct}` is described above this one"
        right = f"{did_you_mean(item.struct, known)}expected one of: {listed(sorted(known))}"
        yield BrokenRule(path, wrong, right)
