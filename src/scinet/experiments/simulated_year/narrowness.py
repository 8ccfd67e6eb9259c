"""Narrowness of simulated against real science, and the part that causes it.

A year is narrow when few authors, papers, venues and topics have large shares, and titles are
similar to one another and to earlier ones. Each measure is compared in per cent, and a change
counts where it exceeds the change from the year before to the real one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

# Readable names of measures; of the two of concentration, for the complement.
_MEASURES: Final[Mapping[str, str]] = {
    "effective number of authors": "variety of authors",
    "effective number of cited papers": "variety of cited papers",
    "effective number of venues": "variety of venues",
    "effective number of topics": "variety of topics",
    "Gini of citations": "spread of citations",
    "citations to the top percent": "citations outside the top percent",
    "difference of titles from each other": "variety of titles",
    "novelty of titles, all earlier papers": "novelty to all earlier titles",
    "novelty of titles, papers before the period": "novelty to earlier real titles",
    "difference of papers from each other (LACER)": "variety of papers, judged",
    "novelty of papers, all earlier papers (LACER)": "novelty to all papers, judged",
    "novelty of papers, papers before the period (LACER)": "novelty to real papers, judged",
}
_CONCENTRATION: Final = frozenset({"Gini of citations", "citations to the top percent"})


@dataclass(frozen=True, slots=True)
class NarrownessChange:
    """Relative narrowing on one measure.

    Attributes:
        measure: Readable name.
        share: 0.1 for a tenth narrower, negative where it is broader.
        usual: The absolute change from the year before.
        is_chance: Whether the interval over runs includes the compared value.
    """

    measure: str
    share: float
    usual: float
    is_chance: bool = False

    @property
    def is_narrower(self) -> bool:
        """Narrower by more than is usual."""
        return self.share > self.usual and not self.is_chance

    @property
    def is_broader(self) -> bool:
        """Broader by more than is usual."""
        return -self.share > self.usual and not self.is_chance


def compute_changes(
    rows: Sequence[Mapping[str, Any]], what: str, to: str
) -> list[NarrownessChange]:
    """Compute how much narrower one column of a table of measures is than another.

    Args:
        rows: With ``measure``, ``real``, ``year_before`` and the two columns; measures missing in
            one of them are left out.
    """
    computed = []
    for row in rows:
        name = row["measure"]
        if name not in _MEASURES or row[what] is None:
            continue
        value, base, real, before = (
            None if row[column] is None else _measure_width(name, row[column])
            for column in (what, to, "real", "year_before")
        )
        if value is None or not base or not real:
            continue
        usual = 0.0 if before is None else abs(before - real) / abs(real)
        change = (base - value) / abs(base)
        computed.append(
            NarrownessChange(_MEASURES[name], change, usual, _in_interval(row, row[to]))
        )
    return computed


def _measure_width(measure: str, value: float) -> float:
    return 1.0 - value if measure in _CONCENTRATION else value


def _in_interval(row: Mapping[str, Any], value: float) -> bool:
    low, high = row.get("low"), row.get("high")
    return low is not None and high is not None and low <= value <= high


def mean_narrowing(part_changes: Sequence[NarrownessChange]) -> float:
    """Compute the mean narrowing over measures: usual changes count 0, others up to 1."""
    counted = [
        min(max(change.share, -1.0), 1.0) if change.is_narrower or change.is_broader else 0.0
        for change in part_changes
    ]
    return sum(counted) / max(len(counted), 1)


def find_narrowest(parts: Mapping[str, Sequence[NarrownessChange]]) -> str | None:
    """Return the part with the largest mean narrowing.

    None where no part makes it narrower on the whole.
    """
    best = max(parts, key=lambda part: mean_narrowing(parts[part]), default=None)
    return best if best is not None and mean_narrowing(parts[best]) > 0 else None
