"""BERTScore with a tiny model made here, against the definition worked out by hand."""

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.language import tiny_bert
from helpers.language.tiny_bert import WORDS

import scinet
from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import RecordAnswer
from scinet.eval.run import Run, RunHeader
from scinet.eval.task import Query, Split, Task, TaskDraft, write_task
from scinet.models.contribution.bertscore import MAX_CHARACTERS, BertScore

torch = pytest.importorskip("torch")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_bert.write(tmp_path_factory.mktemp("tiny"))


def by_hand(folder: Path, layer: int, written: str, true: str) -> list[float]:
    """Each word takes the nearest one of the other text."""
    from transformers import BertModel

    model = BertModel.from_pretrained(folder)

    def vectors(text: str) -> Any:
        ids = [WORDS.index(word) for word in ("[CLS]", *text.split(), "[SEP]")]
        with torch.no_grad():
            hidden = model(torch.tensor([ids]), output_hidden_states=True).hidden_states
        return torch.nn.functional.normalize(hidden[layer][0], dim=1)

    near = vectors(written) @ vectors(true).T
    # Marks at the ends weigh nothing.
    weight = [np.array([0, *[1] * (n - 2), 0]) / (n - 2) for n in near.shape]
    precision = float(near.max(dim=1).values.numpy() @ weight[0])
    recall = float(near.max(dim=0).values.numpy() @ weight[1])
    return [precision, recall, 2 * precision * recall / (precision + recall)]


def test_the_numbers_are_those_of_the_definition(folder: Path) -> None:
    measure = BertScore(str(folder), layer=1, rescale=False)
    pairs = [("deep trees", "parse trees of words"), ("", "deep"), ("of of words", "words of of")]
    result = measure.scores(pairs)
    for place in (0, 2):
        assert result[place] == pytest.approx(by_hand(folder, 1, *pairs[place]), abs=1e-5)
    assert result[1].tolist() == [0.0, 0.0, 0.0]
    assert measure.scores([("deep trees", "deep trees")]) == pytest.approx(np.ones((1, 3)))
    assert measure.scores([(" ", "deep")]).tolist() == [[0.0, 0.0, 0.0]]


def test_what_is_cut_where(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scinet.models.contribution.bertscore.MAX_CHARACTERS", 10)
    measure = BertScore(str(folder), layer=1, rescale=False)
    long, short = "deep trees of words", "deep trees"
    assert len(short) == 10 < MAX_CHARACTERS
    assert measure.scores([(long, short)])[0] == pytest.approx([1, 1, 1])
    assert measure.scores([(short, long)])[0] == pytest.approx([1, 1, 1])
    official = measure.scores([(short, long)], is_strict=False)[0]
    assert official == pytest.approx(by_hand(folder, 1, short, long), abs=1e-5)


def test_what_is_not_known_is_said(folder: Path, tmp_path: Path) -> None:
    pair = [("a", "b")]
    with pytest.raises(DataError, match="which layer"):
        BertScore(str(folder)).scores(pair)
    with pytest.raises(DataError, match="random sentences"):
        BertScore(str(folder), layer=1).scores(pair)
    with pytest.raises(NotFoundError, match="not found, and it cannot be fetched"):
        BertScore(str(tmp_path / "nothing"), layer=1, rescale=False).scores(pair)


def test_a_missing_answer_scores_nothing(folder: Path, tmp_path: Path) -> None:
    day = date(2011, 1, 1)
    truth = [{"query_id": q, "title": "deep trees", "abstract": "of words"} for q in ("q1", "q2")]
    split = Split(day, [Query(q, "", {}, day, 1) for q in ("q1", "q2")], truth)
    draft = TaskDraft(
        "prescience", "contribution", {"asked": "abstract"}, 0, {}, {}, "g", {"test": split}
    )
    task: Task = write_task(draft, tmp_path / "task")
    record = {"title": "deep trees", "abstract": "of words"}
    run = Run(
        RunHeader("mine", "1", task.fingerprint, "text", {}, None),
        {"q1": RecordAnswer("q1", record=record)},
    )
    table = scinet.measure_bertscore(task, [run], bert=str(folder), layer=1, rescale=False)
    rows = table.to_dict("records")
    assert [row["metric"] for row in rows] == [
        f"BERTScore {p}" for p in ("precision", "recall", "F1")
    ]
    assert [row["mean"] for row in rows] == pytest.approx([0.5] * 3)
    assert [row["answered"] for row in rows] == pytest.approx([1.0] * 3)
