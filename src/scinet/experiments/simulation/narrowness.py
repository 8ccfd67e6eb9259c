"""Is simulated science narrower than real science, and which part makes it so?

Narrow is a year in which few authors, papers, venues and topics carry much, and in which titles are
like one another and like earlier ones. Each measure of that is compared in per cent, and a change
counts where it is larger than the one from the year before to the real one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_WIDER: Final = -1
_NARROWER: Final = 1
# By measure, what a larger value is, and what readers know it by.
_MEASURES: Final[Mapping[str, tuple[int, str]]] = {
    "effective number of authors": (_WIDER, "variety of authors"),
    "effective number of cited papers": (_WIDER, "variety of cited papers"),
    "effective number of venues": (_WIDER, "variety of venues"),
    "effective number of topics": (_WIDER, "variety of topics"),
    "Gini of citations": (_NARROWER, "spread of citations"),
    "citations to the top percent": (_NARROWER, "citations outside the top percent"),
    "difference of titles from each other": (_WIDER, "variety of titles"),
    "novelty of titles, all earlier papers": (_WIDER, "novelty to all earlier titles"),
    "novelty of titles, papers before the period": (_WIDER, "novelty to earlier real titles"),
    "difference of papers from each other (LACER)": (_WIDER, "variety of papers, judged"),
    "novelty of papers, all earlier papers (LACER)": (_WIDER, "novelty to all papers, judged"),
    "novelty of papers, papers before the period (LACER)": (
        _WIDER,
        "novelty to real papers, judged",
    ),
}


@dataclass(frozen=True, slots=True)
class Change:
    """How much narrower something is on one measure.

    Attributes:
        measure: What readers know it by.
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
        value, base, real = row[what], row[to], row["real"]
        if row["measure"] not in _MEASURES or value is None or not base or not real:
            continue
        sign, known_as = _MEASURES[row["measure"]]
        before = real if row["year_before"] is None else row["year_before"]
        change = sign * (value - base) / abs(base)
        found.append(Change(known_as, change, abs(before - real) / abs(real)))
    return found


def mean_change(found: Sequence[Change]) -> float:
    """How much narrower it is over all measures: usual changes count as none, others up to 1."""
    counted = [
        min(max(one.share, -1.0), 1.0) if one.is_narrower or one.is_broader else 0.0
        for one in found
    ]
    return sum(counted) / max(len(counted), 1)


def narrowest(parts: Mapping[str, Sequence[Change]]) -> str | None:
    """The part that makes simulated science narrower, by the largest mean change.

    None where no part makes it narrower on the whole.
    """
    best = max(parts, key=lambda part: mean_change(parts[part]), default=None)
    return best if best is not None and mean_change(parts[best]) > 0 else None
