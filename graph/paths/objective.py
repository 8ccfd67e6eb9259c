"""What a path is worth: the sum or the mean of its citations, with or without its two ends.

SciNetBench names neither, so each is an option that is part of the answer. Worths are compared as
fractions: two means that are equal must tie.
"""

from fractions import Fraction
from typing import Final, Literal, TypeAlias

Objective: TypeAlias = Literal["sum", "mean"]
Endpoints: TypeAlias = Literal["include", "exclude"]
OBJECTIVES: Final[tuple[Objective, ...]] = ("sum", "mean")
ENDPOINTS: Final[tuple[Endpoints, ...]] = ("include", "exclude")


def worth(total: int, hops: int, objective: Objective, endpoints: Endpoints) -> Fraction | None:
    """The number that is made as large as possible.

    Returns:
        None when there is no paper to average: one or no step, ends excluded.
    """
    if objective not in OBJECTIVES or endpoints not in ENDPOINTS:
        raise ValueError(f"no objective {objective!r} with endpoints {endpoints!r}")
    if objective == "sum":
        return Fraction(total)
    papers = hops + 1 if endpoints == "include" else hops - 1
    return Fraction(total, papers) if papers > 0 else None


def best_hops(worths: dict[int, Fraction | None]) -> list[int]:
    """The numbers of hops whose best paths tie for the first place, ascending.

    Args:
        worths: Worth of the best paths of each number of hops; an undefined one only wins alone.
    """
    defined = [value for value in worths.values() if value is not None]
    best = max(defined, default=None)
    return sorted(hops for hops, value in worths.items() if value == best)
