"""The day that a page is as of, and the years among which it is chosen."""

from dataclasses import dataclass
from datetime import date

from scinet.session.days import parse_cutoff

_HEIGHT = 26.0


@dataclass(frozen=True, slots=True)
class CutoffSelector:
    """Cutoff day, with the papers of each year before it.

    Attributes:
        before: Cut-off day, exclusive; None for all days.
        years: Years of the network with their numbers of papers.
    """

    before: date | None
    years: dict[int, int]

    @property
    def first(self) -> int:
        """The first year of the slider: from its end on there is a paper."""
        return min(self.years, default=2000) + 1

    @property
    def last(self) -> int:
        """Its last, which means all days."""
        return max(max(self.years, default=2000) + 1, self.first)

    @property
    def year(self) -> int:
        """Where the slider stands."""
        if self.before is None:
            return self.last
        return min(max(self.before.year, self.first), self.last)

    @property
    def bars(self) -> list[dict[str, float]]:
        """The papers of each year that the page may know, as bars of an image of 100 by 26.

        The largest of them fills the image, so that it tells of no later year.
        """
        papers_by_year = {
            year: papers
            for year, papers in self.years.items()
            if self.before is None or year < self.before.year
        }
        first, most = self.first - 1, max(papers_by_year.values(), default=1)
        width = 100 / (self.last - first)
        return [
            {
                "x": round((year - first) * width + width * 0.12, 3),
                "width": round(width * 0.76, 3),
                "y": round(_HEIGHT - (height := max(0.8, papers / most * _HEIGHT)), 2),
                "height": round(height, 2),
            }
            for year, papers in papers_by_year.items()
        ]


def parse_day_parameter(text: str | None) -> date | None:
    """A day as an address holds it; None for all days.

    Raises:
        DataError: If it is none.
    """
    return parse_cutoff(text) if text else None
