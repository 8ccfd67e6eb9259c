"""Values as people and databases write them."""

from pathlib import Path

import pytest
from helpers import references
from helpers.network_files import outcome

from scinet.graph.sources import values

DATES = {
    "2001-06-15": "2001-06-15",
    "2001/6": "2001-06",
    "2001/06/15/": "2001-06-15",
    "2001": "2001",
    "15 Jun 2001": "2001-06-15",
    "Jun-2001": "2001-06",
    "15-Jun-2001": "2001-06",
    "2001-06-15 2001": "2001-06-15",
    "Dec 1998 1999": "1998-12",
    "1998 Nov-Dec": "1998-12",
    "NOV-DEC 1998": "1998-12",
    "Jan 3-Feb 2 2001": "2001-02-02",
    "2000 Spring": "2000",
    "Mon, 2 Apr 2007 19:18:42 GMT": "2007-04-02",
    "1998 Dec-1999 Jan": "1999-01",
    "Dec 1998-Jan 1999": "1999-01",
    "1998 Nov-Dec - 1999 Jan": "1999-01",
    "2000 Dec 15-2001 Jan 3": "2001-01-03",
    "15 Dec 2000 to 3 Jan 2001": "2001-01-03",
    "2001 Jan 3-7": "2001-01-07",
    "1998-1999": "1999",
    "1998\N{EN DASH}1999": "1999",
    "2001-2002": "2002",
    "1999 Winter-2000": "2000",
    "1999 Dec-2000": "2000",
    "2001-06-15/2001-07-20": "2001-07-20",
    "2001-03-15T00:00:00Z": "2001-03-15",
    "in press": None,
    "98": None,
}


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_read_as_written_and_a_period_as_its_end(text: str) -> None:
    assert values.date(text) == DATES[text]


def test_a_long_text_is_no_slow_date() -> None:
    assert values.date("1999-2000 Jan to " * 50_000) == "2000-01"


def test_pubmed_says_days_in_parts(tmp_path: Path) -> None:
    month = "<Month>Jun</Month><Day>15</Day></PubDate></JournalIssue>"
    electronic = "<ArticleDate><Year>1998</Year><Month>05</Month><Day>02</Day></ArticleDate>"
    assert month in references.PUBMED
    content = references.PUBMED.replace(month, "</PubDate></JournalIssue>", 1)
    content = content.replace("</Journal>", f"</Journal>{electronic}", 1)
    content = content.replace("in press", "1998 Dec-1999 Jan", 1)
    (tmp_path / "x").write_text(content)
    bell, dee = (entry.record for entry in outcome(tmp_path / "x").entries)
    assert (f"{bell.date}", f"{dee.date}") == ("1998-05-02", "1999-01-31")
