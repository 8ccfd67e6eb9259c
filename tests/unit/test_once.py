"""What several ask for at the same time is made once."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from helpers.waiting import PATIENCE_S

from scinet import single_flight as module
from scinet.single_flight import SingleFlightCache


class Key:
    """A key that is like all others, and knows whether it was looked for."""

    def __init__(self) -> None:
        self.was_looked_for = threading.Event()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key)

    def __hash__(self) -> int:
        self.was_looked_for.set()
        return 1


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_made_is_for_all_who_wait(*, fails: bool) -> None:
    once, go = SingleFlightCache(held=0), threading.Event()
    keys = [Key() for _ in range(6)]
    made: list[int] = []

    def make() -> int:
        made.append(1)
        go.wait(PATIENCE_S)
        if fails:
            raise ValueError("away")
        return len(made)

    def ask(key: Key) -> int | str:
        try:
            return once(key, make)
        except ValueError as error:
            return str(error)

    with ThreadPoolExecutor(len(keys)) as threads:
        result = threads.map(ask, keys)
        assert all(key.was_looked_for.wait(PATIENCE_S) for key in keys)
        go.set()
        assert list(result) == ["away" if fails else 1] * 6
    assert made == [1]
    assert ask(keys[0]) == ("away" if fails else 2)  # neither is kept


def kept(held: int) -> tuple[SingleFlightCache, list[int], Callable[[int], int]]:
    """What keeps so many, what it has made, and how to ask it for a number."""
    once, made = SingleFlightCache(held=held), list[int]()

    def make(key: int) -> int:
        made.append(key)
        return key

    return once, made, lambda key: once(key, partial(make, key))


def test_the_latest_are_kept_and_what_is_being_made_is() -> None:
    once, made, ask = kept(2)

    def outer() -> int:
        return sum(ask(key) for key in (1, 2, 3, 4))

    assert once("outer", outer) == 10  # it is not forgotten while four others are made
    assert [ask(4), once("outer", outer)] == [4, 10]
    assert made == [1, 2, 3, 4]
    none = SingleFlightCache(held=0)
    assert [none(1, lambda: len(made)), ask(5), none(1, lambda: len(made))] == [4, 5, 5]


@pytest.mark.parametrize("held", [0, 1, 4, 16])
def test_as_many_are_kept_as_are_to_be(held: int) -> None:
    _, made, ask = kept(held)
    for number in range(3 * held):  # also while there are fewer
        ask(number)
        latest = range(max(0, number + 1 - held), number + 1)
        assert [ask(key) for key in latest] == list(latest)
    assert made == list(range(3 * held))
    ask(2 * held - 1 if held else 0)
    assert len(made) == 3 * held + 1  # one more was not kept


def test_what_is_forgotten_before_its_maker_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    once = SingleFlightCache(held=1)

    class Overtaken(Future[Any]):
        def set_result(self, result: Any) -> None:
            super().set_result(result)
            if result == "slow":
                assert [once(key, lambda: "fast") for key in (1, 2)] == ["fast", "fast"]

    monkeypatch.setattr(module, "Future", Overtaken)
    assert once(0, lambda: "slow") == "slow"


def test_many_threads_get_what_belongs_to_their_key() -> None:
    once = SingleFlightCache(held=4)

    def ask(number: int) -> bool:
        key = number * 7 % 23
        return once(key, lambda: key * key) == key * key

    with ThreadPoolExecutor(16) as threads:
        assert all(threads.map(ask, range(8_000)))
