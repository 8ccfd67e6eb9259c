"""SciPaths' published code."""

from typing import Any

import pytest
from helpers.official.clone import Clone
from helpers.official.comparison import Suite


@pytest.fixture(scope="session")
def scipaths(opened: Any) -> tuple[Clone, Suite]:
    found: tuple[Clone, Suite] = opened("scipaths", "ericchamoun/scipaths")
    return found
