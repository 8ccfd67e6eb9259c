"""What the README and the pages of ``docs/`` say to type is typed here, after the tutorial."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.pages.doc_pages import Block, to_type

if TYPE_CHECKING:
    from scinet.settings import ServerSettings

pytestmark = [
    pytest.mark.long,  # minutes long: `make test-long`
    pytest.mark.usefixtures("empty_graph"),
]
_FIRST, *_OTHERS = to_type()


def test_the_network_of_the_tutorial_is_loaded(typed: Callable[[Block], None]) -> None:
    typed(_FIRST)


def test_the_pictures_of_it_are_those_of_the_pages(
    server: "ServerSettings", tmp_path: Path
) -> None:
    from helpers.pages.screenshots import find_outdated, take
    from helpers.servers.own_server import connected

    with connected(server) as database:
        outdated = list(find_outdated(take(database, tmp_path, tmp_path / "pictures")))
    assert outdated == [], "of older pages: make screenshots"


@pytest.mark.parametrize("block", _OTHERS, ids=str)
def test_the_block_runs(block: Block, typed: Callable[[Block], None]) -> None:
    typed(block)
