"""A check is made once in a request, and never for the next."""

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from scinet.graph.db.request_cache import once_per_request, single_request


@pytest.fixture
def numbers() -> Iterator[int]:
    return count()


def test_a_check_is_made_once_in_a_request_alone(numbers: Iterator[int]) -> None:
    def check() -> int:
        return once_per_request("check", lambda: next(numbers))

    assert [check(), check()] == [0, 1]
    for known in (2, 3):
        with single_request():
            assert [check(), check()] == [known, known]
            assert once_per_request("another", lambda: "it") == "it"
    with single_request():
        with single_request():  # a server inside of a request
            assert check() == 4
        assert check() == 5
    assert check() == 6


def test_threads_belong_to_their_request(numbers: Iterator[int]) -> None:
    def check() -> int:
        return once_per_request("check", lambda: next(numbers))

    async def answer() -> list[int]:
        with single_request():
            return [await asyncio.to_thread(check), check(), await asyncio.to_thread(check)]

    async def answer_two() -> list[list[int]]:
        return [*await asyncio.gather(answer(), answer())]

    assert sorted(asyncio.run(answer_two())) == [[0, 0, 0], [1, 1, 1]]


def test_an_error_is_not_kept() -> None:
    with single_request():
        with pytest.raises(ZeroDivisionError):
            once_per_request("check", lambda: 1 / 0)
        assert once_per_request("check", lambda: 1) == 1
