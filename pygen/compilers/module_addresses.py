"""The addresses of a module.

They are found by linking the module, at first with ample room for everything: only then its real
needs are known. The layout that was found is kept for later builds of the same sources.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pygen.base.cache import keep, kept
from pygen.base.errors import UserError
from pygen.compilers.base import BuildResult, Compiler
from pygen.compilers.zero_page_use import ZeroPageUse
from pygen.emit.memory_regions import all_regions
from pygen.emit.module_layout import HEADER_BYTES, LIGHT_CALLS, ModuleLayout
from pygen.spec import Spec
from pygen.spec.chosen_calls import calls_of
from pygen.spec.game_calls import GAME_HEADER_BYTES
from pygen.spec.memory_layout import FIRST_FREE, LAST_FREE, LAST_RAM
from pygen.spec.sections import Region

STACK_BYTES = 48
"""The size of the compiler's stack for arguments and locals; cc65 was seen to take 12 bytes."""

FIRST_ZERO_PAGE = 0x02
"""The first address in zero page after the processor's port."""

KERNAL_ZERO_PAGE = 0x90
"""The first address in zero page that the KERNAL and its interrupt use."""

GENEROUS_WORK = 0xA000
"""The start of work memory while a module's needs are unknown; there is ample room for
everything."""

AMPLE_WORK = GENEROUS_WORK
"""The start of work memory of a module that is linked once."""

SLACK = 64
"""The number of bytes left free after a module's code; up to 15 fewer, because work memory begins
at a multiple of 16. Whenever the module cannot be linked to the layout of its needs, the number is
doubled, and work memory grows by as many bytes as the number has grown in all."""

WORK_SLACK = 128
"""The most unneeded bytes of work memory that a module may keep to avoid linking it again. How the
linker fits variables into gaps depends on the addresses."""

PAGE = 0x100
"""A module that begins lower than usual begins at a multiple of this."""

LAYOUT = "layout.json"
"""The file that records the result of the search for a layout."""

REMEMBERED = ("start", "work_start", "work_end", "light", "heavy", "of_games")
"""The attributes of a layout that are recorded as they are."""


@dataclass(frozen=True)
class Placement:
    """The place of a module in one of the project's own programs: its first address, and the first
    address of its work memory (None: after the module). The module writes its map and tables where
    the spec's memory has them. Its variables in zero page begin at `zeropage` (None: at the
    compiler's usual place)."""

    start: int
    work: int | None = None
    zeropage: int | None = None


def placed(spec: Spec, placement: Placement) -> Spec:
    """`spec` with modules at this place. They may change whatever C functions of the compiler may,
    and have no calls for other games."""
    changes: dict[str, object] = {
        "start": placement.start, "work": placement.work, "preserves_zeropage": False, "calls": [],
        "without": [],
    }  # fmt: skip
    return spec.replaced(modules=spec.modules.model_copy(update=changes))


def moved(guess: ModuleLayout, like: ModuleLayout | None) -> ModuleLayout | None:
    """The probable layout of a module at its final addresses, given the layout of a similar one
    elsewhere. None if there is none, or if its place depends on its own size."""
    places = guess.spec.modules
    if like is None or places.work is None:
        return None
    size = like.work_end - like.work_start
    return dataclasses.replace(
        guess,
        start=places.start,
        work_start=places.work,
        work_end=places.work + size,
        light=like.light,
        heavy=like.heavy,
        of_games=like.of_games,
        zeropage=like.zeropage,
    )


def first_guess(
    spec: Spec, dungeon: str, compiler: Compiler, placement: Placement | None
) -> ModuleLayout:
    """A layout with much room for everything, used to measure the real needs."""
    places = spec.modules
    first = getattr(places.zeropage, compiler.name)
    stop = KERNAL_ZERO_PAGE if first < KERNAL_ZERO_PAGE else 0x100
    zeropage = range(first, stop)
    if placement:
        zeropage = compiler.zero_page_of_program_modules or zeropage
        zeropage = range(placement.zeropage or zeropage.start, zeropage.stop)
    return ModuleLayout(
        spec=spec if placement else _with_data(spec, dungeon, FIRST_FREE),
        dungeon=dungeon,
        start=FIRST_FREE,
        work_start=GENEROUS_WORK,
        work_end=LAST_FREE,
        zeropage=zeropage,
        light=(zeropage.start,),
        heavy=(zeropage.start,),
        of_games=1,
        keeps_memory=placement is not None,
    )


def ample(guess: ModuleLayout) -> ModuleLayout:
    """A layout that has room for whatever the module of `guess` is likely to need, and restores all
    of zero page that it may write. The data are at the end of memory."""
    spec, dungeon = guess.spec, guess.dungeon
    data = LAST_FREE + 1 - sum(length for _, length in all_regions(spec, dungeon).values())
    everything = tuple(range(FIRST_ZERO_PAGE, guess.zeropage.stop))
    return dataclasses.replace(
        guess,
        spec=_with_data(spec, dungeon, data),
        start=spec.modules.start,
        work_start=AMPLE_WORK,
        work_end=data - 1,
        light=everything,
        heavy=everything,
        of_games=len(everything),
    )


def is_ample(layout: ModuleLayout, better: ModuleLayout) -> bool:
    """Whether `layout` has room for the module's real needs, those of `better`, and restores all of
    zero page that it has to."""
    return (
        better.work_end - better.work_start <= layout.work_end - layout.work_start
        and set(better.light) <= set(layout.light)
        and set(better.heavy) <= set(layout.heavy)
        and set(better.heavy[: better.of_games]) <= set(layout.heavy[: layout.of_games])
    )


def measured(
    compiler: Compiler,
    flags: Sequence[str],
    layout: ModuleLayout,
    result: BuildResult,
    slack: int,
) -> tuple[set[int], ModuleLayout]:
    """The zero page that a linked module writes, and the layout by its real needs."""
    spec, dungeon, places = layout.spec, layout.dungeon, layout.spec.modules
    entries = {name: result.labels[f"module_{name}"] for name in layout.present_calls}
    games = calls_of(spec, dungeon)
    entries |= {call.name: result.labels[f"{dungeon}_call_{call.name}"] for call in games}
    pointer = compiler.stack_pointer(flags, result.labels)
    bank = compiler.register_bank(result.labels)
    use = ZeroPageUse(result.image, layout.start, bank)
    written = {
        name: {pointer, pointer + 1, *use.writes([entry])} for name, entry in entries.items()
    }
    everything = set[int]().union(*written.values())
    light_calls = (*LIGHT_CALLS, *(call.name for call in games if call.is_light))
    light = set[int]().union(*(written[name] for name in light_calls if name in written))
    # A C function of the compiler may change everything except these.
    demanded = compiler.argument_registers(flags)
    kept = everything if places.preserves_zeropage else set(demanded)
    # The pointer to the stack is restored without a list.
    kept = kept & everything - {pointer, pointer + 1}
    first = tuple(sorted(light & kept or sorted(kept)[:1]))
    of_games = set[int]().union(*(written[call.name] for call in games)) & kept
    games_list = (*first, *sorted(of_games - set(first)))
    lists = first, (*games_list, *sorted(kept - set(games_list)))
    # Each entry of the lists takes a byte of the code and a byte of work memory.
    more = len(lists[1]) - len(layout.heavy)
    code_end = places.start + len(result.image) + more
    variables = [item.address + item.size for item in result.objects if item.kind == "bss"]
    work_bytes = max(variables, default=layout.work_start) - layout.work_start + more
    # OSCAR64 aligns its stack. It needs more room if it places variables in another order.
    work_bytes = -(-work_bytes // 16) * 16 + STACK_BYTES + 16 + slack - SLACK
    start = _start(layout, code_end - places.start + slack + 16 + work_bytes)
    code_end += start - places.start
    if places.work is not None:
        work_start = places.work
    elif layout.start == start and 0 <= layout.work_start - code_end <= 2 * slack:
        # Other addresses may change the size of the code again, and this may never end.
        work_start = layout.work_start
    else:
        # With less room, the linker fits objects into gaps in another order.
        work_start = (code_end + slack) // 16 * 16
    data_start = work_start + work_bytes if places.data is None else places.data
    better = dataclasses.replace(
        layout,
        spec=spec if layout.keeps_memory else _with_data(spec, dungeon, data_start),
        start=start,
        work_start=work_start,
        work_end=work_start + work_bytes - 1,
        light=lists[0],
        heavy=lists[1],
        of_games=len(games_list),
    )
    _require_room(better, code_end - 1)
    return everything, better


def _start(layout: ModuleLayout, size: int) -> int:
    """The first address of a module whose code, tables and work memory take `size` bytes: that of
    the spec, or if the spec names no address and not all fits behind it, a lower one, at a page."""
    places = layout.spec.modules
    if layout.keeps_memory or places.model_fields_set & {"start", "work", "data"}:
        return places.start
    data = sum(length for _, length in all_regions(layout.spec, layout.dungeon).values())
    highest = (LAST_FREE + 1 - size - data) // PAGE * PAGE
    # Once lower, it stays there as long as all fits: at another address code may be longer.
    lowered = layout.start if layout.start != FIRST_FREE else highest
    return min(places.start, lowered, highest)


def _with_data(spec: Spec, dungeon: str, start: int) -> Spec:
    """`spec` with everything that the dungeon's generator writes laid out from `start` on."""
    memory = dict(spec.memory)
    at = start
    for name, (_, length) in all_regions(spec, dungeon).items():
        memory[name] = Region.model_construct(start=at, end=at + length - 1)
        at += length
    return spec.replaced(memory=memory)


class WrongPlace(UserError):
    """An address of the spec's `modules` with which a module does not fit: `key` is the key."""

    def __init__(self, key: str, wrong: str, hint: str) -> None:
        super().__init__(f"modules.{key}: {wrong}", hint)
        self.key, self.wrong = key, wrong


def require_possible(spec: Spec, dungeon: str) -> None:
    """Raise WrongPlace for addresses in the spec that cannot be right, whatever the code's size:
    what is certain is the size of the header and of the data."""
    places = spec.modules
    header = GAME_HEADER_BYTES if calls_of(spec, dungeon) else HEADER_BYTES
    data = sum(length for _, length in all_regions(spec, dungeon).values())
    spans = {"start": (places.start, places.start + header - 1)}
    if places.work is not None:
        spans["work"] = (places.work, places.work)
    if places.data is not None:
        spans["data"] = (places.data, places.data + data - 1)
    elif places.work is not None:
        # The data follow the work memory.
        spans["work"] = (places.work, places.work + data)
    elif "start" in places.model_fields_set:
        # Work memory and data follow the code.
        spans["start"] = (places.start, places.start + header + data)
    _require_room_for(spans, places.model_fields_set)


def _require_room(layout: ModuleLayout, code_end: int) -> None:
    """Raise WrongPlace unless code, work memory and data are separate and in RAM."""
    data = [(start, start + size - 1) for start, size in layout.regions.values()]
    given = layout.spec.modules.model_fields_set
    spans = {
        "start": (layout.start, code_end),
        "work": (layout.work_start, layout.work_end),
        "data": (data[0][0], data[-1][1]),
    }
    if layout.keeps_memory:
        del spans["data"]
    # A program finds another place for work memory that takes more than where it was measured.
    _require_room_for(spans, given, ("work",) if layout.keeps_memory else ())


def _require_room_for(
    spans: Mapping[str, tuple[int, int]],
    given: Collection[str],
    may_reach_far: Collection[str] = (),
) -> None:
    """Raise WrongPlace unless these spans, by the keys of their first addresses, are separate and
    in RAM. Only where the spec gives an address may it be RAM that is hidden by default."""
    for key, (first, last) in spans.items():
        if first < FIRST_FREE:
            raise WrongPlace(
                key,
                f"${first:04x} is among zero page, stack and the KERNAL's memory",
                f"Give it ${FIRST_FREE:04x} or a higher address.",
            )
        end = LAST_RAM if first > LAST_FREE or key in given else LAST_FREE
        if last > end and key not in may_reach_far:
            raise WrongPlace(
                key,
                f"${first:04x}-${last:04x} would reach beyond ${end:04x}",
                f"It needs {last - first + 1:,} bytes or more: give it a lower address.",
            )
    names = list(spans)
    for number, key in enumerate(names):
        for other in names[number + 1 :]:
            if spans[key][0] <= spans[other][1] and spans[other][0] <= spans[key][1]:
                both = ", ".join(
                    f"modules.{name} ${a:04x}-${b:04x}" for name, (a, b) in spans.items()
                )
                raise WrongPlace(
                    other,
                    f"modules.{key} and modules.{other} overlap: {both}",
                    f"Move modules.{other}, or leave it out: it is then put behind the others.",
                )


def has_room_for(layout: ModuleLayout, better: ModuleLayout) -> bool:
    """Whether `layout` differs from the module's real needs only by a little more work memory."""
    spare = layout.work_end - better.work_end
    # The memory written for others follows the work memory, or has addresses of its own.
    same = dataclasses.replace(better, work_end=layout.work_end, spec=layout.spec) == layout
    return 0 < spare <= WORK_SLACK and same


def remember(layout: ModuleLayout, slack: int, stamp: str) -> None:
    """Keep the layout of a module, and the slack that it needed, for builds with this stamp."""
    record = {name: getattr(layout, name) for name in REMEMBERED}
    record["zeropage"] = [layout.zeropage.start, layout.zeropage.stop]
    record["data"] = min(start for start, _ in layout.regions.values())
    keep(_layout_key(stamp), {LAYOUT: json.dumps([slack, record]).encode()})


def remembered(guess: ModuleLayout, stamp: str) -> tuple[ModuleLayout, int] | None:
    """The layout that an earlier build found for `guess` and the same sources, and the slack that
    it needed; None if unknown. With less slack another layout would result."""
    files = kept(_layout_key(stamp)) or {}
    try:
        slack, record = json.loads(files[LAYOUT])
        record["zeropage"] = range(*record["zeropage"])
        record |= {name: tuple(record[name]) for name in ("light", "heavy")}
        data = record.pop("data")
        if not guess.keeps_memory:
            record["spec"] = _with_data(guess.spec, guess.dungeon, data)
        return dataclasses.replace(guess, **record), slack
    except (ValueError, KeyError, TypeError):
        return None


def _layout_key(stamp: str) -> str:
    return hashlib.sha256(f"layout {stamp}".encode()).hexdigest()
