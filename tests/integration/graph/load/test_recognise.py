"""What a file holds is seen from its content, and what no load reads is called by its name."""

import gzip
import json
import zipfile
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.files.exports import workbook
from helpers.files.network_files import outcome
from helpers.files.prescience_rows import TEST, as_document, as_lines, as_parquet, rows
from helpers.files.sciencemeter_rows import triplet

from scinet.errors import DataError, NotFoundError
from scinet.graph.analysis.status import graph_status
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load

PAPER = {"id": "p1", "title": "Counting words", "date": "1998-06-15", "references": []}
LATER = {"id": "p2", "title": "Words in graphs", "date": "2004", "references": ["p1"]}
TEXT = {
    "paper_id": "p2",
    "paragraphs": [
        {"text": "As [1] says.", "mentions": [{"start": 3, "end": 6, "paper_id": "p1"}]}
    ],
}
CLAIM = {"paper_id": "p1", "stance": "support", "text": "Words can be counted."}
PATHWAY = {
    "claim_id": "c1", "conference_year": 2005, "target_contribution": "Method: graphs of words",
    "target_paper_id": "p2", "enabling_contributions": [],
}  # fmt: skip
WORK = {"id": "https://openalex.org/W2001", "title": "Counting", "publication_date": "1998-06-15"}
COUNT = {"id": "p1", "kind": "downloads", "count": 3}


def lines(*records: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def damaged(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")


FOREIGN: dict[str, tuple[bytes | Callable[[Path], object], str]] = {
    "CSV": (b"Title,Year\nCounting words,1998\n", "is a CSV table with the columns Title, Year"),
    "tabs": (b"Title\tYear\nCounting words\t1998\n", "is a table with tabs"),
    "PDF": (b"%PDF-1.7\n...", "is a PDF document"),
    "XML": (b'<?xml version="1.0"?><feed/>', "is XML"),
    "HTML": (b"<!DOCTYPE html><html></html>", "is a web page"),
    "Excel": (workbook([("Shelf", "Price"), ("a", "7")]), "workbook with the columns Shelf, Price"),
    "damaged Excel": (damaged, "is an Excel workbook that is damaged"),
    "UTF-16": (json.dumps(PAPER).encode("utf-16"), "is UTF-16"),
    "other JSON": (json.dumps({"name": "x", "size": 3}, indent=1).encode(), "with name, size"),
    "broken JSON": (b'{"id": "p1", \n', "is not valid JSON"),
    "words": (b"Counting words\n", "is plain text"),
    "bytes": (b"\x00\x01\x02\x03", "is in no format"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_format_is_named_at_once(name: str) -> None:
    made, message = FOREIGN[name]
    file = Path("papers.jsonl")  # the name says nothing
    if callable(made):
        made(file)
    else:
        file.write_bytes(made)
    with pytest.raises(DataError, match=message) as caught:
        outcome(file)
    assert caught.value.hint


def test_a_large_foreign_file_is_not_read_to_its_end() -> None:
    file = Path("large.txt")
    with file.open("wb") as stream:
        stream.write(b"%PDF-1.7\n")
        stream.truncate(8 * 1024**4)  # hours of reading
    with pytest.raises(DataError, match="is a PDF document"):
        outcome(file)


def test_one_folder_with_everything_is_loaded_in_its_order(database: Database) -> None:
    folder = Path("mine")
    folder.mkdir()
    (folder / "a").write_bytes(lines(TEXT))  # before the papers by name
    (folder / "b.gz").write_bytes(gzip.compress(lines(PAPER, LATER)))
    (folder / "c.csv").write_bytes(b"id,kind,count\np1,downloads,3\n")
    (folder / "c2.csv").write_bytes(b"paper,kind,date,url\np1,news,2001,https://a.example/b\n")
    (folder / "d.jsonl").write_bytes(lines(CLAIM))
    (folder / "e.json").write_bytes(json.dumps([PATHWAY], indent=1).encode())
    (folder / "README").write_bytes(b"Words about words\n")
    (folder / "f.json").write_bytes(json.dumps({"made": "by hand"}, indent=1).encode())
    report = load(database, folder, source="mine")
    kinds = ["records", "fulltext", "counts", "documents", "pathways", "claims"]
    assert [part.kind for part in report.parts] == kinds
    assert (report.read, report.loaded, report.rejected) == (7, 7, {})
    assert report.skipped == {
        str(folder / "README"): "is plain text",
        str(folder / "f.json"): "holds JSON objects with made, which is nothing that scinet loads",
    }
    assert [load_row["kind"] for load_row in graph_status(database)["loads"]] == kinds[::-1]
    assert database.rows("admin/relationship_counts")
    again = load(database, str(folder), source="mine")
    assert (again.loaded, again.merged) == (0, 7)
    assert again.graph_fingerprint == report.graph_fingerprint


@pytest.mark.parametrize("way", [as_parquet, as_document, as_lines])
def test_rows_of_prescience_are_recognised(
    database: Database, way: Callable[[Path, Any], Path]
) -> None:
    report = load(database, way(Path("x"), rows(TEST)))
    assert (report.kind, report.source) == ("prescience", "prescience")


def test_works_and_their_source(database: Database) -> None:
    file = Path("works")
    file.write_bytes(b"{broken\n" + lines(WORK))
    report = load(database, [file], max_rejected=0.5)
    assert (report.kind, report.source, report.loaded) == ("openalex", "openalex", 1)
    bare = load(database, [file], max_rejected=0.5, source="")
    assert (bare.source, bare.loaded) == (None, 1)


@pytest.mark.parametrize(("indent", "mark"), [(None, b""), (1, b""), (1, BOM_UTF8)])
def test_a_list_and_a_page_are_read_as_lines_are(
    database: Database, indent: int | None, mark: bytes
) -> None:
    file = Path("x")
    for kind, records, made in (
        ("records", [PAPER, LATER], [PAPER, LATER]),
        ("openalex", [WORK], {"meta": {"count": 1}, "results": [WORK], "group_by": []}),
        ("openalex", [WORK], {"results": [WORK]}),
    ):
        database.rows("admin/wipe")
        file.write_bytes(lines(*records))
        expected = load(database, file)
        database.rows("admin/wipe")
        file.write_bytes(mark + json.dumps(made, indent=indent).encode())
        report = load(database, file)
        assert (report.kind, report.loaded) == (kind, len(records))
        assert report.graph_fingerprint == expected.graph_fingerprint


def test_triplets_bring_papers_and_claims(database: Database) -> None:
    file = Path("education.jsonl")
    file.write_bytes(lines(triplet(1)))
    report = load(database, file)
    parts = [(part.kind, part.source, part.loaded) for part in report.parts]
    assert parts == [("sciencemeter", "s2", 3), ("claims", "s2", 6)]


def test_what_does_not_apply_is_refused(database: Database) -> None:
    from scinet.graph.sources.counts import CountTable

    papers, texts = Path("p"), Path("t")
    papers.write_bytes(lines(PAPER))
    texts.write_bytes(lines(TEXT))
    with pytest.raises(DataError, match=r"--unknown is for papers .the files hold full text."):
        load(database, texts, unknown="drop")
    with pytest.raises(DataError, match=r"--read-on for counts .the files hold papers."):
        load(database, papers, table=CountTable({}, "2020"))
    with pytest.raises(DataError, match="holds full text, not papers"):
        load(database, [papers, texts], kind="records")
    with pytest.raises(NotFoundError, match="no kind of load named 'paper'") as caught:
        load(database, papers, kind="paper")
    assert "records, bibliography" in caught.value.hint
    with pytest.raises(DataError, match="is not a source name"):
        load(database, papers, source="Mine!")
    assert graph_status(database)["loads"] == []


def test_a_folder_without_anything_says_what_it_holds(database: Database, tmp_path: Path) -> None:
    (tmp_path / "refs.pdf").write_bytes(b"%PDF-1.7\n")
    with pytest.raises(DataError, match=r"no file with anything to load; .*refs\.pdf is a PDF"):
        load(database, tmp_path)


def test_counts_may_come_as_a_list() -> None:
    file = Path("counts.json")
    file.write_text(json.dumps([{"id": "a", "kind": "downloads", "count": n} for n in (1, 2)]))
    result = outcome(file)
    assert result.balances
    assert [entry.record.count for entry in result.entries] == [1, 2]


NOTHING = ("[null]", "[]", '{"meta": {"count": 0}, "results": []}',
           '{"status": "ok", "message-type": "work-list", "message": {"items": []}}')  # fmt: skip


@pytest.mark.parametrize("text", NOTHING)
def test_an_answer_without_anything_is_passed_over(
    database: Database, tmp_path: Path, text: str
) -> None:
    (tmp_path / "paper.jsonl").write_text(json.dumps(PAPER))
    (tmp_path / "none.json").write_text(text)
    withheld = tmp_path / "withheld.json"
    withheld.write_text('{"data": null, "citingPaperInfo": {}}')
    report = load(database, [tmp_path])
    assert report.loaded == 1
    assert set(report.skipped.values()) == {"is an answer of a service that found nothing"}
    assert len(report.skipped) == 2
