"""The answer of a verb: the same rows, whatever it was made of and is turned into."""

import math
from datetime import date
from typing import Any

import numpy as np
import pandas as pd
import pytest

from scinet.session.table import Table, as_frame, as_table

ROWS: list[dict[str, Any]] = [
    {"paper_id": "P1", "date": date(2001, 2, 3), "citations": 12},
    {"paper_id": "P2", "date": None, "citations": None},
    {"paper_id": "P3", "citations": 3},
]


def test_rows_stay_as_they_were_given() -> None:
    table = Table(ROWS, before="2010-01-01")
    assert table.rows() == list(table) == ROWS
    assert table.columns == ("paper_id", "date", "citations")
    assert table["citations"] == [12, None, 3]  # whole numbers stay whole beside a gap
    assert table["date"] == [date(2001, 2, 3), None, None]
    assert table[-1] == ROWS[2]
    assert (table[1:].rows(), table[1:].attrs) == (ROWS[1:], {"before": "2010-01-01"})
    assert table[["citations"]].rows() == [{"citations": 12}, {"citations": None}, {"citations": 3}]
    with pytest.raises(KeyError, match="venue"):
        table["venue"]


def test_a_table_without_a_row_has_its_columns() -> None:
    table = Table([], ["paper_id", "cd"])
    assert not table
    assert list(table.to_pandas().columns) == table.to_polars().columns == ["paper_id", "cd"]
    assert repr(table).splitlines() == ["paper_id  cd", "[0 rows]"]


def test_arrays_and_rows_make_the_same_table() -> None:
    ids, values = np.array(["a", "b"], dtype=object), np.array([0.5, math.nan])
    arrays = Table({"paper_id": ids, "cd": values}, notes=["one"])
    rows = Table(arrays.rows(), notes=["one"])
    assert len(arrays) == len(rows) == 2
    assert arrays[0] == rows[0] == {"paper_id": "a", "cd": 0.5}
    assert arrays[1:]["paper_id"] == ["b"]
    pd.testing.assert_frame_equal(arrays.to_pandas(), rows.to_pandas())
    assert arrays.to_pandas().attrs == rows.to_pandas().attrs == {"notes": ["one"]}
    assert arrays.to_polars().equals(rows.to_polars())


def test_data_frames_and_tables_turn_into_each_other() -> None:
    table = Table(ROWS[:1], before=None)
    frame = as_frame(table)
    assert as_frame(frame) is frame
    assert as_table(table) is table
    again = as_table(frame)
    assert (again.rows(), again.attrs) == (table.rows(), table.attrs)


def test_a_table_is_shown_short() -> None:
    table = Table(({"paper_id": f"<P{number}>"} for number in range(30)), before="2010-01-01")
    assert repr(table).splitlines()[-2:] == ["<P9>", "[30 rows]"]
    html = table._repr_html_()
    assert html.count("&lt;P") == 20
    assert "20 of 30 rows · before 2010-01-01" in html
