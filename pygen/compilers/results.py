"""From a compiler's output to the result files and the BuildResult."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from pygen.base.errors import CompileFailed
from pygen.base.files import write_if_changed
from pygen.compilers.base import BuildRequest, BuildResult, MappedObject, Segment
from pygen.compilers.lines import Lines, lines_text
from pygen.compilers.program import make_prg

SUFFIXES = (".prg", ".lbl", ".map", ".asm", ".lines")


def result_files(request: BuildRequest) -> list[Path]:
    """All files that a build writes, in the order in which they are written."""
    return [request.output_folder / (request.name + suffix) for suffix in reversed(SUFFIXES)]


def c_labels(
    objects: Sequence[MappedObject], more: Iterable[tuple[str, int]] = ()
) -> dict[str, int]:
    """The addresses of all objects that have a name, and of `more`.

    If a name occurs again, as with statics of several units, it becomes `name__2` and so on.
    """
    labels: dict[str, int] = {}
    named = [(item.name, item.address) for item in objects if item.name.isidentifier()]
    for name, address in [*named, *more]:
        unique, count = name, 1
        while unique in labels:
            count += 1
            unique = f"{name}__{count}"
        labels[unique] = address
    return labels


def vice_labels(labels: dict[str, int]) -> str:
    """The labels as commands for VICE's monitor, sorted by address."""
    ordered = sorted(labels.items(), key=lambda item: (item[1], item[0]))
    return "".join(f"al C:{address:04x} .{name}\n" for name, address in ordered)


def map_text(
    segments: Sequence[Segment],
    objects: Sequence[MappedObject],
) -> str:
    """Segments (first address, size), then objects (first and last address, size), one per line."""
    lines = ["Segments", *(f"${s.start:04x} {s.size:12d}  {s.name} ({s.kind})" for s in segments)]
    lines += ["", "Objects"]
    for item in sorted(objects, key=lambda item: (item.address, item.name)):
        unit = f" of {item.unit}" if item.unit else ""
        lines.append(_map_line(item.address, item.size, f"{item.name} ({item.kind}){unit}"))
    return "\n".join(lines) + "\n"


def _map_line(start: int, size: int, what: str) -> str:
    return f"${start:04x}-${max(start, start + size - 1):04x} {size:6d}  {what}"


def segments_of(objects: Sequence[MappedObject], names: Sequence[str]) -> list[Segment]:
    """One segment for each section in `names` that has objects."""
    segments = []
    for name in names:
        inside = [item for item in objects if item.section == name]
        if inside:
            start = min(item.address for item in inside)
            size = sum(item.size for item in inside)
            segments.append(Segment(name, start, size, inside[0].kind))
    return segments


def stack_segment(request: BuildRequest) -> Segment:
    """The compiler's stack for arguments and locals: the end of the program's memory."""
    end = request.module.work_end if request.module else request.program_end
    start = end + 1 - request.stack_size
    return Segment("stack", start, request.stack_size, "stack")


def finish(
    request: BuildRequest,
    image: bytes,
    labels: dict[str, int],
    segments: list[Segment],
    objects: list[MappedObject],
    commands: list[list[str]],
    listing: str,
    lines: Lines,
    below_kernal: bytes = b"",
) -> BuildResult:
    """Write all files of a build, the program last, and return its result.

    Raises CompileFailed if the program is not inside the memory of the request.
    """
    entry = request.program_start
    free = _free(request, objects, len(image))
    line_file, asm, map_file, label_file, prg = result_files(request)
    if request.module:
        program = entry.to_bytes(2, "little") + image
    else:
        below = below_kernal, request.below_kernal.start
        program = make_prg(image, request.program_start, entry, *below)
    write_if_changed(line_file, lines_text(lines).encode())
    write_if_changed(asm, listing.encode())
    write_if_changed(map_file, map_text(segments, objects).encode())
    write_if_changed(label_file, vice_labels(labels).encode())
    write_if_changed(prg, program)
    return BuildResult(
        image=image,
        image_start=entry,
        entry=entry,
        labels=labels,
        segments=segments,
        objects=objects,
        commands=commands,
        prg=prg,
        label_file=label_file,
        map_file=map_file,
        line_file=line_file,
        free=free,
        below_kernal=below_kernal,
        below_kernal_start=request.below_kernal.start,
    )


def _free(request: BuildRequest, objects: Sequence[MappedObject], image_size: int) -> int:
    outside = ("zeropage", "stack", "bss") if request.module else ("zeropage", "stack")
    in_memory = [
        item
        for item in objects
        if item.kind not in outside and item.size and item.address not in request.below_kernal
    ]
    low = min((item.address for item in in_memory), default=request.program_start)
    high = max((item.address + item.size for item in in_memory), default=0)
    high = max(high, request.program_start + image_size)
    limit = request.program_end + 1 - (0 if request.module else request.stack_size)
    if low < request.program_start or high > limit:
        raise CompileFailed(
            f"the program takes ${low:04x}-${high - 1:04x}, "
            f"which is not inside ${request.program_start:04x}-${limit - 1:04x}"
        )
    return limit - high
