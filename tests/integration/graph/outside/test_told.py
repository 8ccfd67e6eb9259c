"""Pages and tools for agents show texts from outside, and say what was not searched in them."""

from pathlib import Path

import pytest
from helpers.networks.outside import load_world
from helpers.servers.explored import browsing, said

import scinet
from scinet.graph.connection import Database
from scinet.session.mcp import offers
from scinet.session.rows import Rows

UNSEARCHED = "and are not searched: titles alone are"
UNSEEN = "it cannot search, compare or measure them"
CYPHER = "MATCH (p:Paper) RETURN p.abstract AS abstract ORDER BY p.id"


@pytest.fixture
def outside(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Database:
    monkeypatch.chdir(tmp_path)
    load_world(database, tmp_path, text="external", text_folder=tmp_path / "texts")
    return database


def test_pages(outside: Database) -> None:
    with browsing(outside, Path("cache")) as client:
        assert "Of \U0001f600 one word." in said(client, "/paper?id=p1")
        paragraphs = said(client, "/paper/mentioned/paragraphs?id=p1&other=p2")
        assert "words [1], then" in paragraphs
        assert UNSEARCHED in said(client, "/?q=word")
        assert UNSEARCHED in said(client, "/answer?q=most+cited+papers+on+counting")
        assert UNSEARCHED in said(client, "/queries/lookup/text?text=word")
        assert UNSEARCHED not in said(client, "/queries/lookup/title?text=word")
        free = said(client, f"/queries/free?statement={CYPHER}")
        assert UNSEEN in free
        assert "Of 2." in free


def test_tools_for_agents(outside: Database) -> None:
    asked = offers.Asked(Rows(lambda: outside, cache=Path("cache")), None)
    assert UNSEARCHED in (offers.query(asked, "lookup/text", {"text": "word"}).note or "")
    assert offers.query(asked, "lookup/title", {"text": "word"}).note is None
    assert UNSEARCHED in (offers.ask(asked, "most cited papers on counting").note or "")
    found = offers.cypher(asked, CYPHER)
    assert found.rows[0]["abstract"] == "Of \U0001f600 one word."
    assert UNSEEN in (found.note or "")


def test_the_front_door(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a folder the texts go beside the data of the local server."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCINET_SERVER_HOME", str(tmp_path / "home"))
    file = tmp_path / "papers.jsonl"
    file.write_text('{"id": "p1", "date": "2001", "title": "One", "abstract": "Of words."}\n')
    graph = scinet.Graph(lambda: database, cache=tmp_path / "cache")
    report = graph.load(file, text="external")
    assert report.loaded == 1
    assert graph.status()["text_folder"] == str(tmp_path / "home" / "texts")
    assert graph.snapshot("2010-01-01").abstract.tolist() == ["Of words."]
    [row] = graph.query("lookup/paper", paper_id="p1").to_dict("records")
    assert row["abstract"] == "Of words."
