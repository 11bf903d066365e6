"""Specs that mean harm: generator.yaml with its text or tree changed, and options with values."""

from __future__ import annotations

import copy
import math
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import yaml
from helpers.tools import SPEC_FILE
from hunts.hostile.target import Target, damaged

from pygen.base.errors import UserError
from pygen.emit import emit
from pygen.engine.random.request import Request
from pygen.kinds import generate
from pygen.spec import Spec, load_spec
from pygen.spec.problems import SpecError

MOST_BYTES = 400_000

SCALARS = (
    "", "~", "null", "true", "no", "0", "-0", "1", "-1", "2", "3", "4", "5", "8", "15", "16", "31",
    "127", "128", "255", "256", "257", "65535", "65536", "-32769", "4294967296", "0x", "0x10",
    "0xFFFFFFFFFFFFFFFFFFFFFFFF", "0b101", "0o17", "017", "08", "1_000", "_1", "1__0", "+5", "1e3",
    "1e999", "-1e-999", "1.5", "3.0", ".5", ".nan", ".inf", "-.inf", "1:30", "190:20:30", "9" * 30,
    "9" * 400, "9" * 5000, "-" + "9" * 40, "2001-12-14", "2001-12-14t21:59:43.10-05:00", "=", "<<",
    "!!int 3", "!!binary AAAA", "!!python/object:os.system x", "!!set {a}", "!local 1", "*crypt",
    "*nobody", "&here 1", "&crypt 2", "[]", "{}", "[1, 2]", "[[[[]]]]", "{a: b}", "{? [x] : y}",
    "- 1", "? x", ": y", "'", '"', "'it''s'", '"\\0"', '"\\x07"', '"\\ud800"', '"\\UFFFFFFFF"',
    '"\\U0001F600"', '"\\u202e\\u0085"', '"\\n# x"', '"*/ int x; /*"', '"??/"', '"{{ 7 * 7 }}"',
    '"{% for x in y %}"', '"${HOME}"', '"../../x"', '"/dev/zero"', "int", "main", "con", "a b", "é",
    "\u00a0", "\u2028", "\ufeff", "x" * 300, "|", ">-\n  folded", "|9", "0-65535", "7-3", "1-2-3",
    "\u0661", "\u00b2", "2-\u00b2", "grid_rooms", "walk", "spanning_tree", "rules", "centre",
    "uniform", "black", "light_grey", "oscar64", "cc65", "auto", "-O3", "-o x", "@file", "ntsc",
)  # fmt: skip
PIECES = (
    "\n", "  ", "\t", ": ", "- ", "? ", "{", "}", "[", "]", ", ", "&a ", "*a", "*crypt", "<<: ",
    "|", ">", "---\n", "...\n", "%YAML 9.9\n", "%TAG ! x\n", "\r", "\x00", "\x07", "\x1b[2J",
    "#", "\x7f", "\u0085", "\u2028", "\ufeff", "\ufffe", "\U0010ffff", '"', "'", "\\", "!!",
    "@", "`",
)  # fmt: skip
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 7, 8, 16, 31, 32, 64, 72, 100, 255, 256, 1000, 65535, 65536,
    10**30, -(10**30), 10**4000, 0.5, 1e308, math.nan, math.inf, "", "x", "no", "7", "0x10", "é",
    "\x00", "\ud800", "a\nb", "x" * 300, "int", "crypt", "walk", "rules", "0-65535", [], {}, [1],
    [1, 2, 3], ["0-65535"] * 300, {"a": 1}, {"<<": {"b": 2}}, {"bits": 3}, {"bytes": 2},
    {"struct": "room", "count": [255, 255]}, {"start": 0, "end": 65535},
)  # fmt: skip


class SpecText(Target):
    """A whole file."""

    name = "spec"
    instrumented = ("pygen.spec", "yaml")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.text = SPEC_FILE.read_text(encoding="utf-8")
        self.tree = yaml.safe_load(self.text)
        # What is small is read quickly, so that more can be tried.
        self.bare = yaml.safe_dump(self.tree, sort_keys=False)

    def make(self, chance: Random) -> bytes:
        match chance.randrange(12):
            case 0:
                text = _nested(chance)
            case 1 | 2 | 3 | 4:
                text = _dumped(_tree_with_changes(self.tree, chance), chance)
            case 5:
                text = "".join(chance.choices(PIECES + SCALARS, k=chance.randrange(1, 60)))
            case _:
                text = _changed(chance.choice((self.text, self.bare)), chance)
        data = text.encode("utf-8", "surrogatepass")
        return damaged(data, chance) if chance.randrange(8) == 0 else data

    def mutate(self, data: bytes, chance: Random) -> bytes:
        if not data or chance.randrange(20) == 0:
            return self.make(chance)
        if chance.randrange(3) == 0:
            return damaged(data, chance)
        return _changed(data.decode("utf-8", "replace"), chance).encode("utf-8", "surrogatepass")

    def read(self, data: bytes) -> bool:
        path = self.folder / "spec.yaml"
        path.write_bytes(data[:MOST_BYTES])
        return check(path, ())


class SpecOption(Target):
    """A `--set`: the path of a key, and a value."""

    name = "option"
    instrumented = ("pygen.spec", "yaml")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.paths = _paths(yaml.safe_load(SPEC_FILE.read_text(encoding="utf-8")))

    def make(self, chance: Random) -> bytes:
        path = chance.choice(self.paths)
        if chance.randrange(6) == 0:
            path = damaged(path.encode(), chance).decode("utf-8", "replace")
        value = chance.choice(SCALARS)
        if chance.randrange(4) == 0:
            value = "".join(chance.choices(PIECES + SCALARS, k=chance.randrange(8)))
        elif chance.randrange(4) == 0:
            value = str(chance.randrange(-2, 300))
        return f"{path}={value}".encode("utf-8", "surrogatepass")

    def mutate(self, data: bytes, chance: Random) -> bytes:
        return damaged(data, chance) if data and chance.randrange(3) else self.make(chance)

    def read(self, data: bytes) -> bool:
        # Bytes of a command line that are no UTF-8 come as such characters.
        return check(SPEC_FILE, (data.decode("utf-8", "surrogateescape"),))


def check(path: Path, overrides: tuple[str, ...]) -> bool:
    """Load a spec; if it is one, emit its C, and build a dungeon of each kind."""
    try:
        spec = load_spec(path, overrides)
    except SpecError as error:
        assert error.problems
        for problem in error.problems:
            line = str(problem)
            assert line.isprintable() and len(line) < 5000, line
            line.encode()
            assert problem.wrong and problem.right
        return False
    assert isinstance(spec, Spec)
    assert spec.parity.seeds()
    with tempfile.TemporaryDirectory(prefix="undercroft-fuzz-") as folder:
        try:
            emit(spec, "a spec", Path(folder) / "gen")
        except UserError:
            return False
    for name in spec.dungeons:
        generate(spec, Request(name, 1)).region_bytes()
    return True


def _paths(tree: Any, before: str = "") -> list[str]:
    """The paths of all keys, as `--set` takes them."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    found = []
    for key, value in items:
        found.append(f"{before}{key}")
        if isinstance(value, (dict, list)):
            found += _paths(value, f"{before}{key}.")
    return found


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Every container with every key in it."""
    found: list[tuple[Any, Any]] = []
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)):
        found.append((tree, key))
        if isinstance(tree[key], (dict, list)):
            found += _places(tree[key])
    return found


def _tree_with_changes(tree: Any, chance: Random) -> Any:
    tree = copy.deepcopy(tree)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        places = _places(tree)
        if not places:
            break
        holder, key = chance.choice(places)
        other = chance.choice(places)
        match chance.randrange(7):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(STRANGE[:44]) or "new"] = copy.deepcopy(holder[key])
            case 2:
                holder[key] = copy.deepcopy(other[0][other[1]])
            case 3 if isinstance(holder[key], int):
                holder[key] += chance.choice((-2, -1, 1, 2, 100, 1000))
            case 4 if isinstance(holder, dict):
                holder[f"n{chance.randrange(9)}"] = holder.pop(key)
            case _:
                holder[key] = copy.deepcopy(chance.choice(STRANGE))
    return tree


class _Dumper(yaml.SafeDumper):
    """Writes what YAML's dumper refuses, such as text that is no UTF-8."""


def _dumped(tree: Any, chance: Random) -> str:
    text: str = yaml.dump(
        tree,
        Dumper=_Dumper,
        sort_keys=chance.random() < 0.1,
        allow_unicode=chance.random() < 0.8,
        default_flow_style=chance.choice((True, False, None)),
        width=chance.choice((20, 80, 100_000)),
    )
    return text


def _nested(chance: Random) -> str:
    """What is deep, long, or grows when it is read."""
    many = chance.choice((10, 31, 32, 33, 200, 3000, 20_000, 60_000))
    match chance.randrange(10):
        case 0:
            return chance.choice("[{") * many
        case 1:
            return "[" * many + "]" * many
        case 2:
            return "a: " + "{a: " * many
        case 3:
            return "".join(f"{' ' * n}a:\n" for n in range(min(many, 600)))
        case 4:
            wide = chance.randrange(2, 12)
            level = chance.choice(("[%s]", "{b: [%s]}", "{<<: [%s]}", "{<<: %s}"))
            lines = ["a0: &a0 {x: 1}"]
            for n in range(1, chance.randrange(2, 60)):
                lines.append(f"a{n}: &a{n} {level % ', '.join([f'*a{n - 1}'] * wide)}")
            return "\n".join(lines)
        case 5:
            return "\n".join(f"k{n}: {n}" for n in range(many))
        case 6:
            return "tiles: {" + ", ".join(f"t{n}: {{code: {n}}}" for n in range(many)) + "}"
        case 7:
            return "- " * many + "x"
        case 8:
            return "? " * many + "x"
        case _:
            return "a: " + chance.choice(("9", "x", "0x", "é", '"', "\\", "# ", "- ")) * many


def _changed(text: str, chance: Random) -> str:
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        line = lines[at]
        match chance.randrange(10):
            case 0:
                del lines[at]
            case 1:
                lines.insert(chance.randrange(len(lines) + 1), line)
            case 2:
                lines[at] = " " * chance.randrange(12) + line.lstrip()
            case 3 | 4 | 5:
                key, colon, _ = line.partition(": ")
                lines[at] = f"{key}{colon}{chance.choice(SCALARS)}"
            case 6:
                column = chance.randrange(len(line) + 1)
                lines[at] = line[:column] + chance.choice(PIECES) + line[column:]
            case 7:
                words = line.split(" ")
                words[chance.randrange(len(words))] = chance.choice(SCALARS)
                lines[at] = " ".join(words)
            case 8:
                other = chance.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 9:
                head = line.partition(":")[0]
                lines[at] = f"{head}: {chance.randrange(-2, 300)}"
        text = "\n".join(lines)
    return text
