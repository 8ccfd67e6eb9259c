"""Objective of a path: the sum or the mean of its citations, with or without its two ends.

SciNetBench specifies neither, so each is an option and part of the result. Values are compared as
fractions, so that equal means tie. Without a bound the path of the largest sum is nearly the
longest one, ten times as long as needed; so a bound on hops is part of every result.
"""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final, Self, TypedDict

from scinet.errors import QueryError
from scinet.graph.schema.choices import Bound as Bound
from scinet.graph.schema.choices import Endpoints as Endpoints
from scinet.graph.schema.choices import Objective as Objective

OBJECTIVES: Final[tuple[Objective, ...]] = ("sum", "mean")
ENDPOINTS: Final[tuple[Endpoints, ...]] = ("include", "exclude")
_SLACK = 2  # hops more than the shortest path, when no bound is given
MAX_BYTES = 4 * 2**30  # of the table by hops


class ObjectiveOptions(TypedDict, total=False):
    """Attributes of :class:`PathObjective` as named arguments."""

    max_hops: Bound
    shortest_only: bool
    objective: Objective
    endpoints: Endpoints
    weights_before: date | None


@dataclass(frozen=True, slots=True)
class PathObjective:
    """Criteria of the best path.

    Attributes:
        max_hops: Most steps: a number, two more than the shortest path has, or None for any.
        shortest_only: Only paths of the fewest hops.
        endpoints: Whether the two end papers count. Without them, a mean needs an inner paper: a
            single step is found only when there is no other path, and its value is None.
        weights_before: Citations are counted as of this day, and papers dated on it or later
            weigh 0; None means the cutoff.
    """

    max_hops: Bound = "shortest+2"
    shortest_only: bool = False
    objective: Objective = "sum"
    endpoints: Endpoints = "include"
    weights_before: date | None = None

    def as_of(self, before: date | None) -> Self:
        """Return the same with the cutoff as day of the weights where none is given."""
        return replace(self, weights_before=self.weights_before or before)

    def bound(self, shortest: int) -> int | None:
        """Return the bound on hops as a number; see :func:`resolve_bound`."""
        return resolve_bound(self.max_hops, shortest, shortest_only=self.shortest_only)

    def worth(self, total: int, hops: int) -> Fraction | None:
        """Return the value of a path; see :func:`path_value`."""
        return path_value(total, hops, self.objective, self.endpoints)


def path_value(
    total: int, hops: int, objective: Objective, endpoints: Endpoints
) -> Fraction | None:
    """Return the value of the objective; None when there is no paper to average."""
    if objective not in OBJECTIVES or endpoints not in ENDPOINTS:
        raise ValueError(f"no objective {objective!r} with endpoints {endpoints!r}")
    if objective == "sum":
        return Fraction(total)
    papers = hops + 1 if endpoints == "include" else hops - 1
    return Fraction(total, papers) if papers > 0 else None


def best_hops(worths: dict[int, Fraction | None]) -> list[int]:
    """Return numbers of hops whose best paths tie, ascending; undefined only if all are."""
    defined = [value for value in worths.values() if value is not None]
    best = max(defined, default=None)
    return sorted(hops for hops, value in worths.items() if value == best)


def resolve_bound(max_hops: Bound, shortest: int, *, shortest_only: bool) -> int | None:
    """Return the bound on hops as a number.

    Args:
        shortest: Fewest hops; negative when there is no path.

    Returns:
        Most hops, or None when there is no bound or it depends on a path that does not exist.
    """
    if isinstance(max_hops, int) and max_hops < 0:
        raise ValueError(f"a bound of {max_hops} hops is negative")
    if max_hops == "shortest+2":
        max_hops = None if shortest < 0 else shortest + _SLACK
    if not shortest_only or shortest < 0:
        return max_hops
    return shortest if max_hops is None else min(max_hops, shortest)


def refuse_large_table(bound: int, papers: int) -> None:
    """Refuse a table of 16 bytes for each paper and number of hops that is too large."""
    needed = 16 * (bound + 1) * papers
    if needed > MAX_BYTES:
        raise QueryError(
            f"paths of up to {bound} hops among {papers:,} papers need {needed / 2**30:,.1f} GiB",
            hint="Allow fewer hops with max_hops, or take the sum without a bound.",
        )
