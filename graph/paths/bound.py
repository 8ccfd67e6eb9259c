"""Bound on the length of a path, and on the table that it needs.

Without a bound the path of the largest sum is nearly the longest one, ten times as long as needed;
so a bound on hops is part of every result.
"""

from scinet.errors import QueryError
from scinet.graph.schema.choices import Bound as Bound

SLACK = 2  # hops more than the shortest path, when no bound is given
MAX_BYTES = 4 * 2**30  # of the table by hops


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
        max_hops = None if shortest < 0 else shortest + SLACK
    if not shortest_only or shortest < 0:
        return max_hops
    return shortest if max_hops is None else min(max_hops, shortest)


def refuse_if_too_large(bound: int, papers: int) -> None:
    """Refuse a table of 16 bytes for each paper and number of hops that is too large."""
    needed = 16 * (bound + 1) * papers
    if needed > MAX_BYTES:
        raise QueryError(
            f"paths of up to {bound} hops among {papers:,} papers need {needed / 2**30:,.1f} GiB",
            hint="Allow fewer hops with max_hops, or take the sum without a bound.",
        )
