"""Repeated records: of several of one id the smallest hash stays, as in every load."""

from typing import TYPE_CHECKING, Final

from scinet.spark import engine

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

# The stored record before each one: among earlier ones that of the smallest hash. Of the two the
# one of the larger hash is dropped.
_RESOLVED: Final = """
WITH again AS (
  SELECT id FROM records GROUP BY id HAVING count(*) > 1
), placed AS (
  SELECT struct(digest, number) AS own,
         min(struct(digest, number))
           OVER (PARTITION BY id ORDER BY number
                 ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS there,
         row_number() OVER (PARTITION BY id ORDER BY digest, number) AS rank
  FROM records LEFT SEMI JOIN again USING (id)
)
SELECT own.number, rank = 1 AS stays, greatest(own, there).number AS lost,
       CASE WHEN there IS NULL THEN 'first'
            WHEN there.digest = own.digest THEN 'same'
            WHEN instr(there.digest, '-') > 0 AND instr(own.digest, '-') > 0
                 AND substring_index(there.digest, '-', 1) <> substring_index(own.digest, '-', 1)
            THEN 'version' ELSE 'conflict' END AS how
FROM placed
"""


def resolve_repeats(spark: "SparkSession", rows: "DataFrame") -> tuple["DataFrame", "DataFrame"]:
    """Separate the records that stay from the others.

    Returns:
        The rows of the records that stay, with their rejects; and, for records with a repeated id,
        their outcome (``first``, ``same``, ``version``, ``conflict``), and the number of the
        dropped one (``lost``).
    """
    records = rows.where("id IS NOT NULL").select("id", "digest", "number")
    records.createOrReplaceTempView("records")
    settled = engine.cache_table(spark.sql(_RESOLVED))
    replaced = settled.where("NOT stays").select("number")
    return rows.where("account IS NULL").join(replaced, "number", "left_anti"), settled
