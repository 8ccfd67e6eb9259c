"""How a good entry of a text is made a bad one."""

from collections.abc import Callable, Mapping

Made = Callable[[str], bytes]
Classes = Mapping[str, tuple[str, Made]]
"""By what is wrong with how an entry is written: what becomes of it, and the entry made so."""


def written(make: Callable[[str], str]) -> Made:
    """An entry made of a good one; a lone surrogate stands for a byte that is no UTF-8."""
    return lambda entry: make(entry).encode("utf-8", "surrogateescape")


def replaced(old: str, new: str) -> Made:
    """An entry with something in place of something, which it must hold."""

    def make(entry: str) -> str:
        assert old in entry
        return entry.replace(old, new, 1)

    return written(make)


def cut(at: str, more: int = 0) -> Made:
    """An entry that ends before something, or some characters into it."""
    return written(lambda entry: entry[: entry.index(at) + more] + "\n")
