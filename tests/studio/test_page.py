"""The studio's page in Debian's Chromium, which reaches nothing but this machine."""

from __future__ import annotations

import base64
import io
import json
import re
from typing import Any

import pytest
from helpers.studio import PICTURES, Studio, end_studio, settled, show, start_studio
from helpers.tools import (
    SHIPPED_SPEC_FILE,
    WORLDS_SPEC_FILE,
    needs_ca65,
    needs_chromium,
    needs_vice,
)
from PIL import Image

from pygen.engine.random.request import Request
from pygen.kinds import KINDS, generate
from pygen.measure.browser import Browser
from pygen.pictures import as_png
from pygen.pictures.cells import cells_of, make_atlas
from pygen.spec import Spec, load_spec

pytestmark = [pytest.mark.shipped, needs_chromium]

SHIPPED = SHIPPED_SPEC_FILE.read_text(encoding="utf-8")


def value(page: Browser, path: str) -> Any:
    """A value of the section that is being changed; None if it has none."""
    return page.run(
        "let v = studio.state.section; for (const k of arguments[0].split('.')) v = v?.[k];"
        "return v ?? null", path,
    )  # fmt: skip


def field(page: Browser, path: str) -> str:
    """The selector of the control of a parameter; its groups are opened."""
    words = path.split(".")
    page.run("studio.form.nearest(arguments[0])", [int(w) if w.isdigit() else w for w in words])
    name = re.sub(r"\.(\d+)", r"[\1]", path)
    return f'[data-path="{name}"]'


Art = str
"""Of each tile the glyph, in hexadecimal, and the number of its colour."""

SHOWN = (
    "const { cells, atlas } = arguments[0] ? studio.player : studio.state.shown;"
    "return [...cells].map((n) => atlas.art[n].join()).join(' ')"
)


def cells(page: Browser) -> Art:
    """What the map shows."""
    found: Art = page.run(SHOWN, False)
    return found


def played(page: Browser) -> Art:
    """What the player shows."""
    found: Art = page.run(SHOWN, True)
    return found


def reference(
    spec: Spec, dungeon: str, seed: int, floor: int = 1, chunk: tuple[int, int] = (0, 0)
) -> Art:
    g, atlas = generate(spec, Request(dungeon, seed, floor, chunk)), make_atlas(spec, dungeon)
    numbers = cells_of(atlas, g)
    return " ".join(f"{atlas.art[number][0].hex()},{atlas.art[number][1]}" for number in numbers)


def pixels(data: bytes) -> bytes:
    with Image.open(io.BytesIO(data)) as picture:
        return picture.convert("RGB").tobytes()


def test_the_page_shows_the_picture_of_the_reference(page: Browser, shipped_spec: Spec) -> None:
    assert cells(page) == reference(shipped_spec, "crypt", 7)
    data = page.run("return document.querySelector('#map .tiles').toDataURL()").partition(",")[2]
    picture = as_png(shipped_spec, generate(shipped_spec, Request("crypt", 7)))
    assert pixels(base64.b64decode(data)) == pixels(picture)
    assert "16, 3 of them secret" in page.text("#summary")
    page.wait("return document.querySelectorAll('#gallery button').length === 24")
    assert page.run(
        "return performance.getEntriesByType('resource').filter("
        "(e) => !e.name.startsWith(location.origin)).map((e) => e.name)"
    ) == []  # fmt: skip
    page.picture(PICTURES / "studio.png")


def test_the_arrow_keys_step_while_the_play_button_has_the_focus(page: Browser) -> None:
    page.click("#watch")
    page.wait("return studio.player.isOpen && studio.isIdle()")
    # A busy machine must not reach the last step, from which the button plays anew.
    page.choose("#speed", "2")
    page.click("#play")
    page.wait("return studio.player.at > 2")
    page.click("#play")
    assert page.run("return document.activeElement.id") == "play"
    before = page.run("return studio.player.at")
    for key, expected in (("ArrowLeft", before - 1), ("ArrowRight", before), ("Home", 0)):
        page.run(
            "document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', { key: arguments[0], bubbles: true, cancelable: true }))",
            key,
        )
        assert page.run("return studio.player.at") == expected


@needs_vice
@needs_ca65
def test_a_proof_is_shown_as_what_it_is_a_proof_of(page: Browser) -> None:
    page.click("#prove")
    page.wait("return Boolean(document.querySelector('#machine .ok'))", seconds=120.0)
    page.wait("return !document.querySelector('#prove').disabled", seconds=120.0)
    assert page.text("#proof-of") == "crypt 7"
    is_old = "return document.querySelector('#machine').classList.contains('old')"
    assert not page.run(is_old)
    page.picture(PICTURES / "studio_proof.png")
    page.click("#seed-next")
    settled(page)
    assert page.run(is_old)
    assert page.text("#proof-of") == "crypt 7 (not what is shown now)"
    page.run("document.querySelector('#proof-of').scrollIntoView()")
    page.picture(PICTURES / "studio_old_proof.png")
    page.click("#seed-back")
    settled(page)
    assert not page.run(is_old) and page.text("#proof-of") == "crypt 7"


def test_seeds_and_floors_are_chosen_by_buttons_typing_and_the_gallery(
    page: Browser, shipped_spec: Spec
) -> None:
    page.click("#seed-next")
    settled(page)
    assert cells(page) == reference(shipped_spec, "crypt", 8)
    page.type("#seed", "65535")
    page.click("#seed-next")
    settled(page)
    assert page.run("return studio.state.seed") == 0
    page.type("#seed", "70000")
    assert page.run("return document.querySelector('#seed').getAttribute('aria-invalid')") == "true"
    page.click("#seed-random")
    page.click("#floor-down")
    settled(page)
    seed = page.run("return studio.state.seed")
    assert cells(page) == reference(shipped_spec, "crypt", seed, 2)
    page.choose("#gallery-kind", "floors")
    page.wait("return document.querySelector('#gallery button')?.textContent === 'floor 1'")
    page.click("#gallery button:nth-child(3)")
    settled(page)
    assert cells(page) == reference(shipped_spec, "crypt", seed, 3)


def test_a_late_answer_does_not_replace_a_newer_gallery(page: Browser) -> None:
    page.run("""
        const usual = window.fetch;
        window.fetch = async (address, options) => {
            const answer = await usual(address, options);
            if (address === "/api/gallery" && JSON.parse(options.body).places[1][1] === 2) {
                await new Promise((done) => setTimeout(done, 400));
                window.isLateThere = true;
            }
            return answer;
        };""")
    page.choose("#gallery-kind", "floors")
    page.choose("#gallery-kind", "seeds")
    page.wait("return window.isLateThere")
    page.wait("return document.querySelector('#gallery button')?.textContent.startsWith('seed 0')")
    page.run("await new Promise((done) => setTimeout(done, 100))")
    assert page.text("#gallery button").startswith("seed 0")


def test_each_type_of_control_changes_its_value(page: Browser) -> None:
    number = field(page, "rooms.max_size")
    page.type(f"{number} input[type=number]", "10")
    assert value(page, "rooms.max_size") == 10
    page.run("document.querySelector(arguments[0]).focus()", f"{number} input[type=range]")
    page.press("right")
    assert value(page, "rooms.max_size") == 11
    assert page.run(
        "return document.querySelector(arguments[0]).classList.contains('changed')", number
    )
    page.click(f"{number} .reset")
    assert value(page, "rooms.max_size") == 8
    page.choose(f"{field(page, 'connect')} select", "rules")
    assert value(page, "connect") == "rules"
    page.type(f"{field(page, 'without')} textarea", "treasures")
    assert value(page, "without") == ["treasures"]
    settled(page)
    show_dungeon(page, "manor")
    table = field(page, "passes.4.table")
    page.type(f"{table} tbody tr:first-child td:nth-child(4) input", "9")
    page.press("tab")
    assert value(page, "passes.4.table.0.weight") == 9
    settled(page)
    show_dungeon(page, "twelve_floors")
    page.click(f"{field(page, 'halls.dead_ends')} input")
    assert value(page, "halls.dead_ends") is True
    show_dungeon(page, "burrow")
    settled(page)


def show_dungeon(page: Browser, name: str) -> None:
    page.choose("#dungeon", name)
    settled(page)
    assert page.run("return studio.state.dungeon") == name


def test_every_parameter_of_every_dungeon_has_a_control(page: Browser) -> None:
    """All that the file says of a dungeon, its floors and passes can be changed."""
    for name in page.run("return Object.keys(studio.state.info.dungeons)"):
        page.choose("#dungeon", name)
        assert page.run("return studio.state.dungeon") == name
        missing = page.run("""
            const form = studio.form, lacking = [];
            const isLeaf = (v) => v === null || typeof v !== "object"
                || Array.isArray(v) && !v.some((one) => one && typeof one === "object");
            const leaves = (v, p) => isLeaf(v) ? [p] : Object.entries(v).flatMap(
                ([k, one]) => leaves(one, [...p, Array.isArray(v) ? Number(k) : k]));
            for (const path of leaves(studio.state.section, [])) {
                if (["kind", "name"].includes(path.at(-1)) && !path.includes("table")) continue;
                const found = form.nearest(path);
                if (!found) lacking.push(path.join("."));
            }
            return lacking""")
        assert missing == [], name


def test_values_that_cannot_work_keep_the_last_dungeon_and_say_why(
    page: Browser, shipped_spec: Spec
) -> None:
    number = field(page, "rooms.max_size")
    page.type(f"{number} input[type=number]", "5")
    page.wait("return document.querySelector('#map').classList.contains('stale')")
    said = page.wait("return document.querySelector('.control.wrong .error')?.textContent")
    assert "short_side_max" in said
    assert cells(page) == reference(shipped_spec, "crypt", 7)
    # The caption is of what is drawn, also when it is written anew.
    page.click("#copy-b")
    page.choose("#compare", "")
    settled(page)
    assert page.text("#caption-a") == "A: crypt 7"
    assert page.run("return !document.querySelector('#banner').hidden")
    page.press("control", "z")
    page.click("#undo")
    settled(page)
    assert page.run("return document.querySelector('#banner').hidden")
    assert value(page, "rooms.max_size") in (5, 8)


def test_undo_and_redo_and_reset(page: Browser) -> None:
    first = cells(page)
    page.type(f"{field(page, 'rooms.max_size')} input[type=number]", "9")
    settled(page)
    second = cells(page)
    page.choose(f"{field(page, 'connect')} select", "rules")
    settled(page)
    page.click("#undo")
    settled(page)
    assert cells(page) == second != first
    page.run("document.querySelector('#map').focus()")
    page.press("control", "z")
    settled(page)
    assert value(page, "rooms.max_size") == 8 and cells(page) == first
    page.press("control", "shift", "z")
    settled(page)
    assert cells(page) == second
    page.click("#reset")
    settled(page)
    assert cells(page) == first and page.text("#changes") == "nothing changed"


# Some kinds are enough, unless there is time.
SOME_KINDS = [
    kind if number % 4 == 0 else pytest.param(kind, marks=pytest.mark.long)
    for number, kind in enumerate(KINDS)
]


@pytest.mark.parametrize("kind", SOME_KINDS)
def test_every_kind_is_watched_to_the_end_and_back(
    page: Browser, studio: Studio, shipped_spec: Spec, kind: str
) -> None:
    names = [name for name, one in shipped_spec.dungeons.items() if one.kind == kind]
    if not names:
        pytest.skip(f"generator.yaml has no dungeon of the kind {kind}")
    name = names[0]
    show(page, studio, f"dungeon={name}&seed=3&step=0")
    page.wait("return studio.player.isOpen")
    blank = played(page)
    page.run("document.querySelector('#map').focus()")
    page.press("right")
    page.press("right")
    page.press("left")
    assert page.run("return studio.player.at") == 1
    page.press("end")
    assert played(page) == reference(shipped_spec, name, 3)
    steps = page.run("return studio.player.at")
    for _ in range(3):
        page.press("left")
    assert page.run("return studio.player.at") == steps - 3
    page.press("home")
    assert played(page) == blank, name


def test_the_player_plays_by_keys(page: Browser, studio: Studio) -> None:
    show(page, studio, "dungeon=crypt&seed=3&step=0")
    page.wait("return studio.player.isOpen")
    speeds = page.run("return [...document.querySelector('#speed').options].map((o) => o.value)")
    page.choose("#speed", speeds[0])
    page.run("document.querySelector('#map').focus()")
    page.press("up")
    assert page.run("return document.querySelector('#speed').value") == speeds[1]
    page.press("down")
    page.press("p")
    page.wait("return studio.player.at > 2")
    page.press("p")
    at = page.run("return studio.player.at")
    assert "step" in page.text("#step-words") and page.run("return studio.player.at") == at
    page.picture(PICTURES / "watch.png")
    page.press("escape")
    assert page.run("return studio.player.isOpen") is False


def test_a_link_of_another_format_is_refused_in_words(page: Browser, studio: Studio) -> None:
    assert "format=1&" in page.run("return location.hash")
    show(page, studio, "format=2&dungeon=warren&seed=9")
    assert "The link has format 2; this studio reads format 1" in page.text("#banner")
    assert page.run("return [studio.state.dungeon, studio.state.seed]") == ["crypt", 0]
    show(page, studio, "dungeon=warren&seed=9")
    assert page.run("return [studio.state.dungeon, studio.state.seed]") == ["warren", 9]
    assert page.text("#banner") == ""


def test_a_link_brings_everything_back(page: Browser, studio: Studio) -> None:
    page.type(f"{field(page, 'rooms.max_size')} input[type=number]", "10")
    settled(page)
    page.click("#copy-b")
    page.type(f"{field(page, 'rooms.max_size')} input[type=number]", "11")
    page.choose("#compare", "difference")
    page.choose("#overlay", "tree")
    page.click("#seed-next")
    settled(page)
    page.wait("return location.hash.includes('seed=8')")
    link = page.run("return location.hash.slice(1)")
    shown = page.run("return document.querySelector('#map .tiles').toDataURL()")
    assert studio.token not in link
    assert "tiles differ" in page.text("#caption-a")
    page.picture(PICTURES / "compare.png")
    show(page, studio, link)
    page.wait("return studio.state.shownB && document.querySelector('#caption-a').textContent")
    settled(page)
    assert page.run("return document.querySelector('#map .tiles').toDataURL()") == shown
    assert value(page, "rooms.max_size") == 11
    assert page.run("return studio.state.b.rooms.max_size") == 10
    page.click("#swap")
    settled(page)
    assert value(page, "rooms.max_size") == 10


def test_a_world_is_walked_chunk_by_chunk_and_watched(page: Browser, studio: Studio) -> None:
    assert not page.run("return document.querySelector('#chunk').checkVisibility()")
    studio.file.write_bytes(WORLDS_SPEC_FILE.read_bytes())
    spec = load_spec(WORLDS_SPEC_FILE)
    show(page, studio, "dungeon=wards&seed=7&chunk=5,0&gallery=chunks")
    assert cells(page) == reference(spec, "wards", 7, chunk=(5, 0))
    page.wait("return document.querySelectorAll('#gallery.joined button').length === 25")
    page.run("document.querySelector('#gallery').scrollIntoView({ block: 'end' })")
    page.picture(PICTURES / "world.png")
    page.click("#chunk-north")
    page.click("#chunk-east")
    settled(page)
    assert cells(page) == reference(spec, "wards", 7, chunk=(6, 2047))
    page.type("#chunk-y", "2048")
    assert page.run("return document.querySelector('#chunk-y').ariaInvalid") == "true"
    page.type("#chunk-y", "12")
    settled(page)
    page.wait("return document.querySelector('#gallery button[aria-current=true]')")
    page.wait("return location.hash.includes('chunk=6%2C12')")
    link = page.run("return location.hash.slice(1)")
    page.click("#chunk-random")
    page.wait("return studio.state.chunk.join() !== '6,12'")
    show(page, studio, f"{link}&step=0")
    page.wait("return studio.player.isOpen")
    page.run("document.querySelector('#map').focus()")
    page.press("end")
    assert played(page) == reference(spec, "wards", 7, chunk=(6, 12))


def test_a_click_on_a_tile_says_what_is_known_of_it(page: Browser) -> None:
    for name in page.run("return studio.state.info.overlays"):
        page.choose("#overlay", name)
        page.wait("return document.querySelector('#overlay-note').textContent")
    page.run("studio.view.onTile(62, 59)")
    page.wait("return document.querySelector('#tile dl')")
    said = page.text("#tile")
    assert all(word in said for word in ("up_stairs", "rooms[", "of byte", "made by", "step"))
    page.click("#tile button")
    page.wait("return studio.player.isOpen")


def test_seeds_are_found_and_a_wrong_condition_is_shown(page: Browser) -> None:
    page.type("#where", "secret_roms >= 3")
    page.click("#find button")
    page.wait("return !document.querySelector('#find-error').hidden")
    assert "^^^^" in page.text("#find-error") and "secret_rooms" in page.text("#find-error")
    page.type("#where", "secret_rooms >= 3 and stairs_steps between 40 and 60")
    page.click("#find button")
    page.wait(
        "return document.querySelector('#gallery-note').textContent.includes('65,536 seeds') "
        "&& document.querySelector('#find-progress').hidden", seconds=60,
    )  # fmt: skip
    assert page.text("#gallery-note").startswith("6,295 of 65,536 seeds (9.6 %)")
    # The gallery of before stays until the first seed of the search is drawn.
    page.wait(
        "return document.querySelector('#gallery button')?.textContent.includes('secret_rooms')"
    )
    assert "secret_rooms 3, stairs_steps 42" in page.text("#gallery button")
    page.picture(PICTURES / "find.png")


def test_saving_shows_the_difference_and_keeps_the_comments(page: Browser, studio: Studio) -> None:
    page.type(f"{field(page, 'rooms.attempts')} input[type=number]", "9")
    settled(page)
    page.press("control", "s")
    page.wait("return document.querySelector('#saving').open")
    shown = page.text("#diff")
    assert re.search(r"^-\s+attempts: 15 ", shown, re.M)
    assert re.search(r"^\+\s+attempts: 9 ", shown, re.M)
    assert studio.file.read_text(encoding="utf-8") == SHIPPED
    page.click("#saving-no")
    page.click("#save")
    page.wait("return document.querySelector('#saving').open")
    page.picture(PICTURES / "save.png")
    page.click("#saving-yes")
    page.wait("return studio.state.base.rooms.attempts === 9")
    saved = studio.file.read_text(encoding="utf-8")
    changed = [
        (old, new) for old, new in zip(SHIPPED.splitlines(), saved.splitlines()) if old != new
    ]
    assert [(old.replace("15", "9 "), new) for old, new in changed] == [changed[0][1:] * 2]
    assert re.findall("#.*", saved) == re.findall("#.*", SHIPPED)
    assert page.text("#changes") == "nothing changed"


def test_an_edit_outside_is_shown_and_never_overwritten(page: Browser, studio: Studio) -> None:
    page.type(f"{field(page, 'rooms.max_size')} input[type=number]", "9")
    settled(page)
    outside = SHIPPED.replace("min_size: 4\n", "min_size: 3\n", 1)
    assert outside != SHIPPED
    studio.file.write_text(outside, encoding="utf-8")
    page.wait("return studio.state.base.rooms.min_size === 3")
    assert value(page, "rooms.max_size") == 9 and value(page, "rooms.min_size") == 3
    assert "your value is kept" in page.text("#banner")
    studio.file.write_text("dungeons: [\n", encoding="utf-8")
    page.wait("return document.querySelector('#banner').textContent.includes('cannot be used')")
    assert page.run("return studio.state.base.rooms.min_size") == 3
    studio.file.write_text(outside, encoding="utf-8")
    page.wait("return !document.querySelector('#banner').textContent.includes('cannot be used')")
    settled(page)
    page.click("#save")
    page.wait("return document.querySelector('#saving').open")
    page.click("#saving-yes")
    page.wait("return studio.state.base.rooms.max_size === 9")
    saved = studio.file.read_text(encoding="utf-8")
    assert "min_size: 3\n" in saved and "max_size: 9\n" in saved


def test_two_tabs_see_what_the_other_saves(page: Browser, studio: Studio) -> None:
    first = page.ask("GET", "/window")
    second = page.ask("POST", "/window/new", {"type": "tab"})["handle"]
    page.ask("POST", "/window", {"handle": second})
    show(page, studio, "dungeon=crypt&seed=7")
    page.type(f"{field(page, 'rooms.max_size')} input[type=number]", "10")
    page.ask("POST", "/window", {"handle": first})
    page.type(f"{field(page, 'rooms.max_size')} input[type=number]", "9")
    settled(page)
    page.click("#save")
    page.wait("return document.querySelector('#saving').open")
    page.click("#saving-yes")
    page.wait("return studio.state.base.rooms.max_size === 9")
    page.ask("POST", "/window", {"handle": second})
    page.wait("return studio.state.base.rooms.max_size === 9")
    assert value(page, "rooms.max_size") == 10
    assert "Both changed rooms.max_size" in page.text("#banner")
    page.ask("DELETE", "/window")
    page.ask("POST", "/window", {"handle": first})


def test_the_page_works_on_a_phone_in_the_dark_and_enlarged(page: Browser, studio: Studio) -> None:
    for name, width, height in (("phone", 390, 844), ("zoomed", 720, 450)):
        page.chrome("Emulation.setDeviceMetricsOverride", width=width, height=height,
                    deviceScaleFactor=2, mobile=False)  # fmt: skip
        page.chrome("Emulation.setEmulatedMedia",
                    features=[{"name": "prefers-color-scheme", "value": "dark"}])  # fmt: skip
        show(page, studio, "dungeon=warren&seed=7")
        settled(page)
        wide = page.run("return document.documentElement.scrollWidth - innerWidth")
        page.picture(PICTURES / f"{name}.png")
        assert wide <= 0, name
    page.chrome("Emulation.clearDeviceMetricsOverride")
    show(page, studio, "dungeon=manor&seed=7&inside=distances")
    settled(page)
    page.picture(PICTURES / "dark.png")
    page.chrome("Emulation.setEmulatedMedia", features=[])


def test_everything_has_a_name_for_those_who_do_not_see_it(page: Browser) -> None:
    nameless = page.run("""
        for (const { details, fill } of [...studio.form.groups]) { details.open = true; fill(); }
        return [...document.querySelectorAll("button, input, select, textarea, canvas[tabindex]")]
            .filter((e) => !(e.labels?.length || e.getAttribute("aria-label")
                || e.getAttribute("aria-labelledby") || e.textContent.trim() || e.title))
            .map((e) => e.outerHTML)""")
    assert nameless == []


def test_a_studio_that_stops_is_noticed_and_one_that_is_back_too(
    chromium: Browser, tmp_path: Any
) -> None:
    short = start_studio(tmp_path)
    show(chromium, short, "dungeon=ruins&seed=7")
    chromium.type("#where", "tiles.floor > 0")
    chromium.click("#find button")
    chromium.wait("return document.querySelector('#gallery-note').textContent.includes('seeds')")
    assert end_studio(short) in (0, -15, 143)
    chromium.wait("return document.querySelector('#banner').textContent.includes('invoke studio')")
    chromium.open("about:blank")
    chromium.errors()


def test_state_is_data(page: Browser, studio: Studio) -> None:
    """The address is read as data, whatever is in it."""
    for words in ("a=[[[%22__proto__%22,%22x%22],1]]", "a=no&b=[1]&seed=-1&floor=999", "a={}"):
        show(page, studio, f"dungeon=crypt&{words}")
        settled(page)
    assert json.loads(page.run("return JSON.stringify(({}).x ?? null)")) is None
