"""Each script of the published repositories has a line that says what became of it."""

import pytest
from helpers.official.comparison import Published
from helpers.official.scripts import by_fate

pytestmark = pytest.mark.official


def test_all_scripts_are_listed(published: Published) -> None:
    clone, suite = published
    suite.scripts = list(by_fate(suite.name, clone.folder))
