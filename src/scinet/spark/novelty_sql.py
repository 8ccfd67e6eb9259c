"""Novelty by Spark SQL, with the moments of :mod:`scinet.graph.indicators.novelty`.

Spark counts pairs of items in papers. The expectation of a pair depends on its two items and on
sums over all papers of a group, so that workers take the pairs of a group in portions.
"""

from typing import TYPE_CHECKING, Any, Final

from scinet.errors import DataError
from scinet.extension import suggest
from scinet.graph.indicators.novelty.slots import RECENT
from scinet.graph.schema.choices import LEVELS
from scinet.spark import engine

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from scinet.spark.cutoff_views import TablesAsOf

CHOICES: Final = ("venue", *LEVELS, "paper")
_PORTION: Final = 5_000_000  # pairs of a portion
_GROUPED: Final[dict[str, str]] = {
    "venue": "SELECT number, venue_id AS item FROM papers WHERE venue_id IS NOT NULL",
    "paper": "SELECT number, id AS item FROM papers",
    **{
        level: "SELECT p.number, f.field_id AS item FROM field_memberships f JOIN papers p "  # noqa: S608
        f"ON p.id = f.paper_id WHERE f.is_primary AND f.level = '{level}'"
        for level in LEVELS
    },
}
_YEAR: Final = "year(date_from_unix_date({}))"
_STEPS: Final = {
    "slots": f"""
SELECT o.citing AS paper, {_YEAR.format("o.day")} AS year, {{stratum}} AS stratum, i.item,
       least({_YEAR.format("o.day")} - {_YEAR.format("o.cited_day")}, {RECENT}) AS age
FROM ordered o JOIN items i ON i.number = o.cited {{strata}}
""",  # noqa: S608 - names of ours
    "codes": """
SELECT year, stratum, item,
       dense_rank() OVER (PARTITION BY year, stratum ORDER BY item) AS code
FROM (SELECT DISTINCT year, stratum, item FROM slots)
""",
    "held": """
SELECT year, stratum, paper, code, count(*) AS times
FROM slots JOIN codes USING (year, stratum, item) GROUP BY year, stratum, paper, code
""",
    "combined": """
SELECT a.year, a.stratum, a.paper, a.code AS first, b.code AS second,
       CASE WHEN a.code = b.code THEN a.times * (a.times - 1) DIV 2 ELSE a.times * b.times END
         AS times
FROM held a JOIN held b ON a.paper = b.paper AND a.code <= b.code
WHERE a.code < b.code OR a.times > 1
""",
    "observed": """
SELECT year, stratum, first, second, sum(times) AS count FROM combined
GROUP BY year, stratum, first, second
""",
    "portions": """
SELECT year, stratum, count(*) DIV {portion} + 1 AS portions FROM observed GROUP BY year, stratum
""",
    "ages": """
SELECT year, stratum, collect_list(age) AS ages FROM slots GROUP BY year, stratum, paper
""",
    "sides": """
SELECT year, stratum, 1 AS kind, code AS a, age AS b, 0 AS c, count(*) AS n
FROM slots JOIN codes USING (year, stratum, item) GROUP BY year, stratum, code, age
UNION ALL SELECT * FROM sums
""",
    "asked": """
SELECT *, pmod(first, portions) AS portion FROM observed JOIN portions USING (year, stratum)
""",
    "given": """
SELECT s.*, portion FROM sides s
JOIN (SELECT *, explode(sequence(0L, portions - 1)) AS portion FROM portions)
USING (year, stratum)
""",
    "scored": """
SELECT paper, percentile(z, array(0.1, 0.5), times) AS at, sum(times) AS pairs
FROM combined JOIN scores USING (year, stratum, first, second)
WHERE z IS NOT NULL GROUP BY paper
""",
}
_SUMS: Final = "year int, stratum string, kind int, a int, b int, c int, n long"
_SCORES: Final = "year int, stratum string, first int, second int, z double"
_RANKED: Final = """
SELECT p.id AS paper_id, at[0] AS p10, at[1] AS median, coalesce(pairs, 0) AS pairs
FROM papers p LEFT JOIN scored ON paper = number ORDER BY p10 ASC NULLS LAST, number
"""
_LEFT_OUT: Final = """
SELECT (SELECT count(*) FROM citations) - (SELECT count(*) FROM ordered) AS unordered_citations,
       (SELECT count(*) FROM ordered o LEFT ANTI JOIN items i ON i.number = o.cited)
         AS references_without_item
       {stratum}
"""
_WITHOUT_STRATUM: Final = """,
  (SELECT count(*) FROM ordered o LEFT SEMI JOIN items i ON i.number = o.cited
     LEFT ANTI JOIN strata s ON s.number = o.citing) AS references_without_stratum
"""


def novelty(
    past: "TablesAsOf", *, item: str, stratum: str | None
) -> "tuple[DataFrame, dict[str, int]]":
    """Compute atypicality of all papers, most novel first, and counts of omissions."""
    spark = past.spark
    past.tables.table(spark, "field_memberships").createOrReplaceTempView("field_memberships")
    _create_group_view(spark, "items", item)
    how = {"stratum": "''", "strata": "", "portion": _PORTION}
    if stratum is not None:
        _create_group_view(spark, "strata", stratum)
        how |= {"stratum": "s.item", "strata": "JOIN strata s ON s.number = o.citing"}
    made: dict[str, DataFrame] = {}
    for name, query in _STEPS.items():
        if name == "sides":
            by = spark.table("ages").repartition("year", "stratum")
            by.mapInArrow(_power_sums, _SUMS).createOrReplaceTempView("sums")
        if name == "scored":
            keys = ("year", "stratum", "portion")
            others = [f"of_{key}" for key in keys]  # Spark takes equal names for one column
            second = made["given"].withColumnsRenamed(dict(zip(keys, others, strict=True)))
            together = made["asked"].groupBy(*keys).cogroup(second.groupBy(*others))
            made["scores"] = engine.cache_table(together.applyInArrow(_score_pairs, _SCORES))
            made["scores"].createOrReplaceTempView("scores")
        made[name] = spark.sql(query.format(**how))
        if name in {"slots", "observed"}:
            made[name] = engine.cache_table(made[name])
        made[name].createOrReplaceTempView(name)
    without = "" if stratum is None else _WITHOUT_STRATUM
    [left_out] = spark.sql(_LEFT_OUT.format(stratum=without)).collect()
    fixed = made["scores"].where("z IS NULL").count()
    return spark.sql(_RANKED), {**left_out.asDict(), "pairs_without_variance": fixed}


def _create_group_view(spark: "SparkSession", name: str, by: str) -> None:
    if by not in _GROUPED:
        raise DataError(f"papers are not grouped by {by!r}", hint=suggest(by, CHOICES))
    spark.sql(_GROUPED[by]).createOrReplaceTempView(name)
    if spark.table(name).isEmpty():
        raise DataError(f"no {by} groups the papers", hint="Take another --item or --stratum.")


def _power_sums(batches: Any) -> Any:
    """Compute sums over papers of products of two and of three classes, by year and stratum."""
    import numpy as np
    import pyarrow as pa

    from scinet.graph.indicators.novelty.moments import power_sums

    total: dict[tuple[int, str], list[Any]] = {}
    for batch in batches:
        papers: dict[tuple[int, str], list[list[int]]] = {}
        for row in batch.to_pylist():
            papers.setdefault((row["year"], row["stratum"]), []).append(row["ages"])
        for key, lists in papers.items():
            indptr = np.cumsum([0, *map(len, lists)])
            ages = np.array([age for item in lists for age in item], dtype=np.int32)
            held = total.setdefault(key, [0, 0])
            for place, part in enumerate(power_sums(indptr, ages, RECENT + 1)):
                held[place] = held[place] + part
    rows: list[tuple[Any, ...]] = []
    for key, (two, three) in total.items():
        rows += [(*key, 2, g, h, 0, int(two[g, h])) for g, h in np.argwhere(two).tolist()]
        rows += [(*key, 3, g, h, o, int(three[g, h, o])) for g, h, o in np.argwhere(three).tolist()]
    columns = list(zip(*rows, strict=True)) or [()] * 7
    kinds = [pa.int32(), pa.string(), *[pa.int32()] * 4, pa.int64()]
    names = [item.partition(" ")[0] for item in _SUMS.split(", ")]
    arrays = [pa.array(values, kind) for values, kind in zip(columns, kinds, strict=True)]
    yield pa.RecordBatch.from_arrays(arrays, names=names)


def _score_pairs(requested: Any, class_counts: Any) -> Any:
    """Compute z of the pairs of a portion; null where no permutation changes the count."""
    import numpy as np
    import pyarrow as pa

    from scinet.graph.indicators.novelty.atypicality import z_scores
    from scinet.graph.indicators.novelty.moments import classes_from, items_from, moments

    side = {name: class_counts[name].to_numpy() for name in ("kind", "a", "b", "c", "n")}

    def of(kind: int) -> tuple[Any, ...]:
        rows = side["kind"] == kind
        return tuple(side[name][rows] for name in ("a", "b", "c", "n"))

    code, age, _, held = of(1)
    used, class_ = np.unique(age, return_inverse=True)
    width = len(used)
    size = np.bincount(class_, weights=held, minlength=width).astype(np.int64)
    two = np.zeros((width, width), dtype=np.int64)
    three = np.zeros((width, width, width), dtype=np.int64)
    g, h, _, n = of(2)
    two[np.searchsorted(used, g), np.searchsorted(used, h)] = n
    g, h, k, n = of(3)
    three[tuple(np.searchsorted(used, item) for item in (g, h, k))] = n
    classes = classes_from(size, two, three)
    first, second = requested["first"].to_numpy(), requested["second"].to_numpy()
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    shown = np.unique(np.concatenate((first, second)))
    count = np.zeros((len(shown), width), dtype=np.int64)
    mine = np.isin(code, shown)
    count[np.searchsorted(shown, code[mine]), class_[mine]] = held[mine]
    item, partner = np.searchsorted(shown, first), np.searchsorted(shown, second)
    indptr = np.searchsorted(item, np.arange(len(shown) + 1)).astype(np.int64)
    expected, variance = moments(
        classes, items_from(count, classes), indptr, partner.astype(np.int32)
    )
    z = z_scores(requested["count"].to_numpy()[order], expected, variance)
    keys = {name: requested[name].take(pa.array(order)) for name in ("year", "stratum")}
    numbers = {"first": first.astype(np.int32), "second": second.astype(np.int32)}
    return pa.table({**keys, **numbers, "z": pa.array(z, from_pandas=True)})
