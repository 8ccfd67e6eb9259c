"""Cut-off days have one way to be written; dates are intervals."""

from datetime import date

import pytest

from scinet.errors import DataError
from scinet.graph.schema.dates import parse_before, parse_date


def test_a_cut_off_day_is_read() -> None:
    assert parse_before("2010-01-31") == date(2010, 1, 31)


@pytest.mark.parametrize(
    "text",
    [
        "20100101",
        "2010-W01-1",
        "2010W011",
        "2010-13",
        "2010-1-1",
        "2010-02-30",
        "2010-01-01\n",
        "2010-01-01T00:00",
        "\u0662\u0660\u0661\u0660-01-01",  # digits, but not ours
        "soon",
        "",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(DataError, match="is not a day"):
        parse_before(text)


@pytest.mark.parametrize(
    ("text", "precision", "first", "last"),
    [
        ("2010", "year", "2010-01-01", "2010-12-31"),
        ("2012-02", "month", "2012-02-01", "2012-02-29"),
        ("2010-03-05", "day", "2010-03-05", "2010-03-05"),
        ("1955-07/1955-09", "period", "1955-07-01", "1955-09-30"),
        ("1998-12/1999-01-05", "period", "1998-12-01", "1999-01-05"),
        ("1998/1999", "period", "1998-01-01", "1999-12-31"),
        ("1955-01/1955-12", "year", "1955-01-01", "1955-12-31"),
        ("1955-12/1955", "month", "1955-12-01", "1955-12-31"),
        ("1955-07-01/1955-07-31", "month", "1955-07-01", "1955-07-31"),
        ("1955-07-02/1955-07-02", "day", "1955-07-02", "1955-07-02"),
    ],
)
def test_a_date_has_a_first_and_a_last_possible_day(
    text: str, precision: str, first: str, last: str
) -> None:
    result = parse_date(text)
    assert (result.precision, str(result.first), str(result.last)) == (precision, first, last)


@pytest.mark.parametrize("text", ["1955-09/1955-07", "1955/", "/1955", "1955-07/..", "1955/56"])
def test_a_period_has_two_ends_in_order(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not YYYY|ends before"):
        parse_date(text)
