"""Tables of papers, citations, authors and so on, made of records by Spark SQL."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from scinet.graph.load.shared_nodes import SHARED
from scinet.graph.load.superseded import EXTERNAL_IDS
from scinet.spark import store
from scinet.spark.progress import set_step

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_PLACE: Final = "struct<id: string, name: string>"
_ARTIFACT: Final = "struct<id: string, kind: string, name: string>"
_RECORD: Final = f"""
id STRING, title STRING, abstract STRING, date DATE, date_precision STRING, venue {_PLACE},
authors ARRAY<STRUCT<id: STRING, name: STRING, position: BIGINT, is_corresponding: BOOLEAN,
  orcid: STRING, given_ids: STRING, institutions: ARRAY<{_PLACE}>>>,
references ARRAY<STRING>, external_ids MAP<STRING, STRING>, type STRING, is_retracted BOOLEAN,
fields ARRAY<STRUCT<id: STRING, name: STRING, level: STRING, score: DOUBLE, is_primary: BOOLEAN>>,
released ARRAY<{_ARTIFACT}>,
referrals ARRAY<STRUCT<artifact: {_ARTIFACT}, count: BIGINT, read_on: DATE>>,
has_influential_only BOOLEAN, is_xpac BOOLEAN, merged_ids STRING, first_date DATE,
date_reason STRING,
citations ARRAY<STRUCT<id: STRING, is_influential: BOOLEAN, intents: ARRAY<STRING>,
  contexts: ARRAY<STRING>>>, digest STRING, simulated BOOLEAN
""".replace("\n", " ")
_EXTERNAL: Final = ", ".join(f"external_ids['{name}'] AS {name}" for name in EXTERNAL_IDS)
# Numbers are in order of day, then id; papers without a day come last.
_PAPERS: Final = f"""
SELECT monotonically_increasing_id() AS number, * FROM (
  SELECT id, title, abstract, date, unix_date(date) AS day, date_precision, type, is_retracted,
         venue.id AS venue_id, venue.name AS venue_name, {_EXTERNAL},
         nullif(has_influential_only, false) AS has_influential_only,
         nullif(is_xpac, false) AS is_xpac, merged_ids, first_date, date_reason,
         digest AS record_hash, simulated
  FROM records ORDER BY date ASC NULLS LAST, id
)
"""  # noqa: S608 - names of ours
_STATED: Final = """
SELECT id AS citing_id, cited_id, nullif(has_influential_only, false) AS only,
       try_element_at(filter(citations, one -> one.id = cited_id), 1) AS said
FROM records LATERAL VIEW explode(references) AS cited_id
"""
_CITATIONS: Final = f"""
SELECT p.number AS citing, q.number AS cited, citing_id, cited_id, p.date, p.day,
       q.day AS cited_day,
       CASE WHEN said IS NULL THEN only ELSE said.is_influential END AS is_influential,
       CASE WHEN size(said.intents) > 0 THEN said.intents END AS intents,
       CASE WHEN size(said.contexts) > 0 THEN said.contexts END AS contexts
FROM ({_STATED}) JOIN numbered p ON citing_id = p.id LEFT JOIN numbered q ON cited_id = q.id
"""  # noqa: S608
_LINKS: Final = {
    "authorships": """
SELECT author.id AS author_id, id AS paper_id, date, unix_date(date) AS day, author.position,
       author.name, author.is_corresponding, author.orcid, author.given_ids,
       CASE WHEN size(author.institutions) > 0 THEN author.institutions.id END AS institution_ids
FROM records LATERAL VIEW explode(authors) AS author
""",
    "field_memberships": """
SELECT id AS paper_id, field.id AS field_id, date, unix_date(date) AS day, field.name,
       field.level, field.score, field.is_primary
FROM records LATERAL VIEW explode(fields) AS field
""",
    "affiliations": """
SELECT author.id AS author_id, place.id AS institution_id, date, unix_date(date) AS day,
       id AS paper_id, place.name
FROM records LATERAL VIEW explode(authors) AS author
     LATERAL VIEW explode(author.institutions) AS place
""",
    "releases": """
SELECT id AS paper_id, artifact.id AS artifact_id, artifact.name, artifact.kind, date,
       unix_date(date) AS day
FROM records LATERAL VIEW explode(released) AS artifact
""",
    "referrals": """
SELECT one.artifact.id AS artifact_id, id AS paper_id, one.artifact.name, one.artifact.kind,
       one.count, one.read_on
FROM records LATERAL VIEW explode(referrals) AS one
""",
}
_NAMED: Final = {
    "author": "SELECT author_id AS id, name, orcid FROM authorships",
    "venue": "SELECT venue_id AS id, venue_name AS name FROM papers WHERE venue_id IS NOT NULL",
    "field": "SELECT field_id AS id, name, level FROM field_memberships",
    "institution": "SELECT institution_id AS id, name FROM affiliations",
    "artifact": "SELECT artifact_id AS id, name, kind FROM releases "
    "UNION ALL SELECT artifact_id, name, kind FROM referrals",
}
# Sort by UTF-16 units, as the database does: characters over U+FFFF come before these.
_UNITS: Final = "regexp_replace({0}, '([\\\\x{{E000}}-\\\\x{{FFFF}}])', '\U0010ffff$1')"
_SMALLEST: Final = f"min_by({{0}}, {_UNITS}) AS {{0}}"
_COMMONEST: Final = f"""
SELECT id, min_by(name, CASE WHEN name IS NOT NULL
                        THEN struct(-times, -length(name), {_UNITS}) END) AS name,
       CASE WHEN count(*) > 1 AND count(name) > 0 THEN transform(array_sort(collect_list(
         CASE WHEN name IS NOT NULL THEN struct({_UNITS} AS units, name AS form) END)),
         one -> one.form) END AS names{{others}}
FROM (SELECT id, name, count(*) AS times{{others}} FROM ({{rows}}) GROUP BY id, name) GROUP BY id
"""  # noqa: S608
COLUMNS: Final = {
    "work": ("id",),
    **{kind: ("id", *columns, "name", "names") for kind, columns in SHARED.items()},
}
"""Columns of the tables of works and of nodes shared by several papers, by kind."""
TABLES: Final = ("papers", "citations", "works", *_LINKS, *(f"{name}s" for name in SHARED))
"""Names of the tables."""


def write_tables(spark: "SparkSession", stored: "DataFrame", folder: Path, records: Path) -> None:
    """Write all tables.

    Args:
        stored: The resolved records, as rows of :mod:`scinet.spark.read_files`.
        records: Folder for the records as columns, from which the tables are made.
    """
    set_step("take the records apart")
    made = stored.selectExpr(f"from_json(record, '{_RECORD}', map('mode', 'FAILFAST')) AS record")
    store.write_table(made.select("record.*"), records)
    store.read_table(spark, records).createOrReplaceTempView("records")
    _write(spark, _PAPERS, "papers", folder)
    spark.sql("SELECT id, number, day, date FROM papers").createOrReplaceTempView("numbered")
    _write(spark, _CITATIONS, "citations", folder)
    works = "SELECT DISTINCT cited_id AS id FROM citations WHERE cited IS NULL"
    _write(spark, works, "works", folder)
    for name, query in _LINKS.items():
        _write(spark, query, name, folder)
    for name, columns in SHARED.items():
        smallest = "".join(f", {_SMALLEST.format(column)}" for column in columns)
        query = _COMMONEST.format("name", rows=_NAMED[name], others=smallest)
        _write(spark, query, f"{name}s", folder)


def _write(spark: "SparkSession", query: str, name: str, folder: Path) -> None:
    set_step(f"write {name}")
    store.write_table(spark.sql(query), folder / name)
    store.read_table(spark, folder / name).createOrReplaceTempView(name)
