"""Disruption by Spark SQL; see :mod:`scinet.graph.indicators.disruption` for its definition.

Each focal paper is joined to the later papers that cite it or its references, once for each such
citation; grouping by pairs gives the papers that cite both. Counting a paper as its own reference
avoids another join.
"""

from typing import TYPE_CHECKING, Final

import numpy as np

from scinet.graph.indicators.windows import NEWEST, check_window, excludes_open, last_covered_day
from scinet.graph.schema.choices import OpenWindows

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from scinet.spark.cutoff_views import TablesAsOf

# First window of a later paper, from 1; null where it is in none.
_PAIRS: Final = """
WITH met AS (
  SELECT {parted} *, {ends} FROM (
    SELECT citing AS focal, cited AS reference, 0 AS own, day AS focal_day FROM ordered
    UNION ALL
    SELECT DISTINCT citing, citing, 1, day FROM ordered
  )
)
SELECT {whole} focal, max(own) = 1 AS cites, count_if(own = 0) AS shared,
       min(CASE {cases} END) AS window
FROM met JOIN ordered c ON c.cited = reference AND c.day > focal_day AND c.day <= end_{windows}
GROUP BY focal, c.citing
"""
_COUNTS: Final = """
SELECT focal, window, count_if(cites AND shared = 0) AS n_i,
       count_if(cites AND shared >= {least}) AS n_j, count_if(NOT cites) AS n_k,
       count_if(cites AND shared BETWEEN 1 AND {least} - 1) AS fewer_shared
FROM pairs GROUP BY focal, window
"""
# Papers with a reference to an earlier one, including those without pairs.
_ADDED: Final = """
SELECT f.focal, w.window, {sums}
FROM (SELECT DISTINCT citing AS focal FROM ordered) f
CROSS JOIN (SELECT explode(sequence(1, {windows})) AS window) w
LEFT JOIN counts c ON c.focal = f.focal AND c.window <= w.window
GROUP BY f.focal, w.window
"""
_RANKED: Final = """
SELECT {window} p.id AS paper_id, n_i, n_j, n_k,
       (n_i - n_j) / nullif(n_i + n_j + n_k, 0) AS cd, (n_i - n_j) / nullif(n_i + n_j, 0) AS di
       {is_open} {fewer}
FROM (
  SELECT *, max_by(struct(n_i, n_j), window) OVER (PARTITION BY focal) AS last FROM added
) JOIN papers p ON p.number = focal
WHERE {chosen}
ORDER BY (last.n_i - last.n_j) / nullif(last.n_i + last.n_j, 0) DESC NULLS LAST,
         last.n_i + last.n_j DESC, p.id, window
"""
_OPEN: Final = "SELECT count(*) AS papers FROM papers p WHERE {end} > {last}"
_NUMBERS: Final = ("n_i", "n_j", "n_k", "fewer_shared")


def disruption(
    past: "TablesAsOf",
    *,
    window_years: int | None,
    windows: int | None,
    window_days: int | None,
    least: int | None,
    open_windows: OpenWindows | None,
) -> "tuple[DataFrame, dict[str, int]]":
    """Compute counts and indices of papers with an earlier reference, most disruptive first.

    Returns:
        The rows, and the number of papers left out because their longest window is open.
    """
    ends = _window_ends("focal_day", window_years, windows, window_days)
    pairs = _PAIRS.format(
        ends=", ".join(f"{end} AS end_{n}" for n, end in enumerate(ends, start=1)),
        cases=" ".join(f"WHEN c.day <= end_{n} THEN {n}" for n in range(1, len(ends) + 1)),
        windows=len(ends),
        **past.hints("focal", "c"),
    )
    spark = past.spark
    spark.sql(pairs).createOrReplaceTempView("pairs")
    past.kept("counts", _COUNTS.format(least=least or 1))
    sums = ", ".join(f"coalesce(sum({name}), 0) AS {name}" for name in _NUMBERS)
    spark.sql(_ADDED.format(sums=sums, windows=len(ends))).createOrReplaceTempView("added")
    clauses = {"window": "window," if windows else "", "fewer": ", fewer_shared" if least else ""}
    if not (windows or window_days or window_years):
        return spark.sql(_RANKED.format(**clauses, is_open="", chosen="true")), {}
    newest = spark.table("papers").select("day").orderBy("day", ascending=False).head(NEWEST)
    last = last_covered_day(np.array([row.day for row in newest[::-1]] or [0]), past.before)
    is_left_out = excludes_open(open_windows, is_ranking=True)
    of_paper = _window_ends("p.day", window_years, windows, window_days)
    cases = " ".join(f"WHEN {n} THEN {end} > {last}" for n, end in enumerate(of_paper, start=1))
    ranked = _RANKED.format(
        **clauses,
        is_open=f", CASE window {cases} END AS window_open",
        chosen=f"{of_paper[-1]} <= {last}" if is_left_out else "true",
    )
    if not is_left_out:
        return spark.sql(ranked), {}
    [counted] = spark.sql(_OPEN.format(end=of_paper[-1], last=last)).collect()
    return spark.sql(ranked), {"papers_with_an_open_window": counted.papers}


def _window_ends(
    day: str, window_years: int | None, windows: int | None, window_days: int | None
) -> list[str]:
    """Return the last day of each window of a paper, given the column of its day."""
    if window_days and not windows:
        return [f"{day} + {check_window(window_days)}"]
    if window_years is None and not windows:
        return ["2147483647"]
    years = range(1, check_window(windows) + 1) if windows else [check_window(window_years or 0)]
    return [f"unix_date(add_months(date_from_unix_date({day}), {12 * n}))" for n in years]
