"""PreScience's rows: what becomes of each field, of several rows of one paper, and of bad ones."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.files.prescience_rows import (
    TEST,
    TRAIN,
    as_document,
    as_lines,
    as_parquet,
    rows,
    side_files,
)

from scinet.errors import DataError
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.sources.files import ReadProgress, SourceFile
from scinet.graph.sources.prescience import papers, prescience_record
from scinet.graph.sources.rows import read_file


def source_file(path: Path) -> SourceFile:
    return SourceFile(str(path), path, path.stat().st_size, "")


def put_together(*files: Path) -> dict[str, dict[str, Any]]:
    reading = ReadProgress()
    lines = list(papers([source_file(file) for file in files], reading))
    assert not reading.faults
    results = [json.loads(line.data) for line in lines]
    assert len({row["corpus_id"] for row in results}) == len(results)
    return {row["corpus_id"]: {**row, "rows": line.rows} for row, line in zip(results, lines)}  # noqa: B905


def test_what_becomes_of_each_field() -> None:
    [row] = [row for row in rows(TEST) if row["corpus_id"] == "31"]
    record = prescience_record(row, "prescience")
    expected = ("prescience:31", "2024-11-01", "day")
    assert (record.id, str(record.date), record.date_precision) == expected
    assert [(a.id, a.name, a.position) for a in record.authors][:2] == [
        ("prescience:bob", "Bob", 1),
        ("prescience:new2", "New2", 2),
    ]
    assert record.references == ("prescience:13", "prescience:21")
    assert record.has_influential_only
    assert record.external_ids == {"arxiv_id": "2411.00031", "s2_id": "31"}
    assert [(f.id, f.level, f.is_primary) for f in record.fields] == [
        ("arxiv:cs.CL", "subfield", True),
        ("arxiv:cs.LG", "subfield", False),
    ]
    assert not record.simulated
    assert prescience_record({**row, "roles": ["synthetic"]}, None).simulated
    # Whose references are unknown is another record than who has no influential one.
    unknown, none = {**row, "key_references": None}, {**row, "key_references": []}
    assert not prescience_record(unknown, None).has_influential_only
    assert prescience_record(unknown, None).digest != prescience_record(none, None).digest


def test_parquet_documents_and_lines_are_one() -> None:
    listed = rows(TEST)
    files = [
        as_parquet(Path("a.parquet"), listed),
        as_document(Path("b.json"), listed),
        as_lines(Path("c.jsonl"), listed),
    ]
    (bare := Path("d.json")).write_text(json.dumps(listed), "utf-8")
    item, *others = [put_together(file) for file in (*files, bare)]
    assert all(other == item for other in others)
    assert {row["rows"] for row in item.values()} == {1}


def test_rows_of_one_paper_are_put_together() -> None:
    train = as_parquet(Path("train.parquet"), rows(TRAIN))
    test = as_lines(Path("test.jsonl"), rows(TEST))
    result = put_together(train, test)
    assert sum(row["rows"] for row in result.values()) == len(rows(TRAIN)) + len(rows(TEST))
    # A target of the training year, whose row in the test file tells less.
    assert result["21"]["rows"] == 2
    assert result["21"]["citation_trajectory"] == [0] * 6 + [1] * 8
    assert result["21"]["authors"][1]["h_index"] == 3
    assert "target" in result["21"]["roles"]
    assert "target.key_reference" in result["21"]["roles"]
    backwards = put_together(test, train)
    assert backwards["21"]["authors"] == result["21"]["authors"]
    assert {name: set(row["roles"]) for name, row in backwards.items()} == {
        name: set(row["roles"]) for name, row in result.items()
    }
    same = [
        {name: prescience_record({k: v for k, v in row.items() if k != "rows"}, None).digest}
        for every in (result, backwards)
        for name, row in sorted(every.items())
    ]
    assert same[: len(result)] == same[len(result) :]


def test_rows_that_contradict_each_other_stay_apart() -> None:
    [row] = [row for row in rows(TEST) if row["corpus_id"] == "31"]
    changes: list[dict[str, Any]] = [
        {"title": "Another"},
        {"authors": row["authors"][:1]},
        {"key_references": row["key_references"][:1]},
        {"title": None, "authors": None},
    ]
    listed = [row, *({**row, **change} for change in changes)]
    lines = list(papers([source_file(as_lines(Path("r.jsonl"), listed))], ReadProgress()))
    # Fewer key references and missing fields are no contradiction.
    assert [line.rows for line in lines] == [3, 1, 1]


def test_histories_tell_the_authors_of_a_paper_without_byline() -> None:
    listed = rows(TEST)
    for row in listed:
        if row["corpus_id"] in {"12", "13"}:
            row["authors"] = None
    result = put_together(as_lines(Path("r.jsonl"), listed))
    expected = [{"author_id": "ann", "name": "Ann"}, {"author_id": "bob", "name": "Bob"}]
    assert result["12"]["authors"] == expected
    assert [a["author_id"] for a in result["13"]["authors"]] == ["bob", "cyd"]


def test_a_load_accounts_for_every_row_and_repeats_without_change(database: Database) -> None:
    files = [
        as_parquet(Path("train.parquet"), rows(TRAIN)),
        as_parquet(Path("test.parquet"), rows(TEST)),
    ]
    total = len(rows(TRAIN)) + len(rows(TEST))
    first = load(database, files, kind="prescience")
    assert (first.read, first.loaded, first.merged) == (total, 9, total - 9)
    assert first.rejected == {}
    assert first.details["citations"] == 11
    again = load(database, files[::-1], kind="prescience")
    assert (again.read, again.loaded, again.merged) == (total, 0, total)
    assert again.graph_fingerprint == first.graph_fingerprint
    assert again.graph_fingerprint == fingerprint.compute_fingerprint(database).hex


def test_a_mark_tells_that_references_are_partial(database: Database) -> None:
    plain = Path("plain.jsonl")
    plain.write_text('{"id": "x", "date": "2020", "references": ["prescience:11"]}\n', "utf-8")
    load(database, [plain], kind="records")
    load(database, [as_lines(Path("test.jsonl"), rows(TEST))], kind="prescience")
    marks = {
        row["id"]: (row["partial"], row["influential"])
        for row in database.read_text(
            "MATCH (p:Paper)-[r:CITES]->() RETURN p.id AS id, p.has_influential_only AS partial, "
            "collect(DISTINCT coalesce(r.is_influential, false)) AS influential ORDER BY id"
        )
    }
    assert marks["x"] == (None, [False])
    assert marks["prescience:31"] == (True, [True])


def test_bad_rows_are_rejected_with_their_place(database: Database) -> None:
    listed = rows(TEST)
    listed[1] = {**listed[1], "date": "soon"}
    contradicting = {**listed[2], "title": "Another title"}
    file = as_parquet(Path("test.parquet"), [*listed, contradicting])
    rejects = Path("rejects.jsonl")
    report = load(database, [file], max_rejected=1.0, rejects=rejects, kind="prescience")
    assert report.rejected == {"conflict": 1}
    assert report.details["accepted"]["date_malformed"] == 1
    assert report.read == len(listed) + 1 == report.loaded + report.merged + 1
    told = {row["reason"]: row["line"] for row in map(json.loads, rejects.read_text().splitlines())}
    assert told["date_malformed"] == 2
    assert told["conflict"] in {3, len(listed) + 1}


def test_what_is_no_table_of_rows(database: Database, tmp_path: Path) -> None:
    for file in side_files(tmp_path):
        with pytest.raises(DataError, match="side file"):
            load(database, [file], kind="prescience")
    whole = as_parquet(tmp_path / "test.parquet", rows(TEST)).read_bytes()
    (cut := tmp_path / "cut.parquet").write_bytes(whole[:-40])
    with pytest.raises(DataError, match="parquet_damaged"):
        load(database, [cut], kind="prescience")
    (odd := tmp_path / "odd.json").write_text('{"metadata": [], "data": 3}', "utf-8")
    with pytest.raises(DataError, match=r"has '3' where \[ belongs"):
        load(database, [odd], kind="prescience")
    with pytest.raises(DataError, match="paper rows of PreScience"):
        load(database, [as_lines(tmp_path / "r.jsonl", rows(TEST))], kind="records")


def test_rows_keep_their_number() -> None:
    file = source_file(as_parquet(Path("a.parquet"), rows(TEST)))
    assert [line.number for line in read_file(file, ReadProgress())] == list(
        range(1, len(rows(TEST)) + 1)
    )
