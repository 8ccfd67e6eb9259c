"""Names of authors and fields as of a day: the commonest on papers before it."""

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.printed_names import utf16_key
from scinet.graph.snapshot.csr import Int32

Texts = NDArray[np.object_]
# Levels are in alphabetical order, so that the smallest text has the smallest code.
LEVEL_NAMES: Final = np.array(LEVELS, dtype=object)


def number_texts(texts: Iterable[str | None]) -> tuple[Texts, Int32]:
    """Return distinct texts in the database's order, and the code of each text, -1 for None."""
    listed = list(texts)
    distinct = sorted({text for text in listed if text}, key=utf16_key)
    place = {text: number for number, text in enumerate(distinct)}
    code = np.array([place.get(text or "", -1) for text in listed], dtype=np.int32)
    return np.array(distinct, dtype=object), code


def drop_unused(names: Texts, code: NDArray[np.integer]) -> tuple[Texts, Int32]:
    """Return the names that occur, and the codes into these."""
    used, place = np.unique(code[code >= 0], return_inverse=True)
    renumbered = np.full(len(code), -1, dtype=np.int32)
    renumbered[code >= 0] = place
    return names[used], renumbered


def names_by_owner(
    names: Texts, code: NDArray[np.integer], owner: NDArray[np.integer], owners: int
) -> Texts:
    """Return the name of each author or field, None without one; code and owner by entry.

    It is the most frequent name; ties go to the longest, then the smallest.
    """
    stated = code >= 0
    pairs = owner[stated].astype(np.int64) * len(names) + code[stated]
    distinct, times = np.unique(pairs, return_counts=True)
    whose, which = np.divmod(distinct, max(len(names), 1))
    length = np.array([len(name) for name in names], dtype=np.int64)[which]
    order = np.lexsort((which, -length, -times, whose))
    owners_found, first = np.unique(whose[order], return_index=True)
    place = np.full(owners, len(names), dtype=np.int64)
    place[owners_found] = which[order][first]
    return np.append(names, np.array([None], dtype=object))[place]


def lowest_level(code: NDArray[np.integer], owner: NDArray[np.integer], owners: int) -> Texts:
    """Return the alphabetically first level of each field on its papers."""
    smallest = np.full(owners, len(LEVEL_NAMES), dtype=np.int64)
    stated = code >= 0
    np.minimum.at(smallest, owner[stated], code[stated])
    return np.append(LEVEL_NAMES, np.array([None], dtype=object))[smallest]


class Codes:
    """Codes of names, extended for new names."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self._number = {name: number for number, name in enumerate(names)}

    def of(self, name: str) -> int:
        """Return the code of a name."""
        number = self._number.setdefault(name, len(self.names))
        if number == len(self.names):
            self.names.append(name)
        return number
