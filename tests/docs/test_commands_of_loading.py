"""What pages on loading and on the server say to type is typed here, on a network that is there."""

from collections.abc import Callable

import pytest
from helpers.doc_pages import Block, of_loading

pytestmark = pytest.mark.long  # minutes long: `make test-long`


@pytest.mark.parametrize("block", of_loading(), ids=str)
def test_the_block_runs(block: Block, typed: Callable[[Block], None]) -> None:
    typed(block)
