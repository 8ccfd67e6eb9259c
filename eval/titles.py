"""Lookup of papers by title: exact after normalisation, optionally by edit similarity."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot


def title_key(title: str) -> str:
    """Normalise a title for comparison between lists of references.

    Compatible characters are made equal (NFKC), case is folded, punctuation and spaces removed.
    """
    folded = unicodedata.normalize("NFKC", title).casefold()
    return "".join(c for c in folded if unicodedata.category(c)[0] not in "PZC")


@dataclass(frozen=True)
class TitleIndex:
    """Index of papers by normalised title.

    Attributes:
        similar: Least edit similarity of a match; 1 requires equal keys.
    """

    similar: float = 1.0
    _papers: dict[str, list[tuple[str, int]]] = field(default_factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot, *, similar: float = 1.0) -> "TitleIndex":
        """Index all titled papers of a snapshot, in time order."""
        years = [date_of(int(day)).year for day in snapshot.day]
        return cls.from_rows(zip(snapshot.paper_id, snapshot.title, years, strict=True), similar)

    @classmethod
    def from_rows(
        cls, rows: Iterable[tuple[str, str | None, int]], similar: float = 1.0
    ) -> "TitleIndex":
        """Index papers given as (id, title, year)."""
        index = cls(similar)
        for paper, title, year in rows:
            if title and (name := title_key(title)):
                index._papers.setdefault(name, []).append((paper, year))
        return index

    def papers(self, title: str, year: int | None = None) -> tuple[str, ...]:
        """Find all papers with this title, in the order of the index.

        Papers with an equal key; else, if the option is on, those whose key is most similar and
        similar enough. Papers more than a year away from ``year`` do not match.
        """
        name = title_key(title)
        if not name:
            return ()
        if exact := self._near_year(self._papers.get(name, ()), year):
            return exact
        if self.similar >= 1.0:
            return ()
        best: tuple[float, tuple[str, ...]] = (self.similar, ())
        for candidate in self._candidates(name):
            likeness = _similarity(name, candidate, self.similar)
            if likeness >= best[0] and (near := self._near_year(self._papers[candidate], year)):
                best = (likeness, near) if likeness > best[0] or not best[1] else best
        return best[1]

    def _candidates(self, name: str) -> Iterator[str]:
        """Yield keys that may be similar enough, in the order of the index.

        By the pigeonhole principle, one of ``edits + 1`` pieces of a key is unchanged in any key
        within ``edits`` edits, and shifted by no more than that; and lengths differ by no more.
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
        """Map each length of a key to the size of its pieces, and keys by position and piece."""
        blocks: dict[int, tuple[int, dict[tuple[int, str], list[int]]]] = {}
        for place, name in enumerate(self._names):
            length = len(name)
            # One piece more than the edits allowed for the largest similar length.
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
        """Return the first paper with this title, or None."""
        return next(iter(self.papers(title, year)), None)

    @staticmethod
    def _near_year(listed: Iterable[tuple[str, int]], year: int | None) -> tuple[str, ...]:
        return tuple(p for p, when in listed if year is None or abs(when - year) <= 1)


def _max_edits(length: int, least: float) -> int:
    """Compute the most edits that keep keys of this length similar enough."""
    return int((1.0 - least) * length + 1e-9)


def _similarity(first: str, two: str, least: float) -> float:
    """Compute one minus edits over the longer length; 0 when it must lie below ``least``."""
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
