"""The kernels: functions in assembly, each with one text for both compilers, and a twin in C.

A kernel is a file `<name>.kernel.j2` in `c64src/core`, or in the folder of the kind of dungeon that
it belongs to. It is found there and need not be listed anywhere. Those in `c64src/core/called` are
for the dungeons whose C or whose kernels name them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from pygen.emit.sources import SourceFile, sources_in

SUFFIX = ".kernel.j2"
DECLARED_FORM = "kernels/declared.h.j2"
INLINE_FORM, LINKED_FORM = "kernels/inline.c.j2", "kernels/linked.s.j2"
PATCHED_FORM = "kernels/patched.j2"

CALLED = "core/called"
EVERY_DUNGEON_INCLUDES = ("core/get_tile.h", "core/tilemap.h")

Render = Callable[[str, Mapping[str, object]], str]
"""Renders the template of a given name with a context."""


@dataclass(frozen=True)
class Kernel:
    """A kernel: `declared` and `inline` are C for every compiler, `linked` is assembly for cc65.

    `declared` is empty if all dungeons share the kernel, `linked` if it has no assembly for this
    spec. `patched` are the instructions that it patches itself, in the form of `PatchedCode`.
    """

    name: str
    declared: str
    inline: str
    linked: str
    patched: str


def kernels_in(folder: str, source_folder: Path, render: Render) -> list[Kernel]:
    """The kernels of one folder below `source_folder`, by name, without kernels that have no C for
    this spec."""
    files = sorted((source_folder / folder).glob(f"*{SUFFIX}"))
    kernels = [kernel(f"{folder}/{file.name.removesuffix(SUFFIX)}", render) for file in files]
    return [one for one in kernels if (one.declared + one.inline).strip()]


def kernels_called(
    parts: Iterable[str], source_folder: Path, headers: Iterable[str] = ()
) -> list[str]:
    """The kernels of c64src/core/called that the C or the kernels of a dungeon name, by their paths
    below `source_folder` without suffix. `parts` are the folders of its kind and passes: their C is
    what their headers and the twins of their kernels include, and what every dungeon includes;
    `headers` are other ones that this dungeon includes. A kernel names another one as
    `_{{ dungeon.name }}_` and its name."""
    waiting = [*EVERY_DUNGEON_INCLUDES, *headers]
    waiting += (f"{part}/{part.rpartition('/')[2]}.h" for part in parts)
    found, words = set(waiting), set[str]()
    kernels = [file for part in parts for file in (source_folder / part).glob(f"*{SUFFIX}")]
    waiting += [file.relative_to(source_folder).as_posix() for file in kernels]
    while waiting:
        file = source_folder / waiting.pop()
        status = file.stat()
        text = _named(SourceFile(str(file), status.st_mtime_ns, status.st_size))
        words |= text.words | text.kernels
        included = text.included - found
        found |= included
        # Emitted headers call no kernels.
        waiting += [name for name in included if (source_folder / name).is_file()]
    files = sorted((source_folder / CALLED).glob(f"*{SUFFIX}"))
    names = [file.name.removesuffix(SUFFIX) for file in files]
    return [f"{CALLED}/{name}" for name in names if name in words]


def kernel(path: str, render: Render) -> Kernel:
    """A kernel by its path below the sources, without its suffix."""
    name = path.rpartition("/")[2]
    declared, inline, linked, patched = (
        render(f"{path}{SUFFIX}", {"name": name, "form": form})
        for form in (DECLARED_FORM, INLINE_FORM, LINKED_FORM, PATCHED_FORM)
    )
    return Kernel(name, declared, inline, linked, patched)


def names_in(folders: Iterable[Path]) -> set[str]:
    """All words in the C of some folders. The C calls no function whose name is not among them."""
    found = [_words(sources_in(folder, ".h", SUFFIX)) for folder in folders]
    return set[str]().union(*found)


@dataclass(frozen=True)
class _Named:
    """What a file names: words, kernels by the name of its dungeon, and files to include."""

    words: frozenset[str]
    kernels: frozenset[str]
    included: frozenset[str]


@lru_cache(maxsize=1000)
def _named(file: SourceFile) -> _Named:
    """What a file names. The same files are read for every dungeon."""
    text = file.text()
    return _Named(
        frozenset(re.findall(r"\w+", text)),
        frozenset(re.findall(r"_\{\{ dungeon\.name \}\}_(\w+)", text)),
        frozenset(re.findall(r'(?m)^#include "(.+?)"', text)),
    )


@lru_cache(maxsize=100)
def _words(files: tuple[SourceFile, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(_named(file).words for file in files))


def words_of_parts(source_folder: Path) -> Callable[[str], set[str]]:
    """A function that gives, for the folder of a kind or a pass below `source_folder`, all words in
    its C and in the C that all dungeons share. The shared C may also form names by appending its
    endings to the name of a pass."""
    core = names_in([source_folder / "core"])
    pasted = [word for word in core if word.startswith("_")]

    @cache
    def words(part: str) -> set[str]:
        prefix = part.rpartition("/")[2].upper()
        return core | names_in([source_folder / part]) | {prefix + word for word in pasted}

    return words


def names_used(kernels: Iterable[Kernel], names: Iterable[str]) -> list[str]:
    """The names among a dungeon's parameters in memory that the assembly of its kernels reads."""
    words = {word for kernel in kernels for word in re.findall(r"\w+", kernel.linked)}
    return [name for name in names if name in words]
