"""What a year of papers is like, and how far two years are from one another.

A simulated and a real year go through the same code. All measures need the network alone; texts are
compared by the words of their titles.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import ks_2samp, t

from scinet.eval.suites.prescience.targets import first_days
from scinet.eval.task import Row
from scinet.graph.indicators import ages, disruption
from scinet.graph.indicators.novelty import atypicality
from scinet.graph.links.decay import author_pairs
from scinet.graph.links.shared import common
from scinet.graph.simulation.statistics import concentration
from scinet.graph.snapshot import Snapshot
from scinet.models.text.tfidf import TitleWords

Values: TypeAlias = NDArray[Any]

_NEAREST: Final = 10
_SAMPLE: Final = 200  # papers whose titles are compared


@dataclass(frozen=True)
class Year:
    """The last papers of a snapshot, from a position on.

    Attributes:
        words: Words of titles before all years that are compared.
        foreseen: Citations within twelve months, of those papers for which some are known.
    """

    snapshot: Snapshot
    first: int
    words: TitleWords
    foreseen: Values

    @property
    def papers(self) -> NDArray[np.int64]:
        """Positions of the papers."""
        return np.arange(self.first, self.snapshot.num_papers)

    @property
    def cited(self) -> NDArray[np.int32]:
        """The papers that they cite, once for each citation."""
        cites = self.snapshot.cites
        return cites.indices[cites.indptr[self.first] :]

    @property
    def authors(self) -> NDArray[np.int32]:
        """Their authors, once for each place in a byline."""
        authored = self.snapshot.authored
        return authored.indices[authored.indptr[self.first] :]


def describe(year: Year) -> dict[str, Values]:
    """Values by measure: one for each paper, citation or place in a byline, or a single number."""
    past, papers = year.snapshot, year.papers
    sizes = past.authored.lengths()[papers]
    age = ages.of_references(past)
    citing = past.cites.row_numbers()[past.cites.indptr[year.first] :]
    by_number = past.author_papers.transpose(past.num_papers)
    own = common(by_number.indptr, by_number.indices, citing, year.cited) > 0
    received = np.bincount(year.cited, minlength=past.num_papers)
    unequal = concentration(np.sort(received[received > 0]))
    growing, fixed = _novelty(year)
    found: dict[str, Values] = {
        "papers": np.array([float(len(papers))]),
        "authors per paper": sizes,
        "newcomers in bylines": first_days(past)[year.authors]
        >= np.repeat(past.day[papers], sizes),
        "new pairs of co-authors": _new_pairs(year),
        "effective number of authors": _effective(year.authors),
        "references per paper": past.cites.lengths()[papers],
        "age of references (years)": age.mean_years[papers],
        "references of at most 5 years": age.recent_share[papers],
        "self-citations": own,
        "a reference cites another": _closed(year),
        "effective number of cited papers": _effective(year.cited),
        "Gini of citations": np.array([unequal["gini_citations"]]),
        "citations to the top percent": np.array([unequal["share_to_top_percent"]]),
        "tail exponent of citations": np.array([unequal["tail_exponent"]]),
        "cited within the period": received[papers],
        "days to the first citation": _first_citation(year),
        "disruption": disruption.on_arrays(past, window_years=None, focal=papers).cd,
        "atypicality of venues (10th percentile of z)": atypicality.on_arrays(past, past.venue).p10[
            papers
        ],
        "effective number of venues": _effective(past.venue[papers][past.venue[papers] >= 0]),
        "difference of titles from each other": _diversity(year),
        "novelty of titles, all earlier papers": growing,
        "novelty of titles, papers before the period": fixed,
        "citations within 360 days": year.foreseen,
    }
    known = {name: np.asarray(values, dtype=np.float64) for name, values in found.items()}
    return {name: values[~np.isnan(values)] for name, values in known.items()}


def compare(
    simulated: Sequence[Mapping[str, Values]],
    real: Mapping[str, Values] | None,
    before: Mapping[str, Values] | None,
) -> list[Row]:
    """A row per measure: means, and how far distributions are from the real one.

    Args:
        simulated: Of each run.
        real: Of the same days in reality, None where these are not over.
        before: Of as many real days before them: what is normal from one year to the next.

    Returns:
        ``simulated`` with the 95 % interval of Student's t over runs, ``real``, ``year_before``;
        ``distance`` of the simulated values to the real ones and ``distance_year_before`` of the
        year before to them: the largest difference of the two cumulative distributions, from 0, the
        same, to 1 (Kolmogorov and Smirnov), of measures that are more than a single number.
    """
    there, earlier = real or {}, before or {}
    rows = []
    for name in simulated[0]:
        means = [_mean(run[name]) for run in simulated]
        low, high = _interval(np.array(means))
        far = [_distance(run[name], there.get(name)) for run in simulated]
        numbers = {
            "simulated": float(np.mean(means)),
            "low": low,
            "high": high,
            "real": _mean(there.get(name)),
            "year_before": _mean(earlier.get(name)),
            "distance": float(np.mean(far)),
            "distance_year_before": _distance(earlier.get(name), there.get(name)),
        }
        known = {key: None if np.isnan(one) else one for key, one in numbers.items()}
        rows.append({"measure": name, **known})
    return rows


def _mean(values: Values | None) -> float:
    return float(values.mean()) if values is not None and len(values) else float("nan")


def _interval(means: Values) -> tuple[float, float]:
    if len(means) < 2:
        return float("nan"), float("nan")
    half = t.ppf(0.975, len(means) - 1) * means.std(ddof=1) / np.sqrt(len(means))
    return float(means.mean() - half), float(means.mean() + half)


def _distance(one: Values | None, other: Values | None) -> float:
    if one is None or other is None or min(len(one), len(other)) < 2:
        return float("nan")
    return float(ks_2samp(one, other).statistic)


def _effective(items: Values) -> Values:
    """Exp of the entropy of how often each is there, the number of equally frequent ones.

    Source:
        PreScience, effective number of authors and of references; Hill (1973),
        doi:10.2307/1934352.
    """
    if not len(items):
        return np.array([0.0])
    share = np.unique(items, return_counts=True)[1] / len(items)
    return np.array([np.exp(-(share * np.log(share)).sum())])


def _new_pairs(year: Year) -> Values:
    """Whether each pair of authors of a paper had no earlier paper together."""
    authored = year.snapshot.authored
    every = np.ones(authored.num_rows, dtype=bool)
    small, large, paper = author_pairs(authored.indptr, authored.indices, every)
    pair = small.astype(np.int64) << 32 | large
    _, first, inverse = np.unique(pair, return_index=True, return_inverse=True)
    found: Values = (paper[first][inverse] == paper)[paper >= year.first]
    return found


def _closed(year: Year) -> Values:
    """Whether one of a paper's references cites another: local clustering of PreScience."""
    size = year.snapshot.num_papers
    cites = year.snapshot.cites.to_scipy(size, dtype=np.int32)
    own = sparse.csr_array(cites[year.papers])
    both = own.multiply(own @ cites).sum(axis=1)
    cited: Values = np.asarray(both).ravel() > 0
    return cited[year.snapshot.cites.lengths()[year.papers] > 0]


def _first_citation(year: Year) -> Values:
    """Days from a paper to the first one of the period that cites it, of those that are cited."""
    by, day = year.snapshot.ordered_by, year.snapshot.day
    cited = year.papers[by.lengths()[year.papers] > 0]
    found: Values = day[by.indices[by.indptr[cited]]] - day[cited]
    return found


def _titles(year: Year) -> tuple[Values, sparse.csr_array]:
    """Some papers with titles, and their words."""
    named = year.papers[year.snapshot.title[year.papers].astype(bool)]
    some = np.sort(np.random.default_rng(0).permutation(named)[:_SAMPLE])
    return some, year.words.vectors(year.snapshot.title[some])


def _diversity(year: Year) -> Values:
    """One minus the mean cosine of each title and the ten nearest of the sample."""
    papers, words = _titles(year)
    cosine = (words @ words.T).toarray()
    np.fill_diagonal(cosine, -np.inf)
    return _far(cosine, len(papers) - 1)


def _novelty(year: Year) -> tuple[Values, Values]:
    """The same of the ten nearest titles before each paper, and before the period."""
    papers, words = _titles(year)
    cosine = (words @ year.words.vectors(year.snapshot.title).T).toarray()
    fixed = _far(cosine[:, : year.first], year.first)
    later = year.snapshot.day[None, :] >= year.snapshot.day[papers][:, None]
    return _far(np.where(later, -np.inf, cosine), year.first), fixed


def _far(cosine: Values, others: int) -> Values:
    if others < _NEAREST:
        return np.zeros(0)
    found: Values = 1.0 - np.sort(cosine, axis=1)[:, -_NEAREST:].mean(axis=1)
    return found
