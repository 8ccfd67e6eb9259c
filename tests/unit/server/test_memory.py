"""Sizes by hand from the formula, and what holds for all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import GraphUnavailableError
from scinet.server.memory import choose_memory, format_size, parse_size, physical_memory

GIB = 2**30


@pytest.mark.parametrize(
    ("gib", "heap", "page_cache"),
    [
        (1, "512m", "128m"),
        (2, "1g", "256m"),
        (4, "1g", "512m"),
        (16, "2g", "2g"),
        (24, "3g", "3g"),
        (100, "8g", "12800m"),
        (500, "8g", "16g"),
    ],
)
def test_chosen_from_the_memory(gib: int, heap: str, page_cache: str) -> None:
    memory = choose_memory(None, None, total=gib * GIB)
    assert (format_size(memory.heap), format_size(memory.page_cache)) == (heap, page_cache)


def test_given_sizes_are_taken() -> None:
    memory = choose_memory("3G", " 700m ", total=8 * GIB)
    assert (memory.heap, memory.page_cache) == (3 * GIB, 700 * 2**20)


def test_more_than_there_is_is_refused() -> None:
    with pytest.raises(GraphUnavailableError, match=r"heap 6g and page cache 3g exceed .*8.0 GiB"):
        choose_memory("6g", "3g", total=8 * GIB)


@pytest.mark.parametrize("size", ["", "g", "1", "0g", "-1g", "1.5g", "1gb", "1 g", "²g", "1t"])
def test_what_is_no_size(size: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(size)


@given(st.integers(1, 2**20).map(lambda n: n * 1024))
def test_text_says_the_same_size(size: int) -> None:
    assert parse_size(format_size(size)) == size


@given(st.integers(GIB, 2000 * GIB))
def test_room_is_left(total: int) -> None:
    memory = choose_memory(None, None, total=total)
    assert memory.heap + memory.page_cache <= 0.65 * total


def test_this_machine_has_memory() -> None:
    assert physical_memory() > GIB // 4
