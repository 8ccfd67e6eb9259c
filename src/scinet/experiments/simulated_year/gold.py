"""Gold parts: the real papers of the simulated days, without a model."""

from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.eval.suites.prescience.impact import MONTH_DAYS
from scinet.experiments.simulated_year.papers import author_row, stated_date, venue_and_fields
from scinet.graph.indicators.citations import counts_within_days
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot

MONTHS: Final = 12


def count_received(snapshot: Snapshot) -> NDArray[np.float64]:
    """Count citations of each paper within twelve months; NaN where these are not over."""
    length = MONTH_DAYS * MONTHS
    is_over = snapshot.day + length <= snapshot.day.max(initial=0)
    return np.where(is_over, counts_within_days(snapshot, length), np.nan)


class Gold:
    """Real papers of a period, each with the name of the simulated paper in its place.

    Args:
        whole: The real network, not cut.
        since: First day of the period.
        end: Its end, exclusive.
        name: Makes the name of the simulated paper of a day and its position there.
    """

    def __init__(self, whole: Snapshot, since: date, end: date, name: Any) -> None:
        self.whole = whole
        self._of_day: dict[int, list[int]] = {}
        self._names: dict[int, str] = {}
        first, last = np.searchsorted(whole.day, [day_of(since), day_of(end)])
        for paper in range(int(first), int(last)):
            papers = self._of_day.setdefault(int(whole.day[paper]), [])
            self._names[paper] = name(date_of(int(whole.day[paper])), len(papers))
            papers.append(paper)
        self._citations = count_received(whole)

    def papers(self, day: date) -> list[int]:
        """Return the papers of a day, as positions in the whole network."""
        return self._of_day.get(day_of(day), [])

    def id(self, paper: int) -> str:
        """Return the real id of a paper."""
        return str(self.whole.paper_id[paper])

    def date(self, paper: int) -> str:
        """Return its date as stated."""
        return stated_date(self.whole, paper)

    def team(self, paper: int) -> list[dict[str, Any]]:
        """Return its byline, with the names as printed."""
        whole, day = self.whole, date_of(int(self.whole.day[paper]))
        places = range(whole.authored.indptr[paper], whole.authored.indptr[paper + 1])
        team = []
        for place in places:
            person = author_row(whole, int(whole.authored.indices[place]), day)
            code = int(whole.authored_name[place])
            team.append(person if code < 0 else {**person, "name": str(whole.written_name[code])})
        return team

    def references(self, paper: int) -> list[str]:
        """Return its references; those of the period are the simulated papers in their place."""
        cited = map(int, self.whole.cites.row(paper))
        return [
            self._names.get(reference) or str(self.whole.paper_id[reference]) for reference in cited
        ]

    def text(self, paper: int) -> dict[str, Any]:
        """Return title, abstract, venue and fields."""
        venue, fields = venue_and_fields(self.whole, paper)
        texts = {"title": self.whole.title[paper], "abstract": self.whole.abstract[paper]}
        return {**texts, "venue": venue, "fields": fields}

    def citations(self, paper: int) -> float | None:
        """Return citations within twelve months; None where these are not over."""
        count = float(self._citations[paper])
        return None if np.isnan(count) else count
