"""Mistakes in the passes of a dungeon: each is one error with its place and its cure."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from pygen.engine.definition.tables import Figures
from pygen.passes import PASSES
from pygen.spec import Spec, SpecError, load_spec

SPEC = """\
dungeons:
  burrow:
    kind: walk
    map: {{width: 48, height: 40}}
    passes:
      - {{name: smooth, rounds: 2}}
      - {passes}
    floors:
      "2-5": {{passes: {floors}}}
  crypt: {{kind: grid_rooms}}
"""
ALL = ", ".join(sorted(PASSES))
GOOD = "{name: regions, keep: all}"


def load(folder: Path, passes: str = GOOD, floors: str = "{}", *overrides: str) -> Spec:
    file = folder / "spec.yaml"
    file.write_text(SPEC.format(passes=passes, floors=floors), encoding="utf-8")
    return load_spec(file, overrides)


def errors(folder: Path, *arguments: str) -> str:
    with pytest.raises(SpecError) as failure:
        load(folder, *arguments)
    return str(failure.value).replace(str(folder), "")


def test_passes_have_defaults_and_ids_and_floors_change_them_by_their_ids(tmp_path: Path) -> None:
    spec = load(tmp_path, GOOD, "{smooth: {rounds: 5}}")
    burrow = spec.dungeons["burrow"]
    assert [(use.name, use.id) for use in burrow.passes] == [
        ("smooth", "smooth"), ("regions", "regions"),
    ]  # fmt: skip
    own, low = (spec.blueprint("burrow", floor).parameters.passes for floor in (1, 3))
    assert [use.model_dump() for use in own][1:] == [use.model_dump() for use in low][1:]
    assert (own[0].rounds, low[0].rounds, low[0].rule) == (2, 5, own[0].rule)
    assert load(tmp_path, GOOD, "{}", "dungeons.burrow.passes.smooth.rounds=7").dungeons[
        "burrow"
    ].passes[0].model_dump()["rounds"] == 7  # fmt: skip


@pytest.mark.parametrize(
    ("passes", "floors", "expected"),
    [
        (
            "{name: regions, keep: all, kep: 3}", "{}",
            "/spec.yaml:7:36: dungeons.burrow.passes[1].kep: unknown key; did you mean `keep`?",
        ),
        (
            "{name: region}", "{}",
            '/spec.yaml:7:16: dungeons.burrow.passes[1].name: found the text "region", which is no '
            "pass; did you mean `regions`? expected one of: " + ALL,
        ),
        (
            "{name: [regions]}", "{smooth: {rounds: 5}}",
            "/spec.yaml:7:16: dungeons.burrow.passes[1].name: found a list of 1, which is no pass",
        ),
        (
            "{name: regions, id: {a: 1}}", "{smooth: {rounds: 5}}",
            "/spec.yaml:7:25: dungeons.burrow.passes[1].id: found a group of keys; expected what",
        ),
        (
            "regions", "{}",
            '/spec.yaml:7:9: dungeons.burrow.passes[1]: found the text "regions"; write '
            "`{name: regions}`; expected a group "
            "of keys, of which `name` is one of: " + ALL,
        ),
        (
            "{keep: all}", "{}",
            "/spec.yaml:7:9: dungeons.burrow.passes[1].name: this key is missing; add `name`: "
            "expected one of: " + ALL,
        ),
        (
            "{name: regions, keep: all, id: Wide}", "{}",
            '/spec.yaml:7:40: dungeons.burrow.passes[1].id: found the text "Wide"; expected what '
            "tells this use",
        ),
        (
            "{name: regions, keep: all, id: smooth}", "{}",
            "/spec.yaml:7:9: dungeons.burrow.passes[1]: `smooth` is the id of an earlier pass; "
            "give this one another, such as id: smooth_2",
        ),
        (
            "{name: regions, keep: all, id: walk}", "{}",
            "/spec.yaml:7:9: dungeons.burrow.passes[1]: `walk` is a phase of the kind `walk`; give "
            "the pass another id, such as id: walk_2",
        ),
        (
            "{name: regions, keep: largest}", "{}",
            "/spec.yaml:7:9: dungeons.burrow.passes[1]: `regions` cannot come here, because the "
            "stairs have their places; write `without: [stairs]` into the dungeon: its kind has "
            "placed them",
        ),
        (
            "{name: smooth, id: again}", "{}",
            "/spec.yaml:6:9: dungeons.burrow.passes[0]: `smooth` may cut off the stairs; add "
            "`regions`",
        ),
        (
            GOOD, "{smooth: {rounds: 21}}",
            "/spec.yaml:9:41: dungeons.burrow.floors.2-5.passes.smooth.rounds: 21 is too large; "
            "expected a whole number from 1 to 20 (how often all tiles change)",
        ),
        (
            GOOD, "{smooth: {round: 2}}",
            "/spec.yaml:9:33: dungeons.burrow.floors.2-5.passes.smooth.round: unknown key; did you "
            "mean `rounds`?",
        ),
        (
            GOOD, "{smoth: {rounds: 2}}",
            "/spec.yaml:9:24: dungeons.burrow.floors.2-5.passes.smoth.name: found the text "
            '"smoth", which is no pass; did you mean `smooth`?',
        ),
        (
            GOOD, "[{name: smooth}]",
            "/spec.yaml:9:23: dungeons.burrow.floors.2-5.passes: the passes of a dungeon are the "
            "same on all floors; change values of theirs, by their ids",
        ),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_its_cure(
    tmp_path: Path, passes: str, floors: str, expected: str
) -> None:
    said = errors(tmp_path, passes, floors)
    assert expected in said and len(said.splitlines()) == 1, said


def test_what_would_make_records_wrong_is_an_error(tmp_path: Path) -> None:
    for kind in ("grid_rooms", "bsp", "accretion"):
        crypt = f"dungeons.crypt={{kind: {kind}, passes: [{{name: regions, keep: large}}]}}"
        said = errors(tmp_path, GOOD, "{}", crypt)
        assert "`regions` cannot come here, because a table says where the map has" in said
        # Behind it only rooms change, and each stays one piece.
        load(tmp_path, GOOD, "{}", f"dungeons.crypt={{kind: {kind}, passes: [{{name: smooth}}]}}")


@pytest.mark.parametrize(
    ("passes", "floors", "where"),
    [
        ("{name: regions, keep: all, join: false}", "{}", "7:42: dungeons.burrow.passes[1].join"),
        (
            GOOD, "{regions: {join: false}}",
            "9:40: dungeons.burrow.floors.2-5.passes.regions.join",
        ),
    ],
)  # fmt: skip
def test_regions_that_do_nothing_are_an_error(
    tmp_path: Path, passes: str, floors: str, where: str
) -> None:
    said = errors(tmp_path, passes, floors)
    assert f"{where}: nothing is done if all regions stay as they are; expected true, or" in said
    assert "`smooth` may cut off the stairs; add `regions`" in said


def test_stairs_that_come_after_the_passes_need_a_connected_map_too(tmp_path: Path) -> None:
    caves = "dungeons.grotto={kind: caves, passes: [{name: smooth}]}"
    assert "`smooth` may cut off the stairs; add `regions`" in errors(tmp_path, GOOD, "{}", caves)
    caves = "dungeons.grotto={kind: caves, passes: [{name: smooth}, {name: regions}]}"
    assert load(tmp_path, GOOD, "{}", caves).dungeons["grotto"].passes


def test_a_map_that_is_too_large_for_planes_is_an_error(tmp_path: Path) -> None:
    said = errors(tmp_path, GOOD, "{}", "dungeons.burrow.map={width: 200, height: 200}")
    assert "a map of 200 x 200 tiles takes planes of 5,000 bytes" in said


def test_an_unknown_id_in_an_override_is_an_error_that_lists_them(tmp_path: Path) -> None:
    said = errors(tmp_path, GOOD, "{}", "dungeons.burrow.passes.smoth.rounds=7")
    assert "has no item smoth; did you mean `smooth`? possible names: smooth, regions" in said


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ("rooms", "the kind `bsp` and the pass `measure` both have a figure `rooms`"),
        ("entities", "the pass `measure` and the table `entities` both have a figure `entities`"),
        ("status", "every dungeon and the pass `measure` both have a figure `status`"),
        ("stairs_apart", "every dungeon and the pass `measure` both have"),
    ],
)
def test_a_figure_has_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: str, said: str
) -> None:
    wrong = dataclasses.replace(
        PASSES["measure"], summary=Figures("measure_figures", {figure: 1}), writes=lambda _: ()
    )
    monkeypatch.setitem(PASSES, "measure", wrong)
    file = tmp_path / "spec.yaml"
    file.write_text(
        "dungeons: {halls: {kind: bsp, passes: [{name: enemies}, {name: measure}]}}", "utf-8"
    )
    with pytest.raises(SpecError, match=said):
        load_spec(file)
