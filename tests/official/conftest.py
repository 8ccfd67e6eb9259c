"""Clones of the published code in the folder ``OFFICIAL``, and the page that a run writes."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest
from helpers.official import comparison
from helpers.official.clone import Clone
from helpers.official.comparison import Suite

Opened: TypeAlias = Callable[[str, str], tuple[Clone, Suite]]


@pytest.fixture(scope="session")
def opened(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Opened]:
    """Opens a suite's clone by the name of its folder and its repository.

    With ``OFFICIAL_PAGE`` the sections of these suites are written there if nothing failed.
    """
    known: dict[str, tuple[Clone, Suite]] = {}
    with ExitStack() as running:

        def one(name: str, repository: str) -> tuple[Clone, Suite]:
            if name in known:
                return known[name]
            folder = Path(os.environ.get("OFFICIAL", "")) / name
            if not os.environ.get("OFFICIAL") or not folder.is_dir():
                pytest.skip(f"no clone {name} in the folder OFFICIAL")
            clone = running.enter_context(Clone.of(folder, name, tmp_path_factory.mktemp(name)))
            known[name] = clone, Suite(name, repository, clone.commit)
            return known[name]

        yield one
    page = os.environ.get("OFFICIAL_PAGE")
    if page and not request.session.testsfailed:
        comparison.write([suite for _, suite in known.values()], Path(page))
