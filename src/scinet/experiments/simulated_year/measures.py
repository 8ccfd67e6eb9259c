"""Measures of a year of papers, and distances of two years.

A simulated and a real year are measured by the same code. All measures need the network alone;
texts are compared by the words of their titles.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ks_2samp, t

from scinet.eval.suites.prescience.targets import first_author_days
from scinet.eval.task import Row
from scinet.experiments.simulated_year.titles import (
    nearest_earlier,
    nearest_in_pool,
    sample_papers,
    title_difference,
)
from scinet.experiments.simulated_year.year import Values, Year, YearSize, effective_number
from scinet.graph.indicators import ages, disruption
from scinet.graph.indicators.novelty import atypicality
from scinet.graph.links.decay import author_pairs
from scinet.graph.links.overlap import count_common
from scinet.graph.synthetic.statistics import concentration

FORECAST_MEASURE: Final = "citations within 360 days"
_SAMPLE_SIZE: Final = 200  # papers whose titles are compared


def describe_year(year: Year, size: YearSize | None = None) -> dict[str, Values]:
    """Compute values by measure: one per paper, citation or byline position, or a single number.

    Args:
        size: Number of papers for effective numbers, concentration and the difference of titles,
            which depend on it; None means all.
    """
    past, papers = year.snapshot, year.papers
    size = size or YearSize.of(year)
    sample = sample_papers(papers, size.papers)
    cited = year.cited(papers)
    sizes = past.authored.lengths()[papers]
    age = ages.reference_ages(past)
    citing = past.cites.row_numbers()[past.cites.indptr[year.first] :]
    by_number = past.author_papers.transpose(past.num_papers)
    own = count_common(by_number.indptr, by_number.indices, citing, cited) > 0
    received = np.bincount(cited, minlength=past.num_papers)
    unequal = concentration(np.sort(np.unique(year.cited(sample), return_counts=True)[1]))
    collaborators = _count_collaborators(year)
    pool = sample_papers(year.titled, size.titled)
    compared = sample_papers(year.titled, min(size.titled, _SAMPLE_SIZE))
    measured: dict[str, Any] = {
        "papers": float(len(papers)),
        "authors per paper": sizes,
        "newcomers in bylines": first_author_days(past)[year.authors(papers)]
        >= np.repeat(past.day[papers], sizes),
        "new pairs of co-authors": _is_new_pair(year),
        "effective number of authors": effective_number(year.authors(sample)),
        "references per paper": past.cites.lengths()[papers],
        "age of references (years)": age.mean_years[papers],
        "references of at most 5 years": age.recent_share[papers],
        "collaborators of an author": collaborators,
        "tail exponent of collaborators": concentration(np.sort(collaborators))["tail_exponent"],
        "self-citations": own,
        "a reference cites another": (year.closed > 0)[past.cites.lengths()[papers] > 0],
        "pairs of references that cite each other": year.closed,
        "effective number of cited papers": effective_number(year.cited(sample)),
        "Gini of citations": unequal["gini_citations"],
        "citations to the top percent": unequal["share_to_top_percent"],
        "tail exponent of citations": unequal["tail_exponent"],
        "cited within the period": received[papers],
        "days to the first citation": _days_to_citation(year),
        "disruption": disruption.compute_disruption(past, window_years=None, focal=papers).cd,
        "atypicality of venues (10th percentile of z)": atypicality.compute_novelty(
            past, past.venue
        ).p10[papers],
        "effective number of venues": effective_number(
            past.venue[sample_papers(year.placed, size.placed)]
        ),
        "effective number of topics": (
            float("nan") if year.topics is None else effective_number(year.topic(sample))
        ),
        "difference of titles from each other": title_difference(
            nearest_in_pool(year, compared, pool)
        ),
        "novelty of titles, all earlier papers": title_difference(
            nearest_earlier(year, compared, before=None)
        ),
        "novelty of titles, papers before the period": title_difference(
            nearest_earlier(year, compared, before=year.first)
        ),
        FORECAST_MEASURE: year.foreseen,
    }
    return {name: drop_nan(np.atleast_1d(values)) for name, values in measured.items()}


def compare_measures(
    simulated: Sequence[Mapping[str, Values]],
    real: Mapping[str, Values] | None,
    before: Mapping[str, Values] | None,
) -> list[Row]:
    """Compare each measure: means, and distances of distributions from the real one.

    Args:
        simulated: Values of each run.
        real: Values of the same days in reality, None where these are not over.
        before: Values of as many real days before them, for the usual variation.

    Returns:
        ``simulated`` with the 95 % interval of Student's t over runs, ``real``, ``year_before``;
        ``distance`` of the simulated values to the real ones and ``distance_year_before`` of the
        year before to them: the largest difference of the two cumulative distributions, from 0, the
        same, to 1 (Kolmogorov and Smirnov), for measures that are more than a single number; not
        for forecasts, which are means and no counts. Runs without a value count in none of these.
    """
    real_values, earlier = real or {}, before or {}
    rows = []
    for name in simulated[0]:
        means = drop_nan([nan_mean(run[name]) for run in simulated])
        low, high = mean_interval(means)
        far = drop_nan([_ks_distance(run[name], real_values.get(name)) for run in simulated])
        numbers = {
            "simulated": nan_mean(means),
            "low": low,
            "high": high,
            "real": nan_mean(real_values.get(name)),
            "year_before": nan_mean(earlier.get(name)),
            "distance": nan_mean(far),
            "distance_year_before": _ks_distance(earlier.get(name), real_values.get(name)),
        }
        if name == FORECAST_MEASURE:
            numbers |= dict.fromkeys(("distance", "distance_year_before"), float("nan"))
        shown = {key: None if np.isnan(number) else number for key, number in numbers.items()}
        rows.append({"measure": name, **shown})
    return rows


def drop_nan(values: Sequence[float] | Values) -> Values:
    """Drop NaN values."""
    every = np.asarray(values, dtype=float)
    defined: Values = every[~np.isnan(every)]
    return defined


def nan_mean(values: Values | None) -> float:
    """Compute the mean without NaN; NaN where there is none."""
    defined = drop_nan(() if values is None else values)
    return float(defined.mean()) if len(defined) else float("nan")


def mean_interval(means: Values) -> tuple[float, float]:
    """Compute the 95 % interval of a mean by Student's t; NaN of fewer than two values."""
    if len(means) < 2:
        return float("nan"), float("nan")
    half = t.ppf(0.975, len(means) - 1) * means.std(ddof=1) / np.sqrt(len(means))
    return float(means.mean() - half), float(means.mean() + half)


def _ks_distance(first: Values | None, second: Values | None) -> float:
    if first is None or second is None or min(len(first), len(second)) < 2:
        return float("nan")
    return float(ks_2samp(first, second, method="asymp").statistic)


def _is_new_pair(year: Year) -> Values:
    """Whether each pair of authors of a paper had no earlier paper together."""
    authored = year.snapshot.authored
    every = np.ones(authored.num_rows, dtype=bool)
    small, large, paper = author_pairs(authored.indptr, authored.indices, every)
    pair = small.astype(np.int64) << 32 | large
    _, first, inverse = np.unique(pair, return_index=True, return_inverse=True)
    is_new: Values = (paper[first][inverse] == paper)[paper >= year.first]
    return is_new


def _count_collaborators(year: Year) -> NDArray[np.int64]:
    """Count the co-authors of each author within the year, in order of author."""
    authored = year.snapshot.authored
    in_period = np.arange(authored.num_rows) >= year.first
    small, large, _ = author_pairs(authored.indptr, authored.indices, in_period)
    pairs = np.unique(small.astype(np.int64) << 32 | large)
    authors = np.unique(year.authors(year.papers))
    ends = np.concatenate([pairs >> 32, pairs & 0xFFFFFFFF])
    return np.bincount(np.searchsorted(authors, ends), minlength=len(authors))


def _days_to_citation(year: Year) -> Values:
    """Compute days from a paper to its first citation in the period, for cited ones."""
    by, day = year.snapshot.ordered_by, year.snapshot.day
    cited = year.papers[by.lengths()[year.papers] > 0]
    delays: Values = day[by.indices[by.indptr[cited]]] - day[cited]
    return delays
