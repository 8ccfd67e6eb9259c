"""Trained arrays are read from the cache, and trained again when it is damaged."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scinet.graph.ask import intents, phrases
from scinet.graph.ask.training_cache import Arrays, load_or_train, pack_texts, unpack_texts


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCINET_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "ask"


def counted(calls: list[int]) -> Callable[[], Arrays]:
    def train() -> Arrays:
        calls.append(1)
        return {"words": pack_texts(["naïve", "", "bayes"]), "weights": np.arange(3.0)}

    return train


def test_trains_once_and_again_when_damaged(cache: Path) -> None:
    calls: list[int] = []
    for damage in (None, None, b"", b"PK\x03\x04torn"):
        if damage is not None:
            [file] = cache.iterdir()
            file.write_bytes(damage)
        arrays = load_or_train("some", counted(calls))
        assert unpack_texts(arrays["words"]) == ["naïve", "", "bayes"]
        assert arrays["weights"].tolist() == [0.0, 1.0, 2.0]
    assert len(calls) == 3


def test_trains_without_a_cache(cache: Path) -> None:
    cache.parent.write_text("a file where the folder should be")
    calls: list[int] = []
    load_or_train("some", counted(calls))
    load_or_train("some", counted(calls))
    assert len(calls) == 2


def test_a_stored_classifier_is_the_trained_one(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = phrases.training_questions()[::200]
    monkeypatch.setattr(phrases, "training_questions", lambda: questions)
    trained = intents.train(questions)
    for _ in range(2):
        read = intents.default_classifier.__wrapped__()
        assert (read.kinds, read.rarity) == (trained.kinds, trained.rarity)
        assert list(read.spelling) == list(trained.spelling)
        assert np.array_equal(read.weights, trained.weights)
