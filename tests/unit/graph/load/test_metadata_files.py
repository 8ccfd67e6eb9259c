"""Metadata of Crossref, arXiv, Lens, the ACL Anthology and DBLP."""

import json
from typing import Any

import pytest
from helpers.files.read_files import read_contents, records_of
from helpers.files.service_files import ACL, ARXIV, CROSSREF, DBLP, LENS

from scinet.graph.schema.records import Notes
from scinet.graph.sources import crossref

ONE = {"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": CROSSREF}
MANY = {"status": "ok", "message-type": "work-list", "message": {"facets": {}, "items": [CROSSREF]}}
FILES: dict[str, tuple[Any, str]] = {
    "Crossref": (json.dumps(MANY), "day"),
    "one of Crossref": (json.dumps(ONE), "day"),
    "one of Crossref, indented": (json.dumps(ONE, indent=2), "day"),
    "the work alone, indented": (json.dumps(CROSSREF, indent=2), "day"),
    "Crossref's files": (json.dumps({"items": [CROSSREF]}, indent=1), "day"),
    "arXiv": (json.dumps(ARXIV), "day"),
    "Lens": (json.dumps({"data": [LENS]}), "day"),
    "ACL": (ACL, "day"),
    "DBLP": (DBLP, "year"),
}


@pytest.mark.parametrize("name", FILES)
def test_each_service_gives_the_paper(name: str) -> None:
    content, precision = FILES[name]
    contents = read_contents(content)
    assert (contents.reasons, contents.faults, contents.balances) == ({}, [], True)
    [paper] = (entry.record for entry in contents.entries)
    expected = ("acl:P98-1001" if name == "ACL" else "doi:10.1000/abc", "Counting words")
    assert (paper.id, paper.title) == expected
    assert (f"{paper.date:%Y-%m}", paper.date_precision, paper.venue.name) == (
        "1998-12" if name == "DBLP" else "1998-06", precision, "Letters",
    )  # fmt: skip
    assert paper.authors[0].name == "Ada Bell"
    assert paper.abstract == (None if name == "DBLP" else "One.")
    assert paper.external_ids["doi"] == "10.1000/abc"
    if name == "DBLP":
        assert [(a.id, a.name) for a in paper.authors] == [
            ("dblp:Ada Bell 0001", "Ada Bell"),
            ("dblp:José Li", "José Li"),
        ]
    cited = {"Lens": ("lens:9",), "arXiv": (), "ACL": (), "DBLP": ()}
    assert paper.references == cited.get(name, ("doi:10.1000/cited",))


DATES: dict[str, tuple[dict[str, list[int]], str]] = {
    "print before online": ({"published-online": [2005, 3, 1], "published-print": [1972]}, "1972"),
    "online before print": (
        {"published-online": [2001, 5, 3], "published-print": [2001, 6], "issued": [2001, 5, 3]},
        "2001-05-03",
    ),
    "a day of its month": (
        {"published-online": [2001, 5], "published": [2001, 5, 3]},
        "2001-05-03",
    ),
    "the last day of a month": ({"issued": [2001, 5], "published": [2001, 5, 31]}, "2001-05-31"),
    "a bad one and a good one": ({"published-online": [1998, 13], "issued": [2001, 5]}, "2001-05"),
    "one before all": ({"published-online": [12], "issued": [2001, 5]}, "2001-05"),
}


@pytest.mark.parametrize("name", DATES)
def test_the_earliest_date_of_crossref_is_taken(name: str) -> None:
    stated, earliest = DATES[name]
    item = {key: {"date-parts": [parts]} for key, parts in stated.items()}
    made = crossref.work({"DOI": "10.1000/abc", "title": ["Words"], **item}, Notes())
    assert made["date"] == earliest


def test_crossref_says_that_a_paper_is_retracted() -> None:
    notices = [{"DOI": "10.1000/n", "type": kind} for kind in ("correction", "retraction")]
    made = crossref.work({"DOI": "10.1000/abc", "updated-by": notices}, Notes())
    assert made["is_retracted"] is True
    corrected = crossref.work({"DOI": "10.1000/abc", "updated-by": notices[:1]}, Notes())
    assert "is_retracted" not in corrected


def test_of_bad_dates_what_is_certain_is_read() -> None:
    bad = {"published-online": {"date-parts": [[1998, 13]]}, "issued": {"date-parts": [[12]]}}
    [paper] = records_of(contents := read_contents(json.dumps({"items": [CROSSREF | bad]})))
    assert f"{paper.date}" == "1998-12-31"
    assert contents.counts["accepted.date_in_part"] == 2
