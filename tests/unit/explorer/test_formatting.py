"""Names and titles as pages show them."""

from datetime import date

import pytest

from scinet.explorer.formatting import count_noun, format_cell, format_title
from scinet.explorer.map_layout import paper_label
from scinet.explorer.timelines import chain_chart, span_chart
from scinet.graph.search.paper_names import short_authors


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("Ulrich Sch&auml;fer", "Ulrich Schäfer"),
        ("Andr&eacute Montoyo", "André Montoyo"),
        ("Questions &amp; answers", "Questions & answers"),
        ("Work at AT&T", "Work at AT&T"),
        ("CH<sub>4</sub> &lt;i&gt;in&lt;/i&gt; caves", "CH4 in caves"),
        ("Twice &amp;lt;sub&amp;gt;2&amp;lt;/sub&amp;gt; &amp;#160;here", "Twice 2 here"),
        ('<mml:math xmlns:mml="http://x">\n <mml:mi>Q</mml:mi>\n</mml:math>-walks', "Q -walks"),
        ("One<br/>two", "One two"),
        ("Is a < b and c > d? <script>1</script>", "Is a < b and c > d? <script>1</script>"),
        (None, "Untitled"),
    ],
)
def test_html_of_a_source_is_not_shown(stored: str | None, said: str) -> None:
    assert format_title(stored) == said


def test_pictures_and_tables_hold_no_html() -> None:
    stored = "Ulrich Sch&auml;fer of the Journal of very long names"
    drawn = str(span_chart([(stored, date(2001, 1, 1), date(2003, 1, 1), 2)]))
    assert "<title>Ulrich Schäfer of the Journal of very long names</title>" in drawn  # cut beside
    assert "Ulrich Schäfer of the Journ…" in drawn
    row = {"paper_id": "p", "authors": ["Ulrich Sch&auml;fer"], "date": date(2001, 1, 1)}
    assert paper_label(row) == "Schäfer 2001"
    assert format_cell(stored).startswith("Ulrich Schäfer of")


def test_a_path_holds_no_html() -> None:
    paper = {"title": "CH<sub>4</sub> &amp; more", "date": date(2001, 1, 1), "citations": 0}
    assert ">CH4 &amp; more</text>" in str(chain_chart([paper, paper]))


def test_bylines_hold_no_html() -> None:
    assert short_authors(["Ulrich Sch&auml;fer", "Bob Bell"]) == "Ulrich Schäfer, Bob Bell"
    assert short_authors(["Sch&auml;fer", "B", "C", "D"]) == "Schäfer et al."


def test_one_of_a_thing_is_one() -> None:
    assert [count_noun(n, "citation") for n in (0, 1, 2000)] == [
        "0 citations",
        "1 citation",
        "2,000 citations",
    ]
