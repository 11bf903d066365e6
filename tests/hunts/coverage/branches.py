"""The branches of a source: both ways of each condition, and of each loop the way in and out.

A condition that consists of several, with `and` or `or`, counts as these. An instrumented source
does the same as the original, and calls a function for each branch that is taken.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from typing import TypeVar

TRUE, FALSE, ENTERED, ENDED = "true", "false", "entered", "ended"

SEEN = "__seen__"
"""The name by which an instrumented source calls `seen(number, value)`, which returns the value.
The branch `number` is taken if the value is false, and the next one if it is true."""

UNKNOWN = (ast.Match, ast.Try, ast.AsyncFor)
"""What no generator has, so that it is not instrumented."""

Node = TypeVar("Node", bound=ast.AST)


@dataclass(frozen=True)
class Branch:
    """One way of a condition or loop. `text` is its source, `number` (from 0) counts the equal ones
    of a function. `line` is not compared, as it changes with every edit above."""

    file: str
    function: str
    text: str
    way: str
    number: int
    line: int

    @property
    def key(self) -> str:
        """What stays the same if lines are added above."""
        again = f" #{self.number + 1}" if self.number else ""
        return f"{self.file} | {self.function} | {self.text}{again} | {self.way}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}: {self.way}"


def instrumented(source: str, file: str) -> tuple[ast.Module, list[Branch]]:
    """The instrumented source, and its branches by number.

    Raises ValueError if it has statements that the instrumentation does not know.
    """
    found = _Instrumentation(file)
    tree = ast.parse(source)
    found.visit(tree)
    return ast.fix_missing_locations(tree), found.branches


class _Instrumentation(ast.NodeTransformer):
    def __init__(self, file: str) -> None:
        self.file = file
        self.branches: list[Branch] = []
        self._functions: list[str] = []
        self._equal: Counter[tuple[str, str]] = Counter()

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, UNKNOWN):
            raise ValueError(f"{self.file}: {type(node).__name__} is not known to {__name__}")
        found: ast.AST = super().visit(node)
        return found

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """What stands outside functions is run once, for all dungeons."""
        for one in node.body:
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                self.visit(one)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if any(ast.unparse(one) == "cached_property" for one in node.decorator_list):
            # A fact of the parameters, which is found once for all dungeons.
            return node
        return self._named(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._named(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        return self._tested(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._tested(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return self._tested(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """The last value decides nothing here, but perhaps where the result is used."""
        *values, last = node.values
        node.values = [*map(self._condition, values), self._visited(last)]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        conditions, node.ifs = node.ifs, []
        self.generic_visit(node)
        node.ifs = [self._condition(one) for one in conditions]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        text = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        number = self._add(text, node.lineno, ENDED, ENTERED)
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(_call(number, ast.Constant(True))))
        node.orelse.insert(0, ast.Expr(_call(number, ast.Constant(False))))
        return node

    def _named(self, node: Node) -> Node:
        self._functions.append(getattr(node, "name"))  # noqa: B009
        self.generic_visit(node)
        self._functions.pop()
        return node

    def _tested(self, node: ast.If | ast.While | ast.IfExp) -> ast.AST:
        test, node.test = node.test, ast.Constant(True)
        condition = self._condition(test)
        self.generic_visit(node)
        node.test = condition
        return node

    def _condition(self, test: ast.expr) -> ast.expr:
        """A condition whose result is noted; one of several, by those."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._condition(value) for value in test.values]
            return test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self._condition(test.operand)
            return test
        if isinstance(test, ast.Constant):
            return test
        number = self._add(ast.unparse(test), test.lineno, FALSE, TRUE)
        return _call(number, self._visited(test))

    def _visited(self, node: ast.expr) -> ast.expr:
        found = self.visit(node)
        assert isinstance(found, ast.expr)
        return found

    def _add(self, text: str, line: int, *ways: str) -> int:
        function = ".".join(self._functions)
        number = self._equal[function, text]
        self._equal[function, text] += 1
        first = len(self.branches)
        self.branches += [Branch(self.file, function, text, way, number, line) for way in ways]
        return first


def _call(number: int, value: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(SEEN, ast.Load()), [ast.Constant(number), value], [])
