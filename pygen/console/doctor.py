"""The findings of the doctor as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from pygen.commands.doctor import Finding


def print_findings(findings: Sequence[Finding], console: Console) -> None:
    """Print a table of the findings, and whether a required tool is missing."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("")
    table.add_column("Tool", no_wrap=True)
    table.add_column("Version", max_width=14)
    table.add_column("What for, where, or how to get it", overflow="fold")
    for finding in findings:
        lines = [escape(finding.purpose), _coloured(finding.place, "dim"), _coloured_note(finding)]
        table.add_row(
            _STATES[_shown(finding)],
            escape(finding.name),
            escape(finding.version),
            "\n".join(filter(None, lines)),
        )
    console.print(table)
    console.print()
    hindering = [finding.name for finding in findings if finding.hinders]
    if hindering:
        console.print(f"[bold red]Missing: {escape(', '.join(hindering))}.[/] ", end="")
        console.print("On Debian and Ubuntu ./bootstrap installs it.")
    else:
        console.print("[bold green]Everything that is required is here.[/]")


_STATES = {
    "ok": "[green]ok[/]",
    "warning": "[bold yellow]warning[/]",
    "missing": "[bold red]MISSING[/]",
    "absent": "[yellow]absent[/]",
}


def _shown(finding: Finding) -> str:
    absent = finding.state == "missing" and not finding.required
    return "absent" if absent else finding.state


def _coloured(text: str, style: str) -> str:
    return f"[{style}]{escape(text)}[/]" if text else ""


def _coloured_note(finding: Finding) -> str:
    style = {"ok": "dim", "warning": "yellow", "missing": "yellow"}[finding.state]
    return _coloured(finding.note, style)
