"""Whether a dungeon is the reference's, and in words where it is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.proof.differences import differences
from pygen.spec import Spec

MOST_SHOWN = 12
"""How many differences a failure names."""


def require_equal(
    spec: Spec, dungeon: str, python: Mapping[str, bytes], c64: Mapping[str, bytes], where: object
) -> None:
    """Raise AssertionError, with the fields and tiles that differ, unless a dungeon in C is that of
    the reference. `where` says which one it is."""
    sizes = {region: len(data) for region, data in python.items()}
    assert sizes == {region: len(data) for region, data in c64.items()}, f"{where}: other regions"
    found = [
        difference
        for region, data in python.items()
        for difference in differences(spec, dungeon, region, data, c64[region])
    ]
    if found:
        shown = "\n".join(f"  {difference}" for difference in found[:MOST_SHOWN])
        more = f"\n  and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
        raise AssertionError(f"{where}: what differs ({len(found)}):\n{shown}{more}")


def require_reference(
    spec: Spec, request: Request, c64: Mapping[str, bytes], where: object = ""
) -> None:
    """The same for what the reference generates for a request, which is named as well."""
    python = generate(spec, request).region_bytes()
    require_equal(spec, request.dungeon, python, c64, f"{request} {where}".rstrip())


def require_references(spec: Spec, requests: Iterable[Request], joined: bytes) -> None:
    """The same for the dungeons of several requests, the bytes of which follow each other."""
    at = 0
    for request in requests:
        python = generate(spec, request).region_bytes()
        parts = parts_of(python, joined[at:])
        require_equal(spec, request.dungeon, python, parts, request)
        at += sum(map(len, parts.values()))
    assert at == len(joined)


def parts_of(python: Mapping[str, bytes], joined: bytes) -> dict[str, bytes]:
    """The regions of a dungeon whose bytes follow each other as those of the reference do."""
    parts, at = {}, 0
    for region, data in python.items():
        parts[region] = joined[at : at + len(data)]
        at += len(data)
    return parts
