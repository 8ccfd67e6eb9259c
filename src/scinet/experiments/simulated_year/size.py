"""On how many papers years are measured where a measure grows or falls with their number."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from scinet.experiments.simulated_year.year import Year


@dataclass(frozen=True, slots=True)
class YearSize:
    """As many papers of each year as the one has that has the fewest, and any.

    Attributes:
        papers: Of all papers.
        titled: Of those that have a title.
        placed: Of those that have a venue.
    """

    papers: int
    titled: int
    placed: int

    @classmethod
    def of(cls, year: Year) -> Self:
        """All papers of a year."""
        return cls(len(year.papers), len(year.titled), len(year.placed))

    @classmethod
    def common(cls, sizes: Iterable[Self]) -> Self:
        """What several years have in common; a year without any is passed over."""
        counts = [(size.papers, size.titled, size.placed) for size in sizes]
        return cls(*(min(filter(None, each), default=0) for each in zip(*counts, strict=True)))
