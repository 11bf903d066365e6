"""One style for all Python, held by ruff with the rules of pyproject.toml."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pygen.base.project import PROJECT

ROOT = PROJECT


@pytest.mark.parametrize("check", [["check"], ["format", "--check"]], ids=["mistakes", "format"])
def test_ruff_finds_nothing(check: list[str]) -> None:
    ruff = subprocess.run(
        [sys.executable, "-m", "ruff", *check, "--no-cache", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ruff.returncode == 0, ruff.stdout + ruff.stderr
