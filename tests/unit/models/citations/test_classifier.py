"""The classifier: it learns, is kept as plain numbers, and is measured beside others."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.files.citation_sentences import labelled, labelled_rows, write_rows
from helpers.servers.endpoint import Endpoint, OpenAsker

from scinet.errors import DataError, NotFoundError
from scinet.models.citations.classifier import Classifier
from scinet.models.citations.evaluate import evaluate
from scinet.models.citations.features import FeatureSpace, TokenCounts
from scinet.models.citations.sentences import SENTIMENTS, LabelledSentences, Sentence, read_labelled
from scinet.models.citations.training import Settings, fit_class_offsets, train

SMALL = Settings(views=(("words", "near", "cues"),), strengths=(1.0,), inner_folds=2)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> LabelledSentences:
    return labelled(tmp_path_factory.mktemp("labels"))


@pytest.fixture(scope="module")
def learned(known: LabelledSentences) -> Classifier:
    return train(known, SMALL)


ASKED = [
    Sentence("The parser of Fox (1995) is excellent and widely used.", start=14, end=23),
    Sentence("However, the tagger of Fox (1995) fails and suffers.", start=23, end=32),
    Sentence("The corpus of Fox (1995) holds sentences.", start=14, end=23),
]


def test_it_learns(learned: Classifier) -> None:
    result = learned.label(ASKED)
    assert [item.value for item in result] == ["positive", "negative", "neutral"]
    assert all(1 / 3 < item.confidence <= 1.0 for item in result)
    assert learned.label([]) == []
    # A sentence is read alike alone and among others.
    alone = [learned.label([item])[0].confidence for item in ASKED]
    assert alone == pytest.approx([item.confidence for item in result], abs=1e-12)


def test_what_is_kept_is_what_learned(learned: Classifier, tmp_path: Path) -> None:
    learned.save(tmp_path)
    again = Classifier.load(tmp_path, "sentiment")
    assert again.label(ASKED) == learned.label(ASKED)
    assert again.source == learned.source
    assert again.about["trained_on"]["sentences"] == 96
    assert {file.suffix for file in tmp_path.iterdir()} == {".json", ".npz"}


def test_another_version_and_damage_are_refused(learned: Classifier, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no classifier of sentiment"):
        Classifier.load(tmp_path, "sentiment")
    learned.save(tmp_path)
    file = tmp_path / "sentiment.json"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"classifier 1", b"classifier 0"))
    with pytest.raises(DataError, match="classifier 0"):
        Classifier.load(tmp_path, "sentiment")
    file.write_bytes(whole[:100])
    with pytest.raises(DataError, match="damaged"):
        Classifier.load(tmp_path, "sentiment")
    file.write_bytes(whole)
    numbers = tmp_path / "sentiment.npz"
    numbers.write_bytes(numbers.read_bytes()[:-1] + b"?")
    with pytest.raises(DataError, match="damaged"):
        Classifier.load(tmp_path, "sentiment")


def test_training_again_gives_the_same(known: LabelledSentences, learned: Classifier) -> None:
    assert train(known, SMALL).fingerprint == learned.fingerprint


def test_too_few_of_a_class_are_told(known: LabelledSentences) -> None:
    kept = tuple(sentence for sentence in known.sentences if sentence.label != "negative")
    with pytest.raises(DataError, match="fewer than 2 sentences are negative"):
        train(replace(known, sentences=kept), SMALL)


def test_counts_once_or_anew_are_one_space(known: LabelledSentences) -> None:
    counted = TokenCounts.of(known.sentences, SMALL.views[0])
    space = FeatureSpace.of(counted, 2)
    made, again = space.rows(known.sentences), space.rows_of(counted)
    assert abs(made - again).max() < 1e-12
    lengths = np.sqrt(made.multiply(made).sum(axis=1))
    # Every sort has length one; no cue is in some sentences.
    assert set(np.round(np.asarray(lengths).ravel() ** 2, 9)) <= {2.0, 3.0}


def numbered_rows(negatives: str) -> list[dict[str, str]]:
    """Sentences that cite by number alone; those that are negative cite what is given."""
    said = {"positive": "works very well", "neutral": "is described", "negative": "fails badly"}
    rows = []
    for label, how in said.items():
        for number in range(6 if label == "negative" else 24):
            cited = negatives or f"x{number}"
            row = {"text": f"Method {label[0]}{number} of [{number}] {how}.", "label": label}
            rows.append(row | ({"cited_id": cited} if label == "negative" else {}))
    return rows


@pytest.mark.parametrize("negatives", ["", "x"])
def test_what_no_fold_knows_is_learned_without(negatives: str, tmp_path: Path) -> None:
    # No citation can be found in its sentence, and with "x" one paper has all negative ones.
    known = read_labelled(write_rows(tmp_path / "labels.jsonl", numbered_rows(negatives)))
    assert known.located == 0
    learned = train(known)
    learned.save(tmp_path)
    asked = [Sentence(f"Method z of [9] {how}.") for how in ("works very well", "fails badly")]
    again = Classifier.load(tmp_path, "sentiment").label(asked)
    assert [item.value for item in again] == ["positive", "negative"]
    assert all(np.isfinite(item.confidence) for item in again)
    assert set(learned.about["view"]) >= {"words", "letters"}
    rows = evaluate(known, folds=2) if not negatives else []
    assert all(0.5 < row.score.macro_f1 <= 1.0 for row in rows if row.system != "majority")


def test_one_label_teaches_nothing(tmp_path: Path) -> None:
    rows = [{"text": f"We use corpus n{number}.", "intent": "method"} for number in range(9)]
    with pytest.raises(DataError, match="all sentences are method"):
        train(read_labelled(write_rows(tmp_path / "labels.jsonl", rows)), SMALL)
    lonely = [{"text": f"w{n}x.", "intent": "ab"[n % 2]} for n in range(8)]
    few = replace(SMALL, views=(("cues",),))
    with pytest.raises(DataError, match="no word stands in 2 of the training sentences"):
        train(read_labelled(write_rows(tmp_path / "lonely.jsonl", lonely)), few)
    with pytest.raises(DataError, match="no word stands in 2 of the training sentences"):
        evaluate(read_labelled(tmp_path / "lonely.jsonl"), folds=2, settings=few)


def test_favours_are_worth_it() -> None:
    # The rare class never has the largest probability, but always more than elsewhere.
    truth = np.array([0] * 20 + [1] * 4, dtype=np.int64)
    odds = np.where(truth == 0, 0.1, 0.4)
    probabilities = np.stack([1 - odds, odds], axis=1)
    favours, reached = fit_class_offsets(probabilities, truth)
    assert reached == 1.0
    assert favours[0] == 0.0
    # Halfway needs ln(.6 / .4); a step of the grid above it is enough.
    assert np.log(0.6 / 0.4) < favours[1] <= np.log(0.6 / 0.4) + 0.125


def test_all_readers_are_scored(
    known: LabelledSentences, endpoint: Endpoint, open_asker: OpenAsker
) -> None:
    def read_it(messages: list[dict[str, str]], body: dict[str, object]) -> str:
        del body
        text = messages[-1]["content"]
        assert "[[" in text
        said = "positive" if "excellent" in text else "neutral"
        return "no idea" if "fails" in text else json.dumps({"sentiment": said})

    endpoint.answer = read_it
    rows = {row.system: row for row in evaluate(known, folds=2, settings=SMALL, asker=open_asker())}
    assert list(rows) == ["majority", "tf-idf", "classifier", "tiny"]
    assert rows["majority"].score.f1["positive"] == 0.0
    assert rows["classifier"].score.macro_f1 > rows["majority"].score.macro_f1
    model, count = rows["tiny"], sum(sentence.label == "negative" for sentence in known.sentences)
    assert model.score.confusion["negative"]["unanswered"] == count
    assert model.statuses == {"ok": 96 - count, "invalid": count}
    assert model.score.macro_f1 == pytest.approx(2 / 3)
    assert model.score.answered_macro_f1 == 1.0
    assert len(endpoint.requests) == 96


def test_a_test_file_must_not_be_known(known: LabelledSentences, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="96 sentences of the test file"):
        evaluate(known, test=known, settings=SMALL)
    rows = [{"label": "method", "text": "we used it"}, {"label": "result", "text": "as they found"}]
    with pytest.raises(DataError, match="other labels"):
        evaluate(known, test=read_labelled(write_rows(tmp_path / "a.jsonl", rows)), settings=SMALL)
    more = read_labelled(write_rows(tmp_path / "b.jsonl", labelled_rows(120)[96:]))
    rows_found = evaluate(known, test=more, settings=SMALL)
    assert [row.system for row in rows_found] == ["majority", "tf-idf", "classifier"]
    assert sum(rows_found[0].score.confusion[SENTIMENTS[0]].values()) == sum(
        sentence.label == SENTIMENTS[0] for sentence in more.sentences
    )
