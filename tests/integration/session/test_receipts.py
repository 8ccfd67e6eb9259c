"""Receipts: the same question gives the same rows, or the comparison says what moved."""

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.commands.nursery import Nursery
from helpers.networks.scored_network import BEFORE, load_field

from scinet import Graph
from scinet.agents.tool_server import ToolServer
from scinet.agents.verify import verify
from scinet.errors import DataError
from scinet.graph.db.connection import Database


def test_an_answer_as_of_a_day_is_the_same_on_a_graph_that_has_grown(
    database: Database, tmp_path: Path, nursery: Nursery
) -> None:
    load_field(database)
    graph = Graph(lambda: database, cache=tmp_path)
    dated = graph.query("ego/citations", paper="p3", before=BEFORE).attrs["receipt"]
    undated = graph.query("ego/citations", paper="p3").attrs["receipt"]
    rows = Graph(lambda: database, cache=tmp_path, makes_receipts=False)
    tool_server = ToolServer(rows)
    assert rows.query("ego/citations", paper="p3").attrs["receipt"] is None  # its calls have one
    asked = {"text": "speech", "limit": 4, "before": str(BEFORE)}
    tool = tool_server.call("search_papers", asked)["receipt"]
    own = tool_server.call("statements", {"before": str(BEFORE)})["receipt"]
    text = "MATCH (:Paper {id: $paper})<-[:CITES]-(p) RETURN p.id AS id ORDER BY id"
    cypher = graph.cypher(text, {"paper": "p3"}, before=BEFORE).attrs["receipt"]

    file = tmp_path / "answer.receipt.json"
    words = ("query", "ego/citations", "-p", "paper=p3", "-p", f"before={BEFORE}")
    assert nursery.run([*words, "--receipt", str(file)], tmp_path).code == 0
    assert json.loads(file.read_bytes()) == dated
    assert dated["rows"] == len(dated["row_digests"]) > 0
    assert (dated["before"], dated["arguments"]) == (
        str(BEFORE), {"paper": "p3", "before": str(BEFORE)},
    )  # fmt: skip
    same = {"equal": True, "rows": dated["rows"], "graph": "same", "version": "same"}
    assert verify(graph, file) == same
    assert verify(graph, undated)["equal"]
    nursery.run(
        ["cypher", text, "-p", "paper=p3", "--before", str(BEFORE), "--receipt", str(file)],
        tmp_path,
    )
    assert verify(graph, file)["rows"] == cypher["rows"]

    load_field(database, later=True)
    assert verify(graph, dated) == {**same, "graph": "another"}
    assert verify(graph, tool)["graph"] == "another"
    assert verify(graph, own)["equal"]
    assert verify(graph, cypher) == {**same, "rows": cypher["rows"], "graph": "another"}
    with pytest.raises(DataError, match=r"changed: \d+ rows, \d+ on the receipt"):
        verify(graph, undated)


def test_without_a_fingerprint_there_is_an_answer_and_no_receipt(
    database: Database, tmp_path: Path, nursery: Nursery
) -> None:
    assert (
        Graph(lambda: database, cache=tmp_path).cypher("RETURN 1 AS one").attrs["receipt"] is None
    )
    ended = nursery.run(["cypher", "RETURN 1 AS one", "--receipt", "a.json"], tmp_path)
    assert (ended.code, (tmp_path / "a.json").exists()) == (1, False)
    assert "no receipt where the graph is empty" in ended.err


def test_rows_that_moved_are_named(database: Database, tmp_path: Path) -> None:
    load_field(database)
    graph = Graph(lambda: database, cache=tmp_path)
    result: dict[str, Any] = graph.query("ego/citations", paper="p3").attrs["receipt"]
    digests = [*result["row_digests"]]
    assert len(digests) > 1
    other = {**result, "sha256": "0", "row_digests": ["0", *digests[1:]]}
    with pytest.raises(DataError, match=rf"changed: 1 of {len(digests)} rows \(1\)") as caught:
        verify(graph, other)
    assert str(caught.value.hint).startswith("The receipt is of this graph and this version")
