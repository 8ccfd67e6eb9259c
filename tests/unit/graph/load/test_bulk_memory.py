"""What shards have in common is found within little memory, however many papers there are."""

from pathlib import Path
from typing import Final

import duckdb
import pytest

from scinet.graph.db.fingerprint import HashSum
from scinet.graph.load.batch import SeenRecords
from scinet.graph.load.bulk import resolve
from scinet.graph.load.duckdb_sort import open_duckdb
from scinet.graph.load.shared_nodes import SHARED

PAPERS: Final = 1_000_000
AUTHORS: Final = 400_000
MEMORY: Final = "120MB"
MORE_MEMORY: Final = "300MB"  # for rows of three tables at once
# One paper stands in three batches, of which the last has the smallest hash.
TABLES: Final = {
    "ids": """
        SELECT 'a:' || sha256(i::VARCHAR) AS id, i // 2500 AS batch, sha256('d' || i) AS digest,
               NULL::VARCHAR AS title
        FROM range($first, $last) t(i)
        UNION ALL SELECT * FROM (VALUES ('a:again', 7, repeat('b', 64), 'b')) WHERE $first = 0
        UNION ALL SELECT * FROM (VALUES ('a:again', 207, repeat('c', 64), NULL),
                                        ('a:again', 210, repeat('a', 64), 'a')) WHERE $first > 0""",
    "authors": """
        SELECT 'a:' || sha256((i % $authors)::VARCHAR) AS id, NULL::VARCHAR AS orcid
        FROM range($first, $last) t(i)""",
    # Each author has a name of its own in each of three rounds: "1 …", "2 …" or "3 …".
    "author_names": """
        SELECT 'a:' || sha256((i % $authors)::VARCHAR) AS id,
               (3 - i // $authors)::VARCHAR || ' ' || sha256((i % $authors)::VARCHAR) AS name,
               1 AS times
        FROM range($first, $last) t(i)""",
    # Every second number up to twice the papers; half of these have a record.
    "works": "SELECT 'a:' || sha256((2 * i)::VARCHAR) AS id FROM range($first, $last) t(i)",
}


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shards, whose ids and hashes take more memory than is given."""
    folder = tmp_path_factory.mktemp("shards")
    half = PAPERS // 2
    with duckdb.connect() as database:
        for shard in range(2):
            given = {"first": shard * half, "last": (shard + 1) * half, "authors": AUTHORS}
            for name, query in TABLES.items():
                used = {key: value for key, value in given.items() if f"${key}" in query}
                made = database.sql(query, params=used)
                made.write_parquet(str(folder / f"{name}-{shard:06}.parquet"))
        for kind, columns in SHARED.items():
            if f"{kind}s" not in TABLES:
                names = ", ".join(f"NULL::VARCHAR AS {name}" for name in ("id", *columns))
                empty = database.sql(f"SELECT {names} LIMIT 0")
                empty.write_parquet(str(folder / f"{kind}s-000000.parquet"))
                unnamed = "SELECT NULL::VARCHAR AS id, NULL::VARCHAR AS name, 1 AS times LIMIT 0"
                database.sql(unnamed).write_parquet(str(folder / f"{kind}_names-000000.parquet"))
    return folder


def test_repeated_records_are_found(shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve, "_MEMORY", MEMORY)
    result = resolve.find_repeats(shards, "run")
    b, c = "b" * 64, "c" * 64
    assert result.there == {
        207: {"a:again": SeenRecords(b, "run", {b}, {"b"})},
        210: {"a:again": SeenRecords(b, "run", {b, c}, {"b"})},
    }
    assert result.superseded == {7: frozenset({"a:again"})}


def test_works_and_nodes_of_all_shards_are_written_once(
    shards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolve, "_MEMORY", MORE_MEMORY)
    total = HashSum()
    resolve.write_ends(shards, total)
    assert total.counts["works"] == PAPERS // 2
    assert total.counts["authors"] == AUTHORS
    with (shards / "author-all.csv").open(encoding="utf-8") as lines:
        names = [line.split(",")[2].strip('"') for line in lines]
    # Of two or three names, each printed once, the smallest: the last third has two rounds alone.
    rounds = [name[0] for name in names]
    thrice = PAPERS - 2 * AUTHORS
    assert (rounds.count("1"), rounds.count("2")) == (thrice, AUTHORS - thrice)


def test_lists_of_each_id_would_not_fit(shards: Path) -> None:
    """Else the test of repeated records says nothing of memory."""
    with open_duckdb(shards / "sorting", MEMORY, hint="") as database:
        ids = database.read_parquet(f"{shards}/ids-*.parquet")
        listed = ids.aggregate(
            "id, list(batch ORDER BY batch) AS batches, list(digest ORDER BY batch)", "id"
        )
        with pytest.raises(duckdb.OutOfMemoryException):
            listed.filter("len(batches) > 1").fetchall()
