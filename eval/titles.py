"""From a title to the paper: exact after normalisation, and nearly the same as an option."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot


def title_key(title: str) -> str:
    """A title without what differs between lists of references.

    Compatible characters are made equal (NFKC), case is folded, punctuation and spaces go.
    """
    folded = unicodedata.normalize("NFKC", title).casefold()
    return "".join(c for c in folded if unicodedata.category(c)[0] not in "PZC")


@dataclass(frozen=True)
class TitleIndex:
    """Papers by normalised title.

    Attributes:
        similar: Least edit similarity that still counts; 1 asks for equal keys.
    """

    similar: float = 1.0
    _papers: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot, *, similar: float = 1.0) -> "TitleIndex":
        """All titled papers of a snapshot, in time order."""
        years = [date_of(int(day)).year for day in snapshot.day]
        return cls.from_rows(zip(snapshot.paper_id, snapshot.title, years, strict=True), similar)

    @classmethod
    def from_rows(
        cls, rows: Iterable[tuple[str, str | None, int]], similar: float = 1.0
    ) -> "TitleIndex":
        """Papers given as (id, title, year)."""
        index = cls(similar)
        for paper, title, year in rows:
            if title and (name := title_key(title)):
                index._papers.setdefault(name, []).append((paper, year))
        return index

    def papers(self, title: str, year: int | None = None) -> tuple[str, ...]:
        """All papers with this title, in the order in which they were given.

        Ids of papers with an equal key; else, if the option is on, of those whose key is most
        similar and similar enough. Papers more than a year away from ``year`` are other ones.
        """
        name = title_key(title)
        if not name:
            return ()
        if exact := self._near(self._papers.get(name, ()), year):
            return exact
        if self.similar >= 1.0:
            return ()
        best: tuple[float, tuple[str, ...]] = (self.similar, ())
        for candidate in self._candidates(name):
            likeness = _similarity(name, candidate, self.similar)
            if likeness >= best[0] and (near := self._near(self._papers[candidate], year)):
                best = (likeness, near) if likeness > best[0] or not best[1] else best
        return best[1]

    def _candidates(self, name: str) -> Iterator[str]:
        """Keys that may be similar enough, in the order in which they were given.

        Of ``edits + 1`` pieces of a key at least one is untouched in any key within ``edits``
        edits, and moved by no more than that; and lengths differ by no more.
        """
        places: set[int] = set()
        # Of two lengths the longer one bounds the edits: 1 - edits / longer >= similar.
        for length in range(int(len(name) * self.similar), int(len(name) / self.similar) + 2):
            edits = _max_edits(max(length, len(name)), self.similar)
            if abs(length - len(name)) > edits or length not in self._blocks:
                continue
            size, blocks = self._blocks[length]
            if size == 0:
                places |= set(blocks[0, ""])
                continue
            for number in range(length // size):
                start = number * size
                for shift in range(-edits, edits + 1):
                    if start + shift >= 0:
                        piece = name[start + shift : start + shift + size]
                        places.update(blocks.get((number, piece), ()))
        names = self._names
        return (names[place] for place in sorted(places))

    @cached_property
    def _names(self) -> list[str]:
        return list(self._papers)

    @cached_property
    def _blocks(self) -> dict[int, tuple[int, dict[tuple[int, str], list[int]]]]:
        """For each length of a key: the size of its pieces, and keys by place and piece."""
        blocks: dict[int, tuple[int, dict[tuple[int, str], list[int]]]] = {}
        for place, name in enumerate(self._names):
            length = len(name)
            # One piece more than a key of the largest allowed length may have edits.
            pieces = _max_edits(int(length / self.similar) + 1, self.similar) + 1
            size = length // pieces
            _, pieces_of_length = blocks.setdefault(length, (size, defaultdict(list)))
            if size == 0:  # so short that every piece may be changed
                pieces_of_length[0, ""].append(place)
                continue
            for number in range(pieces):
                pieces_of_length[number, name[number * size : (number + 1) * size]].append(place)
        return blocks

    def resolve(self, title: str, year: int | None = None) -> str | None:
        """The first paper with this title, or None."""
        return next(iter(self.papers(title, year)), None)

    @staticmethod
    def _near(listed: Iterable[tuple[str, int]], year: int | None) -> tuple[str, ...]:
        return tuple(p for p, when in listed if year is None or abs(when - year) <= 1)


def _max_edits(length: int, least: float) -> int:
    """Most edits that keep keys of this length similar enough."""
    return int((1.0 - least) * length + 1e-9)


def _similarity(first: str, two: str, least: float) -> float:
    """One minus edits over the longer length; 0 when it must lie below ``least``."""
    longer = max(len(first), len(two))
    if abs(len(first) - len(two)) > _max_edits(longer, least):
        return 0.0
    row = list(range(len(two) + 1))
    for place, letter in enumerate(first, start=1):
        previous = row[:]
        row[0] = place
        for column, letter_two in enumerate(two, start=1):
            row[column] = min(
                previous[column] + 1,
                row[column - 1] + 1,
                previous[column - 1] + (letter != letter_two),
            )
    likeness = 1.0 - row[-1] / longer
    return likeness if likeness >= least else 0.0
