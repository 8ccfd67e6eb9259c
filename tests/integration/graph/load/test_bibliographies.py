"""Files of reference managers, and tables of papers and of citations, become papers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.files.bibliography_files import RIS
from helpers.files.exports import workbook
from helpers.files.read_files import by_id, read_contents

from scinet.errors import DataError
from scinet.graph.analysis.status import graph_status
from scinet.graph.db.connection import Database
from scinet.graph.load.batch import BatchReport, deduplicate
from scinet.graph.load.dry_run import dry_run
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport
from scinet.graph.sources.counts import CountTable

BIBTEX = r"""
% made by hand
@string{acl = "Annual Meeting of the {ACL}"}
@article{bell98,
  title = {Counting {W}ords in {\"O}sterreich},
  author = {Bell, Ada and {The ACL Committee} and de la Fuente, Jos{\'e} and Smith, Jr., Bob
            and others},
  year = 1998, month = jun, journal = "J. of Words", doi = {https://doi.org/10.1000/AbC},
  abstract = {One\&two. \textit{three}},
}
@inproceedings{cut, title = {no end, year = 2001
@inproceedings{dee01, title = "Pairs", author = "Cy Dee", booktitle = acl # " 2001",
  date = {2001-03-04}, eprint = {2101.00001v2}, archiveprefix = {arXiv}}
@misc{fry, title = {First}, title = {Second}, year = {in press}}
@comment{jabref-meta: x}
"""
CSL = [
    {
        "id": "bell98", "type": "article-journal", "title": "Counting Words",
        "author": [{"family": "Bell", "given": "Ada"}, {"literal": "The ACL Committee"}],
        "issued": {"date-parts": [["1998", 6, "15"]]}, "container-title": "J. of Words",
        "DOI": "10.1000/abc",
    },
    {"id": 4, "type": "book", "title": ["a list"], "issued": {}},
]  # fmt: skip
Loaded = Callable[[bytes], LoadReport]


@pytest.fixture
def loaded(database: Database) -> Loaded:
    def loads(content: bytes) -> LoadReport:
        file = Path("export.txt")  # the name says nothing
        file.write_bytes(content)
        rejects = Path("rejects.jsonl")
        return load(database, file, source="mine", max_rejected=1, rejects=rejects)

    return loads


def papers(database: Database) -> dict[str, list[object]]:
    asked = """
        MATCH (p:Paper) OPTIONAL MATCH (a:Author)-[w:AUTHORED]->(p)
        WITH p, a ORDER BY w.position
        RETURN p.id AS id, p.title AS title, toString(p.date) AS date, p.date_precision AS upto,
          [(p)-[:PUBLISHED_IN]->(v) | v.name][0] AS venue, p.doi AS doi, p.arxiv_id AS arxiv,
          p.abstract AS abstract, collect(a.name) AS authors
    """
    return {row.pop("id"): list(row.values()) for row in map(dict, database.read_text(asked))}


def test_bibtex(database: Database, loaded: Loaded) -> None:
    report = loaded(BIBTEX.encode())
    assert (report.read, report.loaded, report.rejected) == (4, 3, {"malformed_entry": 1})
    people = ["Ada Bell", "The ACL Committee", "José de la Fuente", "Bob Smith Jr."]
    title = "Counting Words in Österreich"
    assert papers(database) == {
        "mine:bell98": [
            title, "1998-06-30", "month", "J. of Words", "10.1000/abc", None, "One&two. three",
            people,
        ],
        "mine:dee01": [
            "Pairs", "2001-03-04", "day", "Annual Meeting of the ACL 2001", None, "2101.00001",
            None, ["Cy Dee"],
        ],
        "mine:fry": ["First", None, None, None, None, None, None, []],
    }  # fmt: skip
    listed = [json.loads(line) for line in Path("rejects.jsonl").read_text().splitlines()]
    reasons = {4: "authors_not_all", 11: "malformed_entry", 14: "field_twice"}
    assert {row["line"]: row["reason"] for row in listed} == reasons
    [text] = [row["text"] for row in listed if row["line"] == 11]
    assert text.startswith("@inproceedings{cut")


BETTER_BIBTEX = r"""
@article{raan99, title = {Seasons}, date = {1999-21}, author = {
  family=Raan, given=Anthony F. J., prefix=van, useprefix=true and
  given=Bob, given-i=B, family={Smith, {M{\"u}ller} and Sons}, suffix=Jr. and Dee, Cy}}
@article{dee00, title = {Half}, date = {1999-24/2000-41}}
@article{fry01, title = {Months}, date = {1999-12}}
"""


def test_names_and_seasons_of_better_bibtex(database: Database, loaded: Loaded) -> None:
    report = loaded(BETTER_BIBTEX.encode())
    assert (report.rejected, report.details["accepted"]["date_in_part"]) == ({}, 2)
    assert "name_malformed" not in report.details["accepted"]
    people = ["Anthony F. J. van Raan", "Bob Smith, M\u00fcller and Sons Jr.", "Cy Dee"]
    assert {key: [*row[:3], row[-1]] for key, row in papers(database).items()} == {
        "mine:raan99": ["Seasons", "1999-12-31", "year", people],
        "mine:dee00": ["Half", "2000-12-31", "year", []],
        "mine:fry01": ["Months", "1999-12-31", "month", []],
    }


def test_ris(database: Database, loaded: Loaded) -> None:
    report = loaded(b"\xef\xbb\xbf" + RIS.encode())
    assert (report.read, report.loaded) == (2, 2)
    assert papers(database) == {
        "mine:bell98": [
            "Counting Words", "1998-06-15", "day", "J. of Words", "10.1000/abc", None,
            "An abstract.", ["Ada Bell", "José de la Fuente"],
        ],
        "mine:name:cy-dee-jr-2001-pairs": [
            "Pairs", "2001-12-31", "year", "ACL", None, None, None, ["Cy Dee Jr."],
        ],
    }  # fmt: skip


def test_csl(database: Database, loaded: Loaded) -> None:
    report = loaded(json.dumps(CSL, indent=1).encode())
    assert (report.read, report.loaded, report.rejected) == (2, 2, {})
    assert report.details["accepted"]["wrong_type"] == 1
    assert papers(database) == {
        "mine:4": [None, None, None, None, None, None, None, []],
        "mine:bell98": [
            "Counting Words", "1998-06-15", "day", "J. of Words", "10.1000/abc", None, None,
            ["Ada Bell", "The ACL Committee"],
        ],
    }  # fmt: skip


def test_a_file_of_an_older_program_is_read_as_windows_wrote_it(
    database: Database, loaded: Loaded
) -> None:
    report = loaded("@article{a, title = {naïve €}}".encode("cp1252"))
    assert report.details["accepted"]["not_utf8"] == 1
    [[title, *_]] = papers(database).values()
    assert title == "naïve €"


# ruff: noqa: E501 - tables as they are written


TABLE = (
    b'\xef\xbb\xbfPaper_ID;Title;Year;Authors;Journal;DOI\r\np1;"Counting; words";1998;"Bell, Ada; Dee, Cy";Letters;10.1000/A\r\n'
    b'p2;Pairs;2001-03;"Ada Bell, Eve Fry";;\r\np3;;;"[\'Cy Dee\']";n/a;\r\n'
)
CITED = b"# FromNodeId\tToNodeId\np2\tp1\np3\tp1\np3\tp2\np3\tp2\nx8\tp1\n\tp1\nx8\tp2\n"
TWO = b"id,title,year\nq1,One,1998\nq2,Two,2001\n"


def test_papers_get_what_they_cite() -> None:
    found = read_contents(TABLE, CITED)
    assert (found.reasons, found.faults, found.balances) == ({"not_an_object": 1}, [], True)
    named = [row for row in found.rejects if row["reason"] == "not_an_object"]
    assert [(row["line"], row["file"]) for row in named] == [(7, "file-1")]
    made = by_id(found)
    assert {p.id: p.references for p in made.values()} == {
        "p1": (), "p2": ("p1",), "p3": ("p1", "p2"), "x8": ("p1", "p2"),
    }  # fmt: skip
    p1 = made["p1"]
    assert (p1.title, f"{p1.date}", p1.venue.name) == ("Counting; words", "1998-12-31", "Letters")
    assert p1.external_ids == {"doi": "10.1000/a"}
    names = {p.id: [a.name for a in p.authors] for p in made.values()}
    assert names == {
        "p1": ["Ada Bell", "Cy Dee"],
        "p2": ["Ada Bell", "Eve Fry"],
        "p3": ["Cy Dee"],
        "x8": [],
    }
    assert found.counts["references.repeated"] == 1


def test_columns_are_shown_and_can_be_named() -> None:
    content = b"Key,Name of it,When\np1,Counting words,1998\n"
    file = Path("x.csv")
    file.write_bytes(content)
    named = {"paper_id": "Key", "title": "Name of it", "year": "When"}
    report = dry_run(file, table=CountTable(named))
    assert report.details["columns"] == {
        str(file): {"id": "key", "title": "name of it", "year": "when"}
    }
    assert (report.kind, report.read, report.loaded) == ("records", 1, 1)
    assert by_id(read_contents(content, columns=named))["p1"].title == "Counting words"


@pytest.mark.parametrize(
    ("columns", "message", "hint"),
    [
        (
            {"titel": "Name"},
            "there is no field 'titel' (--column titel=Name)",
            "Did you mean title?",
        ),
        ({"x1": "Name"}, "there is no field 'x1'", "There are abstract, arxiv, author_ids, "),
        (
            {"title": "Nome"},
            "no table has a column 'Nome' to take 'title' from",
            "Correct --column",
        ),
    ],
)
def test_a_column_of_a_field_that_there_is_not_is_refused(
    database: Database, columns: dict[str, str], message: str, hint: str
) -> None:
    (file := Path("x.csv")).write_text("Key,Name,Year\n1,Alpha,1998\n")
    table = CountTable({"paper_id": "Key", **columns})
    for is_tried in (True, False):
        with pytest.raises(DataError) as caught:
            dry_run(file, table=table) if is_tried else load(database, file, table=table)
        assert str(caught.value).startswith(message)
        assert caught.value.hint.startswith(hint)
    assert graph_status(database)["loads"] == []


def test_dates_that_are_understood_in_part_are_listed_with_their_lines(database: Database) -> None:
    rows = ("1,Alpha,3/4/2001", "2,Beta,2001", "3,Gamma,Spring 1999", "4,Delta,1998-99")
    (file := Path("odd.csv")).write_text("\n".join(("DocID,Name,When", *rows)))
    named = CountTable({"paper_id": "DocID", "title": "Name", "date": "When"})
    tried = dry_run(file, table=named)
    why = "of its date '3/4/2001' only 2001 is understood"
    assert tried.details["first"] == {"date_in_part": f"{file}, line 2: {why}"}
    done = load(database, file, table=named, source="odd", rejects=Path("r.jsonl"))
    for report in (tried, done):
        assert report.details["accepted"] == {
            "date_in_part": 1, "no_authors": 4, "period_only": 1, "year_only": 2,
        }  # fmt: skip
    [row] = map(json.loads, Path("r.jsonl").read_text().splitlines())
    assert (row["line"], row["reason"], row["message"]) == (2, "date_in_part", why)
    found = database.read_text("MATCH (p:Paper) RETURN p.id AS id, toString(p.date) AS date")
    expected = {"1": "2001-12-31", "2": "2001-12-31", "3": "1999-12-31", "4": "1999-12-31"}
    assert {row["id"][-1]: row["date"] for row in found} == expected


def test_a_workbook_is_read_as_its_table_is() -> None:
    rows = [("id", "title", "year", "references"), ("a", "A", "1998", "b, c")]
    made = by_id(read_contents(workbook(rows)))
    assert (f"{made['a'].date}", made["a"].references) == ("1998-12-31", ("b", "c"))


def test_a_table_of_citations_of_known_papers_alone_is_read_in_full() -> None:
    found = read_contents(TWO, b"citing,cited\nq2,q1\n")
    assert (found.faults, found.counts["read"], found.balances) == ([], 2, True)
    assert by_id(found)["q2"].references == ("q1",)


def test_such_a_load_is_complete_and_another_one_when_a_citation_changes(
    database: Database,
) -> None:
    both = Path("p.csv"), Path("c.csv")

    def loaded(citations: bytes) -> tuple[str, str]:
        both[0].write_bytes(TWO)
        both[1].write_bytes(citations)
        report = load(database, both, source="own", replace=True)
        return report.run, report.graph_fingerprint

    first = loaded(b"citing,cited\nq2,q1\n")
    [row] = database.rows("admin/loads")
    assert row["complete"]
    assert {file["name"] for file in json.loads(row["files"])} == set(map(str, both))
    assert loaded(b"citing,cited\nq2,q1\n") == first
    other = loaded(b"citing,cited\nq1,q2\n")
    assert other[0] != first[0]
    assert other[1] != first[1]


def test_what_was_guessed_of_a_table_is_counted(database: Database) -> None:
    file = Path("papers.csv")
    file.write_bytes(b"id,title,year,references\n101.0,Caf\xe9s,1998,\n102,Pairs,2001,101.0\n")
    for report in (dry_run(file), load(database, file)):
        assert report.loaded == 2
        assert report.details["accepted"]["not_utf8"] == 1
        assert report.details["accepted"]["id_as_number"] == 2
    [row] = database.read_text("MATCH (:Paper {id: '102'})-[:CITES]->(p) RETURN p.title AS t")
    assert row == {"t": "Caf\u00e9s"}


@pytest.mark.parametrize("header", [b"citing,cited\n", b"id,title,year\n"])
def test_a_table_without_rows_is_named_once(header: bytes) -> None:
    found = read_contents(TWO, header)
    assert [(one.name, one.reason) for one in found.faults] == [("file-1", "empty_file")]
    assert {entry.record.id for entry in found.entries} == {"q1", "q2"}


@pytest.mark.parametrize("again", [b"q2,Two,2001\n", b"q2,Second,2001\n"])
def test_each_row_of_a_paper_has_its_citations(again: bytes) -> None:
    found = read_contents(TWO + again, b"citing,cited\nq2,q1\n")
    rows = [entry.record for entry in found.entries if entry.record.id == "q2"]
    assert [row.references for row in rows] == [("q1",), ("q1",)]
    assert len({row.digest for row in rows}) == len({row.title for row in rows})
    account = BatchReport()
    assert deduplicate(found.entries, account)["q2"].record.references == ("q1",)
    assert account.counts == {"merged" if again in TWO else "rejected.conflict": 1}


def test_doubtful_counts_and_dates_are_listed_and_names_may_have_spaces() -> None:
    rows = b"n1;A;2100,5;23012;10.1/a\nn2;B;2100,0;Jul 73;10.1/b\n"
    found = read_contents(b"Paper ID;title;Times-Cited;date;doi\n" + rows)
    n1, n2 = (by_id(found)[name] for name in ("n1", "n2"))
    assert (n1.date, n2.date, n1.referrals) == (None, None, ())
    assert [one.count for one in n2.referrals] == [2100]
    reasons = [[one.reason for one in paper.notes.left_out] for paper in (n1, n2)]
    assert reasons == [["date_malformed", "field_malformed"], ["date_malformed"]]
