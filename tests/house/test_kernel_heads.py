"""Each kernel says at its head what it takes, what it changes, and how long that takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pygen.base.files import source_files
from pygen.base.project import C_FOLDER

KERNELS = source_files(C_FOLDER, "*.kernel.j2")


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.name.removesuffix(".kernel.j2"))
def test_a_kernel_has_a_head(kernel: Path) -> None:
    head = re.match(r"\{#\n(.*?)#\}", kernel.read_text(), re.DOTALL)
    assert head, "no comment at the beginning"
    for word in ("changes", "cycles"):
        assert re.search(rf"^{word} +\S", head[1], re.MULTILINE), f"no line {word!r}"
