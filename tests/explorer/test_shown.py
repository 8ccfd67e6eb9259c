"""Names and titles as pages show them."""

from datetime import date

import pytest

from scinet.explorer.lanes import label
from scinet.explorer.shown import cell, counted, title
from scinet.explorer.timelines import spans
from scinet.graph.paper_names import short


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Ulrich Sch&auml;fer", "Ulrich Schäfer"),
        ("Andr&eacute Montoyo", "André Montoyo"),
        ("Questions &amp; answers", "Questions & answers"),
        ("Work at AT&T", "Work at AT&T"),
        (None, "Untitled"),
    ],
)
def test_html_of_a_source_is_not_shown(stored: str | None, said: str) -> None:
    assert title(stored) == said


def test_pictures_and_tables_hold_no_html() -> None:
    stored = "Ulrich Sch&auml;fer of the Journal of very long names"
    drawn = str(spans([(stored, date(2001, 1, 1), date(2003, 1, 1), 2)]))
    assert "<title>Ulrich Schäfer of the Journal of very long names</title>" in drawn  # cut beside
    assert "Ulrich Schäfer of the Journ…" in drawn
    row = {"paper_id": "p", "authors": ["Ulrich Sch&auml;fer"], "date": date(2001, 1, 1)}
    assert label(row) == "Schäfer 2001"
    assert cell(stored).startswith("Ulrich Schäfer of")


def test_bylines_hold_no_html() -> None:
    assert short(["Ulrich Sch&auml;fer", "Bob Bell"]) == "Ulrich Schäfer, Bob Bell"
    assert short(["Sch&auml;fer", "B", "C", "D"]) == "Schäfer et al."


def test_one_of_a_thing_is_one() -> None:
    assert [counted(n, "citation") for n in (0, 1, 2000)] == [
        "0 citations",
        "1 citation",
        "2,000 citations",
    ]
