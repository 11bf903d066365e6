"""Settings of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings
from tools import SPEC_FILE

from pygen.spec import Spec, load_spec

# The same examples on every machine and in every run, and no file of earlier failures: a red test
# is red for everybody. No deadline: how long a test takes says nothing about the code.
settings.register_profile("same", derandomize=True, deadline=None, database=None)
# For hunting: python -m pytest --hypothesis-profile=hunt
settings.register_profile("hunt", deadline=None, max_examples=5000)
settings.load_profile("same")


@pytest.fixture(scope="session")
def spec() -> Spec:
    """The spec as it ships."""
    return load_spec(SPEC_FILE)
