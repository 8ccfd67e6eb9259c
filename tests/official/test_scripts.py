"""Each script of the published repositories has a line that says what became of it."""

from typing import Any

import pytest
from helpers.official.scripts import by_fate

pytestmark = pytest.mark.official

REPOSITORIES = {
    "prescience": "allenai/prescience",
    "sciencemeter": "yikee/ScienceMeter",
    "sciimpact": "FlyPig23/SciImpact",
    "scipaths": "ericchamoun/scipaths",
}


@pytest.mark.parametrize("name", REPOSITORIES)
def test_all_scripts_are_listed(opened: Any, name: str) -> None:
    clone, suite = opened(name, REPOSITORIES[name])
    suite.scripts = list(by_fate(name, clone.folder))
