"""The studio's response times: measured in a browser, from the event to the painted canvas."""

from __future__ import annotations

import queue
import statistics
import threading
from collections.abc import Iterator
from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.temporary import temporary_folder
from pygen.measure.browser import Browser, browser
from pygen.measure.tools import Timing
from pygen.studio.running import Studio

CHANGES = 40
"""How many times a parameter is changed."""

MOVES_SLIDER = """
const [path, values] = arguments;
const { state } = studio, times = [];
const row = document.querySelector(`[data-path="${path}"]`);
const input = row.querySelector("input[type=range]") ?? row.querySelector("input");
for (const value of values) {
  const painted = state.painted;
  const start = performance.now();
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  while (state.painted === painted) await new Promise((done) => setTimeout(done, 1));
  await new Promise((done) => requestAnimationFrame(done));
  times.push(performance.now() - start);
}
return times;
"""

SHOWS_GALLERY = """
const { state } = studio, times = [];
for (let turn = 0; turn < 5; turn++) {
  const note = document.querySelector("#gallery-note");
  note.textContent = "";
  const start = performance.now();
  document.querySelector("#gallery-next").click();
  while (!note.textContent) await new Promise((done) => setTimeout(done, 1));
  await new Promise((done) => requestAnimationFrame(done));
  times.push(performance.now() - start);
}
return times;
"""

FINDS = """
const note = document.querySelector("#gallery-note");
document.querySelector("#where").value = arguments[0];
const start = performance.now();
document.querySelector("#find").requestSubmit();
while (!note.textContent.includes("65,536 seeds")) await new Promise((done) => setTimeout(done, 5));
return performance.now() - start;
"""


def studio_timings(path: Path, dungeon: str, folder: Path) -> Iterator[Timing]:
    """Time the page of a spec: a change, a gallery, and a search of all seeds.

    Raises ToolMissing without Chromium and its driver.
    """
    addresses: queue.Queue[str] = queue.Queue()
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_folder("studio-", folder) as own:
        studio = Studio(path, own, 0)
        server = threading.Thread(target=studio.serve, args=(addresses.put,), daemon=True)
        server.start()
        try:
            with browser() as page:
                page.open(f"{addresses.get(timeout=20)}#dungeon={dungeon}&seed=7")
                page.wait("return document.documentElement.dataset.ready && studio.state.shown")
                yield from _timings(page, dungeon)
        finally:
            studio.end()
            server.join(5)


def _timings(page: Browser, dungeon: str) -> Iterator[Timing]:
    path, values = _slider(page)
    times = page.run(MOVES_SLIDER, path, values)
    yield Timing(f"studio, {dungeon}: a change of {path}", statistics.median(times) / 1000, 0.1)
    times = page.run(SHOWS_GALLERY)
    yield Timing(f"studio, {dungeon}: a gallery of 24", statistics.median(times) / 1000, 0.3)
    page.ask("POST", "/timeouts", {"script": 300_000})
    found = page.run(FINDS, "stairs_steps between 40 and 60")
    yield Timing(f"studio, {dungeon}: a search of all seeds", found / 1000, 10)


def _slider(page: Browser) -> tuple[str, list[int]]:
    """A parameter with a slider, and the values that the slider is moved through."""
    found = page.run("""
        const form = studio.form;
        for (const { details, fill } of [...form.groups]) { details.open = true; fill(); }
        for (const wanted of ["rooms.max_size", ""]) for (const one of form.controls) {
            const input = one.row.querySelector("input[type=range]");
            const key = one.row.dataset.path;
            if (!input || key.startsWith("map") || (wanted && key !== wanted)) continue;
            return [key, Number(input.value), Number(input.max)];
        }
        return null""")
    if not found:
        raise UserError("this dungeon has no parameter with a slider")
    path, value, most = found
    steps = [min(most, value + step) for step in (1, 2, 3, 2, 1, 0)]
    return path, (steps * CHANGES)[:CHANGES]
