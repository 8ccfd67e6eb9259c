"""Clones of the published code in the folder ``OFFICIAL``, and the page that a run writes."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from helpers.official import comparison
from helpers.official.clone import Clone
from helpers.official.comparison import OpenPublished, Published, Suite

REPOSITORIES = {
    "prescience": "allenai/prescience",
    "sciencemeter": "yikee/ScienceMeter",
    "sciimpact": "FlyPig23/SciImpact",
    "scipaths": "ericchamoun/scipaths",
}


@pytest.fixture(scope="session")
def opened(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[OpenPublished]:
    """Opens a suite's clone by its name, which is that of its folder.

    With ``OFFICIAL_PAGE`` the sections of these suites are written there if nothing failed.
    """
    known: dict[str, Published] = {}
    with ExitStack() as running:

        def one(name: str) -> Published:
            if name in known:
                return known[name]
            folder = Path(os.environ.get("OFFICIAL", "")) / name
            if not os.environ.get("OFFICIAL") or not folder.is_dir():
                pytest.skip(f"no clone {name} in the folder OFFICIAL")
            clone = running.enter_context(Clone.of(folder, name, tmp_path_factory.mktemp(name)))
            known[name] = clone, Suite(name, REPOSITORIES[name], clone.commit)
            return known[name]

        yield one
    page = os.environ.get("OFFICIAL_PAGE")
    if page and not request.session.testsfailed:
        comparison.write([suite for _, suite in known.values()], Path(page))


@pytest.fixture(scope="session")
def prescience(opened: OpenPublished) -> Published:
    return opened("prescience")


@pytest.fixture(scope="session")
def sciencemeter(opened: OpenPublished) -> Published:
    return opened("sciencemeter")


@pytest.fixture(scope="session")
def sciimpact(opened: OpenPublished) -> Published:
    return opened("sciimpact")


@pytest.fixture(scope="session")
def scipaths(opened: OpenPublished) -> Published:
    return opened("scipaths")


@pytest.fixture(params=REPOSITORIES)
def published(opened: OpenPublished, request: pytest.FixtureRequest) -> Published:
    return opened(request.param)
