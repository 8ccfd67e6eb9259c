"""Disruption by Spark SQL; see :mod:`scinet.graph.indicators.disruption` for what is counted.

Each focal paper meets the later papers that cite it or its references, once for each such
citation; put together by pairs they say who cites both.
"""

from typing import TYPE_CHECKING, Final

from scinet.graph.indicators.citations import positive

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# In which of the windows a later paper is first, from 1; null where it is in none.
_PAIRS: Final = """
WITH met AS (
  SELECT cited AS focal, citing AS later, day AS later_day, cited_day AS focal_day, 1 AS cites,
         0 AS shares
  FROM ordered
  UNION ALL
  SELECT r.citing, c.citing, c.day, r.day, 0, 1
  FROM ordered r JOIN ordered c ON r.cited = c.cited AND c.day > r.day
)
SELECT focal, max(cites) = 1 AS cites, sum(shares) AS shared, {window} AS window
FROM met WHERE {inside} GROUP BY focal, later, later_day, focal_day
"""
_COUNTS: Final = """
SELECT focal, window, count_if(cites AND shared = 0) AS n_i,
       count_if(cites AND shared >= {least}) AS n_j, count_if(NOT cites) AS n_k,
       count_if(cites AND shared BETWEEN 1 AND {least} - 1) AS fewer_shared
FROM pairs GROUP BY focal, window
"""
# Papers with a reference to an earlier one, whether or not anybody meets them.
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
       {fewer}
FROM (
  SELECT *, max_by(struct(n_i, n_j), window) OVER (PARTITION BY focal) AS last FROM added
) JOIN papers p ON p.number = focal
ORDER BY (last.n_i - last.n_j) / nullif(last.n_i + last.n_j, 0) DESC NULLS LAST,
         last.n_i + last.n_j DESC, p.id, window
"""
_NUMBERS: Final = ("n_i", "n_j", "n_k", "fewer_shared")


def disruption(
    spark: "SparkSession",
    *,
    window_years: int | None,
    windows: int | None,
    window_days: int | None,
    least: int | None,
) -> "DataFrame":
    """Counts and indices of all papers with a reference to an earlier one, most disruptive first.

    Args:
        spark: A session with the views of :class:`scinet.spark.past.Past`.
    """
    if windows:
        ends = [
            _last(f"add_months(date_from_unix_date(focal_day), {12 * n})")
            for n in range(1, positive(windows) + 1)
        ]
    elif window_days:
        ends = [f"focal_day + {positive(window_days)}"]
    elif window_years is None:
        ends = ["later_day"]
    else:
        ends = [_last(f"add_months(date_from_unix_date(focal_day), {12 * positive(window_years)})")]
    cases = " ".join(f"WHEN later_day <= {end} THEN {n}" for n, end in enumerate(ends, start=1))
    pairs = _PAIRS.format(window=f"CASE {cases} END", inside=f"later_day <= {ends[-1]}")
    _view(spark, "pairs", pairs)
    _view(spark, "counts", _COUNTS.format(least=least or 1))
    sums = ", ".join(f"coalesce(sum({name}), 0) AS {name}" for name in _NUMBERS)
    _view(spark, "added", _ADDED.format(sums=sums, windows=len(ends)))
    fewer = ", fewer_shared" if least else ""
    return spark.sql(_RANKED.format(window="window," if windows else "", fewer=fewer))


def _last(day: str) -> str:
    return f"unix_date({day})"


def _view(spark: "SparkSession", name: str, query: str) -> None:
    spark.sql(query).createOrReplaceTempView(name)
