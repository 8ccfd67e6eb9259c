"""Views of tables before a day, with counts of omissions as in snapshots."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

from scinet.graph.schema.dates import day_of
from scinet.spark import engine

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from scinet.spark.store import Tables

_VIEWS: Final = {
    "papers": "SELECT * FROM all_papers WHERE {seen}",
    "citations": """
SELECT citing, cited, day, cited_day FROM all_citations
WHERE {seen} AND cited_day IS NOT NULL AND {cited_seen}
""",
    "ordered": "SELECT * FROM citations WHERE day > cited_day",
}
_MANY: Final = 10_000_000  # citations that every worker can hold: some 50 bytes each
_PART: Final = 10_000  # citations whose pairs fit into the memory of a task many times
_LEFT_OUT: Final = """
SELECT count_if(day < cited_day AND {both}) AS inverted,
       count_if(day = cited_day AND citing <> cited AND {both}) AS same_day,
       count_if(citing = cited AND {both}) AS to_itself,
       count_if(cited IS NULL) AS citations_of_unknown_works,
       count_if(cited IS NOT NULL AND (day IS NULL OR cited_day IS NULL))
         AS citations_with_undated_papers,
       count_if(coalesce({seen} AND cited_day IS NOT NULL AND NOT {cited_seen}, false))
         AS citations_to_later_papers
FROM all_citations
"""


@dataclass(frozen=True, slots=True)
class TablesAsOf:
    """Tables before a day.

    Views of the session: ``papers``; ``citations`` between existing papers; ``ordered``, those
    whose citing paper is dated strictly later.

    Attributes:
        before: The day, exclusive; None for all days.
    """

    spark: "SparkSession"
    tables: "Tables"
    before: date | None

    @classmethod
    def of(cls, spark: "SparkSession", tables: "Tables", before: date | None) -> "TablesAsOf":
        """Make the views."""
        past = cls(spark, tables, before)
        for name in ("papers", "citations"):
            tables.table(spark, name).createOrReplaceTempView(f"all_{name}")
        for name, query in _VIEWS.items():
            spark.sql(query.format(**past._seen())).createOrReplaceTempView(name)
        return past

    def hints(self, key: str, whole: str) -> dict[str, str]:
        """Return join hints for pairs of citations if all citations fit into a worker's memory.

        Pairs outnumber citations a hundred times. Where one side of a join is broadcast, and the
        other is partitioned by the pairs' key, they are counted where they are made.

        Args:
            key: Column by which pairs are counted.
            whole: Name of the broadcast side.
        """
        number = int(self.tables.about["details"]["citations"])
        if number > _MANY:
            return {"parted": "", "whole": ""}
        parts = max(self.spark.sparkContext.defaultParallelism, number // _PART)
        return {
            "parted": f"/*+ REPARTITION({parts}, {key}) */",
            "whole": f"/*+ BROADCAST({whole}) */",
        }

    def kept(self, name: str, query: str) -> "DataFrame":
        """Make a view whose rows are computed once: sorting reads them twice."""
        frame = engine.cache_table(self.spark.sql(query))
        frame.createOrReplaceTempView(name)
        return frame

    def _seen(self) -> dict[str, str]:
        """Return conditions that a row, and its cited paper, are dated before the day."""
        last = "2147483647" if self.before is None else str(day_of(self.before))
        seen, cited_seen = f"day < {last}", f"cited_day < {last}"
        return {"seen": seen, "cited_seen": cited_seen, "both": f"{seen} AND {cited_seen}"}

    def left_out(self) -> dict[str, int]:
        """Count omissions of indicators that need an order in time, by kind."""
        [row] = self.spark.sql(_LEFT_OUT.format(**self._seen())).collect()
        counted = row.asDict()
        later = counted.pop("citations_to_later_papers")
        papers = self.tables.table(self.spark, "papers")
        counts = {
            **{name: counted[name] for name in ("inverted", "same_day", "to_itself")},
            "undated_papers": papers.where("day IS NULL").count(),
            "unknown_works": self.tables.table(self.spark, "works").count(),
            **{name: n for name, n in counted.items() if name.startswith("citations")},
        }
        if self.before is not None:
            hidden = f"day >= {day_of(self.before)}"
            counts |= {
                "later_papers": papers.where(hidden).count(),
                "citations_to_later_papers": later,
            }
        return counts
