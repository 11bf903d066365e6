"""C for structs: their declarations, and macros that get and set every field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pygen.engine.structs import Member, StructLayout


@dataclass(frozen=True)
class StructText:
    """A struct as C: the lines between its braces, and its macros."""

    name: str
    size: int
    declarations: list[str]
    macros: list[str]


def struct_text(layout: StructLayout, sizes: Mapping[str, int]) -> StructText:
    """The C of one struct; `sizes` has the sizes of all structs, in bytes.

    Every member is a whole number of bytes, so that all compilers lay out the struct in the same
    way.
    Bit-fields share a byte, which is named after the first of them.
    """
    declarations: list[str] = []
    macros: list[str] = []
    byte_names = _shared_bytes(layout)
    declared: set[int] = set()
    for member in layout.members:
        prefix = f"{layout.name}_".upper()
        name = member.name.upper()
        if member.struct:
            size = "".join(f"[{n}]" for n in member.count)
            declarations.append(f"struct {member.struct}_record {member.name}{size};")
            macros += _nested_macros(prefix, member, sizes[member.struct])
        elif member.is_bit_field:
            byte = byte_names[member.offset]
            if member.offset not in declared:
                declarations.append(f"uint8_t {byte};")
                declared.add(member.offset)
            macros += _bit_macros(prefix + "GET_" + name, prefix + "SET_" + name, byte, member)
        elif member.bits == 16:
            declarations.append(f"uint8_t {member.name}[2];")
            macros += [
                f"#define {prefix}GET_{name}(s) \\\n"
                f"    ((uint16_t)((s)->{member.name}[0] \\\n"
                f"                | ((uint16_t)((s)->{member.name}[1]) << 8)))",
                f"#define {prefix}SET_{name}(s, value) \\\n"
                f"    ((s)->{member.name}[0] = (uint8_t)(value), \\\n"
                f"     (s)->{member.name}[1] = (uint8_t)((value) >> 8))",
            ]
        else:
            declarations.append(f"uint8_t {member.name};")
            macros += [
                f"#define {prefix}GET_{name}(s) ((s)->{member.name})",
                f"#define {prefix}SET_{name}(s, value) ((s)->{member.name} = (uint8_t)(value))",
            ]
    return StructText(layout.name, layout.size, declarations, macros)


def _shared_bytes(layout: StructLayout) -> dict[int, str]:
    """Names of the bytes that bit-fields share, by offset."""
    names: dict[int, list[str]] = {}
    for member in layout.members:
        if member.is_bit_field:
            names.setdefault(member.offset, []).append(member.name)
    # cc65 distinguishes names by their first characters only, so these are short.
    return {offset: f"bits_{offset}_{parts[0]}" for offset, parts in names.items()}


def _bit_macros(get: str, put: str, byte: str, member: Member) -> list[str]:
    field = member.mask << member.shift
    others = 0xFF ^ field
    shifted = f"(s)->{byte} >> {member.shift}" if member.shift else f"(s)->{byte}"
    moved = f"(uint8_t)(value) << {member.shift}" if member.shift else "(uint8_t)(value)"
    return [
        f"#define {get}(s) ((uint8_t)({shifted} & 0x{member.mask:02X}))",
        f"#define {put}(s, value) \\\n"
        f"    ((s)->{byte} = (uint8_t)(((s)->{byte} & 0x{others:02X}) "
        f"| (({moved}) & 0x{field:02X})))",
    ]


def _nested_macros(prefix: str, member: Member, size: int) -> list[str]:
    """`size` is that of one nested struct, in bytes."""
    name = member.name.upper()
    counts = [f"#define {prefix}{name}_COUNT {member.count[0]}"]
    arguments, row = "s, n", size
    if len(member.count) == 2:
        counts.append(f"#define {prefix}{name}_COUNT_2 {member.count[1]}")
        arguments, row = "s, n, m", size * member.count[1]
    counts.append(f"#define {prefix}{name}_OFFSET {member.offset}")
    if member.offset + row * member.count[0] > 256:
        indexes = "".join(f"[{index}]" for index in arguments[3:].split(", "))
        return [*counts, f"#define {prefix}{name}({arguments}) (&(s)->{member.name}{indexes})"]
    # Every offset fits in a byte, but compilers for the 6502 do not recognise that.
    offset = f"(uint8_t)((n) * {row}) + {member.offset}"
    if len(member.count) == 2:
        offset += f" + (uint8_t)((m) * {size})"
    return [
        *counts,
        f"#define {prefix}{name}({arguments}) \\\n"
        f"    ((struct {member.struct}_record *)((uint8_t *)(s) + (uint8_t)({offset})))",
    ]
