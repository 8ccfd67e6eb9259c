"""Answers in a notebook: links, what is escaped, and a map in a frame of its own."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from helpers.networks.build import load_rows
from helpers.servers.browser import forget
from selenium import webdriver

import scinet
from scinet.eval.task import Task
from scinet.graph.db.connection import Database
from scinet.graph.schema.identifiers import web_page

_HOSTILE = "</script><script>top.document.title = 'run'</script><img src=x onerror=alert(1)>"


@pytest.fixture
def graph(database: Database, tmp_path: Path) -> scinet.Graph:
    """Three papers, one of them with a title that wants to run."""
    rows = [
        {"id": "P00-1001", "title": _HOSTILE, "date": "2000-05-01", "references": []},
        {"id": "P01-1001", "title": "Two", "date": "2001-05-01", "references": ["P00-1001"]},
        {
            "id": "P02-1001", "title": "Three", "date": "2002-05-01",
            "references": ["P00-1001", "P01-1001"],
        },
    ]  # fmt: skip
    load_rows(database, *rows, source="acl")
    return scinet.Graph(lambda: database, cache=tmp_path / "cache")


@pytest.mark.parametrize(
    ("paper", "page"),
    [
        ("acl:P02-1040", "https://aclanthology.org/P02-1040"),
        ("openalex:W2741809807", "https://openalex.org/W2741809807"),
        ("arxiv:1706.03762", "https://arxiv.org/abs/1706.03762"),
        ('doi:10.1/a"b', "https://doi.org/10.1/a%22b"),
        ("sim:S00000017", None),
        ("javascript:alert(1)", None),
    ],
)
def test_an_id_names_a_page(paper: str, page: str | None) -> None:
    assert web_page(paper) == page


def test_papers_are_linked_and_escaped(graph: scinet.Graph) -> None:
    cited = graph.query("ego/references", paper="P02-1001", before="2010-01-01")
    shown = scinet.show(cited, limit=1)
    assert repr(shown) == "<Shown: 1 of 2 papers>"
    assert "<script" not in shown.html
    assert "&lt;/script&gt;" in shown.html
    assert 'href="https://aclanthology.org/P00-1001"' in shown.html
    assert "1 of 2 papers · before 2010-01-01" in shown.html
    with pytest.raises(scinet.DataError, match="no papers with titles"):
        scinet.show(pd.DataFrame({"year": [2000]}))


def test_what_is_public_has_a_table(graph: scinet.Graph, tmp_path: Path) -> None:
    path = graph.path("P00-1001", "P02-1001")._repr_html_()
    assert "&lt;/script&gt;" in path
    assert "https://aclanthology.org/P02-1001" in path
    assert ">3</td>" in graph._repr_html_()
    assert "2000 to 2002" in graph._repr_html_()
    assert "Snapshot before 2002-01-01" in graph.snapshot("2002-01-01")._repr_html_()
    about: dict[str, Any] = {"options": {}, "seed": 0, "left_out": {"<b>": 1}, "counts": {}}
    marks: dict[str, Any] = {"graph_fingerprint": "", "fingerprint": ""}
    task = Task(suite="s", name="t", before={}, folder=tmp_path, **about, **marks)
    assert "left out: &lt;b&gt;" in task._repr_html_()


def test_a_large_map_is_shown_in_groups(
    graph: scinet.Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scinet.explorer.group_layout.CITATIONS", 2)
    shown = scinet.show(graph.map("P01-1001"))
    assert "2 papers in 2 groups by community and years" in repr(shown)
    assert "<svg" in shown.html


def test_a_map_is_dragged_and_nothing_of_the_data_runs(
    graph: scinet.Graph, driver: webdriver.Chrome, tmp_path: Path
) -> None:
    shown = scinet.show(graph.map("P01-1001", before="2010-01-01"))
    assert repr(shown) == "<Shown: 3 papers, 3 citations among them · before 2010-01-01>"
    page = tmp_path / "page.html"
    page.write_text(f"<title>safe</title>{shown.html}", "utf-8")
    driver.get(page.as_uri())
    driver.switch_to.frame(driver.find_element("tag name", "iframe"))
    ask = driver.execute_script
    assert ask("return cy.nodes('.paper').length") == 3
    assert ask("return shown.citations.length") == 3
    place = "const one = cy.$('#n0'); return [one.position('x'), one.position('y')]"
    was = ask(place)
    ask("const one = cy.$('#n0'); one.position({x: 5, y: 77}); one.emit('drag');")
    assert ask(place) == [was[0], 77]  # up and down, never to another day
    ask("cy.$('#n0').emit('tap')")
    chosen = driver.find_element("css selector", "#chosen a")
    assert chosen.text == _HOSTILE
    assert chosen.get_attribute("href") == "https://aclanthology.org/P00-1001"
    assert "2 of the map cite it" in driver.find_element("id", "chosen").text
    driver.switch_to.default_content()
    assert driver.title == "safe"
    assert driver.get_log("browser") == []  # type: ignore[no-untyped-call]
    forget(driver)
