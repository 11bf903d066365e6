"""A studio that runs, and a browser with its page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.studio import Studio, end_studio, settled, show, start_studio
from helpers.tools import SHIPPED_SPEC_FILE

from pygen.measure.browser import Browser, browser


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    found = start_studio(tmp_path_factory.mktemp("studio"))
    yield found
    end_studio(found)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def page(studio: Studio, chromium: Browser) -> Iterator[Browser]:
    """The page of the crypt, fresh, with the file as it ships."""
    studio.file.write_bytes(SHIPPED_SPEC_FILE.read_bytes())
    show(chromium, studio, "dungeon=crypt&seed=7")
    settled(chromium)
    chromium.errors()
    yield chromium
    assert chromium.errors() == []
