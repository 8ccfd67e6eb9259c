"""Labels on the graph: once, resumable, people before classifiers, and nothing of the future."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.files.citation_sentences import labelled, write_rows
from helpers.networks.golden_network import label_network

from scinet.errors import DataError, NotFoundError
from scinet.graph.analysis import citation_labels
from scinet.graph.analysis.citation_labels import Label, MentionSpan
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.models.citations.classifier import Classifier
from scinet.models.citations.label import label, load_classifiers, load_human
from scinet.models.citations.training import Settings, train

SMALL = Settings(views=(("words", "cues"),), strengths=(1.0,), inner_folds=2)
MENTIONS = 10


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Classifier:
    return train(labelled(tmp_path_factory.mktemp("labels")), SMALL)


@pytest.fixture
def network(network: Database) -> Database:
    label_network(network, "field")
    return network


def mentions(database: Database) -> dict[tuple[str, str], dict[str, Any]]:
    result, _, _ = database.driver.execute_query(
        "MATCH (g:Paragraph)-[m:MENTIONS]->(p:Paper) RETURN g.id, p.id, properties(m)",
        database_=database.name,
    )
    return {(row[0], row[1]): row[2] for row in result}


def citation(database: Database, citing: str, cited: str) -> dict[str, Any]:
    result, _, _ = database.driver.execute_query(
        "MATCH (:Paper {id: $a})-[c:CITES]->(:Paper {id: $b}) RETURN properties(c)",
        a=citing,
        b=cited,
        database_=database.name,
    )
    properties: dict[str, Any] = result[0][0]
    return properties


def test_every_mention_once(network: Database, reader: Classifier) -> None:
    before = fingerprint.compute_fingerprint(network).hex
    done = label(network, {"sentiment": reader})
    assert done["mentions"] == MENTIONS - 1  # people read one
    assert done["papers"] == 3
    assert sum(done["sentiment"].values()) == MENTIONS - 1
    result = mentions(network)
    sources = [item["sentiment_source"] for item in result.values()]
    assert len(result) == MENTIONS
    assert sources.count("human") == 1
    assert sources.count(reader.source) == MENTIONS - 1
    assert fingerprint.compute_fingerprint(network).hex == before
    assert label(network, {"sentiment": reader})["mentions"] == 0
    assert mentions(network) == result


def test_what_was_stopped_goes_on(
    network: Database, reader: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(citation_labels, "_PAPERS", 1)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt(done, total)

    with pytest.raises(KeyboardInterrupt) as stopped:
        label(network, {"sentiment": reader}, progress=stop)
    done, total = stopped.value.args
    assert total == MENTIONS - 1
    told: list[tuple[int, int]] = []
    again = label(network, {"sentiment": reader}, progress=lambda *both: told.append(both))
    assert again["papers"] == 2
    assert told[-1] == (total - done, total - done)
    sources = {mention["sentiment_source"] for mention in mentions(network).values()}
    assert sources == {"human", reader.source}


def test_mentions_of_the_day_and_later_stay(network: Database, reader: Classifier) -> None:
    told: list[tuple[int, int]] = []
    result = label(
        network,
        {"sentiment": reader},
        before=date(1994, 1, 10),  # the day of P6
        progress=lambda *both: told.append(both),
    )
    assert result["mentions"] == 3  # those in P4
    assert told == [(3, 3)]
    assert "sentiment" not in mentions(network)["P6#0", "P2"]
    assert citation(network, "P7", "P3")["sentiment_source"] == "classifier:gold"


def test_people_win(network: Database, reader: Classifier, tmp_path: Path) -> None:
    ids = {"citing_id": "P4", "cited_id": "P3"}
    rows = [
        {**ids, "sentiment": "negative", "text": "Later, CARR 1992 is used again"},
        {**ids, "sentiment": "positive", "text": "Carr is read here."},
        {"citing_id": "P4", "cited_id": "P9", "sentiment": "neutral", "text": "No citation."},
        {"sentiment": "neutral", "text": "Of nobody."},
    ]
    loaded = load_human(network, write_rows(tmp_path / "labels.jsonl", rows))
    assert (loaded["rows"], loaded["without_ids"], loaded["citations"]) == (4, 1, 1)
    assert (loaded["not_cited"], loaded["mentions"]) == (1, 1)
    for _ in range(2):
        result = citation(network, "P4", "P3")
        # Of equally many the first of negative, positive, neutral.
        assert result["sentiment"] == "negative"
        assert (result["positive"], result["neutral"], result["negative"]) == (1, 0, 1)
        assert (result["sentiment_source"], result["sentiment_confidence"]) == ("human", 1.0)
        assert result["sentence"] == "Later, CARR 1992 is used again"
        item = mentions(network)["P4#1", "P3"]
        assert (item["sentiment"], item["sentiment_source"]) == ("negative", "human")
        label(network, {"sentiment": reader})
    assert mentions(network)["P4#0", "P3"]["sentiment_source"] == reader.source


def test_citations_sum_up_their_mentions(network: Database) -> None:
    result = citation(network, "P4", "P3")
    assert (result["sentiment"], result["positive"], result["neutral"]) == ("positive", 1, 1)
    assert result["sentiment_confidence"] == 0.75
    read = MentionSpan("P7#0", "", "P4", 29, 32), Label("positive", 0.9)
    citation_labels.store_labels(
        network, {"sentiment": [read]}, {"sentiment": "classifier:new"}, ["P7"]
    )
    result = citation(network, "P7", "P4")  # the mention that people read counts alone
    assert (result["sentiment"], result["positive"], result["negative"]) == ("negative", 0, 1)


def test_intents_stand_beside_sentiments(network: Database) -> None:
    given = [
        (MentionSpan("P7#0", "", "P3", 8, 11), Label("method", 0.5)),
        (MentionSpan("P7#1", "", "P3", 6, 9), Label("background", 0.75)),
    ]
    citation_labels.store_labels(network, {"intent": given}, {"intent": "classifier:a"}, ["P7"])
    result = citation(network, "P7", "P3")
    assert (result["intent"], result["intent_confidence"]) == ("method", 0.5)
    assert result["intent_source"] == "classifier:a"
    assert result["sentiment"] == "negative"


def test_a_citation_has_the_source_of_its_first_mention(network: Database) -> None:
    for source, paragraph, start in (("b", 1, 6), ("a", 0, 8)):
        row = MentionSpan(f"P7#{paragraph}", "", "P3", start, start + 3), Label("method", 0.5)
        citation_labels.store_labels(
            network, {"intent": [row]}, {"intent": f"classifier:{source}"}, ["P7"]
        )
    assert citation(network, "P7", "P3")["intent_source"] == "classifier:a"


def test_what_cannot_be_used_is_told(network: Database, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no classifier of citations"):
        load_classifiers(tmp_path)
    file = write_rows(tmp_path / "labels.jsonl", [{"label": "method", "text": "we use it"}])
    with pytest.raises(DataError, match="no row names citing_id and cited_id"):
        load_human(network, file)
