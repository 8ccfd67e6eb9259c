"""Simulated and real papers by calendar month, at equal numbers of papers."""

from collections.abc import Sequence
from datetime import date
from typing import Final, TypeAlias

import numpy as np

from scinet.eval.task import Row
from scinet.experiments.simulated_year.measures import drop_nan, mean_interval, nan_mean
from scinet.experiments.simulated_year.titles import (
    nearest_earlier,
    nearest_in_pool,
    sample_papers,
    title_difference,
)
from scinet.experiments.simulated_year.year import Values, Year, effective_number
from scinet.graph.schema.dates import day_of

Month: TypeAlias = tuple[date, date]

_MIN_POOL: Final = 20
_SAMPLE_SIZE: Final = 100


def split_months(since: date, end: date) -> list[Month]:
    """Return first day and end, exclusive, of each calendar month with some of the days."""
    periods = []
    while since < end:
        year, month = divmod(since.year * 12 + since.month, 12)
        following = min(date(year, month + 1, 1), end)
        periods.append((since, following))
        since = following
    return periods


def measure_by_month(
    simulated: Sequence[tuple[Year, Sequence[Month]]],
    real: tuple[Year, Sequence[Month]] | None,
    before: tuple[Year, Sequence[Month]] | None,
    *,
    fewest: int = _MIN_POOL,
) -> list[Row]:
    """Make a row per measure and month.

    Measures of titles and effective numbers, which depend on the number of papers, use the size of
    the month's smallest pool; a pool of fewer than ``fewest`` is skipped. A paper dated only to a
    year is in no month.

    Args:
        simulated: The papers of each run, and their months.
        real: The same of the real days; None where these are not over.
        before: Of the same months a year earlier.

    Returns:
        ``month`` as ``YYYY-MM``, ``measure``, and ``simulated`` with the 95 % interval over runs
        (``low``, ``high``), ``real`` and ``year_before``, None without a value:

        * ``papers``: their number.
        * ``difference of titles``: of at most 100 from the ten nearest of the same month.
        * ``novelty of titles, growing corpus``, ``…, fixed corpus``: from the ten nearest before
          the month, and before the period.
        * ``effective number of authors``, ``… of cited papers``: of all papers from the first month
          up to the end of this one.
        * ``a reference cites another``, ``pairs of references that cite each other``: all papers of
          the month that have references.

    Source:
        PreScience, Figures 4 and 10 to 12.
    """
    sides = [*simulated, *(item for item in (real, before) if item is not None)]
    pools = [[_month_papers(year, month) for month in own] for year, own in sides]
    rows = []
    for place, (first, _) in enumerate(simulated[0][1]):
        now = [own[place] for own in pools]
        titles = [
            np.intersect1d(year.titled, pool) for (year, _), pool in zip(sides, now, strict=True)
        ]
        so_far = [np.concatenate(own[: place + 1]) for own in pools]
        size, length = _smallest_pool(titles, fewest), _smallest_pool(so_far, fewest)
        values = [
            {"papers": float(len(pool))}
            | _title_measures(
                year, own[place][0], sample_papers(_require_size(named, fewest), size)
            )
            | _clustering_measures(year, _require_size(pool, fewest))
            | _cumulative_measures(year, sample_papers(_require_size(every, fewest), length))
            for (year, own), pool, named, every in zip(sides, now, titles, so_far, strict=True)
        ]
        real_values = values[len(simulated)] if real is not None else {}
        earlier = values[-1] if before is not None else {}
        for name in values[0]:
            runs = drop_nan([item[name] for item in values[: len(simulated)]])
            low, high = mean_interval(runs)
            numbers = {
                "simulated": nan_mean(runs),
                "low": low,
                "high": high,
                "real": real_values.get(name, float("nan")),
                "year_before": earlier.get(name, float("nan")),
            }
            shown = {key: None if np.isnan(item) else item for key, item in numbers.items()}
            rows.append({"month": f"{first:%Y-%m}", "measure": name, **shown})
    return rows


def _month_papers(year: Year, month: Month) -> Values:
    first, end = map(day_of, month)
    past, papers = year.snapshot, year.papers
    is_in = (past.first_day[papers] >= first) & (past.day[papers] < end)
    pool: Values = papers[is_in]
    return pool


def _smallest_pool(pools: Sequence[Values], fewest: int) -> int:
    return min((len(pool) for pool in pools if len(pool) >= fewest), default=0)


def _require_size(pool: Values, fewest: int) -> Values:
    return pool if len(pool) >= fewest else pool[:0]


def _title_measures(year: Year, first: date, pool: Values) -> dict[str, float]:
    papers = sample_papers(pool, _SAMPLE_SIZE)
    start = int(np.searchsorted(year.snapshot.day, day_of(first)))
    return {
        "difference of titles": nan_mean(title_difference(nearest_in_pool(year, papers, pool))),
        "novelty of titles, growing corpus": nan_mean(
            title_difference(nearest_earlier(year, papers, before=start))
        ),
        "novelty of titles, fixed corpus": nan_mean(
            title_difference(nearest_earlier(year, papers, before=year.first))
        ),
    }


def _clustering_measures(year: Year, pool: Values) -> dict[str, float]:
    own = pool - year.first
    has_references = year.snapshot.cites.lengths()[pool] > 0
    return {
        "a reference cites another": nan_mean((year.closed[own] > 0)[has_references]),
        "pairs of references that cite each other": nan_mean(year.closed[own]),
    }


def _cumulative_measures(year: Year, papers: Values) -> dict[str, float]:
    return {
        "effective number of authors": effective_number(year.authors(papers)),
        "effective number of cited papers": effective_number(year.cited(papers)),
    }
