"""Whoever asks for texts gets them from outside, or is told that they are not searched."""

import logging
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.networks.outside import TEXT, load_world
from helpers.servers.explored import browsing, said

import scinet
from scinet.agents import tools
from scinet.errors import DataError, StorageError
from scinet.graph import snapshot
from scinet.graph.analysis.quality import findings
from scinet.graph.analysis.status import graph_status
from scinet.graph.db import guard, text_shards
from scinet.graph.db.connection import Database
from scinet.graph.db.graph_counts import node_blocks
from scinet.graph.db.query import load_query as statement
from scinet.graph.db.query import query_names
from scinet.session.graph import Graph

# Every statement that says in its header that it returns texts, with parameters.
ASKED: dict[str, dict[str, Any]] = {
    "admin/source_paper": {},
    "admin/source_paragraph": {},
    "export/papers": {},
    "label/mentions_of": {"pairs": [["p3", "p2"]]},
    "label/unread": {
        "after": "", "limit": 9, "before": None, "sentiment_source": "x", "intent_source": None
    },
    "lookup/paper": {"paper_id": "p1"},
    "pair/cited_said": {"paper_id": "p3"},
    "pair/citing_said": {"paper_id": "p1"},
    "pair/citing_with": {"paper_id": "p1", "sentiment": "positive"},
    "pair/citing_words": {"citing_id": "p3", "cited_id": "p2"},
    "pair/shared_paragraphs": {"paper_id": "p1", "other_id": "p2"},
    "task/contexts": {"paper_id": "p1", "before": None},
    "task/mentioning_paragraphs": {"pairs": [["p3", "p1"]], "before": "2009-01-01"},
    "task/own_text": {"paper_id": "p3"},
    "task/texts": {"paper_ids": ["p1", "p2", "p4"], "before": "2009-01-01"},
}  # fmt: skip
_FIELD: dict[str, Any] = {"name": "?", "texts": ["one word"]}
SEARCHED: dict[str, dict[str, Any]] = {
    **{f"field/most_{how}": _FIELD for how in ("cited", "disruptive", "mentioned")},
    **{f"field/{what}": _FIELD for what in ("authors", "papers", "papers_by_year")},
    "field/papers_of_author": {"author_id": "?", **_FIELD},
    "lookup/text": {"text": "word"},
    "lookup/title_initials": {"initials": "ow"},
}
# These are asked inside transactions of loading, where what stands in the graph is copied.
COPIED = {"load/fulltext_content", "load/paper_content"}
# A text of a claim or a contribution, or of a simulated paper, always stands in the graph.
OTHERS = {"simulation/"}


INDEXED = "CALL db.index.fulltext.queryNodes('paper_text', 'abstract:*') YIELD node RETURN node"


@pytest.fixture
def folder(database: Database, tmp_path: Path) -> Path:
    """The texts of a graph that is loaded with them outside."""
    load_world(database, tmp_path, text="external", text_folder=tmp_path / "texts")
    text_shards._texts.cache_clear()
    return tmp_path / "texts"


def _answers(database: Database) -> dict[str, Any]:
    results = {}
    for name, params in ASKED.items():
        in_blocks = "blocks" in statement(name).params
        blocks = {"blocks": node_blocks(database)} if in_blocks else {}
        rows = database.rows(name, **params, **blocks)
        for row in rows:
            row.pop("node", None)
        if in_blocks:  # nodes come to lie in other blocks when they are loaded again
            rows = [{key: [item for row in rows for item in row[key]] for key in rows[0]}]
        results[name] = rows
    return results


@pytest.mark.usefixtures("folder")
def test_every_statement_answers_as_with_texts_inside(database: Database, tmp_path: Path) -> None:
    assert {n for n in query_names() if statement(n).texts} == set(ASKED)
    outside = _answers(database)
    [words] = outside["pair/citing_words"]
    assert (words["words"], words["text"]) == ("[2]", TEXT)
    assert outside["lookup/paper"][0]["abstract"] == "Of \U0001f600 one word."
    assert [row["paper_id"] for row in outside["task/texts"]] == ["p1", "p2"]
    assert all(outside.values())
    database.rows("admin/wipe")
    load_world(database, tmp_path)
    inside = _answers(database)
    for name, rows in inside.items():
        assert _unordered(rows) == _unordered(outside[name]), name


def _unordered(value: Any) -> Any:
    """Without the order of nodes, whose numbers the server uses again."""
    if isinstance(value, dict):
        return sorted((key, _unordered(item)) for key, item in value.items())
    return sorted(map(str, map(_unordered, value))) if isinstance(value, list) else str(value)


def test_every_statement_that_touches_a_text_says_so() -> None:
    returning = re.compile(r"\b(?:p|n|g)\.(?:abstract|text)\b|\bsaid\b|\.abstract\b")
    searching = re.compile(r"'paper_text',(?!\s*('title:|.* \+\(title:))")
    for name in query_names():
        query = statement(name)
        code = re.sub(r"^//.*$", "", query.text, flags=re.MULTILINE)
        is_reading = query.mode == "read" and name not in COPIED
        if not is_reading or name.startswith(tuple(OTHERS)):
            assert not query.texts
            continue
        assert query.searches_text or bool(returning.search(code)) == bool(query.texts), name
        assert bool(searching.search(code)) == query.searches_text, name
    assert {n for n in query_names() if statement(n).searches_text} == set(SEARCHED)


@pytest.mark.parametrize("name", SEARCHED)
def test_what_searches_says_that_it_searches_titles_alone(
    database: Database, folder: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    query, params = statement(name), SEARCHED[name]
    for is_named in (False, True):
        caplog.clear()
        result = guard.run_named(database, query, query.bind(params)) if is_named else None
        assert list(database.rows(name, **params) if result is None else result) == []
        assert [
            record.getMessage() for record in caplog.records if record.levelno == logging.WARNING
        ] == [
            f"abstracts stand outside the graph ({folder}) and are not searched: titles alone are"
        ]


@pytest.mark.usefixtures("folder")
def test_cypher_of_a_user_returns_texts_and_says_what_it_cannot(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    assert [row["paper_id"] for row in database.rows("lookup/text", text="graphs")] == ["p3"]
    assert list(database.read_text(INDEXED)) == []
    caplog.clear()
    answers = guard.run_statement(
        database, "MATCH (p:Paper {id: 'p1'}) RETURN p, [p.abstract, 3] AS both"
    )
    [row] = answers.rows
    assert row["p"]["abstract"] == row["both"][0] == "Of \U0001f600 one word."
    assert "it cannot search, compare or measure them" in caplog.text
    caplog.clear()
    guard.run_statement(database, "MATCH (p:Paper) RETURN p.title AS title")
    assert not caplog.records


def test_silent_where_texts_stand_inside(
    database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    load_world(database, tmp_path)
    assert [row["paper_id"] for row in database.rows("lookup/text", text="word")] == ["p1"]
    assert len(list(database.read_text(INDEXED))) == 3
    guard.run_statement(database, "MATCH (p:Paper) RETURN p.abstract AS abstract")
    assert not caplog.records
    assert graph_status(database)["text_folder"] is None


@pytest.mark.usefixtures("folder")
def test_snapshots_have_the_texts_of_their_time(database: Database) -> None:
    whole = snapshot.read_snapshot(database)
    assert list(whole.abstract) == ["Of \U0001f600 one word.", "Of 2.", None, "Now."]
    past = snapshot.read_snapshot(database, date(2001, 3, 2))
    assert (list(past.paper_id), list(past.abstract)) == (["p1"], ["Of \U0001f600 one word."])


def test_a_folder_is_told_and_may_be_moved(database: Database, folder: Path) -> None:
    assert graph_status(database)["text_folder"] == str(folder)
    [told] = [
        finding for finding in findings(database) if finding.check == "loads_with_texts_outside"
    ]
    assert (told.count, told.share, told.examples) == (2, 1.0, [str(folder)])
    text_shards._texts.cache_clear()  # which the report has read
    new = folder.rename(folder.with_name("moved"))
    with pytest.raises(StorageError, match=f"outside it, and {folder} is not there") as caught:
        database.rows("lookup/paper", paper_id="p1")
    assert "SCINET_TEXT_FOLDER" in str(caught.value.hint)
    moved = Database(database.driver, database.name, text_folder=new)
    assert moved.rows("lookup/paper", paper_id="p1")[0]["abstract"] == "Of \U0001f600 one word."
    with moved.rolled_back() as same:
        assert same.rows("lookup/paper", paper_id="p2")[0]["abstract"] == "Of 2."
    # What needs no text asks for no folder.
    assert len(database.rows("ego/references", paper_id="p3")) == 2


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def _another(file: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({"id": ["p1"], "text": ["Forged."]}), file)


@pytest.mark.parametrize(
    ("harm", "kind", "message"),
    [
        (Path.unlink, StorageError, "parquet is not there"),
        (_cut, DataError, "parquet is damaged: "),
        (_another, DataError, "parquet is damaged: it does not hold what was written"),
        (lambda file: file.write_bytes(b""), DataError, "parquet is damaged: "),
    ],
)
def test_a_file_that_is_missing_or_damaged(
    database: Database,
    folder: Path,
    harm: Callable[[Path], Any],
    kind: type[Exception],
    message: str,
    tmp_path: Path,
) -> None:
    for file in folder.rglob("*.parquet"):
        harm(file)
    with pytest.raises(kind, match=message) as caught:
        database.rows("lookup/paper", paper_id="p1")
    assert "\n" not in str(caught.value)
    database.rows("admin/wipe")
    load_world(database, tmp_path, text="external", text_folder=folder)  # mends it
    assert database.rows("lookup/paper", paper_id="p1")[0]["abstract"] == "Of \U0001f600 one word."


UNSEARCHED = "and are not searched: titles alone are"
UNSEEN = "it cannot search, compare or measure them"
CYPHER = "MATCH (p:Paper) RETURN p.abstract AS abstract ORDER BY p.id"


@pytest.mark.usefixtures("folder")
def test_pages(database: Database) -> None:
    with browsing(database, Path("cache")) as client:
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


@pytest.mark.usefixtures("folder")
def test_tools_for_agents(database: Database) -> None:
    asked = tools.ToolContext(Graph(lambda: database, cache=Path("cache")), None)
    assert UNSEARCHED in (tools.query(asked, "lookup/text", {"text": "word"}).note or "")
    assert tools.query(asked, "lookup/title", {"text": "word"}).note is None
    assert UNSEARCHED in (tools.ask(asked, "most cited papers on counting").note or "")
    found = tools.cypher(asked, CYPHER)
    assert found.rows[0]["abstract"] == "Of \U0001f600 one word."
    assert UNSEEN in (found.note or "")


def test_the_front_door(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a folder the texts go beside the data of the local server."""
    monkeypatch.setenv("SCINET_SERVER_HOME", str(tmp_path / "home"))
    file = tmp_path / "papers.jsonl"
    file.write_text('{"id": "p1", "date": "2001", "title": "One", "abstract": "Of words."}\n')
    graph = scinet.Graph(lambda: database, cache=tmp_path / "cache")
    report = graph.load(file, text="external")
    assert report.loaded == 1
    assert graph.status()["text_folder"] == str(tmp_path / "home" / "texts")
    assert graph.snapshot("2010-01-01").abstract.tolist() == ["Of words."]
    [row] = graph.query("lookup/paper", paper_id="p1").rows()
    assert row["abstract"] == "Of words."
