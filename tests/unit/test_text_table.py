"""Rows as text: nothing is cut without a sign."""

from typing import Any

import pytest

from scinet import text_table
from scinet.cli import output

ROWS: list[dict[str, Any]] = [
    {"paper_id": "P1", "title": "Counting citations by hand", "citations": 12},
    {"paper_id": "P10", "title": None, "citations": 3},
]


def test_a_table_that_fits_is_whole() -> None:
    assert text_table.format_table(ROWS, list(ROWS[0])) == (
        [
            "paper_id  title                       citations",
            "P1        Counting citations by hand         12",
            "P10       -                                   3",
        ],
        False,
    )


def test_long_texts_end_with_an_ellipsis() -> None:
    lines, is_cut = text_table.format_table(ROWS, list(ROWS[0]), 37)
    assert is_cut
    assert lines == [
        "paper_id  title             citations",
        "P1        Counting citati…         12",
        "P10       -                         3",
    ]


def test_rows_that_do_not_fit_are_cards() -> None:
    lines, is_cut = text_table.format_table(ROWS, list(ROWS[0]), 30)
    assert not is_cut
    assert lines == [
        "paper_id   P1",
        "title      Counting citations",
        "           by hand",
        "citations  12",
        "",
        "paper_id   P10",
        "title      -",
        "citations  3",
    ]


def test_wide_letters_take_two_columns() -> None:
    rows = [{"id": "a", "name": "漢字"}, {"id": "b", "name": "abcd"}]
    assert text_table.format_table(rows, ["id", "name", "id"])[0] == [
        "id  name  id",
        "a   漢字  a",
        "b   abcd  b",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (float("nan"), "-"),
        (1 / 3, "0.3333"),
        (2_500_000.0, "2,500,000"),
        (["a", 1], "a, 1"),
        (
            [{"author_id": "ada", "name": "Ada"}, {"author_id": "bob", "name": "Bob"}],
            "Ada (ada); Bob (bob)",
        ),
        ({"id": "P1", "year": 1990}, "id P1, year 1990"),
        ("two\n lines", "two lines"),
    ],
)
def test_a_value_is_one_line(value: object, text: str) -> None:
    assert text_table.format_cell(value) == text


def test_one_row_and_one_node_are_cards(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit([{"p": {"id": "P1", "abstract": "long " * 60}}], as_json=False)
    first, second = capsys.readouterr().out.splitlines()
    assert first == "id        P1"
    assert second == f"abstract  {'long ' * 60}".rstrip()


def test_no_row_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit([], as_json=False)
    assert capsys.readouterr() == ("", "no rows\n")
