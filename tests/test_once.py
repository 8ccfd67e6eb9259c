"""What several ask for at the same time is made once."""

import threading

import pytest

from scinet.once import Once


class Key:
    """A key that is like all others, and knows whether it was looked for."""

    def __init__(self) -> None:
        self.was_looked_for = threading.Event()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key)

    def __hash__(self) -> int:
        self.was_looked_for.set()
        return 1


def test_an_error_is_that_of_all_who_wait() -> None:
    once, go = Once(held=0), threading.Event()
    keys = [Key() for _ in range(6)]
    made: list[int] = []
    errors: list[str] = []

    def make() -> None:
        made.append(1)
        go.wait(10)
        raise ValueError("away")

    def ask(key: Key) -> None:
        try:
            once(key, make)
        except ValueError as error:
            errors.append(str(error))

    asking = [threading.Thread(target=ask, args=(key,)) for key in keys]
    for one in asking:
        one.start()
    assert all(key.was_looked_for.wait(60) for key in keys)
    go.set()
    for one in asking:
        one.join(10)
    assert (made, errors) == ([1], ["away"] * 6)
    with pytest.raises(ValueError, match="away"):  # errors are not kept
        once(keys[0], make)


def test_the_latest_are_kept_and_what_is_being_made_is() -> None:
    once, made = Once(held=2), list[int]()

    def ask(key: int) -> int:
        def make() -> int:
            made.append(key)
            return key

        return once(key, make)

    def outer() -> int:
        return sum(ask(key) for key in (1, 2, 3, 4))

    assert once("outer", outer) == 10  # it is not forgotten while four others are made
    assert [ask(4), once("outer", outer)] == [4, 10]
    assert made == [1, 2, 3, 4]
    none = Once(held=0)
    assert [none(1, lambda: len(made)), ask(5), none(1, lambda: len(made))] == [4, 5, 5]
