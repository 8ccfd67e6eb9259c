"""Is simulated science narrower than real science, and which part makes it so?

Narrow is a year in which few authors, papers, venues and topics carry much, and in which titles are
like one another and like earlier ones. Each measure of that is compared in per cent, and a change
counts where it is larger than the one from the year before to the real one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

MEASURES: Final[Mapping[str, int]] = {
    "effective number of authors": -1,
    "effective number of cited papers": -1,
    "effective number of venues": -1,
    "effective number of topics": -1,
    "Gini of citations": 1,
    "citations to the top percent": 1,
    "difference of titles from each other": -1,
    "novelty of titles, all earlier papers": -1,
    "novelty of titles, papers before the period": -1,
}
"""Whether a larger value is narrower, 1, or broader, -1."""


@dataclass(frozen=True, slots=True)
class Change:
    """How much narrower something is on one measure.

    Attributes:
        share: 0.1 for a tenth narrower, negative where it is broader.
        usual: The same of the year before, without sign.
    """

    measure: str
    share: float
    usual: float

    @property
    def is_narrower(self) -> bool:
        """Narrower by more than is usual."""
        return self.share > self.usual

    @property
    def is_broader(self) -> bool:
        """Broader by more than is usual."""
        return -self.share > self.usual


def changes(rows: Sequence[Mapping[str, Any]], what: str, to: str) -> list[Change]:
    """How much narrower one column of a table of measures is than another.

    Args:
        rows: With ``measure``, ``real``, ``year_before`` and the two columns; measures that one
            of them lacks are left out.
    """
    found = []
    for row in rows:
        wider = MEASURES.get(row["measure"])
        value, base, real = row[what], row[to], row["real"]
        if wider is None or value is None or not base or not real:
            continue
        before = real if row["year_before"] is None else row["year_before"]
        change = wider * (value - base) / abs(base)
        found.append(Change(row["measure"], change, abs(before - real) / abs(real)))
    return found


def narrowest(parts: Mapping[str, Sequence[Change]]) -> str | None:
    """The part that makes simulated science narrower, None where none does.

    The one with most narrower minus broader measures; of several the one with the largest mean
    change.
    """
    scored = {
        part: (
            sum(one.is_narrower for one in found) - sum(one.is_broader for one in found),
            sum(one.share for one in found) / max(len(found), 1),
        )
        for part, found in parts.items()
    }
    best = max(scored, key=lambda part: scored[part], default=None)
    return best if best is not None and scored[best][0] > 0 else None
