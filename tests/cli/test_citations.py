"""Reading citations on the command line: measured, trained, put on the graph, asked."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.citation_sentences import labelled_rows, write_rows
from helpers.endpoint import Endpoint
from helpers.golden_network import load_network

import scinet
from scinet.cli.root import app
from scinet.errors import DataError, StorageError
from scinet.graph.connection import Database

Told = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="module")
def network(shared_database: Database) -> Iterator[Database]:
    load_network(shared_database, "field")
    yield shared_database
    shared_database.rows("admin/wipe")


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    monkeypatch.chdir(tmp_path)  # away from any .env
    write_rows(tmp_path / "labels.jsonl", labelled_rows(60))

    def tell(*words: str) -> list[dict[str, Any]]:
        app([*words, "--json"], standalone_mode=False)
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return tell


@pytest.mark.usefixtures("network")
def test_from_labels_to_who_cites_how(
    uri: str, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", uri)
    (learned,) = told("train", "citation-reader", "labels.jsonl", "--out", "readers")
    assert (learned["aspect"], learned["sentences"]) == ("sentiment", 60)
    (labelled,) = told("annotate", "citations", "readers")
    assert labelled["mentions"] == sum(labelled["sentiment"].values()) == 9
    assert labelled["sources"] == {"sentiment": learned["source"]}
    assert told("annotate", "citations", "readers")[0]["mentions"] == 0
    ids = {"citing_id": "P7", "cited_id": "P3"}
    write_rows(Path("said.jsonl"), [{**ids, "sentiment": "positive", "text": "So good."}])
    (loaded,) = told("annotate", "labels", "said.jsonl")
    assert (loaded["citations"], loaded["mentions"]) == (1, 0)
    rows = told("query", "pair/citing_with", "-p", "paper_id=P3", "-p", "sentiment=positive")
    (seventh,) = [row for row in rows if row["paper_id"] == "P7"]
    assert (seventh["source"], seventh["confidence"]) == ("human", 1.0)


def test_readers_side_by_side(told: Told, tmp_path: Path) -> None:
    words = ("evaluate", "labels.jsonl", "--folds", "2", "--out", "found")
    rows = told(*words)
    assert [row["system"] for row in rows] == ["majority", "tf-idf", "classifier"]
    kept = json.loads((tmp_path / "found" / "citation-readers.sentiment.json").read_text())
    assert kept["rows"] == rows
    assert kept["asked_about"]["sentences"] == 60
    same = scinet.evaluate_readers(tmp_path / "labels.jsonl", folds=2)
    assert [row.as_dict() for row in same.rows] == rows
    with pytest.raises(StorageError, match=r"labels\.jsonl would be written, and is read here"):
        told(*words[:-1], "labels.jsonl")


def test_a_model_in_the_same_table_and_again_without_it(
    told: Told, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.answer = lambda *_: json.dumps({"sentiment": "neutral"})
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    words = ("evaluate", "labels.jsonl", "--folds", "2", "--model", "tiny")
    rows = told(*words, "--ledger", "llm.sqlite")
    assert [row["system"] for row in rows][-1] == "tiny"
    assert rows[-1]["macro_f1"] == rows[0]["macro_f1"]  # neutral is the commonest
    assert len(endpoint.requests) == 60
    assert told(*words, "--ledger", "llm.sqlite", "--replay") == rows
    assert len(endpoint.requests) == 60


def test_bad_input_is_one_line(told: Told) -> None:
    with pytest.raises(DataError, match="8 cited papers for 9 folds"):
        told("evaluate", "labels.jsonl", "--folds", "9")
    write_rows(Path("few.jsonl"), labelled_rows(3))
    with pytest.raises(DataError, match="fewer than 3 sentences are"):
        told("train", "citation-reader", "few.jsonl", "--out", "readers")
