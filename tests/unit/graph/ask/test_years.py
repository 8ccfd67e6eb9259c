"""Which years a question is read as asking for, and which it is not answered for."""

import pytest
from helpers.language.lexicon import Names

from scinet.graph.ask.limits import QuestionLimits, extract_limits
from scinet.graph.ask.names import KnownEntity
from scinet.graph.ask.readings import read_question
from scinet.graph.ask.wording import describe_reading, explain_text_search

LEXICON = Names(
    [KnownEntity("P1", "Parsing Czech"), KnownEntity("P2", "Parsing with grammars")], []
)
ASKED = "most cited papers on parsing"


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("before March 2015", None, 2014),
        ("since January 2010", 2010, None),
        ("after June 2012", 2013, None),
        ("until June 2012", None, 2012),
        ("by the end of March 2012", None, 2012),
        ("no later than Sept. 2012", None, 2012),
        ("not before March 2015", 2015, None),
        ("since 3rd of May, 2001", 2001, None),
        ("May 3, 2001 or later", 2001, None),
        ("since March '98", 1998, None),
        ("since the summer of 2010", 2010, None),
        ("between January 2010 and May 2012", 2010, 2012),
        ("Jan 2010 - May 2012", 2010, 2012),
        ("between March and June 2012", 2012, 2012),
        ("in spring 2010", 2010, 2010),
        ("from 2010-03-01 to 2012-05-31", 2010, 2012),
        ("from 2010/01/01 to 2012/12/31", 2010, 2012),
        ("2010-03-01/2012-05-31", 2010, 2012),
        ("between 2010-01 and 2012-05", 2010, 2012),
        ("before 2015-03", None, 2014),
        ("2012-05", 2012, 2012),
        ("2001-05", 2001, 2005),
        ("from 1998-03", 1998, 2003),
        ("before 03/2015", None, 2014),
        ("before 01.02.2015", None, 2014),
        # The first and the last day of a year take none of it away.
        ("after 31 December 2014", 2015, None),
        ("before 31 December 2014", None, 2014),
        ("on or before December 31, 2014", None, 2014),
        ("before 1 January 2015", None, 2014),
        ("after 1 January 2015", 2015, None),
        ("on or after January 1st, 2015", 2015, None),
        ("until 2015-01-01", None, 2014),
        # A hedge does not part an operator from its year.
        ("since at least 2010", 2010, None),
        ("before about 2010", None, 2009),
        ("between about 2000 and roughly 2005", 2000, 2005),
        ("before or in 2010", None, 2010),
        ("before and including 2010", None, 2010),
        ("after or in 2010", 2010, None),
        ("before the end of 2010", None, 2010),
        ("after the start of 2010", 2010, None),
    ],
)
def test_days_and_months_are_read(said: str, since: int | None, until: int | None) -> None:
    assert extract_limits(f"{ASKED} {said}") == (ASKED, QuestionLimits(None, since, until))


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("in 2010 or 2011", 2010, 2011),
        ("in 2010, 2011 or 2012", 2010, 2012),
        ("in 2010, 2011, and 2012", 2010, 2012),
        ("from 2012, 2011", 2011, 2012),
        ("either in 2010 or in 2011", 2010, 2011),
        ("in the nineties and noughties", 1990, 2009),
        ("between 2010 and 2012", 2010, 2012),
        # Not every no excludes the year behind it.
        ("not before 2010", 2010, None),
        ("not in 2010 or later", None, 2009),
        ("by Ada Byron in 2010", 2010, 2010),
        ("not cited in 2010", 2010, 2010),
        ("without an opinion in 2010", 2010, 2010),
    ],
)
def test_consecutive_years_are_a_span(said: str, since: int | None, until: int | None) -> None:
    assert extract_limits(f"{ASKED} {said}")[1] == QuestionLimits(None, since, until)


@pytest.mark.parametrize(
    "said",
    [
        "in 2010 and 2012",
        "in 2008, 2010 or 2011",
        "1990-1995 and 2000-2005",
        "in 2010, 2011 or later",
        "before 2010 or 2011",
        "not in 2010",
        "excluding 2010",
        "except for papers published in 2010",
        "other than in 2010",
        "outside 2000-2010",
        "outside of the nineties",
        "not between 2000 and 2010",
        "before Easter 2010",
        "since her PhD in 2010",
    ],
)
def test_what_is_no_span_of_years_is_searched_by_words_and_said(said: str) -> None:
    text = f"{ASKED} {said}"
    [reading] = read_question(text, LEXICON)
    assert (reading.kind, reading.unused) == ("other", said)
    assert explain_text_search(text, reading.unused).startswith(f"“{said}” is not a span of years")


@pytest.mark.parametrize(
    "said",
    [
        "in the last five years",
        "from the last 3 years",
        "in the last decade",
        "from the 5 last years",
        "in recent years",
        "during this century",
    ],
)
def test_years_counted_from_no_day_are_said_to_be_left_out(said: str) -> None:
    [reading] = read_question(f"the three {ASKED} {said}", LEXICON)
    assert (reading.kind, reading.names) == ("most-cited", ("parsing",))
    assert reading.limits == QuestionLimits(3, relative=said)
    assert describe_reading(reading).endswith(f"; “{said}” is not part of that")


def test_an_open_limit_beside_years_that_are_left_out_is_kept() -> None:
    [reading] = read_question(f"{ASKED} of the last 3 years before 2010", LEXICON)
    assert reading.limits == QuestionLimits(None, None, 2009, "of the last 3 years")
