"""As much of the C64's BASIC as the game in examples/basic/ needs, with a simulated 6502 for SYS.

There are no ROMs where tests run. What this does not know is an error, so a program that it runs
uses nothing else. Numbers are Python's, and -1 for true is only true here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from pygen.emulators.simulator import Simulator

TOKEN = re.compile(r'\s*("[^"]*"|\d+|[a-z][a-z0-9]*\$?|<=|>=|<>|.)')
FUNCTIONS = ("peek", "int", "abs", "chr$")
WORDS = {"=": "==", "<>": "!=", "and": " and ", "or": " or ", "not": " not "}
SYS_A, SYS_X, SYS_Y, SYS_P = 780, 781, 782, 783
MOST_CYCLES = 10_000_000
SCREEN = slice(0x0400, 0x0400 + 1000)


class End(Exception):
    """The program asks for a key, and there is none."""


class TinyBasic:
    """A program, and the machine that it pokes. `keys` are what GET gets; `load` puts a file into
    memory; `asked` is called before each key."""

    def __init__(
        self,
        text: str,
        machine: Simulator,
        load: Callable[[str], None],
        keys: Iterator[str],
        asked: Callable[[TinyBasic], None],
    ) -> None:
        lines = (line.split(" ", 1) for line in text.splitlines() if line)
        self.lines = {int(number): rest for number, rest in lines}
        self.machine, self.load, self.keys, self.asked = machine, load, keys, asked
        self.values: dict[str, Any] = {}
        self.arrays: dict[tuple[str, int], Any] = {}
        self.data = [
            int(number)
            for rest in self.lines.values()
            if rest.startswith("data ")
            for number in rest[5:].split(",")
        ]

    def run(self) -> None:
        """Run it until it asks for a key that is not there."""
        # Each statement: its line, and its text; THEN has the rest of its line.
        program = [
            (number, part) for number, rest in self.lines.items() for part in statements(rest)
        ]
        first = {number: at for at, (number, _) in reversed([*enumerate(program)])}
        last = {number: at + 1 for at, (number, _) in enumerate(program)}
        at, calls, loops = 0, list[int](), list[tuple[str, int, int]]()
        try:
            while at < len(program):
                number, text = program[at]
                at += 1
                while text.startswith("if "):
                    condition, _, text = text[3:].partition(" then ")
                    if not self.value(condition):
                        at, text = last[number], "rem"
                    elif text.isdigit():
                        text = f"goto {text}"
                word, _, rest = text.partition(" ")
                if word in ("rem", "data", "dim"):
                    continue
                if text == "print chr$(147);":
                    self.machine.memory[SCREEN] = bytes((0x20,)) * 1000
                    continue
                if text == "clr":
                    self.values.clear()
                    self.arrays.clear()
                elif word == "goto":
                    at = first[int(rest)]
                elif word == "gosub":
                    calls.append(at)
                    at = first[int(rest)]
                elif text == "return":
                    at = calls.pop()
                elif word == "for":
                    name, begin, end = re.split("=| to ", rest)
                    self.values[name] = self.value(begin)
                    loops = [loop for loop in loops if loop[0] != name]
                    loops.append((name, self.value(end), at))
                elif text == "next":
                    name, end, body = loops[-1]
                    self.values[name] += 1
                    if self.values[name] <= end:
                        at = body
                    else:
                        loops.pop()
                elif text.startswith("load"):
                    self.load(text.split('"')[1])
                    at = 0
                else:
                    self.do(word, rest, text)
        except End:
            return

    def do(self, word: str, rest: str, text: str) -> None:
        """A statement that leads nowhere else."""
        if word == "poke":
            place, byte = arguments(rest)
            self.machine.memory[self.value(place)] = self.value(byte)
        elif word == "sys":
            self.call(self.value(rest))
        elif word == "get":
            self.asked(self)
            self.values[rest] = next(self.keys, None)
            if self.values[rest] is None:
                raise End
        elif word == "read":
            for name in arguments(rest):
                self.assign(name, self.data.pop(0))
        else:
            name, _, value = text.partition("=")
            self.assign(name, self.value(value))

    def call(self, address: int) -> None:
        """What SYS does."""
        machine, memory = self.machine, self.machine.memory
        machine.a, machine.x, machine.y = memory[SYS_A], memory[SYS_X], memory[SYS_Y]
        machine.s, machine.p = 0xF0, memory[SYS_P]
        machine.call(address, MOST_CYCLES)
        memory[SYS_A], memory[SYS_X], memory[SYS_Y] = machine.a, machine.x, machine.y
        memory[SYS_P] = machine.p

    def assign(self, name: str, value: Any) -> None:
        array, _, index = name.rstrip(")").partition("(")
        if index:
            self.arrays[array, self.value(index)] = value
        else:
            assert re.fullmatch(r"[a-z][a-z0-9]?\$?", name), name
            self.values[name] = value

    def value(self, text: str) -> Any:
        """The value of an expression."""
        words = TOKEN.findall(text)
        parts = []
        for number, word in enumerate(words):
            if word in FUNCTIONS:
                parts.append({"peek": "peek", "int": "int", "abs": "abs", "chr$": "chr"}[word])
            elif word in WORDS:
                parts.append(WORDS[word])
            elif word[0].isalpha() and words[number + 1 : number + 2] == ["("]:
                parts.append(f"arrays[{word!r}]")
            elif word[0].isalpha():
                parts.append(f"get({word!r})")
            else:
                parts.append(word)
        names = {
            "peek": lambda at: self.machine.memory[at],
            "get": lambda name: self.values.get(name, "" if "$" in name else 0),
            "arrays": {word: self.array(word) for word in words if word[0].isalpha()},
        }
        return eval("".join(parts), names)

    def array(self, name: str) -> Callable[[int], Any]:
        return lambda index: self.arrays.get((name, index), 0)


def statements(text: str) -> Iterator[str]:
    """The statements of a line, up to a remark. IF has only the first of those that depend on it;
    if it is not true, the rest of the line is skipped."""
    while text:
        if text.startswith("rem"):
            yield "rem"
            return
        found = re.match(r'((?:"[^"]*"|[^":])*):?(.*)', text)
        assert found
        yield found[1]
        text = found[2]


def arguments(text: str) -> list[str]:
    """What is divided by commas outside of parentheses."""
    found, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found
