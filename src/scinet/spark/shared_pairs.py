"""Co-citation and bibliographic coupling by Spark SQL."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from scinet.spark.cutoff_views import TablesAsOf

# The smaller number is that of the earlier paper. Coupled papers are joined once both exist.
_SHARED: Final = {
    "co-citation": """
SELECT {whole} a.cited AS one, b.cited AS other, count(*) AS weight,
       min(a.day) AS first, max(a.day) AS last
FROM (SELECT {parted} * FROM citations) a
JOIN citations b ON a.citing = b.citing AND a.cited < b.cited
GROUP BY one, other HAVING weight >= {minimum}
""",
    "coupling": """
SELECT {whole} a.citing AS one, b.citing AS other, count(*) AS weight,
       max(greatest(a.day, b.day)) AS first, max(greatest(a.day, b.day)) AS last
FROM (SELECT {parted} * FROM citations) a
JOIN citations b ON a.cited = b.cited AND a.citing < b.citing
GROUP BY one, other HAVING weight >= {minimum}
""",
}
_RANKED: Final = """
SELECT p.id AS source, q.id AS target, weight, weight / sqrt(m.n * n.n) AS salton,
       date_from_unix_date(first) AS first, date_from_unix_date(last) AS last
FROM shared JOIN papers p ON p.number = one JOIN papers q ON q.number = other
JOIN had m ON m.number = one JOIN had n ON n.number = other
ORDER BY weight DESC, one, other
"""
_HAD: Final = {
    "co-citation": "SELECT cited AS number, count(*) AS n FROM citations GROUP BY cited",
    "coupling": "SELECT citing AS number, count(*) AS n FROM citations GROUP BY citing",
}


def shared_pairs(past: "TablesAsOf", network: str, *, minimum: int) -> "DataFrame":
    """Compute pairs of papers of the network, by decreasing weight.

    Args:
        network: ``co-citation`` or ``coupling``.
    """
    hints = past.hints("cited" if network == "co-citation" else "citing", "b")
    past.kept("shared", _SHARED[network].format(minimum=minimum, **hints))
    past.spark.sql(_HAD[network]).createOrReplaceTempView("had")
    return past.spark.sql(_RANKED)
