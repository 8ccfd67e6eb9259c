"""Statistics of a network, for comparison of real and simulated ones.

A real network and a simulated one go through the same code.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.graph.links.decay import author_pairs
from scinet.graph.links.overlap import count_common
from scinet.graph.schema.dates import DAYS_PER_YEAR, add_years
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.synthetic.network import MIN_PAPERS, simulate

_CLUSTERING_SAMPLE: Final = 20_000
_TAIL_FROM: Final = 10  # citations


def statistics(day: Int32, references: Csr, authored: Csr) -> dict[str, float]:
    """Describe citations and co-authorship.

    Args:
        day: Days since 1970-01-01, ascending, shape ``(papers,)``.
        references: Citing paper to distinct cited papers, sorted.
        authored: Paper to authors.

    Returns:
        * ``mean_references``, ``share_without_references``, ``max_citations``,
          ``share_uncited``.
        * ``share_to_top_percent``: citations that go to the hundredth of all papers that is
          cited most, at least one paper; ``gini_citations`` of all papers, 0 when all are cited
          equally often; ``tail_exponent`` of the papers with 10 citations or more.
        * ``mean_age_years``, ``median_age_years``: how much older the cited paper is, in years
          of 365.25 days; ``share_same_year``: both papers in one calendar year;
          ``share_within_5_years``: citations of papers at most five calendar years old;
          ``share_unordered``: citations of papers not dated earlier.
        * ``clustering``: mean local clustering of papers with two neighbours or more, citations
          taken without direction; of 20,000 evenly spaced papers when there are more.
        * ``share_closed``: citations whose two papers share a reference.
        * ``mean_team_size``, ``share_alone``: papers of one author; ``papers_per_author``;
          ``share_self_citations``: citations whose papers share an author;
          ``share_repeated_collaborations``: pairs of authors of a paper who are also together on
          another one listed before it.
        * ``median_`` and ``p90_`` of references, team size and papers per author: the least number
          that half, nine tenths, do not exceed; of authors with a paper.

        A share of nothing is NaN.

    Source:
        Clauset, Shalizi and Newman (2009), doi:10.1137/070710111, equation 3.7, for the
        exponent; Watts and Strogatz (1998), doi:10.1038/30918, for the clustering.
    """
    papers = len(day)
    citing = references.row_numbers()
    cited = references.indices
    received = np.bincount(cited, minlength=papers)
    age_years = (day[citing] - day[cited]) / DAYS_PER_YEAR
    years = _years(day)
    recent = day[citing] <= add_years(day[cited], 5)
    cited_by = references.transpose(papers)
    sample = np.linspace(0, papers - 1, min(papers, _CLUSTERING_SAMPLE)).astype(np.int64)
    local = _clustering(
        references.indptr, references.indices, cited_by.indptr, cited_by.indices, sample
    )
    by_number = authored.transpose(int(authored.indices.max(initial=-1)) + 1).transpose(papers)
    closed = count_common(references.indptr, references.indices, citing, cited) > 0
    own = count_common(by_number.indptr, by_number.indices, citing, cited) > 0
    small, large, _ = author_pairs(authored.indptr, authored.indices, np.ones(papers, dtype=bool))
    pairs = small.astype(np.int64) << 32 | large
    return {
        "mean_references": len(cited) / papers,
        "share_without_references": _mean(references.lengths() == 0),
        "max_citations": int(received.max()),
        "share_uncited": _mean(received == 0),
        **concentration(np.sort(received)),
        "mean_age_years": _mean(age_years),
        "median_age_years": float(np.median(age_years)) if len(cited) else float("nan"),
        "share_same_year": _mean(years[citing] == years[cited]),
        "share_within_5_years": _mean(recent),
        "share_unordered": _mean(day[citing] <= day[cited]),
        "clustering": _mean(local[~np.isnan(local)]),
        "share_closed": _mean(closed),
        "mean_team_size": len(authored.indices) / papers,
        "share_alone": _mean(authored.lengths() == 1),
        "papers_per_author": len(authored.indices) / len(np.unique(authored.indices)),
        "share_self_citations": _mean(own),
        "share_repeated_collaborations": (
            1.0 - len(np.unique(pairs)) / len(pairs) if len(pairs) else float("nan")
        ),
        **_count_quantiles("references", references.lengths()),
        **_count_quantiles("team_size", authored.lengths()),
        **_count_quantiles("papers_per_author", np.unique(authored.indices, return_counts=True)[1]),
    }


def snapshot_statistics(snapshot: Snapshot) -> dict[str, float]:
    """Describe everything before the snapshot's day; see :func:`statistics`."""
    if not len(snapshot.cites.indices) or not len(snapshot.authored.indices):
        raise DataError(
            "no citations or no authors to describe", hint="Load papers, or choose a later day."
        )
    return statistics(snapshot.day, snapshot.cites, snapshot.authored)


def simulated_statistics(snapshot: Snapshot) -> dict[str, float]:
    """Describe a simulated network with as many papers and references each."""
    papers = snapshot.num_papers
    if papers < MIN_PAPERS:
        raise DataError(
            f"{papers} papers before that day, a simulated network has {MIN_PAPERS} or more",
            hint="Leave the simulated network out, or choose a later day.",
        )
    mean = len(snapshot.cites.indices) / papers
    network = simulate(papers, 0, mean_references=mean)
    return statistics(network.day, network.references, network.authored)


def _count_quantiles(name: str, counts: NDArray[np.int64]) -> dict[str, float]:
    middle, upper = np.quantile(counts, [0.5, 0.9], method="inverted_cdf")
    return {f"median_{name}": float(middle), f"p90_{name}": float(upper)}


def concentration(ascending: NDArray[np.int64]) -> dict[str, float]:
    """Return the concentration of citations, from their numbers in ascending order."""
    papers, total = len(ascending), int(ascending.sum())
    tail = ascending[ascending >= _TAIL_FROM]
    # Zero only without a tail: the logarithms are of numbers above one.
    logs = float(np.log(tail / (_TAIL_FROM - 0.5)).sum())
    place = np.arange(1, papers + 1)
    return {
        "share_to_top_percent": (
            float(ascending[-max(papers // 100, 1) :].sum() / total) if total else float("nan")
        ),
        "gini_citations": (
            float(2.0 * (place * ascending).sum() / (papers * total) - (papers + 1) / papers)
            if total
            else float("nan")
        ),
        "tail_exponent": 1.0 + len(tail) / logs if logs else float("nan"),
    }


def _years(day: Int32) -> NDArray[np.int64]:
    return day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64)


def _mean(values: NDArray[np.bool_] | NDArray[np.float64]) -> float:
    return float(values.mean()) if len(values) else float("nan")


@njit(cache=True)
def _clustering(
    indptr: NDArray[np.int64],
    cited: Int32,
    inverse_indptr: NDArray[np.int64],
    citing: Int32,
    sample: NDArray[np.int64],
) -> NDArray[np.float64]:
    result = np.full(len(sample), np.nan)
    stamp = np.full(len(indptr) - 1, -1, np.int64)
    neighbours = np.empty(len(indptr) - 1, np.int32)
    for number in range(len(sample)):
        focal = sample[number]
        degree = 0
        for row in (
            cited[indptr[focal] : indptr[focal + 1]],
            citing[inverse_indptr[focal] : inverse_indptr[focal + 1]],
        ):
            for target in row:
                if target != focal and stamp[target] != number:
                    stamp[target] = number
                    neighbours[degree] = target
                    degree += 1
        if degree < 2:
            continue
        links = 0
        for neighbour in neighbours[:degree]:
            for target in cited[indptr[neighbour] : indptr[neighbour + 1]]:
                if target == neighbour or stamp[target] != number:
                    continue
                # Two papers that cite each other are one link, counted from the smaller.
                if (
                    target > neighbour
                    or neighbour not in cited[indptr[target] : indptr[target + 1]]
                ):
                    links += 1
        result[number] = 2.0 * links / (degree * (degree - 1))
    return result
