"""Values that no reader of records sees, packed bombs, and files that change meanwhile."""

import gzip
import json
import os
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from helpers.files.prescience_rows import as_document
from helpers.waiting import count_cpu_seconds
from pyarrow import parquet

from scinet.errors import DataError, StorageError
from scinet.graph.db.connection import Database
from scinet.graph.load.batch import BatchReport, batch_lines, read_records
from scinet.graph.load.loading import load
from scinet.graph.schema.records import Record
from scinet.graph.sources import openalex, prescience
from scinet.graph.sources.counts import CountTable, count_record
from scinet.graph.sources.files import (
    InputLine,
    ReadProgress,
    SourceFile,
    hash_file,
    open_regular,
)
from scinet.graph.sources.rows import read_file


def source_file(path: Path) -> SourceFile:
    return hash_file(open_regular(path, str(path)))


def account_of(result: Iterator[InputLine]) -> BatchReport:
    def make(record: dict[str, Any], _: str | None) -> Record:
        return prescience.prescience_record(record, None)

    [part] = batch_lines(result, 10_000)
    return read_records(part, make, None)[1]


GOOD = {"corpus_id": "1", "title": "T", "date": "2001-05-03"}


ROWS = {
    "duplicate_key": '{"corpus_id": "2", "corpus_id": "3"}',
    "control_character": '{"corpus_id": "2\n"}',
    "lone_surrogate": '{"corpus_id": "2", "title": "\\ud800"}',
    "depth_over_100": '{"corpus_id": "2", "x": ' + "[" * 101 + "]" * 101 + "}",
    "not_an_object": "[1]",
    "line_over_16_MiB": json.dumps({"corpus_id": "2", "title": "x" * 17_000_000}),
}


@pytest.mark.parametrize("reason", ROWS)
@pytest.mark.parametrize(
    "shape",
    [
        "[%s , %s\n,%s]",
        '{"metadata": [{"a": "]"}], "data": [%s , %s\n,%s], "more": 1}\n',
        "%s\n%s\n%s\n",
    ],
    ids=["list", "object", "indented objects"],
)
def test_rows_of_a_document_follow_the_rules_for_lines(reason: str, shape: str) -> None:
    good = json.dumps(GOOD, indent=1)
    Path("a.json").write_text(shape % (good, ROWS[reason], good))
    reading = ReadProgress()
    account = account_of(read_file(source_file(Path("a.json")), reading))
    assert not reading.faults
    assert account.counts["read"] == 3
    [row] = account.rejects
    assert (row["reason"], row["line"]) == (reason, 2)


@pytest.mark.parametrize("after", ["{", "}", "]", ",", '"', "x", "null"])
def test_indented_objects_that_break_give_those_before(after: str) -> None:
    Path("a.json").write_text(f"{json.dumps(GOOD, indent=1)}\n{after}")
    reading = ReadProgress()
    result = list(read_file(source_file(Path("a.json")), reading))
    assert [json.loads(line.data) for line in result] == [GOOD]
    assert [fault.reason for fault in reading.faults] == ["malformed_json"]


def test_a_row_of_a_document_that_is_not_utf_8_costs_itself() -> None:
    row = json.dumps(GOOD).encode()
    Path("a.json").write_bytes(b"[" + row + b"," + row.replace(b"T", b"\xff") + b"]")
    account = account_of(read_file(source_file(Path("a.json")), ReadProgress()))
    assert account.counts["rejected.invalid_utf8"] == 1
    assert account.counts["read"] == 2


@pytest.mark.parametrize(
    "text", ["[%s", "[%s,", "[%s] x", "[%s,]", "[%s %s]", '{"data": [%s', '{"data": [%s, }']
)
def test_a_document_that_breaks_gives_the_rows_before(text: str) -> None:
    Path("a.json").write_text(text.replace("%s", json.dumps(GOOD)))
    reading = ReadProgress()
    result = list(read_file(source_file(Path("a.json")), reading))
    assert [json.loads(line.data) for line in result] == [GOOD]
    assert [fault.reason for fault in reading.faults] == ["malformed_json"]


@pytest.mark.parametrize(
    "score", ["0.9", [0.9], {"a": 1}, True], ids=["text", "list", "object", "truth"]
)
def test_scores_of_openalex_that_cannot_be_compared_are_left_out(score: Any) -> None:
    domain = {"id": "https://openalex.org/domains/1", "display_name": "d"}
    topics = [
        {"id": f"https://openalex.org/T{n}", "score": value, "domain": domain}
        for n, value in ((10, score), (11, 0.8))
    ]
    work = {"id": "https://openalex.org/W123456", "topics": topics}
    record = openalex.openalex_record(work, None)
    assert {field.id: field.score for field in record.fields} == {
        "domains/1": 0.8, "T10": None, "T11": 0.8,
    }  # fmt: skip
    assert record.notes.counts["accepted.wrong_type"] >= 1


def test_a_count_of_a_table_may_be_in_digits_of_another_script() -> None:
    path = Path("a.csv")
    path.write_text("id,kind,count\ng1,news,\u0663\ng2,news,7\n")
    [part] = batch_lines(CountTable({}).read_rows(source_file(path), ReadProgress()), 10)
    assert [entry.record.count for entry in read_records(part, count_record, None)[0]] == [3, 7]


def test_the_name_of_a_file_may_be_any_bytes(database: Database) -> None:
    name = os.fsdecode(b"caf\xe9.jsonl")
    Path(name).write_text('{"id": "P1", "date": "2001"}\n{"id": 7.5, "title": "x"}\n')
    report = load(database, [name], max_rejected=1)
    assert (report.read, report.loaded, report.rejected) == (2, 1, {"wrong_type": 1})
    assert report.rejects is not None
    [row] = map(json.loads, report.rejects.read_text().splitlines())
    assert row["file"] == "caf\\udce9.jsonl"
    with pytest.raises(DataError, match="missing_file"):
        load(database, [os.fsdecode(b"\xff")])
    (Path("inner")).mkdir()
    Path(name).rename(Path("inner", name))
    assert load(database, [Path("inner")], max_rejected=1).merged == 1


def test_a_table_that_unpacks_to_too_much_is_a_fault() -> None:
    value = "x" * 1_000_000
    table = pa.table({"corpus_id": [str(n) for n in range(300)], "abstract": [value] * 300})
    parquet.write_table(table, Path("a.parquet"))
    reading = ReadProgress()
    result = list(read_file(source_file(Path("a.parquet")), reading))
    assert len(result) < 20
    assert [fault.reason for fault in reading.faults] == ["expansion_over_200x"]


def test_contradicting_rows_of_one_paper_are_not_all_compared() -> None:
    listed = [{**GOOD, "title": f"T{n}"} for n in range(3_000)]
    file = source_file(as_document(Path("a.json"), listed))
    results: list[InputLine] = []
    spent_s = count_cpu_seconds(lambda: results.extend(prescience.papers([file], ReadProgress())))
    assert len(results) == 3_000
    assert spent_s < 5


def test_a_day_of_a_table_is_as_before() -> None:
    day = datetime(2001, 5, 3, tzinfo=UTC).date()
    parquet.write_table(pa.Table.from_pylist([{**GOOD, "date": day}]), Path("a.parquet"))
    [line] = read_file(source_file(Path("a.parquet")), ReadProgress())
    assert json.loads(line.data) == GOOD


def packed_lines() -> bytes:
    """More than is read at once, though it is packed."""
    noise = random.Random(0)  # noqa: S311 - so that packing does not make it short
    rows = [{"id": f"P{n}", "title": noise.randbytes(8000).hex()} for n in range(260)]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwrite(file: Path) -> None:
    """Change a letter, and date the file back."""
    before = file.stat()
    with file.open("r+b") as stream:
        stream.seek(-30, os.SEEK_END)
        stream.write(b"x")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.parametrize(
    ("name", "change"), [("a.jsonl", cut), ("a.jsonl", overwrite), ("a.jsonl.gz", cut)]
)
def test_a_file_that_changes_is_never_journalled_as_complete(
    database: Database, name: str, change: Callable[[Path], None]
) -> None:
    file, rejects = Path(name), Path("rejects.jsonl")
    file.write_bytes(gzip.compress(packed_lines(), 1) if name.endswith(".gz") else packed_lines())
    whole = file.read_bytes()

    def alter(number: int) -> None:
        if number == 1:
            change(file)

    with pytest.raises(DataError, match=f"the file changed while it was read .*{name}"):
        load(database, [file], batch_size=20, after_batch=alter, rejects=rejects, max_rejected=1)
    file.write_bytes(whole)
    again = load(database, [file], batch_size=20, rejects=rejects, max_rejected=1)
    assert again.read == again.loaded + again.merged + sum(again.rejected.values())
    assert again.read == 260
    database.rows("admin/wipe")
    anew = load(database, [file], rejects=rejects, max_rejected=1)
    assert anew.graph_fingerprint == again.graph_fingerprint


def test_a_table_that_changes_is_not_read_on() -> None:
    file = Path("a.parquet")
    pq.write_table(pa.table({"corpus_id": [str(n) for n in range(200)]}), file)
    found = hash_file(open_regular(file, str(file)))
    reading = ReadProgress()
    rows = read_file(found, reading)
    assert next(rows).number == 1
    overwrite(file)
    with pytest.raises(DataError, match="the file changed while it was read"):
        list(rows)
    with pytest.raises(DataError, match="the file changed while it was read"):
        list(read_file(found, reading))
    assert reading.faults == []


def test_no_output_takes_the_place_of_an_input(database: Database) -> None:
    Path("data").mkdir()
    file, counts, link = (Path(name) for name in ("data/p.jsonl", "t.csv", "link"))
    file.write_text('{"id": "P1", "authors": 7}\n{"id": "P2"}\n')
    counts.write_text("id,kind,count\nP2,news,x\n")
    link.symlink_to(file)
    before = file.read_bytes(), counts.read_bytes()
    for paths, rejects in (
        ([file], file), ([file], link), ([link], file), ([Path("data")], file),
        ([file, counts], counts),
    ):  # fmt: skip
        with pytest.raises(StorageError, match="would be written, and is read"):
            load(database, paths, rejects=rejects, max_rejected=1)
    out = Path("out")
    for names in (("rejects", "matches"), ("rejects", "changes"), ("changes", "matches")):
        twice = (out, Path("data") / ".." / "out")
        given: dict[str, Any] = dict(zip(names, twice, strict=True))
        with pytest.raises(StorageError, match="out would be written twice"):
            load(database, file, **given)
    assert not out.exists()
    assert (file.read_bytes(), counts.read_bytes()) == before
