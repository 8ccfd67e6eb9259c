"""Merging of records of one work in tables, as :mod:`scinet.graph.load.identity` does in graphs.

Spark finds shared ids and rewrites the affected records; the loader's rule decides on the driver
which of them are of one work.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from scinet.graph.load.identity.combine import combine_records, complete_record
from scinet.graph.load.identity.groups import SameWorkGroup, SharedId, StatedFacts, group_records
from scinet.graph.load.identity.link import link_account
from scinet.graph.load.superseded import EXTERNAL_IDS, PAPER, dump_record, parse_record
from scinet.graph.schema.records import PaperRecord
from scinet.spark import engine

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_STATED: Final = ", ".join(f"'{name.removesuffix('_id')}', {name}" for name in EXTERNAL_IDS)
_SAID: Final = f"""
SELECT id AS paper, kind, value FROM papers LATERAL VIEW explode(map({_STATED})) AS kind, value
WHERE value IS NOT NULL
"""  # noqa: S608 - names of ours
_SHARED: Final = """
SELECT a.kind, a.value, a.paper, b.paper AS other, true AS is_record
FROM said a JOIN said b ON a.kind = b.kind AND a.value = b.value AND a.paper < b.paper
UNION ALL
SELECT s.kind, s.value, s.paper, n.id AS other, n.is_record
FROM said s JOIN (SELECT id, true AS is_record FROM papers UNION ALL SELECT id, false FROM works) n
  ON n.id = concat(s.kind, ':', s.value) AND n.id <> s.paper
"""
_TITLES: Final = """
SELECT id, doi, title FROM papers
WHERE id IN (SELECT paper FROM shared UNION ALL SELECT other FROM shared WHERE is_record)
"""
_NAMED: Final = "id string, work string, is_several boolean"
_TOGETHER, _ALONE, _LEADING = range(3)
# Records that differ from the loaded ones: those of a work of several; papers that cite several ids
# of one work, or their own work; papers that cite a work by another id.
_CHANGED: Final = f"""
SELECT id, min_by(own, how) AS own, min(how) AS how FROM (
  SELECT id, work AS own, {_TOGETHER} AS how FROM named WHERE is_several
  UNION ALL
  SELECT citing_id, citing_id, {_ALONE}
  FROM citations JOIN named n ON n.id = cited_id LEFT JOIN named o ON o.id = citing_id
  GROUP BY citing_id, n.work HAVING count(*) > 1 OR coalesce(bool_or(o.work = n.work), false)
  UNION ALL
  SELECT citing_id, citing_id, {_LEADING} FROM citations JOIN named n ON n.id = cited_id
  WHERE n.id <> n.work
) GROUP BY id
"""  # noqa: S608
_ROW: Final = "own string, record string"
_COMPLETED: Final = "id string, record string, hash string"


@dataclass(frozen=True, slots=True)
class Works:
    """Works with several records, or several ids, in the tables.

    Attributes:
        account: Their counts in the report of a load.
    """

    groups: Sequence[SameWorkGroup]
    account: dict[str, int]

    @property
    def told(self) -> dict[str, Any]:
        """The account as part of a report."""
        return {"same_work": self.account} if self.account else {}

    def shown(self, spark: "SparkSession", stored: "DataFrame") -> "DataFrame":
        """Return the records of the tables: one per work, with redirected citations."""
        rows: list[tuple[str, str, bool]] = []
        work_of: dict[str, str] = {}
        for group in self.groups:
            ids = {*group.papers, *group.works}
            rows += [(identifier, group.id, len(group.papers) > 1) for identifier in sorted(ids)]
            work_of |= dict.fromkeys(ids - {group.id}, group.id)
        spark.createDataFrame(rows, _NAMED).createOrReplaceTempView("named")
        changed = engine.cache_table(spark.sql(_CHANGED))
        together = stored.select("id", "record").join(changed, "id")
        together = together.groupBy("own", "how").agg({"record": "collect_list"})
        again = together.mapInArrow(partial(_combine_partition, work_of), _ROW).select("record")
        return stored.join(changed, "id", "left_anti").select("record").unionByName(again)


def complete(stored: "DataFrame", others: "DataFrame", settled: "DataFrame") -> "DataFrame":
    """Return what is shown of ids with several records, where it is not the stored one.

    Returns:
        Rows of ``id``, ``record`` and ``hash``.
    """
    several = settled.where("is_other").select("id").distinct()
    listed = stored.unionByName(others).select("id", "record").join(several, "id")
    listed = listed.groupBy("id").agg({"record": "collect_list"})
    return engine.cache_table(listed.mapInArrow(_complete_partition, _COMPLETED))


def _complete_partition(batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow as pa

    for batch in batches:
        rows = []
        for owner, texts in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            records = [parse_record(PAPER, text) for text in texts]
            shown = complete_record(records)
            if shown.digest != min(record.digest for record in records):
                rows.append({"id": owner, "record": dump_record(shown), "hash": shown.digest})
        schema = pa.schema([(name, pa.string()) for name in ("id", "record", "hash")])
        yield pa.RecordBatch.from_pylist(rows, schema)


def find_works(spark: "SparkSession") -> Works:
    """Find works by the rule of the loader, in a session with the tables as views."""
    spark.sql(_SAID).createOrReplaceTempView("said")
    pairs = engine.cache_table(spark.sql(_SHARED))
    pairs.createOrReplaceTempView("shared")
    shared = [SharedId(*row) for row in pairs.toLocalIterator()]
    if not shared:
        return Works((), {})
    stated = {
        row.id: StatedFacts(row.doi, row.title) for row in spark.sql(_TITLES).toLocalIterator()
    }
    groups, conflicts = group_records(shared, stated)
    return Works(groups, link_account(groups, conflicts))


def _combine_partition(work_of: dict[str, str], batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow as pa

    def name(identifier: str) -> str:
        return work_of.get(identifier, identifier)

    for batch in batches:
        owns, hows, listed = (column.to_pylist() for column in batch.columns)
        records = [
            dump_record(
                _combine_work(own, how, [parse_record(PAPER, text) for text in texts], name)
            )
            for own, how, texts in zip(owns, hows, listed, strict=True)
        ]
        yield pa.RecordBatch.from_arrays([pa.array(owns), pa.array(records)], ["own", "record"])


def _combine_work(
    own: str, how: int, records: Sequence[PaperRecord], name: Callable[[str], str]
) -> PaperRecord:
    if how != _LEADING:
        return combine_records(own, records, name)
    [record] = records
    citations = tuple(replace(citation, id=name(citation.id)) for citation in record.citations)
    return replace(record, references=tuple(map(name, record.references)), citations=citations)
