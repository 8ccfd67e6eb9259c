"""Files that reference managers write become papers; what cannot be read is listed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.files.bibliography_files import RIS

from scinet.graph.connection import Database
from scinet.graph.load.loading import load
from scinet.graph.load.report import LoadReport

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
        "id": "bell98",
        "type": "article-journal",
        "title": "Counting Words",
        "author": [{"family": "Bell", "given": "Ada"}, {"literal": "The ACL Committee"}],
        "issued": {"date-parts": [["1998", 6, "15"]]},
        "container-title": "J. of Words",
        "DOI": "10.1000/abc",
    },
    {"id": 4, "type": "book", "title": ["a list"], "issued": {}},
]
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
    assert (report.read, report.loaded, report.rejected) == (2, 1, {"malformed_entry": 1})
    assert papers(database) == {
        "mine:bell98": [
            "Counting Words", "1998-06-15", "day", "J. of Words", "10.1000/abc", None, None,
            ["Ada Bell", "The ACL Committee"],
        ]
    }  # fmt: skip


def test_a_file_of_an_older_program_is_read_as_windows_wrote_it(
    database: Database, loaded: Loaded
) -> None:
    report = loaded("@article{a, title = {naïve €}}".encode("cp1252"))
    assert report.details["accepted"]["not_utf8"] == 1
    [[title, *_]] = papers(database).values()
    assert title == "naïve €"
