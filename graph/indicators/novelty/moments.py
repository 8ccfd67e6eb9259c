"""Mean and variance of item pair counts when items are permuted within cited years.

Both are exact, finite populations included. With x and y the indicators "slot s holds item i"
and "holds item j", and B(s, t) = 1 for two slots of one paper, the count is N = x'By (i != j) or
x'Bx / 2. Classes are permuted independently, so N splits into uncorrelated parts: for each class
g what happens inside it with the other classes at their mean, and for two classes g, h the
product of deviations. The first part needs fourth moments of one permutation, all of which are
falling factorials; the second only the doubly centred square sum of B between two classes.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.slots import SlotGroup
from scinet.graph.snapshot.csr import Int32, Int64

Float64: TypeAlias = NDArray[np.float64]
NOISE: Final = 1e-12  # of E a deviation, of E + E^2 a variance below it is rounding, not a count


@dataclass(frozen=True, slots=True)
class Classes:
    """Distribution of the papers' slots over classes (k slots of a paper in a class).

    Shapes:
        size: ``(C,)``, slots per class, M.
        two: ``(C, C)``, sum over papers of k_g k_h.
        three: ``(C, C, C)``, sum over papers of k_g k_h k_l.
        both: ``(C, C)``, squares of B between two classes with rows and columns centred, times
            M_g M_h / ((M_g - 1)(M_h - 1)); 0 on the diagonal and where a class has one slot.
    """

    size: Int64
    two: Int64
    three: Int64
    both: Float64


def classes_of(group: SlotGroup) -> Classes:
    """Sum over the papers of a group."""
    size = np.bincount(group.cited_year)
    return classes_from(size, *power_sums(group.indptr, group.cited_year, len(size)))


def classes_from(size: Int64, two: Int64, three: Int64) -> Classes:
    """Make classes from their slots and :func:`power_sums`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = size / (size - 1)
        mixed = np.einsum("ghh->gh", three)
        both = two - mixed / size[None, :] - mixed.T / size[:, None] + two**2 / np.outer(size, size)
        both *= np.outer(scale, scale)
    both[(size < 2)[:, None] | (size < 2)[None, :]] = 0.0
    np.fill_diagonal(both, 0.0)
    return Classes(size.astype(np.int64), two, three, both)


@dataclass(frozen=True, slots=True)
class Items:
    """Precomputed sums of each item, so that a pair costs little.

    With u_s the expected number of slots holding the item beside slot s in other classes:

    Shapes:
        count: ``(J, C)``, slots that hold the item in each class.
        total, inside, spread, cross: ``(J, C)``, over the slots s of a class: sum of u_s, sum of
            u_s times the slots beside s in the class, M / (M - 1) times the centred square sum
            of u_s, and the variance that deviations of the item add from other classes.
    """

    count: Int64
    total: Float64
    inside: Float64
    spread: Float64
    cross: Float64


def items_of(group: SlotGroup, classes: Classes) -> Items:
    """Prepare all items of a group; O(J C^3), less for items of few cited years."""
    width = len(classes.size)
    count = np.bincount(
        group.item.astype(np.int64) * width + group.cited_year, minlength=len(group.code) * width
    )
    return items_from(count.reshape(-1, width), classes)


def items_from(count: Int64, classes: Classes) -> Items:
    """Prepare items by the slots that each holds in every class."""
    size, width = classes.size, len(classes.size)
    share = count / size
    off = 1.0 - np.eye(width)
    total = share @ (classes.two * off)
    inner = np.einsum("ggh->gh", classes.three) - classes.two
    inside = share @ (inner * off).T
    spread = _spreads(share, total, classes.three.astype(np.float64), size)
    cross = (share * (1 - share)) @ classes.both
    return Items(count.astype(np.int64), total, inside, spread, cross)


def moments(
    classes: Classes, items: Items, indptr: Int64, partner: Int32
) -> tuple[Float64, Float64]:
    """Compute mean and variance of the counts of some pairs.

    Args:
        indptr: Pairs by first item, shape ``(J + 1,)``.
        partner: Second item of each pair, shape ``(pairs,)``.

    Returns:
        Mean and variance, shape ``(pairs,)``. Exact but for rounding; a variance that is only
        rounding is 0.
    """
    mean, variance = _pair_moments(
        classes.size,
        classes.two.astype(np.float64),
        classes.three.astype(np.float64),
        classes.both,
        items.count.astype(np.float64),
        items.total,
        items.inside,
        items.spread,
        items.cross,
        indptr,
        partner,
    )
    variance[variance <= NOISE * (mean + mean**2)] = 0.0
    return mean, variance


@njit(cache=True, nogil=True)
def power_sums(
    indptr: Int64, cited_year: Int32, width: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sum the products of two and of three classes over papers; see :class:`Classes`."""
    two = np.zeros((width, width), dtype=np.int64)
    three = np.zeros((width, width, width), dtype=np.int64)
    counts = np.zeros(width, dtype=np.int64)
    used = np.empty(width, dtype=np.int64)
    for paper in range(len(indptr) - 1):
        length = 0
        for slot in range(indptr[paper], indptr[paper + 1]):
            g = cited_year[slot]
            if counts[g] == 0:
                used[length] = g
                length += 1
            counts[g] += 1
        for a in range(length):
            g = used[a]
            for b in range(length):
                h = used[b]
                product = counts[g] * counts[h]
                two[g, h] += product
                for c in range(length):
                    three[g, h, used[c]] += product * counts[used[c]]
        for a in range(length):
            counts[used[a]] = 0
    return two, three


@njit(cache=True, nogil=True)
def _spreads(share: Float64, total: Float64, three: Float64, size: Int64) -> Float64:
    rows, width = share.shape
    spread = np.zeros((rows, width))
    for i in range(rows):
        squares = np.zeros(width)
        for h in range(width):
            for k in range(width):
                product = share[i, h] * share[i, k]
                if product > 0.0:
                    for g in range(width):
                        if g != h and g != k:
                            squares[g] += product * three[h, k, g]
        for g in range(width):
            if size[g] > 1:
                centred = squares[g] - total[i, g] ** 2 / size[g]
                spread[i, g] = max(centred, 0.0) * size[g] / (size[g] - 1)
    return spread


@njit(cache=True, inline="always")
def _falling_ratio(above: Any, below: Any) -> Any:
    """Return a ratio of falling factorials; 0 where the class has too few slots."""
    return above / below if below > 0.0 else 0.0


@njit(cache=True, nogil=True)
def _pair_moments(
    size: Int64,
    two: Float64,
    three: Float64,
    both: Float64,
    count: Float64,
    total: Float64,
    inside: Float64,
    spread: Float64,
    cross: Float64,
    indptr: Int64,
    partner: Int32,
) -> tuple[Float64, Float64]:
    rows, width = count.shape
    mean = np.zeros(len(partner))
    variance = np.zeros(len(partner))
    for i in range(rows):
        if indptr[i] == indptr[i + 1]:
            continue
        beside = np.zeros((width, width))
        share = np.empty(width)
        for g in range(width):
            share[g] = count[i, g] / size[g]
        for g in range(width):
            if count[i, g] > 0:
                for h in range(width):
                    if h != g and count[i, h] > 0:
                        for other in range(width):
                            if other != g:
                                beside[g, other] += three[g, h, other] * share[h]
        for pair in range(indptr[i], indptr[i + 1]):
            j = partner[pair]
            expected = 0.0
            spreads = 0.0
            for g in range(width):
                m, a, b = float(size[g]), count[i, g], count[j, g]
                if a + b == 0:
                    continue
                p, q = share[g], b / m
                # Slots beside each other within the class: pairs, triples and quadruples.
                near = two[g, g] - m
                near3 = three[g, g, g] - 3.0 * two[g, g] + 2.0 * m
                near4 = near * near - 2.0 * near - 4.0 * near3
                m2 = m * (m - 1.0)
                m3 = m2 * (m - 2.0)
                m4 = m3 * (m - 3.0)
                if i == j:
                    a2 = a * (a - 1.0)
                    two_hold = _falling_ratio(a2, m2)
                    three_hold = _falling_ratio(a2 * (a - 2.0), m3)
                    four_hold = _falling_ratio(a2 * (a - 2.0) * (a - 3.0), m4)
                    inner = 0.5 * two_hold * near
                    expected += inner + 0.5 * p * total[i, g]
                    spreads += (
                        0.25 * (2 * two_hold * near + 4 * three_hold * near3 + four_hold * near4)
                        - inner * inner
                        + p * (1.0 - p) * spread[i, g]
                        + 2.0 * two_hold * inside[i, g]
                        + three_hold * (near * total[i, g] - 2.0 * inside[i, g])
                        - 2.0 * inner * p * total[i, g]
                        + 0.5 * p * (1.0 - p) * cross[i, g]
                    )
                    continue
                expected += p * total[j, g]
                spreads += (
                    p * (1.0 - p) * (spread[j, g] + cross[j, g]) + q * (1.0 - q) * spread[i, g]
                )
                if a == 0 or b == 0:
                    continue
                hold = _falling_ratio(a * b, m2)
                hold_i = _falling_ratio(a * (a - 1.0) * b, m3)
                hold_j = _falling_ratio(a * b * (b - 1.0), m3)
                four = _falling_ratio(a * (a - 1.0) * b * (b - 1.0), m4)
                inner = hold * near
                expected += inner
                spreads += inner + (hold_i + hold_j) * near3 + four * near4 - inner * inner
                spreads += 2.0 * (
                    hold * (inside[i, g] + inside[j, g])
                    + hold_i * (near * total[j, g] - 2.0 * inside[j, g])
                    + hold_j * (near * total[i, g] - 2.0 * inside[i, g])
                    - inner * (p * total[j, g] + q * total[i, g])
                )
                if m > 1.0:
                    common = -total[i, g] * total[j, g] / m
                    twice = 0.0
                    for h in range(width):
                        if h != g:
                            other = count[j, h] / size[h]
                            common += beside[g, h] * other
                            twice += both[g, h] * share[h] * other
                    spreads += p * q * (twice - 2.0 * common * m / (m - 1.0))
            mean[pair] = expected
            variance[pair] = spreads
    return mean, variance
