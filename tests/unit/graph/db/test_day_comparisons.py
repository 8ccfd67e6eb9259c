"""Comparisons of days that hold for no row, in the words of the server's plans."""

from datetime import date
from typing import Any

import pytest

from scinet.errors import QueryError
from scinet.graph.db.day_comparisons import check_comparisons

GIVEN: dict[str, Any] = {
    "text": "2005-01-01",
    "texts": ["2005-01-01"],
    "number": 2005,
    "day": date(2005, 1, 1),
    "days": [date(2005, 1, 1)],
    "map": {"day": "2005-01-01"},
}


@pytest.mark.parametrize(
    ("detail", "right"),
    [
        ("RANGE INDEX p:Paper(date) WHERE date < $autostring_0", 'date < date("2005")'),
        ("RANGE INDEX (p)-[c:CITES(date)]->(q) WHERE date >= $text", "date >= date($text)"),
        ("cache[p.date] > $autostring_0 AND p.id = $text", 'p.date > date("2005")'),
        ("$autostring_0 > c.date", 'c.date < date("2005")'),
        ("$autostring_0 < c.date < $day", 'c.date > date("2005")'),
        ("$day < c.date < $autostring_0", 'c.date < date("2005")'),
        ("NOT p.date = $autostring_0", 'p.date = date("2005")'),
        ("p.date IN $autolist_0", 'p.date IN [date("2005")]'),
        ("p.date IN $texts", "p.date IN [day IN $texts | date(day)]"),
        ("p.date = $autoint_1", "p.date.year = 2005"),
        ("p.date < $number", "p.date.year < $number"),
        ("(p.date).year = $autostring_0", "p.date.year = 2005"),
        ("p.day < $autostring_0", 'p.date < date("2005")'),
        ("p.date STARTS WITH $autostring_0", "toString(p.date) STARTS WITH …"),
        ("p.date =~ $autostring_0", "toString(p.date) =~ …"),
        ("CASE p.date\n  WHEN $autostring_0 THEN $autoint_1\nEND AS x", 'p.date WHEN date("2005")'),
        ("max(p.date) > $autostring_0", 'p.date > date("2005")'),
        ("date(p.date) < $autostring_0", 'p.date < date("2005")'),
        ("all(anon_1 IN r WHERE anon_1.date = $autostring_0)", 'date = date("2005")'),
        ("s.finished_at > $autostring_0", 's.finished_at > date("2005")'),
        ("`my p`.date < $autostring_0", '`my p`.date < date("2005")'),
    ],
)
def test_silent_comparisons_are_refused_with_the_right_form(detail: str, right: str) -> None:
    with pytest.raises(QueryError, match="that holds for no row") as caught:
        check_comparisons([detail], "RETURN '2005'", GIVEN)
    assert caught.value.hint == f"Write {right}."


@pytest.mark.parametrize(
    "detail",
    [
        "RANGE INDEX p:Paper(date) WHERE date < RuntimeConstant(date($autostring_0))",
        "c.date < date($autostring_0)",
        "c.date < date($text)",
        "c.date < $day",
        "c.date IN $days",
        "c.date < $map.day",
        "c.date < datetime($text)",
        "(p.date).year = $autoint_0",
        "p.day < $autoint_0",
        "toString(p.date) < $autostring_0",
        "p.date_precision = $autostring_0",
        "p.date < q.date AND q.title = $autostring_0",
        "CASE WHEN p.date < $day THEN p.date WHEN $autostring_0 = p.id THEN q.date END AS x",
        "date < $autostring_0",  # a name of the statement, of which nothing is known
        "p.date < $unknown",
        "size(p.date) < $autoint_0",
    ],
)
def test_others_pass(detail: str) -> None:
    check_comparisons([detail], "RETURN '2005'", GIVEN)


def test_names_are_followed_and_one_for_several_things_is_none() -> None:
    # The first operator of a plan is the last to work.
    for plan in (
        ["d < $autostring_0", "p.date AS d"],
        ["d < $autostring_0", "e AS d", "max(p.date) AS e"],
        ["RANGE INDEX q:Paper(date) WHERE date < day", "$autostring_0 AS day"],
        ["`a day` = $autoint_0", "p.title AS t, cache[p.date] AS `a day`"],
    ):
        with pytest.raises(QueryError, match="that holds for no row"):
            check_comparisons(plan, "", {})
    for plan in (
        ["d < $autostring_0", "p.date AS d", "p.title AS d"],
        ["date < $autostring_0", "toString(p.date) AS date"],
        ["d < $autostring_0", "d AS d", "toString(p.date) AS d"],
    ):
        check_comparisons(plan, "", {})
