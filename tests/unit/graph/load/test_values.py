"""Values as people and databases write them."""

import pytest
from helpers.files import exports, references
from helpers.files.read_files import read_contents, records_of
from helpers.files.service_files import DBLP

from scinet.graph.sources import values

DATES = {
    "2001-06-15": "2001-06-15",
    "2001/6": "2001-06",
    "2001/06/15/": "2001-06-15",
    "2001": "2001",
    "15 Jun 2001": "2001-06-15",
    "Jun-2001": "2001-06",
    "15-Jun-2001": "2001-06-15",
    "3/4/2001": "3/4/2001",
    "15.07.1955": "1955-07-15",
    "31/12/2015": "2015-12-31",
    "04.03.2001": "04.03.2001",
    "Q3 1999": "Q3 1999",
    "15. M\u00e4rz 2001": "15. M\u00e4rz 2001",
    "M\u00e4rz 2001": "M\u00e4rz 2001",
    "Spring 1999": "1999",
    "c. 1999": "1999",
    "1999 (in press)": "1999",
    "1998-99": "1998/1999",
    "1998/99": "1998/1999",
    "2001-02": "2001-02",
    "2001-06-15 2001": "2001-06-15",
    "Dec 1998 1999": "1998-12",
    "1998 Nov-Dec": "1998-11/1998-12",
    "NOV-DEC 1998": "1998-11/1998-12",
    "July--September 1955": "1955-07/1955-09",
    "2001 Dec-Jan": "2000-12/2002-01",
    "Jan 3-Feb 2 2001": "2001-01-03/2001-02-02",
    "2000 Spring": "2000",
    "Mon, 2 Apr 2007 19:18:42 GMT": "2007-04-02",
    "1998 Dec-1999 Jan": "1998-12/1999-01",
    "Dec 1998-Jan 1999": "1998-12/1999-01",
    "1998 Nov-Dec - 1999 Jan": "1998-11/1999-01",
    "2000 Dec 15-2001 Jan 3": "2000-12-15/2001-01-03",
    "15 Dec 2000 to 3 Jan 2001": "2000-12-15/2001-01-03",
    "2001 Jan 3-7": "2001-01-03/2001-01-07",
    "1998-1999": "1998/1999",
    "1998\N{EN DASH}1999": "1998/1999",
    "2001-2002": "2001/2002",
    "1999 Winter-2000": "1999/2000",
    "1999 Dec-2000": "1999-12/2000",
    "2001-06-15/2001-07-20": "2001-06-15/2001-07-20",
    "2009-07/08": "2009-07/2009-08",
    "2009/7-8": "2009-07/2009-08",
    "2009-12/01": "2009-12/2010-01",
    "2009-07-08/09": "2009-07-08/2009-07-09",
    "2009/7/30-8/2": "2009-07-30/2009-08-02",
    "2009-12-28/01-03": "2009-12-28/2010-01-03",
    "2009-07/13": "2009-07/13",
    "2001-03-15T00:00:00Z": "2001-03-15",
    "in press": None,
    "98": None,
}


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_read_as_written_and_a_period_with_both_ends(text: str) -> None:
    assert values.parse_date(text) == DATES[text]


@pytest.mark.parametrize(
    ("text", "end"), [("28.12.2009-03.01.2010", "2010"), ("between 1998 and 2001", "2001")]
)
def test_a_period_in_words_ends_with_its_last_year(text: str, end: str) -> None:
    assert values.period_end(text) == end
    assert not values.read_date(text).is_whole


def test_a_date_that_is_understood_takes_the_place_of_one_that_is_in_part() -> None:
    assert values.parse_date("3/4/2001", "2001-04") == "2001-04"
    assert values.parse_date("2001", "3/4/2001") == "2001"
    assert values.parse_date("3/4/2001", "2001") == "3/4/2001"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("2100,0", 2100),
        ("2100.0", 2100),
        ("1,800", 1800),
        ("1.800", 1800),
        ("1.800,0", 1800),
        ("1,800.0", 1800),
        ("2100,5", None),
        ("18,00,1", None),
    ],
)
def test_a_count_is_whole_whatever_its_marks(text: str, count: int | None) -> None:
    assert values.parse_whole(text) == count


WILEY = "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O"
ECOLOGY = "10.1890/0012-9658(1999)080[1150:TPAA]2.0.CO;2"
DOIS = {
    WILEY: WILEY,
    f"https://doi.org/{WILEY}.": WILEY,
    f"{WILEY}; Bell A, 1998, LETTERS": WILEY,
    f"({WILEY})": WILEY,
    f"{ECOLOGY}, 7": ECOLOGY,
    "10.1000/a;10.1130/0091(1999)027<0343:A>2.3.CO;2": "10.1000/a",
    "10.1000/co;20 others": "10.1000/co",
    "[10.1000/a, 10.1000/b]": "10.1000/a",
    "DOI 10.1000/ABC.; next": "10.1000/abc",
}


@pytest.mark.parametrize("text", DOIS)
def test_a_doi_is_not_cut_at_a_mark_that_it_has_itself(text: str) -> None:
    result = values.find_doi(text)
    assert result == DOIS[text].lower()
    assert values.collect_ids(doi=result) == [f"doi:{result}"]
    assert values.split_values(f"{result}; B;{result};2 more") == [result, "B", result, "2 more"]


def test_such_a_doi_names_a_paper_of_dblp_and_one_reference() -> None:
    doi = f"doi:{WILEY.lower()}"
    escaped = WILEY.replace("<", "&lt;").replace(">", "&gt;")
    [paper] = records_of(read_contents(DBLP.replace("10.1000/ABC", escaped)))
    assert paper.id == doi

    cell = exports.wos_tabs().decode().replace("*IEEE, STAND", f"Dee C, 1998, J, DOI {WILEY}")
    contents = read_contents(cell)
    assert contents.counts["references.read"] == 5
    assert doi in {reference for record in records_of(contents) for reference in record.references}

    [own] = records_of(read_contents(f"id,title,references\nq1,One,{WILEY};q2 q3\n"))
    assert own.references == (WILEY, "q2", "q3")


def test_a_long_text_is_no_slow_date() -> None:
    assert values.parse_date("1999-2000 Jan to " * 50_000) == "1999/2000-01"


def test_pubmed_says_days_in_parts() -> None:
    month = "<Month>Jun</Month><Day>15</Day></PubDate></JournalIssue>"
    electronic = "<ArticleDate><Year>1998</Year><Month>05</Month><Day>02</Day></ArticleDate>"
    assert month in references.PUBMED
    content = references.PUBMED.replace(month, "</PubDate></JournalIssue>", 1)
    content = content.replace("</Journal>", f"</Journal>{electronic}", 1)
    content = content.replace("in press", "1998 Dec-1999 Jan", 1)
    bell, dee = records_of(read_contents(content))
    assert (f"{bell.date}", f"{dee.date}") == ("1998-05-02", "1999-01-31")
