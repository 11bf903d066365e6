"""The scan of the keyboard's matrix: the release program's own code, with a model of CIA 1."""

from __future__ import annotations

import itertools

import pytest
from helpers.keyboard import Keyboard
from helpers.stepped_c64 import DOWN, FIRE, LEFT, MATRIX, PLACES, RIGHT, UP
from helpers.tools import SPEC_FILE

from pygen.compilers import built
from pygen.spec import Spec, load_spec

KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_FIRE, KEY_DELETE, KEY_RETURN = 1, 2, 3, 4, 5, 8, 13
NAMED = {
    "DEL": KEY_DELETE,
    "RETURN": KEY_RETURN,
    "SPACE": ord(" "),
    "CURSOR RIGHT": KEY_RIGHT,
    "CURSOR DOWN": KEY_DOWN,
}
STEPS = {
    "W": (0, -1), "A": (-1, 0), "S": (0, 1), "D": (1, 0),
    "CURSOR RIGHT": (1, 0), "CURSOR DOWN": (0, 1),
}  # fmt: skip
SHIFTS = ("LEFT SHIFT", "RIGHT SHIFT")
NOTHING = (0, 0, 0)


def meaning(key: str) -> tuple[int, int, int]:
    """What one key alone must give: its code, and the direction if it is one."""
    code = NAMED.get(key, ord(key) if len(key) == 1 else 0)
    return (code, *STEPS.get(key, (0, 0)))


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec(SPEC_FILE, ["program.dungeons=[crypt]"])


@pytest.fixture(scope="module")
def keyboard(program: built.BuiltProgram) -> Keyboard:
    return Keyboard(program)


def test_every_key_gives_its_character_or_nothing(keyboard: Keyboard) -> None:
    found = {key: keyboard.press(key) for key in PLACES}
    assert found == {key: meaning(key) for key in PLACES}


def test_no_key_gives_none(keyboard: Keyboard) -> None:
    assert [keyboard.press(), keyboard.look(), keyboard.look()] == [NOTHING] * 3


@pytest.mark.parametrize("shift", SHIFTS)
def test_shift_turns_the_cursor_keys_around_and_changes_no_other(
    keyboard: Keyboard, shift: str
) -> None:
    turned = {"CURSOR RIGHT": (KEY_LEFT, -1, 0), "CURSOR DOWN": (KEY_UP, 0, -1)}
    for key in set(PLACES) - set(SHIFTS):
        assert keyboard.press(shift, key) == turned.get(key, meaning(key)), key


def test_a_joystick_gives_directions_and_fire_but_no_key(keyboard: Keyboard) -> None:
    for across, along, fire in itertools.product((0, LEFT, RIGHT), (0, UP, DOWN), (0, FIRE)):
        if not across | along | fire:
            continue
        key, dx, dy = keyboard.press(joystick=across | along | fire)
        assert (dx, dy) == ({0: 0, LEFT: -1, RIGHT: 1}[across], {0: 0, UP: -1, DOWN: 1}[along])
        codes = {UP: KEY_UP, DOWN: KEY_DOWN, LEFT: KEY_LEFT, RIGHT: KEY_RIGHT}
        assert key == (KEY_FIRE if fire else codes[along or across])


def test_a_joystick_goes_before_all_keys(keyboard: Keyboard) -> None:
    for key in PLACES:
        assert keyboard.press(key, joystick=LEFT) == (KEY_LEFT, -1, 0), key


def test_the_other_joystick_is_taken_for_no_key(keyboard: Keyboard) -> None:
    for lines in range(1, 32):
        assert keyboard.press(other_joystick=lines) == NOTHING, lines


def test_of_two_keys_the_later_in_the_matrix_counts(keyboard: Keyboard) -> None:
    order = [key for row in MATRIX for key in row]
    known = [key for key in order if meaning(key)[0]]
    for first, second in itertools.combinations(known[::4], 2):
        assert keyboard.press(second, first) == meaning(second), (first, second)
    for other in ("F1", "HOME", "STOP", "CONTROL", "COMMODORE"):
        assert keyboard.press("M", other) == meaning("M"), other


def test_a_letter_that_is_held_counts_once_and_a_direction_again_and_again(
    keyboard: Keyboard,
) -> None:
    letters = [keyboard.press("M"), *(keyboard.look() for _ in range(60))]
    assert letters == [meaning("M")] + [NOTHING] * 60
    steps = [keyboard.press("D"), *(keyboard.look() for _ in range(60))]
    assert steps[0] == meaning("D")
    # After 12 looks every second one.
    assert [dx for _, dx, _ in steps[1:]] == [0] * 12 + [1, 0] * 24
    assert all(key == 0 for key, _, _ in steps[1:])


def test_a_key_that_follows_another_without_a_pause_counts(keyboard: Keyboard) -> None:
    keyboard.press("1")
    keyboard.cia.keys = ("2",)
    assert keyboard.look() == meaning("2")


def test_three_corners_of_a_rectangle_give_the_fourth_as_on_the_machine(keyboard: Keyboard) -> None:
    assert keyboard.press("3", "A", "5") == meaning("D")
