"""What the README and pages on asking and learning say to type is typed here."""

from collections.abc import Callable

import pytest
from helpers.doc_pages import Block, of_asking

pytestmark = pytest.mark.long  # minutes long: `make test-long`


@pytest.mark.parametrize("block", of_asking(), ids=str)
def test_the_block_runs(block: Block, typed: Callable[[Block], None]) -> None:
    typed(block)
