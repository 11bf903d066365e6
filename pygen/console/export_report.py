"""What is printed of an exported module."""

from __future__ import annotations

from pygen.base.errors import ToolMissing
from pygen.builders.simulator import build_simulator
from pygen.compilers.module_building import Module
from pygen.console.tables import plain_table
from pygen.console.terminal import out, shown_path, warn
from pygen.measure.call_bytes import call_bytes
from pygen.programs.depacker import depacker_size, unpacking_cycles
from pygen.programs.export_place import free_memory
from pygen.programs.export_plan import open_arguments, open_rules, spans
from pygen.programs.exporting import Exported
from pygen.spec.chosen_calls import calls_of


def print_open(module: Module) -> None:
    """Print the open parameters of a module: where their values are, and which there are."""
    opened = open_arguments(module)
    if not opened:
        return
    table = plain_table("", 4, "value at", "open parameter", "least", "most", "in the spec")
    for one in opened:
        numbers = (str(one.least), str(one.most), str(one.default))
        table.add_row(f"${one.address:04x}", one.meaning, *numbers)
    out.print(table)
    for rule in open_rules(module):
        out.print(f"not all values of {rule} go together")


def print_export(exported: Exported) -> None:
    """Print where the module is in memory, and the files that were written."""
    module = exported.module
    out.print(f"{module.dungeon}, built by {module.compiler}")
    table = plain_table("", 2, "memory", "what is there", "bytes")
    for span in spans(module):
        table.add_row(f"${span.start:04x}-${span.last:04x}", span.name, f"{span.length:,}")
    kept = "put back by every call" if module.spec.modules.preserves_zeropage else "changed"
    table.add_row("zero page", kept, f"{len(module.zero_page)}")
    taken = [span for one in (module, *exported.beside) for span in one.spans]
    for first, last in free_memory(taken):
        table.add_row(f"${first:04x}-${last:04x}", "free", f"{last + 1 - first:,}")
    out.print(table)
    print_open(module)
    _print_calls(module)
    place = exported.place
    out.print(
        f"programs in C     stay below ${place.first:04x}, as {module.dungeon}_memory.txt shows"
    )
    basic = f"begin with {place.basic_line}" if place.basic_line else "cannot use it where it is"
    out.print(f"programs in BASIC {basic}", soft_wrap=True)
    if place.is_hidden:
        out.print(
            f"a part of it is where the processor sees {place.hidden}: $01 must be "
            f"${place.port:02x} when it is called",
            soft_wrap=True,
        )
    for path in exported.files:
        out.print(f"written: {shown_path(path)}", soft_wrap=True)


def _print_calls(module: Module) -> None:
    """Print the bytes of each game call of a module, if it has any."""
    if not calls_of(module.layout.spec, module.dungeon):
        return
    calls, total = call_bytes(module)
    table = plain_table("", 1, "calls for games", "its own bytes", "shared with others")
    for call in calls:
        table.add_row(call.name, f"{call.alone:,}", f"{call.shared:,}" if call.shared else "")
    table.add_row("all together", f"{total:,}", "")
    out.print(table)


def print_packed(exported: Exported) -> None:
    """Print the bytes of the packed form, and how long it takes to unpack it."""
    module, small = exported.module, exported.packed
    if small is None:
        earlier = exported.files[0].with_suffix(".zx0")
        if earlier.exists():
            warn(f"{shown_path(earlier)} is of an earlier export: add --packed to renew it.")
        return
    size, unpacked = len(small.data), small.unpacked
    start, code = module.layout.start, depacker_size()
    out.print(f"packed            {size:,} of {module.size:,} bytes ({small.share} %)")
    try:
        cycles = unpacking_cycles(small.data, unpacked, start, build_simulator())
        each = round(cycles / module.size)
        took = f"{cycles:,} cycles, {each} a byte, with {code} bytes of code"
    except ToolMissing as missing:
        took = f"its cycles are not known: {missing.message}"
    out.print(f"unpacking         {took}")
    out.print(
        f"in place          the packed bytes begin at ${small.lowest(start):04x} or higher: "
        f"{unpacked.distance} bytes behind the module"
    )
    if size + code >= module.size:
        warn("The packed bytes and the code that unpacks them are no fewer than the module.")
