"""The pages on passes: what they show is what there is."""

from __future__ import annotations

import re
from pathlib import Path

from pygen.base.project import PROJECT
from pygen.passes import PASSES

PAGE = PROJECT / "docs" / "adding-a-pass.md"
SAMPLE = Path(__file__).parent / "sample"


def test_the_example_is_the_sample_that_the_tests_prove() -> None:
    text = PAGE.read_text("utf-8")
    shown = dict(
        re.findall(
            r"^`([\w/.]+)`\.[^`]*?(?:`[^`\n]+`[^`]*?)*\n```\w+\n(.*?)^```$", text, re.M | re.S
        )
    )
    files = {
        str(file.relative_to(SAMPLE)): file.read_text("utf-8")
        for file in SAMPLE.rglob("*.*")
        if file.suffix in (".py", ".h")
    }
    assert len(files) == 5 and shown == files


def test_every_pass_is_in_the_table_and_has_a_page_with_its_parameters() -> None:
    overview = (PROJECT / "docs" / "passes.md").read_text("utf-8")
    for name, one in PASSES.items():
        assert f"| [{name}](passes/{name}.md) |" in overview
        page = (PROJECT / "docs" / "passes" / f"{name}.md").read_text("utf-8")
        keys = set(one.parameters.model_fields) - {"name", "id"}
        assert keys == set(re.findall(r"^\| `(\w+)` \|", page, re.M))
