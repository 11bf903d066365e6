"""Printing the canaries' results."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.compilers.base import Compiler
from pygen.proof.canaries import CanaryResult


def print_results(compiler: Compiler, results: Sequence[CanaryResult], console: Console) -> None:
    """Print a table of the canaries with the verdicts, and whether the compiler can be used."""
    table = Table(title=str(compiler), title_justify="left", box=None, pad_edge=False)
    table.add_column("canary", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("shape", overflow="fold")
    for canary in dict.fromkeys(result.canary for result in results):
        mine = [result for result in results if result.canary == canary]
        table.add_row(canary.name, _verdict(mine), escape(canary.shape))
    console.print(table)
    notes: dict[str, list[str]] = {}
    for result in results:
        if not result.is_right:
            notes.setdefault(_details(result), []).append(" ".join(result.flags) or "no flags")
    for details, flags in notes.items():
        console.print(f"  {escape(details)}: {', '.join(flags)}", style="dim", soft_wrap=True)
    console.print(_fitness(compiler, results), soft_wrap=True)
    console.print()


def _fitness(compiler: Compiler, results: Sequence[CanaryResult]) -> str:
    """The verdict on the compiler: whether what it gets wrong is in our code."""
    wrong = {result.canary.name for result in results if not result.is_right}
    harmful = {result.canary.name for result in results if result.is_harmful}
    who = escape(str(compiler))
    if harmful:
        return f"[bold red]{who} is not fit for use: our code has {', '.join(sorted(harmful))}[/]"
    but = f", and our code does without {', '.join(sorted(wrong))}" if wrong else ""
    return f"[green]{who} is fit for use: what our code has is right{but}[/]"


def _verdict(results: Sequence[CanaryResult]) -> str:
    known = ", as known" if any(result.is_known for result in results) else ""
    if all(result.is_right for result in results):
        return "[yellow]right, though known as wrong[/]" if known else "[green]right[/]"
    if any(result.is_harmful for result in results):
        return f"[bold red]WRONG{known}[/]"
    return f"[yellow]wrong{known}, but avoided[/]"


def _details(result: CanaryResult) -> str:
    if result.trouble:
        return f"{result.canary.name} ({' '.join(result.trouble.split())})"
    right = result.canary.expected.hex(" ")
    return f"{result.canary.name} (gives {result.produced.hex(' ')}, right is {right})"
