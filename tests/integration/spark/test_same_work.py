"""Records of one work in tables: put together as a load puts them together."""

import json
import random
from pathlib import Path
from typing import Any, Final

from helpers.files.import_files import contents, prepared
from pyarrow import parquet

import scinet.spark
from scinet.graph.connection import Database
from scinet.graph.load.loading import load

_SOURCES: Final = ("doi", "openalex", "s2")
_OWN: Final = {"doi": "doi:10.1000/w{}", "openalex": "openalex:W{}", "s2": "s2:{}"}
_KEPT: Final = ["id", "title", "day", "date_precision", "doi", "s2_id", "record_hash", "venue_id"]


def _records(seed: int) -> list[dict[str, Any]]:
    """Records of twelve works, some of which say ids of another one, and cite them anyhow."""
    rng = random.Random(seed)  # noqa: S311 - a seeded world
    names = [name.format(2000 + work) for name in _OWN.values() for work in range(12)]
    made = []
    for source in _SOURCES:
        for work in rng.sample(range(12), 8):
            meant = work if rng.random() < 0.8 else rng.randrange(12)
            stated = {
                "doi": f"10.1000/w{2000 + meant}",
                "arxiv": f"2001.{meant:05}",
                "openalex": f"W{2000 + meant}",
                "s2": str(2000 + meant),
            }
            record = {
                "id": _OWN[source].format(2000 + work),
                "title": f"On {rng.choice(['words', f'words {work}'])}",
                "date": rng.choice(["2001", "2001-04", "2001-04-03", None]),
                "venue": rng.choice(["Letters", "Notes", None]),
                "authors": [
                    {"id": f"{source}:a{n}", "name": rng.choice(["Ada", "Bo"])}
                    for n in rng.sample(range(4), rng.randint(0, 2))
                ],
                "references": rng.sample(names, 5),
                "external_ids": {k: v for k, v in stated.items() if rng.random() < 0.5},
            }
            made.append(record)
    return made


def test_the_same_works_as_a_load(database: Database, tmp_path: Path) -> None:
    file, folder = tmp_path / "papers.jsonl", tmp_path
    file.write_text("".join(json.dumps(one) + "\n" for one in _records(1)))
    loaded = load(database, file)
    made = scinet.spark.tables(file, folder / "tables", import_files=folder / "spark")
    assert made.details["same_work"].keys() >= {"works", "cited_works", "conflict_two_dois"}
    for name, value in made.details.items():
        assert name == "next" or value == loaded.details[name], name
    assert made.graph_fingerprint == loaded.graph_fingerprint
    found = {
        "papers": database.read_text(
            "MATCH (p:Paper) RETURN p.id, p.title, p.day, p.date_precision, p.doi, p.s2_id, "
            "p.record_hash, COLLECT { MATCH (p)-[:PUBLISHED_IN]->(v) RETURN v.id }[0]"
        ),
        "citations": database.read_text("MATCH (p)-[c:CITES]->(o) RETURN p.id, o.id, c.day, o.day"),
        "authorships": database.read_text(
            "MATCH (a)-[l:AUTHORED]->(p) RETURN a.id, p.id, l.day, l.position, l.name"
        ),
        "works": database.read_text("MATCH (w:Work) WHERE NOT w:Paper RETURN w.id"),
        "authors": database.read_text("MATCH (a:Author) RETURN a.id, a.name"),
    }
    columns = {
        "papers": _KEPT,
        "citations": ["citing_id", "cited_id", "day", "cited_day"],
        "authorships": ["author_id", "paper_id", "day", "position", "name"],
        "works": ["id"],
        "authors": ["id", "name"],
    }
    for name, rows in found.items():
        table = parquet.read_table(folder / "tables" / name, columns=columns[name])
        told = (repr([*row.values()]) for row in table.to_pylist())
        assert sorted(told) == sorted(repr([*row.values()]) for row in rows), name
    bulk = prepared([file], folder / "bulk", source=None, batch_size=100)
    batch = '[["LoadBatch"'
    expected = {text: n for text, n in contents(bulk).items() if not text.startswith(batch)}
    assert expected == {t: n for t, n in contents(folder / "spark").items() if batch not in t}


def test_a_load_closes_what_import_files_brought(database: Database, tmp_path: Path) -> None:
    """Of records that are there whole no file is read again; their works are put together."""
    file = tmp_path / "papers.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in _records(3)))
    first = load(database, file)
    # The importer leaves a load of which all is stored, and which has not ended.
    database.write(lambda tx: tx.rows("load/snapshot_start", run=first.run))
    read: list[int] = []
    again = load(database, file, after_batch=read.append)
    assert not read
    told = [one.as_dict() for one in (first, again)]
    for name in ("read", "loaded", "rejected", "graph_fingerprint"):
        assert told[1][name] == told[0][name], name
    assert again.details["same_work"] == first.details["same_work"]
