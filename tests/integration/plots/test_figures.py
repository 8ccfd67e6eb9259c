"""What figures show: values, counts and words worked out by hand, not pixels."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import matplotlib as mpl
import orjson
import pandas as pd
import pytest
from helpers.files.stored_results import stored_result
from helpers.networks.build import GOLDEN, load_graph

import scinet
from scinet import plots


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Figures without a window, closed afterwards."""
    mpl.use("agg")
    yield
    from matplotlib import pyplot

    pyplot.close("all")


def _said(ax: Any) -> str:
    """What stands in and above a picture."""
    words = [ax.get_title(loc="left"), *(text.get_text() for text in ax.texts)]
    return " ".join(" ".join(words).split())


def _table(rows: list[dict[str, Any]], **attrs: Any) -> scinet.Table:
    return scinet.Table(rows, **attrs)


def test_years_without_a_citation_are_zero() -> None:
    rows = [
        {"id": "a", "name": "One", "year": 2003, "citations": 4},
        {"id": "a", "name": "One", "year": 2001, "citations": 2},
        {"id": "b", "name": "One", "year": 2004, "citations": 1},
    ]
    about = {"papers": 3, "before": "2005-07-01", "simulated": True}
    ax: Any = plots.citations(_table(rows, **about))
    assert [line.get_xydata().tolist() for line in ax.lines] == [
        [[2001, 2], [2002, 0], [2003, 4]],
        [[2004, 1]],
    ]
    # Two of one name are told apart.
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["One", "One (b)"]
    assert "7 citations of 3 papers · before 2005-07-01 · simulated data" in _said(ax)
    assert "2005 only until that day" in _said(ax)
    assert ax.get_xlabel() == "year of the citing papers"


def test_a_figure_may_be_drawn_into_given_axes() -> None:
    from matplotlib.figure import Figure

    given = Figure().subplots()
    rows = [{"year": 2001, "citations": 2}]
    assert plots.citations(_table(rows), ax=given) is given
    with pytest.raises(scinet.DataError, match="lacks year"):
        plots.citations(_table([{"paper_id": "a"}]))
    with pytest.raises(scinet.DataError, match="no row"):
        plots.citations(pd.DataFrame(columns=["year", "citations"]))


def test_fields_over_time_are_lines() -> None:
    tables = [
        _table([{"id": name, "name": name, "year": 2000, "papers": n, "citations": 0}], papers=n)
        for name, n in (("x", 3), ("y", 5))
    ]
    ax: Any = plots.communities_over_time(tables)
    assert [line.get_ydata().tolist() for line in ax.lines] == [[3], [5]]
    assert "8 papers" in _said(ax)


def test_disruption_has_medians_by_doubling_and_says_what_is_left_out() -> None:
    # citing papers 1, 2, 3, 6; the last paper has none
    rows = [
        {"paper_id": "a", "n_i": 1, "n_j": 0, "cd": 1.0},
        {"paper_id": "b", "n_i": 1, "n_j": 1, "cd": 0.0},
        {"paper_id": "c", "n_i": 0, "n_j": 3, "cd": -0.5},
        {"paper_id": "d", "n_i": 3, "n_j": 3, "cd": 0.25},
        {"paper_id": "e", "n_i": 0, "n_j": 0, "cd": None},
    ]
    ax: Any = plots.disruption(_table(rows, notes=["2 of 7 papers are left out"]))
    [points] = ax.collections
    assert points.get_offsets().tolist() == [[1, 1.0], [2, 0.0], [3, -0.5], [6, 0.25]]
    medians = next(line for line in ax.lines if line.get_label() == "median")
    assert medians.get_ydata().tolist() == [1.0, -0.25, 0.25]
    assert medians.get_xdata().tolist() == pytest.approx([1.0, 6**0.5, 28**0.5])
    assert "4 papers · 1 without citing papers left out · 2 of 7 papers" in _said(ax)
    with pytest.raises(scinet.DataError, match="no paper has a CD"):
        plots.disruption(_table(rows[4:]))


def test_a_path_stands_on_its_days(graph: scinet.Graph) -> None:
    load_graph(graph.database, GOLDEN)
    result = graph.path("9", "1", before="2030-01-01")
    ax: Any = plots.path(result)
    assert result.table.attrs == {"before": "2030-01-01", "simulated": False}
    [line] = ax.lines
    days = [item.year + (item.timetuple().tm_yday - 1) / 366 for item in result.table["date"]]
    assert line.get_xdata().tolist() == pytest.approx(days)
    assert line.get_ydata().tolist() == list(range(len(result), 0, -1))
    assert len(ax.texts) == len(result) + 1
    assert f"{len(result)} papers · each cites the one above it" in _said(ax)
    assert "before 2030-01-01" in _said(ax)


def test_a_title_with_dollar_signs_is_not_mathematics() -> None:
    rows = [{"paper_id": "a", "date": date(2001, 1, 1), "title": "$x^{ for $5", "citations": 0}]
    ax: Any = plots.path(SimpleNamespace(table=_table(rows), papers=["a"]))  # type: ignore[arg-type]
    ax.figure.canvas.draw()
    assert "$x^{ for $5 2001, 0 citations" in _said(ax)


def test_communities_count_citations_both_ways() -> None:
    rows = [
        {"field_id": item, "name": f"words of {item}", "papers": n}
        for item, n in (("a", 9), ("b", 4), ("c", 1))
    ]
    links = [("a", "b", 3), ("b", "a", 2), ("c", "a", 1), ("a", "a", 50)]
    ax: Any = plots.communities(_table(rows, citations=links, papers=20), limit=2)
    [discs] = ax.collections
    # Areas are papers: 9 to 4; c is left out by the limit.
    assert discs.get_sizes()[0] / discs.get_sizes()[1] == pytest.approx(9 / 4)
    assert len(ax.lines) == 1
    assert "2 of 3 communities · 13 of 20 papers · widest line: 5 citations" in _said(ax)
    with pytest.raises(scinet.DataError, match="not a table of fields"):
        plots.communities(_table(rows))


def test_timelines_have_a_row_for_each_author() -> None:
    rows = [
        {"id": "a", "name": "Ada", "year": 2001, "papers": 2, "citations": 0},
        {"id": "b", "name": "Bo", "year": 2002, "papers": 1, "citations": 0},
        {"id": "a", "name": "Ada", "year": 2005, "papers": 4, "citations": 0},
    ]
    ax: Any = plots.timelines(_table(rows, name="parsing", papers=6))
    assert [line.get_xydata().tolist() for line in ax.lines] == [
        [[2001, 2], [2005, 2]],
        [[2002, 1], [2002, 1]],
    ]
    assert [text.get_text() for text in ax.texts][:2] == ["Ada", "Bo"]
    assert "parsing 6 papers in all · largest disc: 4 papers in a year" in " ".join(
        [ax.get_title(loc="left"), ax.texts[-1].get_text()]
    )


def test_a_learning_curve_marks_its_best_epoch(tmp_path: Path) -> None:
    values = [0.25, 0.5, 0.375]
    rows = [{"epoch": n, "val_ndcg": value, "seconds": 1.0} for n, value in enumerate(values)]
    content = b"".join(orjson.dumps(row) + b"\n" for row in rows)
    (tmp_path / "curve.jsonl").write_bytes(content)
    ax: Any = plots.learning(tmp_path)
    line, best = ax.lines
    assert line.get_xydata().tolist() == [[0, 0.25], [1, 0.5], [2, 0.375]]
    assert best.get_xydata().tolist() == [[1, 0.5]]
    assert ax.get_ylabel() == "ndcg on validation"
    with pytest.raises(scinet.DataError, match="no figure 'loss'"):
        plots.learning(tmp_path, figure="loss")
    with pytest.raises(scinet.NotFoundError, match=r"no curve\.jsonl"):
        plots.learning(tmp_path / "elsewhere")


def _result(system: str, mean: float | None, p: float | None, *, control: bool = False) -> Any:
    ends = {"low": None, "high": None} if mean is None else {"low": mean - 0.1, "high": mean + 0.1}
    test = {"system_a": system, "system_b": "bm25", "metric": "MRR", "difference": 0.1, "n": 7}
    return stored_result(
        system=system,
        is_control=control,
        metrics=[{"metric": "MRR", "mean": mean, "n": 7, **ends}],
        comparisons=[] if p is None else [{**test, "p": p, "p_holm": p}],
    )


def test_a_ladder_has_the_best_at_the_top(tmp_path: Path) -> None:
    rows = [
        _result("bm25", 0.5, None),
        _result("better", 0.75, 0.01),
        _result("like it", 0.25, 0.4),
        _result("silent", None, None),
        _result("random", 0.125, None, control=True),
    ]
    for row in rows:
        file = tmp_path / row["system"] / "result.json"
        file.parent.mkdir()
        file.write_bytes(orjson.dumps(row))
    ax: Any = plots.ladder(tmp_path)
    named = [item.get_text() for item in ax.texts]
    assert named[:-1:2] == ["better", "bm25", "like it", "random"]
    assert named[1:-1:2] == ["0.750", "0.500", "0.250", "0.125"]
    spans = [line for line in ax.lines if line.get_marker() == "None" and len(line.get_xdata()) > 1]
    intervals = [line.get_xdata() for line in spans if line.get_linestyle() == "-"]
    assert list(intervals[0]) == pytest.approx([0.65, 0.85])
    full = [item.get_markerfacecolor() != "white" for item in ax.lines if item.get_marker() in "oD"]
    assert full == [True, True, False, False]
    assert "test split, before 2016-01-01 · 7 queries · strict scoring · 1 without" in _said(ax)
    with pytest.raises(scinet.DataError, match="no metric 'F1'"):
        plots.ladder(tmp_path, metric="F1")
    with pytest.raises(scinet.NotFoundError, match="no results"):
        plots.ladder(tmp_path / "nothing")


def test_citations_over_time_of_papers_authors_and_fields(graph: scinet.Graph) -> None:
    load_graph(graph.database, GOLDEN)
    by_statement = graph.query("ego/citations_by_year", paper="1")
    result = graph.citations_over_time(papers="1")
    for name in ("year", "citations"):
        assert result[name] == by_statement[name]
    assert result.attrs == {"papers": 1, "before": None, "simulated": False}
    with pytest.raises(scinet.DataError, match="no paper, author or field given"):
        graph.citations_over_time()
    with pytest.raises(scinet.NotFoundError, match="nobody"):
        graph.citations_over_time(authors="nobody")
