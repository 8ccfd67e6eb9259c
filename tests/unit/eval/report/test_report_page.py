"""The page: whole, self-contained, and nothing from the corpus is taken for markup."""

import json
import math
import re
from dataclasses import asdict
from datetime import date
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from helpers.files.stored_results import stored_result

from scinet.errors import DataError, StorageError
from scinet.eval.report import charts, scores
from scinet.eval.report.page import (
    format_interval,
    format_share,
    format_value,
    render_page,
    write_page,
)

GRAPH = "a" * 64
EVIL = "<script>alert('$x_1$')</script>"
STOP = charts.Stop(EVIL, date(1999, 5, 1), 12)


def metric(name: str, mean: float | None, **more: Any) -> dict[str, Any]:
    low, high = (None, None) if mean is None else (mean - 0.1, mean + 0.1)
    return {"metric": name, "mean": mean, "low": low, "high": high, "n": 7, **more}


def result(
    folder: Path,
    system: str,
    mean: float | None,
    track: str,
    suite: str = "scinetbench",
    scoring: str = "strict",
) -> None:
    folder = folder / suite / "path" / system / ("" if scoring == "strict" else scoring)
    folder.mkdir(parents=True)
    compared = {"system_a": system, "system_b": "bm25", "metric": "Consistency"}
    about = stored_result(
        suite=suite,
        system=system,
        track=track,
        is_control=track == "control",
        scoring=scoring,
        headline="Consistency",
        metrics=[
            metric(name, value)
            for name, value in (("Connectivity", 0.25), ("Consistency", mean), ("the same", mean))
        ],
        comparisons=[{**compared, "difference": 0.3, "p": 0.01, "p_holm": 0.02, "n": 7}]
        if system == "edges"
        else [],
        counts={"missing": 2},
        options={"max_hops": "shortest+2"},
        left_out={"pairs_without_path": 11},
        graph_fingerprint=GRAPH,
    )
    (folder / "result.json").write_text(json.dumps(about))


@cache
def drawn_years() -> str:
    return charts.draw_years([(1999, 3, 5), (2000, 4, 7)])


@cache
def drawn_path() -> str:
    return charts.draw_path([STOP, charts.Stop("Later", STOP.date.replace(year=2010), 3)])


def report(**changes: Any) -> dict[str, Any]:
    row = {"paper_id": "p1", "title": EVIL, "year": 1999, "cd": 1 / 6, "di": 0.2}
    row |= {"n_i": 3, "n_j": 2, "n_k": 1}
    ranking = {"most": [row], "least": [row], "eligible": 1, "undefined": 4, "fewest": 20}
    content: dict[str, Any] = {
        "title": f"Network {EVIL}",
        "before": date(2016, 1, 1),
        "simulated": False,
        "facts": {"papers": 1_234, "authors": 2, "citations": 3, "paragraphs": 0},
        "years": [1999, 2000],
        "years_svg": drawn_years(),
        "fall": {"year": 2000, "before": 9.0, "after": 5.0},
        "quality": [{"check": "undated", "count": 5, "share": 0.25, "examples": EVIL}],
        "ranking": ranking | {"window_years": 5, "open": 3, "median": 1 / 6},
        "origin": [("graph", "abc")],
        "communities": [
            {"name": "parsing, tree", "size": 12, "best": asdict(STOP) | {"paper_id": "p1"}}
        ],
        "path": {"hops": 1, "max_hops": 3, "optimal_paths": 1, "left_out_edges": 0}
        | {"citations": [12, 3]},
        "path_svg": drawn_path(),
        "forecasts": [],
        "tasks": [],
    }
    return content | changes


class Tags(HTMLParser):
    """Collects tags and whatever a page would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag and its links to elsewhere."""
        self.tags.append(tag)
        for key, target in attrs:
            inside = key not in {"src", "href", "xlink:href"} or (target or "").startswith("#")
            if not inside:
                self.fetched.append(f"{tag} {key} {target}")


def test_the_page_is_self_contained_and_escapes_titles(tmp_path: Path) -> None:
    results = tmp_path / "results"
    for system, mean, track in (
        ("edges", 0.4, "graph"),
        ("graph", 1.0, "indicators"),
        ("bm25", 0.1, "text"),
        ("random", None, "control"),
    ):
        for suite in ("scinetbench", "prescience"):
            result(results / suite, system, mean, track, suite)
    forecasts, tasks = (
        scores.make_sections([results / suite], GRAPH) for suite in ("prescience", "scinetbench")
    )
    page = render_page(report(forecasts=forecasts, tasks=tasks))
    tags = Tags(page)
    assert tags.tags.count("script") == 1  # the one that sorts tables, whose hash the policy has
    assert tags.fetched == []
    policy = page.partition("Content-Security-Policy")[2].partition(">")[0]
    assert "default-src 'none'" in policy
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert page.count("&lt;script&gt;") >= 6
    assert "$x_1$" in page  # dollar signs are no formula
    assert page.startswith("<!doctype html>")
    assert "1,234 papers from 1999 to 2000, 2 authors and 3 citations" in page
    assert "1,222 papers are in none of these" in page
    assert "fall from 9.0 in 1999 to 5.0 in 2000" in page
    assert "<span>paragraphs</span>" not in page
    assert "0.400 <small>0.300\u20130.500</small>" in page


def test_checks_that_found_nothing_take_one_line_at_the_end() -> None:
    quality = [
        {"check": name, "count": n, "share": 0.0, "examples": ""}
        for name, n in (("self_citations", 0), ("undated", 5), ("forward_citations", 0))
    ]
    page = render_page(report(quality=quality))
    assert "Nothing found: self citations, forward citations." in page
    assert page.count("<td>undated</td>") == 1
    assert page.index('id="quality"') > page.index('id="path"')


def test_the_name_of_a_chart_stays_inside_its_attribute() -> None:
    hostile = 'x"><script>alert(1)</script>&'
    page = str(charts.draw_bars({hostile: (0.5, 0.4, 0.6)}, hostile, hostile))
    assert "script" not in Tags(page).tags


def test_titles_on_a_path_are_cut_to_their_room() -> None:
    day = date(1999, 5, 1)
    page = str(charts.draw_path([charts.Stop("a" * 62, day, 1), charts.Stop("b" * 63, day, 1)]))
    assert re.findall("a{9,}…?", page) == ["a" * 62]
    assert re.findall("b{9,}…?", page) == ["b" * 61 + "…"]


def test_papers_open_where_pages_on_them_are() -> None:
    def paper_at(paper: str) -> str:
        return f"/paper?id={paper}"

    tags = Tags(render_page(report(), paper_at=paper_at, home="/"))
    assert set(tags.fetched) == {"a href /", "a href /paper?id=p1"}
    # In a file of its own they lead to the web, where their id names a page.
    row = report()["ranking"]["least"][0] | {"paper_id": "acl:P02-1040"}
    alone = Tags(render_page(report(ranking=report()["ranking"] | {"most": [], "least": [row]})))
    assert set(alone.fetched) == {"a href https://aclanthology.org/P02-1040"}


def test_no_table_is_empty_without_a_word() -> None:
    page = render_page(report(ranking=report()["ranking"] | {"most": []}))
    assert "No ranked paper has a DI above 0." in page
    assert page.count('aria-label="Most disruptive"') == 0
    assert "1 path reaches that total; 0 citations without" in page
    assert "scinet network quality" in page


def test_findings_come_first_and_the_data_last(tmp_path: Path) -> None:
    for scoring, mean in (("strict", 0.4), ("official", 0.9)):
        for system, less, track in (("edges", 0.0, "graph"), ("random", 0.3, "control")):
            result(tmp_path, system, mean - less, track, "s", scoring)
    page = render_page(report(tasks=scores.make_sections([tmp_path], GRAPH)))
    places = [page.index(f'id="{item}"') for item in ("findings", "network", "tasks", "quality")]
    assert places == sorted(places)
    assert "does best, Consistency 0.400 (0.300\u20130.500), chance 0.100; strict scoring" in page
    assert "citations fall because coverage falls" in page
    row = page.partition('class="best"')[2].partition("</tr>")[0]
    shown = [part.partition(" ")[0] for part in row.split('">')[1:] if part[0] == "0"]
    assert shown[:2] == ["0.400", "0.900"]


def test_simulated_data_says_so_and_real_data_does_not() -> None:
    assert "Simulated data" in render_page(report(simulated=True))
    assert "Simulated data" not in render_page(report())


def test_parts_without_content_are_left_out() -> None:
    page = render_page(report(path=None, communities=()))
    for anchor in ("path", "fields", "learning", "tasks"):
        assert f'id="{anchor}"' not in page
        assert f'href="#{anchor}"' not in page


def test_the_ceiling_and_the_controls_are_never_the_best_system(tmp_path: Path) -> None:
    result(tmp_path, "graph", 1.0, "indicators")
    result(tmp_path, "edges", 0.4, "graph")
    result(tmp_path, "oracle", 1.0, "control")
    [section] = scores.make_sections([tmp_path], GRAPH)
    table = section["table"]
    assert [(line.name, line.kind) for line in table.lines] == [
        ("graph", "ceiling"),
        ("edges", "best"),
        ("oracle", "control"),
    ]
    assert table.columns == (("Consistency", "strict"), ("Connectivity", "strict"))
    best = table.lines[1].metrics[0]
    assert best is not None
    assert (format_value(best["mean"]), format_interval(best)) == ("0.400", "0.300\u20130.500")
    assert "edges +0.300 (p 0.02)" in section["comparisons"]
    assert ("pairs_without_path", "11") in dict(section["options"])["left out of the task"]


def test_forecasts_have_a_chart_of_all_systems_but_the_controls(tmp_path: Path) -> None:
    for system, mean, track in (
        ("sage", 0.4, "graph"),
        ("walk", 0.3, "graph"),
        ("oracle", 1.0, "control"),
    ):
        result(tmp_path, system, mean, track, "prescience")
    [section] = scores.make_sections([tmp_path], GRAPH)
    assert section["is_forecast"]
    assert section["svg"] is not None
    assert [name in section["svg"] for name in ("sage", "walk", "oracle")] == [True, True, False]


def test_results_that_cannot_be_shown_are_refused(tmp_path: Path) -> None:
    result(tmp_path / "results", "bm25", 0.1, "text")
    with pytest.raises(DataError, match="another graph"):
        scores.make_sections([tmp_path / "results"], "b" * 64)
    (tmp_path / "other").mkdir()
    for content, why in (
        (None, "no result in this folder"),
        ("{half", "cannot read the result"),
        (json.dumps({"graph_fingerprint": GRAPH}), "written by another version"),
    ):
        if content is not None:
            (tmp_path / "other" / "result.json").write_text(content)
        with pytest.raises(DataError, match=why) as caught:
            scores.make_sections([tmp_path / "other"], GRAPH)
    assert "`scinet evaluate runs TASK RUN… --out RESULTS`" in caught.value.hint


def test_writing_leaves_the_old_page_or_the_new_one(tmp_path: Path) -> None:
    page = tmp_path / "new folder" / "report.html"
    write_page(report(), page)
    assert [file.name for file in page.parent.iterdir()] == ["report.html"]
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(StorageError, match="cannot be written"):
        write_page(report(), blocked / "report.html")


@pytest.mark.parametrize(
    ("number", "shown"),
    [(0.0, "0.0 %"), (0.25, "25.0 %"), (0.0001, "< 0.1 %"), (None, "-"), (math.nan, "-")],
)
def test_shares(number: float | None, shown: str) -> None:
    assert format_share(number) == shown
    assert format_value(math.nan) == "-"


def test_drawings_are_the_same_bytes_every_time() -> None:
    rows = {"a": (0.5, 0.4, 0.6)}
    first, second = charts.draw_bars(rows, "MRR", "a"), charts.draw_bars(rows, "MRR", "a")
    assert first == second
    assert re.search(r">MRR<", first)
