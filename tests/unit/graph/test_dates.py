"""Cut-off days: one way to write them."""

from datetime import date

import pytest

from scinet.errors import DataError
from scinet.graph.dates import parse_before


def test_a_cut_off_day_is_read() -> None:
    assert parse_before("2010-01-31") == date(2010, 1, 31)


@pytest.mark.parametrize(
    "text",
    [
        "20100101",
        "2010-W01-1",
        "2010W011",
        "2010",
        "2010-01",
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
