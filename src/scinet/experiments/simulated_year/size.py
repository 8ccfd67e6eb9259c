"""Common sample sizes of years, for measures that depend on the number of papers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from scinet.experiments.simulated_year.year import Year


@dataclass(frozen=True, slots=True)
class YearSize:
    """Numbers of papers of a year, or the smallest of several years.

    Attributes:
        papers: Number of all papers.
        titled: Number of those with a title.
        placed: Number of those with a venue.
    """

    papers: int
    titled: int
    placed: int

    @classmethod
    def of(cls, year: Year) -> Self:
        """Count the papers of a year."""
        return cls(len(year.papers), len(year.titled), len(year.placed))

    @classmethod
    def common(cls, sizes: Iterable[Self]) -> Self:
        """Return the smallest sizes of several years, without empty ones."""
        counts = [(size.papers, size.titled, size.placed) for size in sizes]
        return cls(*(min(filter(None, each), default=0) for each in zip(*counts, strict=True)))
