"""Sampling of pairs by the published rules.

Of two artefacts of one group the larger count must be at least the ratio times the other's and
exceed it. Sorted by count, the partners of an artefact are the end of the list, so that valid pairs
are counted and sampled without enumeration.
"""

from collections.abc import Sequence

import numpy as np

from scinet.errors import DataError
from scinet.graph.snapshot.csr import Int64

_MAX_ENUMERATED = 2_000_000  # pairs that are enumerated when nothing limits the uses
_MAX_SHUFFLED = 10_000  # pairs that are shuffled, not sampled, so that none is missed


def draw_pairs(
    count: Int64, groups: Sequence[Int64], *, ratio: float, uses: int, rng: np.random.Generator
) -> tuple[Int64, Int64]:
    """Sample pairs uniformly from the valid ones, until no allowed one is left.

    Args:
        count: Count of each artefact, shape ``(artefacts,)``.
        groups: Positions of the artefacts that may be paired, which may be in several groups.
        uses: Pairs that an artefact may be in, over all groups; 0 takes every valid pair.

    Returns:
        The number of valid pairs of each group; and positions of the artefacts with the smaller and
        the larger count of each sampled pair, shape ``(n, 2)``.
    """
    valid = np.array(
        [_count_partners(count[members], ratio)[1].sum() for members in groups], np.int64
    )
    if uses == 0 and valid.sum() > _MAX_ENUMERATED:
        raise DataError(
            f"{valid.sum():,} pairs are valid, more than {_MAX_ENUMERATED:,}",
            hint="Limit them with -o uses=N, or by a higher -o min_count or -o ratio.",
        )
    remaining = np.full(len(count), uses, dtype=np.int64)
    seen: set[tuple[int, int]] = set()
    pairs: list[tuple[int, int]] = []
    for members in groups:
        if uses == 0:
            pairs += _all_pairs(count, members, ratio, seen)
        else:
            pairs += _sample_pairs(count, members, ratio, remaining, seen, rng)
    return valid, np.array(pairs, dtype=np.int64).reshape(-1, 2)


def _count_partners(count: Int64, ratio: float) -> tuple[Int64, Int64]:
    """Order by count, and for each position of that order count the partners above it."""
    order = np.argsort(count, kind="stable")
    ranked = count[order]
    least = np.maximum(ratio * ranked, ranked + 1)
    return order, len(ranked) - np.searchsorted(ranked, least)


def _all_pairs(
    count: Int64, members: Int64, ratio: float, seen: set[tuple[int, int]]
) -> list[tuple[int, int]]:
    order, partners = _count_partners(count[members], ratio)
    ranked = members[order]
    pairs = [
        (int(low), int(high))
        for low, number in zip(ranked, partners, strict=True)
        for high in ranked[len(ranked) - number :]
    ]
    fresh = [pair for pair in dict.fromkeys(pairs) if pair not in seen]
    seen.update(fresh)
    return fresh


def _sample_pairs(
    count: Int64,
    members: Int64,
    ratio: float,
    remaining: Int64,
    seen: set[tuple[int, int]],
    rng: np.random.Generator,
) -> list[tuple[int, int]]:
    """Sample in rounds from the allowed ones; the last few pairs are enumerated."""
    pairs: list[tuple[int, int]] = []
    goes_through = is_worn = False
    while not goes_through:
        members = members[remaining[members] > 0]
        order, partners = _count_partners(count[members], ratio)
        total = int(partners.sum())
        goes_through = total <= _MAX_SHUFFLED or is_worn
        # One number per pair: those of the first artefact, then those of the second, and so on.
        picked = rng.permutation(total) if goes_through else rng.integers(total, size=len(members))
        ranked, ends = members[order], np.cumsum(partners)
        low = np.searchsorted(ends, picked, side="right")
        high = len(ranked) - (ends[low] - picked)
        had = len(pairs)
        for pair in zip(ranked[low].tolist(), ranked[high].tolist(), strict=True):
            if remaining[pair[0]] and remaining[pair[1]] and pair not in seen:
                seen.add(pair)
                pairs.append(pair)
                remaining[list(pair)] -= 1
        is_worn = len(pairs) - had < len(picked) / 10
    return pairs
