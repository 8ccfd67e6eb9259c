"""Reading citations on the command line: measured, trained, put on the graph, asked."""

import json
from pathlib import Path

import pytest
from helpers.commands.typed import Scinet
from helpers.files.citation_sentences import labelled_rows, write_rows
from helpers.servers.endpoint import Endpoint

import scinet as library


@pytest.fixture(autouse=True)
def labels(tmp_path: Path) -> None:
    write_rows(tmp_path / "labels.jsonl", labelled_rows(60))


@pytest.mark.usefixtures("network")
def test_from_labels_to_who_cites_how(scinet: Scinet) -> None:
    words = ("annotate", "citations", "readers", "--json")
    train = ("train", "citation-reader", "labels.jsonl", "--out", "readers", "--json")
    (learned,) = scinet(*train).rows
    assert (learned["aspect"], learned["sentences"]) == ("sentiment", 60)
    (labelled,) = scinet(*words).rows
    assert labelled["mentions"] == sum(labelled["sentiment"].values()) == 9
    assert labelled["sources"] == {"sentiment": learned["source"]}
    assert scinet(*words).rows[0]["mentions"] == 0
    ids = {"citing_id": "P7", "cited_id": "P3"}
    write_rows(Path("said.jsonl"), [{**ids, "sentiment": "positive", "text": "So good."}])
    (loaded,) = scinet("annotate", "labels", "said.jsonl", "--json").rows
    assert (loaded["citations"], loaded["mentions"]) == (1, 0)
    asked = ("query", "pair/citing_with", "-p", "paper_id=P3", "-p", "sentiment=positive", "--json")
    (seventh,) = [row for row in scinet(*asked).rows if row["paper_id"] == "P7"]
    assert (seventh["source"], seventh["confidence"]) == ("human", 1.0)


def test_readers_side_by_side(scinet: Scinet) -> None:
    words = ("evaluate", "readers", "labels.jsonl", "--folds", "2", "--json", "--out")
    rows = scinet(*words, "found").rows
    assert [row["system"] for row in rows] == ["majority", "tf-idf", "classifier"]
    kept = json.loads(Path("found/citation-readers.sentiment.json").read_text())
    assert kept["rows"] == rows
    assert kept["asked_about"]["sentences"] == 60
    same = library.evaluate_readers("labels.jsonl", folds=2)
    assert [row.as_dict() for row in same.rows] == rows
    refused = scinet(*words[:-2], "--out", "labels.jsonl").refusal
    assert "labels.jsonl would be written, and is read here" in refused


def test_a_model_in_the_same_table_and_again_without_it(
    scinet: Scinet, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.answer = lambda *_: json.dumps({"sentiment": "neutral"})
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    words = (
        "evaluate",
        "readers",
        "labels.jsonl",
        "--folds",
        "2",
        "--json",
        "--model",
        "tiny",
        "--ledger",
    )
    rows = scinet(*words, "llm.sqlite").rows
    assert [row["system"] for row in rows][-1] == "tiny"
    assert rows[-1]["macro_f1"] == rows[0]["macro_f1"]  # neutral is the commonest
    assert len(endpoint.requests) == 60
    assert scinet(*words, "llm.sqlite", "--replay").rows == rows
    assert len(endpoint.requests) == 60


def test_bad_input_is_one_line(scinet: Scinet) -> None:
    refused = scinet("evaluate", "readers", "labels.jsonl", "--folds", "9").refusal
    assert "8 cited papers for 9 folds" in refused
    write_rows(Path("few.jsonl"), labelled_rows(3))
    refused = scinet("train", "citation-reader", "few.jsonl", "--out", "readers").refusal
    assert "fewer than 3 sentences are" in refused
