"""What the tests over all kinds need to know of maps of pieces."""

from __future__ import annotations

from typing import Any

from helpers.material import Material
from hypothesis import strategies as st
from kinds.pieces.judge import judge

ROOMS = [
    ["#####", "#####", "#####", "#####", "#####"],
    ["##.##", "##.##", "##.##", "##.##", "##.##"],
    ["#####", "#####", "##...", "##.##", "##.##"],
    ["#####", "#####", ".....", "##.##", "##.##"],
    ["##+##", "#...#", "#.$.#", "#...#", "#####"],
    ["##+##", "##.##", "##.##", "##.##", "##.##"],
    ["#####", "#....", "#....", "#....", "#...."],
    ["#####", ".....", ".....", ".....", "....."],
    ["##+##", ".....", ".....", ".....", "....."],
    [".....", ".....", "..?..", ".....", "....."],
]
"""Corridors and rooms of 5 x 5 tiles."""

PIPES = [
    ["####", "####", "####", "####"],
    ["#..#", "#..#", "#..#", "#..#"],
    ["####", "#...", "#...", "#..#"],
    ["#..#", "....", "....", "#..#"],
    ["#++#", "#..#", "#$.#", "####"],
    ["#++#", "#..#", "#..#", "#..#"],
]
"""Wide corridors of 4 x 4 tiles."""

KNOTS = [["# #", "...", "#.#"], ["###", "...", "###"], ["###", "#..", "#.#"], ["###", "###", "###"]]
"""Narrow corridors of 3 x 3 tiles, without ends."""

SAMPLES = [
    (
        2,
        [
            "###########",
            "#..########",
            "#..+...####",
            "#..###.#..#",
            "######.+..#",
            "#####.$#..#",
            "###########",
        ],
    ),
    (3, ["########", "########", "##....##", "##....##", "##....##", "########", "########"]),
    (2, ["#####", "#...#", "#.#.#", "#...#", "#####"]),
]
"""Samples, each with the side of its patterns."""

MANY_PATTERNS = [
    "##########",
    "##########",
    "##.??#.$##",
    "##.#?+?.##",
    "##?#+.++##",
    "##..?#.?##",
    "##########",
    "##########",
]
"""A sample of 32 patterns of 2 x 2 tiles."""

CHANCE = st.integers(1, 5)


@st.composite
def first_pieces(draw: st.DrawFn, pieces: list[dict[str, Any]], names: list[str]) -> dict[str, Any]:
    """Lists of neighbours, numbers of pieces and fixed ones, with which maps can be found, and the
    ring of the map."""
    chamber = pieces[4]
    if draw(st.booleans()):
        chamber["at_most"] = draw(st.integers(0, 4))
    if draw(st.booleans()):
        others = [name for name in names if name != chamber["name"]]
        chamber["neighbours"] = {
            side: [*others, "outside"] for side in ("left", "right", "above", "below")
        }
    fixed = [{"piece": names[0], "x": 1, "y": 1}] if draw(st.booleans()) else []
    return {"fixed": fixed, "ring": draw(st.sampled_from(["closed", "open"]))}


@st.composite
def sections(draw: st.DrawFn) -> dict[str, Any]:
    """The parameters of random maps of pieces."""
    section: dict[str, Any] = {
        "kind": "pieces",
        "map": {
            "width": draw(st.integers(17, 45)),
            "height": draw(st.integers(17, 40)),
            "bits_per_tile": draw(st.sampled_from([3, 4, 8])),
        },
        "solving": {
            "repairs": draw(st.sampled_from([0, 1, 20])),
            "radius": draw(st.integers(1, 4)),
            "attempts": draw(st.integers(1, 4)),
        },
        "regions": {"keep": "largest", "join": draw(st.booleans())},
    }
    if draw(st.booleans()):
        section["solving"]["order"] = "rows"
    if draw(st.booleans()):
        drawings = draw(st.sampled_from([ROOMS, PIPES, KNOTS]))
        names = [f"p{number}" for number in range(len(drawings))]
        section["pieces"] = [
            {
                "drawing": drawing,
                "weight": draw(CHANCE),
                "mirrored": draw(st.sampled_from([True, True, False])),
                "name": name,
            }
            for name, drawing in zip(names, drawings, strict=True)
        ]
        if drawings is not KNOTS:
            section |= draw(first_pieces(section["pieces"], names))
    else:
        size, drawing = draw(st.sampled_from(SAMPLES))
        section["map"]["width"] = draw(st.integers(8, 30))
        section["map"]["height"] = draw(st.integers(8, 22))
        section["sample"] = {
            "size": size,
            "drawing": drawing,
            "turned": draw(st.booleans()),
            "mirrored": draw(st.booleans()),
        }
    return section


MATERIAL = Material(
    judge=judge,
    sections=sections(),
    # A piece may be exchanged for another one, or a part dropped.
    indistinguishable=frozenset(("wall", "floor", "door", "secret_path", "treasure")),
    dungeons={
        "citadel_sample": {
            "kind": "pieces",
            "map": {"width": 41, "height": 37},
            "pieces": [{"drawing": drawing} for drawing in ROOMS],
        },
        "ruins_sample": {
            "kind": "pieces",
            "map": {"width": 27, "height": 19, "bits_per_tile": 4},
            "sample": {"size": 2, "drawing": SAMPLES[0][1]},
        },
        "first_sample": {
            "kind": "pieces",
            "map": {"width": 37, "height": 33, "bits_per_tile": 4},
            "pieces": [
                *({"drawing": drawing, "weight": 3} for drawing in ROOMS[:4]),
                {"drawing": ROOMS[4], "name": "chamber", "at_most": 3,
                 "neighbours": {"above": ["way", "hall"]}},
                {"drawing": ROOMS[5], "name": "way", "weight": 3},
                {"drawing": ROOMS[6]},
                {"drawing": ROOMS[7]},
                {"drawing": ROOMS[8], "name": "hall", "weight": 2, "at_least": 1},
                {"drawing": ROOMS[9], "name": "middle"},
            ],
            "fixed": [{"piece": "middle", "x": 4, "y": 4}],
            "ring": "open",
            "regions": {"least_floor": 8},
            "solving": {"order": "rows", "repairs": 20},
        },
    },
    # With pieces that are placed first, a map may have been solved or not.
    unjudged_figures=frozenset(("repairs", "joints", "dropped", "fallback")),
    variants={
        "crowded": ["dungeons.citadel_sample.map.width=73", "dungeons.ruins_sample.map.width=33"],
        "wide": ["dungeons.citadel_sample.map={width: 97, height: 29, bits_per_tile: 8}",
                 "dungeons.ruins_sample.sample.mirrored=true"],
        "small": ["dungeons.citadel_sample.map={width: 17, height: 17}",
                  "dungeons.citadel_sample.regions.join=false",
                  "dungeons.ruins_sample.solving={repairs: 0, attempts: 1}"],
    },
)  # fmt: skip
