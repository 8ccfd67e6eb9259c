"""Tables by Spark: the records, counts, rejects and fingerprint of a load."""

import json
import random
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest
from helpers.commands.ways import everything, write_files
from helpers.files.import_files import contents, prepared, rows
from helpers.files.sciencemeter_rows import file_of, triplet
from pyarrow import parquet

import scinet.spark
from scinet.errors import DataError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.plan import plan_load
from scinet.graph.sources.counts import CountTable
from scinet.spark.read_files import Sources

# What the load says when it closes, and what it finds then.
NOTES = ('[["Snapshot"', '[["Total"', '[["LoadBatch"', '[["IdentityConflict"')
MERGES = "merge_date,id,merge_into_id\n2024-01-02,W1003,W1001\n"


def beside(database: Database, paths: Any, folder: Path, **how: Any) -> None:
    """Load files, make tables of them, and compare what both say and list."""
    database.rows("admin/wipe")
    lists = folder / "load.jsonl", folder / "spark.jsonl"
    loaded = load(database, paths, max_rejected=1, rejects=lists[0], **how).as_dict()
    made = scinet.spark.tables(paths, folder / "tables", max_rejected=1, rejects=lists[1], **how)
    result = made.as_dict()
    for name in ("kind", "source", "read", "loaded", "merged", "rejected", "graph_fingerprint"):
        assert result[name] == loaded[name], name
    for name, value in result["details"].items():
        assert value == loaded["details"][name], name
    assert listed(lists[1]) == listed(lists[0])


def listed(file: Path) -> list[str]:
    return sorted(file.read_text("utf-8").splitlines()) if file.exists() else []


@pytest.mark.parametrize(("kind", "source"), [("records", "a"), ("openalex", None)])
def test_the_same_as_a_load(database: Database, tmp_path: Path, kind: str, source: str) -> None:
    """Files with repeated, contradicting and broken records; the graph of the import files too."""
    write_files(tmp_path)
    file = tmp_path / f"{kind}.jsonl"
    beside(database, file, tmp_path, source=source)
    bulk = tmp_path / "bulk"
    scinet.spark.tables(
        file, tmp_path / "tables", source=source, import_files=bulk, max_rejected=1,
        rejects=tmp_path / "again.jsonl",
    )  # fmt: skip
    expected = {t: n for t, n in everything(database).items() if not t.startswith(NOTES)}
    results = {t: n for t, n in contents(bulk).items() if not t.startswith('[["LoadBatch"')}
    assert results == expected
    [[_, total, _]] = rows(bulk, "total")
    manifest = json.loads((tmp_path / "tables" / "about.json").read_bytes())
    assert manifest["graph_fingerprint"] == total
    papers = pd.read_parquet(tmp_path / "tables" / "papers").sort_values("number")
    dated = papers[papers.day.notna()][["day", "id"]].to_numpy().tolist()
    assert dated == sorted(dated)


def test_a_snapshot_of_openalex(database: Database, tmp_path: Path) -> None:
    """Parts by day, the newer version of a work, an id that was merged, a table with a bad row."""
    write_files(tmp_path)
    works = list(map(json.loads, (tmp_path / "openalex.jsonl").read_text().splitlines()[:12]))
    folder = tmp_path / "works"
    for day, listing in (("2024-01-01", works), ("2025-02-03", works[:3])):
        part = folder / f"updated_date={day}"
        part.mkdir(parents=True)
        lines = [json.dumps({**item, "title": f"As of {day}"}) + "\n" for item in listing]
        (part / "part_000").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "merged_ids").mkdir()
    (tmp_path / "merged_ids" / "2024.csv").write_text(MERGES + "2024-01-02,nothing,W1\n")
    beside(database, [folder, tmp_path / "merged_ids"], tmp_path)
    papers = pd.read_parquet(tmp_path / "tables" / "papers")
    assert set(papers.title) == {"As of 2024-01-01", "As of 2025-02-03"}
    assert "openalex:W1003" not in set(papers.id)


def test_a_map_of_authors(database: Database, tmp_path: Path) -> None:
    """Two ids of one person, one paper of somebody else, an entry that fits no record."""
    file, given = tmp_path / "papers.jsonl", tmp_path / "map.csv"
    authors = [{"id": "a1", "name": "Ada"}, {"id": "a2", "name": "A. Bell"}]
    records = [
        {"id": f"p{n}", "title": f"T{n}", "date": "2001", "authors": authors[n % 2 :]}
        for n in range(4)
    ]
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    given.write_text("author_id,person_id,paper_id,name\na2,a1,,\na2,b,p3,Bo\na9,a1,,\n")
    beside(database, file, tmp_path, source="s", authors=given)
    result = pd.read_parquet(tmp_path / "tables" / "authorships").sort_values("paper_id")
    assert result[["paper_id", "author_id", "name", "given_ids"]].to_numpy().tolist() == [
        *([f"s:p{n}", "s:a1", "A. Bell", "s:a2"] for n in range(3)),
        ["s:p3", "s:b", "Bo", "s:a2"],
    ]


def test_bad_files_leave_nothing(tmp_path: Path) -> None:
    out, rejects = tmp_path / "tables", tmp_path / "rejects.jsonl"
    file = tmp_path / "papers.jsonl"
    file.write_text('{"id": "a", "title": "A", "date": "2001"}\n{"id": 1.5}\n{"id": 2.5}\n')
    with pytest.raises(DataError, match=r"66\.7% of the records are bad"):
        scinet.spark.tables(file, out, rejects=rejects)
    assert [json.loads(line)["line"] for line in rejects.read_text().splitlines()] == [2, 3]
    (tmp_path / "cut.jsonl.gz").write_bytes(b"\x1f\x8b\x08\x00")
    with pytest.raises(DataError, match=r"cut\.jsonl\.gz"):
        scinet.spark.tables([file, tmp_path / "cut.jsonl.gz"], out, kind="records", rejects=rejects)
    text = tmp_path / "text.jsonl"
    text.write_text('{"paper_id": "a", "paragraphs": []}\n')
    with pytest.raises(DataError, match="tables are made of papers"):
        scinet.spark.tables(text, out)
    file.write_text('{"id": "a", "title": "A", "date": "2001"}\n')
    out.mkdir()
    (out / "mine").write_text("mine")
    with pytest.raises(StorageError, match="holds something else"):
        scinet.spark.tables(file, out)
    assert [item.name for item in out.iterdir()] == ["mine"]
    assert not list(tmp_path.glob("*.partial"))


def test_any_name_of_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths too: workers stand in a folder of their own."""
    name = "Übersicht #1 of 50%20 [a] {b,c} *? \\n"
    (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / name)
    Path("papers.jsonl").write_text('{"id": "a", "title": "A", "date": "2001"}\n')
    scinet.spark.tables("papers.jsonl", "tables", import_files="import", source="")
    assert pd.read_parquet("tables/papers").id.tolist() == ["a"]
    assert any('"a"' in text for text in contents(Path("import")))
    assert {file.name for file in Path().iterdir()} == {"papers.jsonl", "tables", "import"}
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_file_as_another_machine_sees_it(tmp_path: Path) -> None:
    """Other numbers and days, the same bytes; other bytes are refused all the same."""
    file = tmp_path / "papers.jsonl"
    file.write_text('{"id": "a", "title": "A", "date": "2001"}\n')
    with plan_load([file], kind=None, source="", table=CountTable({})) as plan:
        [part] = plan.parts
        sources = Sources(part)
    copy = tmp_path / "copy"
    copy.write_bytes(file.read_bytes())
    copy.replace(file)
    assert [row["id"] for row in sources.rows(0) if "id" in row] == ["a"]
    file.write_text('{"id": "b", "title": "A", "date": "2001"}\n')
    with pytest.raises(DataError, match="changed while it was read"):
        list(sources.rows(0))


def test_copies_lie_where_all_workers_find_them(tmp_path: Path) -> None:
    """A table, which is read as JSON lines made of it."""
    file, room = tmp_path / "papers.csv", tmp_path / "tables.partial" / "given"
    file.write_text("id,title,year\na,A,2001\n")
    with plan_load([file], kind=None, source="", table=CountTable({}), room=room) as plan:
        assert [item.path.parent for part in plan.parts for item in part.files] == [room]


@pytest.mark.parametrize(
    ("out", "more"),
    [
        ("tables", {"import_files": "tables/import"}),
        ("tables", {"import_files": "tables"}),
        ("tables", {"import_files": "tables.partial"}),
        ("import/tables", {"import_files": "import"}),
        ("tables", {"rejects": "tables/rejects.jsonl"}),
        ("tables", {"import_files": "import", "rejects": "import/rejects.jsonl"}),
        ("../old", {}),  # the list of rejects, in the working folder
        ("tables", {"paths": "tables/papers.jsonl"}),
        ("tables", {"authors": ".tables.replaced/map.csv"}),
    ],
)
def test_no_place_within_a_folder_that_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, more: dict[str, Any]
) -> None:
    (tmp_path / "old").mkdir()
    monkeypatch.chdir(tmp_path / "old")
    with pytest.raises(StorageError, match=r"lies in .*, which is written anew as a whole"):
        scinet.spark.tables(**{"paths": "papers.jsonl", "out": out, **more})
    assert not list(Path().iterdir())


def test_a_record_gives_way_alone(tmp_path: Path) -> None:
    """Lines of three papers: of p1 with two titles one stays, and all that stand by."""
    rows = [triplet(1), triplet(2, prior="p1")]
    rows[1]["prior_paper"]["title"] = "Another"
    file = file_of(tmp_path / "triplets.jsonl", rows)
    made = scinet.spark.tables(
        file, tmp_path / "tables", kind="sciencemeter", max_rejected=1, rejects=tmp_path / "rejects"
    )
    assert (made.read, made.loaded, made.rejected) == (6, 5, {"conflict": 1})
    assert sorted(pd.read_parquet(tmp_path / "tables" / "papers").id) == [
        f"s2:{item}" for item in ("f1", "f2", "n1", "n2", "p1")
    ]
    assert len(listed(tmp_path / "rejects")) == 1


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
    for name, held in found.items():
        table = parquet.read_table(folder / "tables" / name, columns=columns[name])
        told = (repr([*row.values()]) for row in table.to_pylist())
        assert sorted(told) == sorted(repr([*row.values()]) for row in held), name
    bulk = prepared([file], folder / "bulk", source=None, batch_size=100)
    batch = '[["LoadBatch"'
    expected = {text: n for text, n in contents(bulk).items() if not text.startswith(batch)}
    assert expected == {t: n for t, n in contents(folder / "spark").items() if batch not in t}


def test_a_load_closes_what_import_files_brought(database: Database, tmp_path: Path) -> None:
    """Of records that are there whole no file is read again; their works are put together."""
    file = tmp_path / "papers.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in _records(3)))
    first = load(database, file)
    # The importer leaves a load of which all is stored, and which is incomplete.
    database.write(lambda tx: tx.rows("load/snapshot_start", run=first.run))
    read: list[int] = []
    again = load(database, file, after_batch=read.append)
    assert not read
    told = [one.as_dict() for one in (first, again)]
    for name in ("read", "loaded", "rejected", "graph_fingerprint"):
        assert told[1][name] == told[0][name], name
    assert again.details["same_work"] == first.details["same_work"]
