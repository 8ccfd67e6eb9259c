"""Words of titles as numbers, parsed once: a grown network costs only its new titles."""

from collections.abc import Callable, Iterable
from functools import cache
from threading import Lock
from typing import Final

import numpy as np

from scinet.errors import extra_needed
from scinet.graph.snapshot.csr import Int32, Int64

_MAX_TITLES: Final = 1_000_000  # titles that are cached


class ReadWords:
    """Words of the titles that this process has read; a word counts once per title.

    Attributes:
        number: By word, in the order of first occurrence.
    """

    def __init__(self, split: Callable[[str], list[str]]) -> None:
        self.number: dict[str, int] = {}
        self._split = split
        self._rows: dict[str, Int32] = {}
        self._lock = Lock()  # pages of the explorer are made side by side

    def rows(self, titles: Iterable[str | None]) -> tuple[Int64, Int32]:
        """Return the number of words of each title, and the words' numbers in one array."""
        with self._lock:
            rows = [self._row(title or "") for title in titles]
        length = np.fromiter(map(len, rows), np.int64, len(rows))
        return length, np.concatenate(rows) if rows else np.zeros(0, dtype=np.int32)

    def _row(self, title: str) -> Int32:
        row = self._rows.get(title)
        if row is None:
            words = dict.fromkeys(self._split(title))
            numbers = [self.number.setdefault(word, len(self.number)) for word in words]
            row = np.array(numbers, dtype=np.int32)
            if len(self._rows) < _MAX_TITLES:
                self._rows[title] = row
        return row


@cache
def read_words() -> ReadWords:
    """Return the instance of this process."""
    with extra_needed("models"):
        from sklearn.feature_extraction.text import CountVectorizer

    words = r"[^\W\d_]{2,}"
    return ReadWords(CountVectorizer(token_pattern=words).build_analyzer())
