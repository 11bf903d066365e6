"""Write the parts of the pages in docs/ that are made from the code.

These are the tables of parameters with their ranges and defaults, of cycles, and of source files.
A page marks such a part with a comment: <!-- made by invoke docs: parameters of walk -->.
"""

from __future__ import annotations

from pygen.base.errors import UserError
from pygen.base.files import write_if_changed
from pygen.base.words import counted
from pygen.console.options import Flag, TaskArguments
from pygen.console.pages import made_anew, pages
from pygen.console.terminal import out, shown_path


class Arguments(TaskArguments):
    check = Flag("write nothing, and fail if a page is not up to date")


def run(given: Arguments) -> None:
    stale = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        anew = made_anew(text)
        if anew != text:
            stale.append(shown_path(page))
            if not given.check:
                write_if_changed(page, anew.encode("utf-8"))
                out.print(f"written: {shown_path(page)}")
    if stale and given.check:
        raise UserError(f"not up to date: {', '.join(stale)}", "run invoke docs")
    out.print(f"{counted(len(pages()), 'page')}: {'all' if not stale else 'now all'} up to date")
