"""Papers written in each format that scinet reads are the same papers again."""

import json
from datetime import date
from io import BytesIO
from random import Random
from typing import Any
from unicodedata import normalize

import pytest
from helpers.files.read_files import by_id, read_contents
from helpers.proof import default_seed

from scinet.graph.export.formats import PAPERS
from scinet.graph.schema.dates import parse_date, state_date
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources.values import clean_text

READ = sorted(PAPERS.keys() - {".parquet"})
AWKWARD = (
    *("{", "}", "%", "#", "&", "$", "\\", '"', "'", "\n", "\t", "~", "^", "_", "<", ">", "|", ";"),
    *(",", "``", "''", "--", "---", "?`", "@", "=", "[", "]", "/", ":", "(", ")", "1", "a", "E"),
    *("é", "e\u0301", "ß", "\u0131", "ñ", "\u2013", "“", "\u00a0", "😀", "عربى", "李 伟", "\u202e"),
    *("<i>", "\\alpha ", "and", "TY  - ", "ER  - ", "@article{x,", "$x_{1}$", "\u2028", "&amp;"),
    *("{}", "\\{", "0", " ", " word "),
)
NAMES = (
    *("World Health Organization", "Barnes and Noble", "P. T. Costa Jr.", "Jan van der Berg"),
    *("Plato", "李 伟", 'Ada "Quote" Bell', "and", "others", "Ada B.", "A. B.", "danah boyd"),
    *("University of X, Y", "A, B, C and D", "Smith et al.", "de la Cruz", "Henry IV", "+1"),
    *("Bell; Ada", "{Ada} Bell", "Núñez~José", "O\\'Neil", "and Bell", "=A", "Ada Bell-"),
)
DATES = (
    *(None, "2004", "2001-03", "1998-06-15", "1955-07/1955-09", "1998-12/1999-01", "1998/1999"),
    *("2001-03-30/2001-04-02", "2001-03-05/2001-03-11", "2005-01-01", "1955-07-10/1956-08-31"),
)
DOIS = (
    *(None, "10.1000/(sici)1-2(3)4:5<6::aid-7>3.0.co;2-8", "10.1000/a_b#c%d&e", "10.1000/{x}y"),
    *("10.1000/~x^y$z", "10.1000/a'b\"c"),
)


def awkward_papers(seed: int, number: int) -> list[dict[str, Any]]:
    random = Random(seed)  # noqa: S311 - not for secrets

    def text() -> str:
        words = "".join(random.choices(AWKWARD, k=random.randrange(12))).split()
        return clean_text(normalize("NFC", " ".join(words)))

    def name() -> str:
        return random.choice([*NAMES, " ".join(text().replace(",", " ").split())])

    return [
        {
            "id": f"{text()}{paper}",
            "title": text(),
            "date": random.choice(DATES),
            "authors": [{"name": name()} for _ in range(random.randrange(4))],
            "venue": text(),
            "references": [text() for _ in range(random.randrange(4))],
            "external_ids": {"doi": random.choice(DOIS)},
        }
        for paper in range(number)
    ]


def row_of(record: PaperRecord) -> dict[str, Any]:
    """Return the row of a stored paper as an export gets it."""
    first = record.first_date
    return {
        "paper_id": record.id,
        "title": record.title,
        "date": record.date,
        "date_precision": record.date_precision,
        "first_date": first or (record.date and parse_date(record.date.isoformat()).first),
        "type": record.type,
        "venue": record.venue and record.venue.name,
        "doi": record.external_ids.get("doi"),
        "authors": [author.name for author in record.authors],
        "references": list(record.references),
        "citations": 0,
    }


def round_trip(records: list[PaperRecord], end: str) -> dict[str, PaperRecord]:
    file = BytesIO()
    PAPERS[end]([row_of(record) for record in records], file)
    return by_id(read_contents(file.getvalue()))


def loaded(*items: dict[str, Any]) -> list[PaperRecord]:
    return list(by_id(read_contents("\n".join(map(json.dumps, items)))).values())


@pytest.mark.parametrize("end", READ)
def test_papers_come_back(end: str) -> None:
    crowd = {"id": "crowd", "title": "", "authors": [{"name": f"A{n} B"} for n in range(3_001)]}
    records = loaded(crowd, *awkward_papers(default_seed(), 200))
    again = round_trip(records, end)
    assert again.keys() == {record.id for record in records}
    for record in records:
        other = again[record.id]
        assert other.title == record.title
        assert (other.date, other.date_precision, other.first_date) == (
            record.date, record.date_precision, record.first_date,
        )  # fmt: skip
        assert [author.name for author in other.authors] == [a.name for a in record.authors]
        assert other.external_ids == record.external_ids
        assert (other.venue and other.venue.name) == (record.venue and record.venue.name)
        if end == ".csv":
            assert other.references == record.references


def test_a_person_with_a_comma_is_named_given_first() -> None:
    [record] = loaded(
        {"id": "p", "authors": [{"name": "O'Neil, Pat"}, {"name": "Costa, P. T., Jr."}]}
    )
    for end in READ:
        [other] = round_trip([record], end).values()
        assert [a.name for a in other.authors] == ["Pat O'Neil", "P. T. Costa Jr."]


def test_periods_are_stated_as_exactly_as_they_are() -> None:
    for text in ("1955-07/1955-09", "1998/1999", "2001-03-05/2001-03-11", "2001", "2001-02"):
        stated = parse_date(text)
        assert state_date(stated.last, stated.precision, stated.first) == text
    assert state_date(date(2001, 2, 3), None, None) == "2001-02-03"
