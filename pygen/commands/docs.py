"""Write the parts of the pages in docs/ that are made from the code, and the sources in examples/.

These are the tables of parameters with their ranges and defaults, of cycles, of source files and of
tasks, and the README's figures. A page marks such a part with a comment, as in
<!-- made by invoke docs: parameters of walk -->.

Examples:
  invoke docs
  invoke docs --check
  invoke docs --proof build/verify/proven.json
  invoke docs --programs
  invoke docs --peers
  invoke docs --likeness
"""

from __future__ import annotations

from pathlib import Path

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.project import PROJECT
from pygen.base.words import counted
from pygen.console.compiling import choose_compilers
from pygen.console.example_games import example_sources
from pygen.console.likeness_record import record_likeness
from pygen.console.options import Excludes, Flag, TaskArguments, Text
from pygen.console.pages import made_anew, pages
from pygen.console.peer_record import record_peers
from pygen.console.program_sizes import record_sizes
from pygen.console.proof_record import record_proof
from pygen.console.terminal import building, out, shown_path
from pygen.spec import load_spec


class Arguments(TaskArguments):
    check = Flag("write nothing, and fail if a page is not up to date")
    proof = Text(
        "record this report of `prove` as the last proof, which README and docs/verify.md show"
    )
    programs = Flag(
        "build all programs with all compilers that are found, and record their bytes, which"
        " docs/program.md shows"
    )
    peers = Flag(
        "time native dungeons beside all libraries of `bench --peers`, and record the figures,"
        " which docs/performance.md and the pages of kinds show"
    )
    likeness = Flag(
        "measure how different the dungeons look, and record it, which docs/dungeons.md shows"
    )
    rules = (
        Excludes("check", "proof"),
        Excludes("check", "programs"),
        Excludes("check", "peers"),
        Excludes("check", "likeness"),
    )


def run(given: Arguments) -> None:
    if given.proof:
        record_proof(Path(given.proof), load_spec(PROJECT / "generator.yaml"))
    if given.programs:
        spec = load_spec(PROJECT / "generator.yaml")
        for compiler in choose_compilers(spec, "all"):
            record_sizes(spec, "generator.yaml", compiler)
    if given.peers:
        with building() as now:
            record_peers(load_spec(PROJECT / "generator.yaml"), now)
    if given.likeness:
        with building() as now:
            record_likeness(load_spec(PROJECT / "generator.yaml"), now)
    stale = []
    made = {page: made_anew(page.read_text(encoding="utf-8")) for page in pages()}
    for page, anew in (made | example_sources()).items():
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        if anew != text:
            stale.append(shown_path(page))
            if not given.check:
                write_if_changed(page, anew.encode("utf-8"))
                out.print(f"written: {shown_path(page)}")
    if stale and given.check:
        raise UserError(f"not up to date: {', '.join(stale)}", "run invoke docs")
    out.print(f"{counted(len(pages()), 'page')}: {'all' if not stale else 'now all'} up to date")
