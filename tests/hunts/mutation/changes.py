"""What is changed in a line of C, assembly or Python: a constant, operator or instruction."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

Change = tuple[int, str, str]
"""The column, what stands there and what takes its place."""

# ---------------------------------------------------------------------- C

REPLACEMENTS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
    "^": "|", "+=": "-=", "-=": "+=", "&=": "|=", "|=": "&=", "^=": "|=", "++": "--", "--": "++",
}  # fmt: skip
# Operators with blanks around them have two operands; a number is no part of a name.
_TOKEN = re.compile(
    r"(?P<two>(?<= )(?:<<|>>|<=|>=|==|!=|&&|\|\||[-+&|^]=|[-+*/%&|^<>])(?= ))"
    r"|(?P<step>\+\+|--)"
    r"|(?P<number>(?<![A-Za-z_0-9])(?:0x[0-9A-Fa-f]+|[0-9]+)(?=u?\b))"
)
_NO_CODE = re.compile(r'\{\{.*?\}\}|"(?:[^"\\]|\\.)*"')
"""What Jinja fills in, and texts."""
_ENTRIES = re.compile(r"[\s0-9A-Fa-fx,]+")
_ARRAY = re.compile(r"\s*(?:static |const )*(?:uint\d+_t|char) [^=(]*\[[^=(]*(?:;| = \{.*)")


def _without_texts(line: str) -> str:
    """A line of the same length in which every text is a name."""
    return _NO_CODE.sub(lambda found: "_" * len(found[0]), line)


def changes_of_c(line: str) -> Iterator[Change]:
    """The changes of a line of C, which may be a template's.

    Data is left out: entries of tables, and what Jinja fills in. So are declarations, and that an
    array is longer, which makes no other program.
    """
    code = _without_texts(line).split("/*")[0].split("//")[0]
    begin = 0
    if code.lstrip().startswith("#"):
        head = re.match(r"\s*#define \w+(\([^)]*\))? ", code)
        if not head:
            return
        begin = head.end()
    if re.match(r"\s*(extern|typedef|byt\b|ASSERT\()", code) or _ENTRIES.fullmatch(code):
        return
    is_array = _ARRAY.fullmatch(code)
    for found in _TOKEN.finditer(code, begin):
        old = found[0]
        if found["number"]:
            value = int(old, 0)
            if not (is_array and re.search(r"\[[^]-]*$", code[: found.start()])):
                yield found.start(), old, str(value + 1)
            if value:
                yield found.start(), old, str(value - 1)
        elif old in REPLACEMENTS:
            yield found.start(), old, REPLACEMENTS[old]


# ---------------------------------------------------------------------- assembly

BRANCHES = {
    "bcc": "bcs", "bcs": "bcc", "beq": "bne", "bne": "beq", "bmi": "bpl", "bpl": "bmi",
    "bvc": "bvs", "bvs": "bvc",
}  # fmt: skip
_INSTRUCTION = re.compile(
    r"(?:^|\}\}|:)\s+(?P<name>[a-z]{3})(?:\s+(?P<operand>[^;\s][^;]*?))?\s*(?:;.*)?$"
)
_IMMEDIATE = re.compile(r"#(?P<value>\$[0-9a-fA-F]+|%[01]+|[0-9]+|[A-Z_]\w*|\{\{[^{}]*\}\})")


def changes_of_assembly(line: str) -> Iterator[Change]:
    """The changes of a line of assembly, which may be a template's: a branch is inverted, a `clc`
    or `sec` dropped, an immediate operand one more or less."""
    found = _INSTRUCTION.search(line)
    if not found:
        return
    name, at = found["name"], found.start("name")
    if name in BRANCHES:
        yield at, name, BRANCHES[name]
    elif name in ("clc", "sec") and not found["operand"]:
        yield at, name, ""
    elif immediate := _IMMEDIATE.fullmatch(found["operand"] or ""):
        at, value = found.start("operand"), immediate["value"]
        bases = {"$": 16, "%": 2}
        if value[0].isdigit() or value[0] in bases:
            number = int(value.lstrip("$%"), bases.get(value[0], 10))
            yield at, immediate[0], f"#{(number + 1) % 256}"
            yield at, immediate[0], f"#{(number - 1) % 256}"
        else:
            yield at, immediate[0], f"{immediate[0]} + 1"


# ---------------------------------------------------------------------- Python

_OPERATORS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"),
    ast.In: ("in", "not in"),
    ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Add: ("+", "-"), ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//"), ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "|"),
}  # fmt: skip
_NEGATED: dict[type[ast.AST], tuple[str, str]] = {
    ast.IsNot: ("is", "not"),
    ast.NotIn: ("not", "in"),
}


def changes_of_python(source: str) -> Iterator[tuple[int, Change]]:
    """The changes of a file of Python, each with the number of its line, from 1: operators of two
    operands, `not`, whole numbers, True and False; annotations and decorators are left out."""
    words = [
        word
        for word in tokenize.generate_tokens(io.StringIO(source).readline)
        if word.type in (tokenize.OP, tokenize.NAME)
    ]

    def between(left: ast.AST, right: ast.AST, wanted: str) -> Iterator[tuple[int, int]]:
        """Where an operator is between two operands."""
        first, last = (left.end_lineno, left.end_col_offset), (right.lineno, right.col_offset)  # type: ignore[attr-defined]
        for word in words:
            if first <= word.start < last and word.string == wanted:
                yield word.start
                return

    pairs: list[tuple[ast.expr, ast.AST, ast.expr]]
    for node in _code(ast.parse(source)):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            pairs = list(zip(operands, node.ops, operands[1:]))
        elif isinstance(node, ast.BoolOp):
            pairs = [(a, node.op, b) for a, b in zip(node.values, node.values[1:])]
        elif isinstance(node, (ast.BinOp)):
            pairs = [(node.left, node.op, node.right)]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.lineno, (node.col_offset, "not ", "")
            continue
        elif isinstance(node, ast.Constant) and type(node.value) is bool:
            yield node.lineno, (node.col_offset, str(node.value), str(not node.value))
            continue
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            assert node.end_col_offset
            line = source.splitlines()[node.lineno - 1].encode()
            old = line[node.col_offset : node.end_col_offset].decode()
            yield node.lineno, (node.col_offset, old, str(node.value + 1))
            if node.value:
                yield node.lineno, (node.col_offset, old, str(node.value - 1))
            continue
        else:
            continue
        for left, operator, right in pairs:
            if type(operator) in _NEGATED:
                first, second = _NEGATED[type(operator)]
                old, new = f"{first} {second}", "is" if first == "is" else "in"
                wanted = first
            else:
                old, new = _OPERATORS.get(type(operator), ("", ""))
                wanted = old
            for line_number, column in between(left, right, wanted):
                yield line_number, (column, old, new)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below one that are not part of an annotation or a decorator."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _code(child)
