"""C for structs: declarations, and macros that get and set every field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygen.engine.definition.structs import Member, StructLayout


@dataclass(frozen=True)
class BitSetter:
    """A bit-field that is set by a function: `byte` is the member that contains it, `field` its
    bits there, `shift` the number of its lowest bit."""

    name: str
    byte: str
    field: int
    shift: int


@dataclass(frozen=True)
class StructText:
    """A struct as C: the lines between its braces, and its macros. `setters` are the bit-fields
    that have no setter macro."""

    name: str
    size: int
    declarations: list[str]
    macros: list[str]
    setters: list[BitSetter]


def struct_text(layout: StructLayout, sizes: Mapping[str, int], dungeon: str = "") -> StructText:
    """The C of one struct; `sizes` has the sizes of all structs, in bytes.

    Every member is a whole number of bytes, so that all compilers lay out the struct in the same
    way. Bit-fields share a byte that is named after the first of them.

    With a `dungeon`, all names begin with the dungeon's name, and no macros set bit-fields, because
    these would evaluate the record twice.
    """
    declarations: list[str] = []
    macros: list[str] = []
    setters: list[BitSetter] = []
    byte_names = _shared_bytes(layout)
    declared: set[int] = set()
    own = f"{dungeon}_" if dungeon else ""
    for member in layout.members:
        prefix = f"{own}{layout.name}_".upper()
        name = member.name.upper()
        if member.struct:
            size = "".join(f"[{n}]" for n in member.count)
            declarations.append(f"struct {own}{member.struct}_record {member.name}{size};")
            macros += _nested_macros(prefix, member, sizes[member.struct], own)
        elif member.is_bit_field:
            byte = byte_names[member.offset]
            if member.offset not in declared:
                declarations.append(f"uint8_t {byte};")
                declared.add(member.offset)
            macros.append(_bit_getter(prefix + "GET_" + name, byte, member))
            if dungeon:
                field = member.mask << member.shift
                setters.append(BitSetter(member.name, byte, field, member.shift))
            else:
                macros.append(_bit_setter(prefix + "SET_" + name, byte, member))
        elif member.bits == 16:
            declarations.append(f"uint8_t {member.name}[2];")
            words = own.upper()
            macros += [
                f"#define {prefix}GET_{name}(s) ({words}GET_WORD((s)->{member.name}))",
                f"#define {prefix}SET_{name}(s, value) {words}PUT_WORD((s)->{member.name}, value)",
            ]
        else:
            declarations.append(f"uint8_t {member.name};")
            macros += [
                f"#define {prefix}GET_{name}(s) ((s)->{member.name})",
                f"#define {prefix}SET_{name}(s, value) \\\n"
                f"    ((s)->{member.name} = (uint8_t)(value))",
            ]
    return StructText(layout.name, layout.size, declarations, macros, setters)


def _shared_bytes(layout: StructLayout) -> dict[int, str]:
    """The names of the bytes that bit-fields share, by offset."""
    names: dict[int, list[str]] = {}
    for member in layout.members:
        if member.is_bit_field:
            names.setdefault(member.offset, []).append(member.name)
    # cc65 distinguishes names by their first characters only, so these are short.
    return {offset: f"bits_{offset}_{parts[0]}" for offset, parts in names.items()}


def _bit_getter(get: str, byte: str, member: Member) -> str:
    shifted = f"(s)->{byte} >> {member.shift}" if member.shift else f"(s)->{byte}"
    return f"#define {get}(s) ((uint8_t)({shifted} & 0x{member.mask:02X}))"


def _bit_setter(put: str, byte: str, member: Member) -> str:
    field = member.mask << member.shift
    others = 0xFF ^ field
    moved = f"((uint8_t)(value) << {member.shift})" if member.shift else "(uint8_t)(value)"
    return (
        f"#define {put}(s, value) \\\n"
        f"    ((s)->{byte} = \\\n"
        f"         (uint8_t)(((s)->{byte} & 0x{others:02X}) | ({moved} & 0x{field:02X})))"
    )


def _nested_macros(prefix: str, member: Member, size: int, own: str) -> list[str]:
    """The macros of a nested struct. `size` is the size of one nested struct, in bytes; `own` is
    what its name begins with."""
    name = member.name.upper()
    counts = [f"#define {prefix}{name}_COUNT {member.count[0]}"]
    arguments, stride = "s, n", size
    if len(member.count) == 2:
        counts.append(f"#define {prefix}{name}_COUNT_2 {member.count[1]}")
        arguments, stride = "s, n, m", size * member.count[1]
    counts.append(f"#define {prefix}{name}_OFFSET {member.offset}")
    if member.offset + stride * member.count[0] > 256:
        indexes = "".join(f"[{index}]" for index in arguments[3:].split(", "))
        return [*counts, f"#define {prefix}{name}({arguments}) (&(s)->{member.name}{indexes})"]
    # Every offset fits in a byte, but compilers for the 6502 do not recognise that.
    offset = f"(uint8_t)((n) * {stride}) + {member.offset}"
    if len(member.count) == 2:
        offset += f" + (uint8_t)((m) * {size})"
    return [
        *counts,
        f"#define {prefix}{name}({arguments}) \\\n"
        f"    ((struct {own}{member.struct}_record *) \\\n"
        f"         ((uint8_t *)(s) + (uint8_t)({offset})))",
    ]


def struct_offsets(layout: StructLayout) -> dict[str, int]:
    """The numbers that assembly needs about a struct, by name: its `size`; the byte offset of each
    member; the mask of a bit-field in its byte and the shift of its lowest bit; and the number of
    nested structs."""
    found = {"size": layout.size}
    for member in layout.members:
        found[member.name] = member.offset
        if member.struct:
            for number, count in enumerate(member.count):
                found[f"{member.name}_count{'_2' if number else ''}"] = count
        elif member.is_bit_field:
            found[f"{member.name}_mask"] = member.mask << member.shift
            found[f"{member.name}_shift"] = member.shift
    return found
