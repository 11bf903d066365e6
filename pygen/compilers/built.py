"""Build a module or the resident part of a program, as requested, unless its inputs are
unchanged."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from pygen.base.cache import keep, kept
from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import PROJECT
from pygen.compilers.base import BuildRequest, BuildResult, Compiler
from pygen.emit.sources import digest_of, sources_in
from pygen.spec import Spec
from pygen.spec.selection import Selection

Profile = Literal["dev", "release"]


@dataclass(frozen=True)
class BuiltProgram:
    """A built program of some dungeons of a spec. `is_new` is false if an earlier build was still
    valid."""

    spec: Spec
    selection: Selection
    compiler: Compiler
    profile: Profile
    folder: Path
    result: BuildResult
    is_new: bool


def build_request(request: BuildRequest, compiler: Compiler) -> tuple[BuildResult, bool]:
    """Compile and link a request into its own folder. Returns the result, and whether it was built
    now.

    Nothing is compiled if the folder's result came from the same emitted and hand-written C with
    the same flags and compiler.

    Raises CompileFailed and UserError as `Compiler.compile` does, and then leaves no program.
    """
    folder = request.output_folder
    stamp = stamp_of(request, compiler)
    earlier = _load(folder, stamp) or _fetched(folder, stamp)
    if earlier is not None:
        return earlier, False
    _record_file(folder).unlink(missing_ok=True)
    result = compiler.compile(request)
    try:
        _save(folder, result, stamp)
    except UserError:
        result.prg.unlink(missing_ok=True)
        raise
    _keep(folder, stamp, result)
    return result, True


RECORD = "build.json"

FILES = ("prg", "label_file", "map_file", "line_file")
"""The attributes of a result that are files in its folder."""


def _record_file(folder: Path) -> Path:
    return folder / RECORD


def _keep(folder: Path, stamp: str, result: BuildResult) -> None:
    """Keep the result of a build for other folders."""
    paths = [folder / RECORD, *(getattr(result, name) for name in FILES)]
    with contextlib.suppress(OSError):
        keep(stamp, {path.name: path.read_bytes() for path in paths})


def _fetched(folder: Path, stamp: str) -> BuildResult | None:
    """The result of the same build in another folder, copied into this one; None if none is known.

    Raises UserError if the folder cannot be written.
    """
    files = kept(stamp)
    if files is None or RECORD not in files:
        return None
    for name in sorted(files, key=lambda name: name == RECORD):
        write_if_changed(folder / name, files[name])
    return _load(folder, stamp)


def stamp_of(request: BuildRequest, compiler: Compiler) -> str:
    """A hash of everything that a program or module depends on."""
    status = compiler.path.stat()
    parts = [str(compiler), str(compiler.path), str(status.st_size), str(status.st_mtime_ns)]
    parts += [request.name, *request.flags]
    parts += [str(request.program_start), str(request.program_end), str(request.stack_size)]
    parts += [str(request.module), str(request.zeropage_start), str(request.registers_end)]
    parts += [str(request.below_kernal)]
    parts += [f"{key}={value}" for key, value in sorted(request.defines.items())]
    state = hashlib.sha256("\0".join(parts).encode())
    hand_written, generated = request.include_folders[-1], request.include_folders[0]
    state.update(digest_of(hand_written, ".c", ".h", ".s", ".cfg"))
    state.update(digest_of(PROJECT / "pygen" / "compilers", ".py"))
    files = [*request.sources, *request.library]
    files += [Path(file.path) for file in sources_in(generated, ".c", ".h", ".inc", ".s")]
    for path in files:
        # Names without folders, so that the stamp does not depend on the project's location.
        state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


class _Record(BaseModel):
    """The record of a build: its result, with the bytes in hexadecimal beside it and without the
    folder of its files, and the stamp of its inputs."""

    stamp: str
    prg_hash: str
    image: str
    below_kernal: str
    result: BuildResult


def _save(folder: Path, result: BuildResult, stamp: str) -> None:
    names: dict[str, Any] = {name: Path(getattr(result, name).name) for name in FILES}
    record = _Record(
        stamp=stamp,
        prg_hash=_file_hash(result.prg),
        image=result.image.hex(),
        below_kernal=result.below_kernal.hex(),
        result=dataclasses.replace(result, image=b"", below_kernal=b"", **names),
    )
    write_if_changed(_record_file(folder), (record.model_dump_json(indent=1) + "\n").encode())


def _load(folder: Path, stamp: str) -> BuildResult | None:
    """The result in `folder`, if it has this stamp and its files are intact; else None."""
    try:
        record = _Record.model_validate_json(_record_file(folder).read_bytes())
        files: dict[str, Any] = {name: folder / getattr(record.result, name) for name in FILES}
        if record.stamp != stamp or not all(path.is_file() for path in files.values()):
            return None
        if _file_hash(files["prg"]) != record.prg_hash:
            return None
        image, below = bytes.fromhex(record.image), bytes.fromhex(record.below_kernal)
        return dataclasses.replace(record.result, image=image, below_kernal=below, **files)
    except (OSError, ValueError, KeyError):
        return None


def _file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
