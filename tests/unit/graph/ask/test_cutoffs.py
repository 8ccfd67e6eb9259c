"""Which words of a question are a cut-off, and of which day."""

from datetime import date

import pytest
from helpers.language.lexicon import Names
from helpers.language.question_scoring import AUTHORS, asked_by

from scinet.graph.ask import names
from scinet.graph.ask.cutoffs import Cutoff, extract_cutoff
from scinet.graph.ask.limits import extract_limits
from scinet.graph.ask.names import KnownEntity

ASKED = "most cited papers on parsing"


@pytest.mark.parametrize(
    ("said", "before"),
    [
        # The first day after the period that is said.
        ("by 2005", "2006-01-01"),
        ("by the end of 2005", "2006-01-01"),
        ("by the year 2005", "2006-01-01"),
        ("as of 2005", "2006-01-01"),
        ("as of '05", "2006-01-01"),
        ("as at 2005", "2006-01-01"),
        ("known in 2005", "2006-01-01"),
        ("as known in 2005", "2006-01-01"),
        ("that were already known by 2005", "2006-01-01"),
        ("by the nineties", "2000-01-01"),
        ("as of May 2005", "2005-06-01"),
        ("by December 2005", "2006-01-01"),
        ("by the end of March 2012", "2012-04-01"),
        ("as of 2005-02", "2005-03-01"),
        ("as of 2004-02-28", "2004-02-29"),
        ("as of 3rd of May, 2001", "2001-05-04"),
        ("as of May 3, 2001", "2001-05-04"),
        ("as of 31.12.2005", "2006-01-01"),
        # The third of April or the fourth of March: nothing later than either.
        ("as of 3/4/2005", "2005-03-05"),
        # Of a part, the first day after the part.
        ("by the beginning of 2005", "2005-01-01"),
        ("by early 2005", "2005-04-01"),
        ("by mid-2005", "2005-07-01"),
        ("by the summer of 2005", "2005-09-01"),
        ("by the third quarter of 2005", "2005-10-01"),
        ("by the mid nineties", "1995-01-01"),
        ("by the turn of the century", "2000-01-01"),
        # Before a period is before its first day.
        ("known before 2005", "2005-01-01"),
        ("known before May 2005", "2005-05-01"),
    ],
)
def test_what_was_known_is_a_cut_off(said: str, before: str) -> None:
    expected = Cutoff(date.fromisoformat(before), said)
    assert extract_cutoff(f"{ASKED} {said}") == (ASKED, expected)
    assert extract_cutoff(f"{said[0].upper()}{said[1:]}, {ASKED}?")[0] == f"{ASKED}?"


@pytest.mark.parametrize(
    ("text", "rest", "before"),
    [
        ("what was known about BLEU in 2005?", "what was known about BLEU?", "2006-01-01"),
        ("what was known by 2005 about BLEU", "what was known about BLEU", "2006-01-01"),
        ("what did we know of BLEU before 2005?", "what did we know of BLEU?", "2005-01-01"),
        ("papers cited until 2005", "papers cited", "2006-01-01"),
        ("papers on parsing cited before 2005", "papers on parsing cited", "2005-01-01"),
        ("papers with most citations by 2005", "papers with most citations", "2006-01-01"),
        # Until then: the end of the period that is named before.
        ("In 2005, who was cited most until then?", "who was cited most?", "2006-01-01"),
        ("papers of 2003, cited until then", "papers of 2003, cited", "2004-01-01"),
        ("papers of 1998 to 2006 known by then", "papers of 1998 to 2006", "2007-01-01"),
        # Papers of some years, as of another one.
        ("papers since 1990 as of 2005", "papers since 1990", "2006-01-01"),
    ],
)  # fmt: skip
def test_what_is_left_is_asked_as_of_the_day(text: str, rest: str, before: str) -> None:
    result, cutoff = extract_cutoff(text)
    assert cutoff is not None
    assert (result, cutoff.before) == (rest, date.fromisoformat(before))


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("published before 2005", None, 2004),
        ("published by 2005", None, 2005),
        ("that had appeared by 2005", None, 2005),
        ("before 2005", None, 2004),
        ("until 2005", None, 2005),
        ("up to 2005", None, 2005),
        ("no later than 2005", None, 2005),
        ("since 2005", 2005, None),
        ("as of 2005 on", 2005, None),
        ("as of 2005 or later", 2005, None),
        ("in 2005", 2005, 2005),
        ("by year 2000-2015", 2000, 2015),
    ],
)
def test_when_papers_were_published_is_no_cut_off(
    said: str, since: int | None, until: int | None
) -> None:
    text = f"{ASKED} {said}"
    assert extract_cutoff(text) == (text, None)
    limits = extract_limits(text)[1]
    assert (limits.since, limits.until) == (since, until)


@pytest.mark.parametrize("said", ["as of 2005 or 2007", "by 2005-02-30", "as of 31 April 2005"])
def test_days_that_there_are_not_are_said(said: str) -> None:
    rest, cutoff = extract_cutoff(f"{ASKED} {said}")
    assert (rest, cutoff) == (ASKED, Cutoff(None, said, is_read=False))
    assert cutoff is not None
    assert cutoff.describe(None) == f"“{said}” names no day"


def test_then_without_a_period_is_the_day_of_the_answer() -> None:
    rest, cutoff = extract_cutoff("papers on parsing known until then")
    assert (rest, cutoff) == ("papers on parsing", Cutoff(None, "known until then"))
    assert cutoff is not None
    assert cutoff.day(date(2004, 1, 1)) == date(2004, 1, 1)
    assert cutoff.describe(date(2004, 1, 1)) == "“known until then” means before 2004-01-01"
    assert cutoff.describe(None) == "“known until then” is not part of that"
    # What nobody had done until then is said of the papers' own days.
    for text in ("papers of 1998 on what was never joined until then", "what was built until then"):
        assert extract_cutoff(text) == (text, None)


def test_the_earlier_of_two_cut_offs_holds() -> None:
    [_, cutoff] = extract_cutoff(f"{ASKED} by 2005")
    assert cutoff is not None
    assert cutoff.day(None) == cutoff.day(date(2010, 1, 1)) == date(2006, 1, 1)
    assert cutoff.day(date(2004, 1, 1)) == date(2004, 1, 1)
    counts = "“by 2005” is a cut-off: only what was known before 2006-01-01 counts"
    assert cutoff.describe(None) == cutoff.describe(date(2010, 1, 1)) == counts
    holds = "“by 2005” is a later cut-off than 2004-01-01, which holds"
    assert cutoff.describe(date(2004, 1, 1)) == holds


def test_words_of_a_title_are_none() -> None:
    lexicon = Names([KnownEntity("P1", "Known by 2005: a list of parsers")], [])

    def papers(text: str) -> list[names.EntityMention]:
        return names.find_papers(text, lexicon.titles(text))

    for text in ("who cites Known by 2005: a list of parsers", 'who cites "Nothing by 2005"'):
        assert extract_cutoff(text, papers) == (text, None)
    rest, cutoff = extract_cutoff("who cites “Known by 2005: a list of parsers” by 2010?", papers)
    assert rest == "who cites “Known by 2005: a list of parsers”?"
    assert cutoff is not None
    assert cutoff.before == date(2011, 1, 1)


def test_no_question_of_the_authors_is_cut_off() -> None:
    """Of 4,882 questions, none of which asks as of a day."""
    assert [row["text"] for row in asked_by(*AUTHORS) if extract_cutoff(row["text"])[1]] == []
