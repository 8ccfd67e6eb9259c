"""Files of EndNote and PubMed, in text and in XML, give the same papers."""

import pytest
from helpers.files import references
from helpers.files.read_files import read_contents, records_of

FILES = {
    "EndNote": references.ENW,
    "EndNote XML": references.ENDNOTE,
    "PubMed": references.NBIB,
    "PubMed XML": references.PUBMED,
}


@pytest.mark.parametrize("name", FILES)
def test_each_format_gives_the_same_papers(name: str) -> None:
    contents = read_contents(FILES[name].replace("\n", "\r\n").encode())
    assert (contents.reasons, contents.faults, contents.balances) == ({}, [], True)
    bell, dee = (entry.record for entry in contents.entries)
    expected = ("doi:10.1000/abc", "Counting words", "1998-06-15")
    assert (bell.id, bell.title, f"{bell.date}") == expected
    assert [author.name for author in bell.authors] == ["Ada Bell", "José de la Fuente"]
    assert (bell.abstract, bell.venue.name, bell.type) == (
        "One. Two.",
        "Letters",
        "journal article",
    )
    assert [field.name for field in bell.fields] == ["counting", "words"]
    assert (dee.title, dee.date, [author.name for author in dee.authors]) == (
        "Words; a book",
        None,
        ["Cy Dee"],
    )
    assert dee.id == ("pmid:77" if "PubMed" in name else "name:cy-dee-words-a-book")
    assert bell.references == (("pmid:77",) if name == "PubMed XML" else ())


NBIB = """
PMID- 1
TI  - Counting
FAU - Bell, Ada
AU  - Bell A
CN  - Metrics Consortium
FAU - Dee, Cy
AU  - Dee C
CN  - Institute of Words, Pairs and Trees
PT  - Journal Article
PT  - Retracted Publication

PMID- 2
TI  - Notice
PT  - Retraction of Publication
PT  - Retraction Notice
"""
_TYPE = "<PublicationType>Journal Article</PublicationType>"


def test_groups_and_retractions_of_pubmed() -> None:
    contents = read_contents(NBIB)
    paper, notice = (entry.record for entry in contents.entries)
    assert [author.name for author in paper.authors] == [
        "Ada Bell", "Cy Dee", "Metrics Consortium", "Institute of Words, Pairs and Trees",
    ]  # fmt: skip
    assert (paper.type, paper.is_retracted, notice.is_retracted) == ("journal article", True, None)
    assert "accepted.name_malformed" not in contents.counts

    retracted = f"{_TYPE}<PublicationType>Retracted Publication</PublicationType>"

    records = records_of(read_contents(references.PUBMED.replace(_TYPE, retracted)))
    assert [(r.type, r.is_retracted) for r in records] == [("journal article", True), (None, None)]


MONTHS = {
    'month = "20~" # may': "1955-05-20 day",
    "month = {20 May}": "1955-05-20 day",
    "month = {March}, day = {17}": "1955-03-17 day",
    "month = 3, day = 17": "1955-03-17 day",
    "month = {Februar}": "1955-02-28 month",
    'month = jul # "/" # aug': "1955-08-31 period",
    "month = {July--September}": "1955-09-30 period",
    "month = {7-8}": "1955-08-31 period",
    "month = {Dec-Jan}": "1956-01-31 period",  # of which of both the year is, is not said
    "month = {Summer}": "1955-12-31 year",
    "month = {first quarter}": "1955-12-31 year in part",
    "month = {Mai}": "1955-12-31 year in part",
    "month = 13": "1955-12-31 year in part",
    "date = {1955-07/1955-09}": "1955-09-30 period",
    "date = {1955-07/..}": "None None in part",
    "date = {1955-07/}": "None None in part",
}


@pytest.mark.parametrize("stated", MONTHS)
def test_months_of_bibtex(stated: str) -> None:
    [paper] = records_of(read_contents(f"@misc{{a, title = {{Words}}, year = 1955, {stated}}}\n"))
    in_part = " in part" if paper.notes.counts["accepted.date_in_part"] else ""
    assert f"{paper.date} {paper.date_precision}{in_part}" == MONTHS[stated]
