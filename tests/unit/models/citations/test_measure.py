"""Macro-F1 and its interval, folds of cited papers, against plain counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError
from scinet.models.citations import measure
from scinet.models.citations.sentences import Sentence

CLASSES = ("a", "b", "c")


def sentences(labels: str, papers: str = "") -> list[Sentence]:
    cited = papers or "x" * len(labels)
    return [Sentence("", label, paper) for label, paper in zip(labels, cited, strict=True)]


def naive_macro_f1(truth: list[str], said: list[str]) -> float:
    values = []
    for name in CLASSES:
        right = sum(t == s == name for t, s in zip(truth, said, strict=True))
        if occurs := truth.count(name) + said.count(name):
            values.append(2 * right / occurs)
    return sum(values) / len(values)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc-")), min_size=1))
def test_macro_f1_agrees_with_plain_counting(pairs: list[tuple[str, str]]) -> None:
    truth, said = (list(column) for column in zip(*pairs, strict=True))
    scores = measure.score(sentences("".join(truth)), said, CLASSES)
    assert scores.macro_f1 == pytest.approx(naive_macro_f1(truth, said))
    assert sum(sum(row.values()) for row in scores.confusion.values()) == len(truth)
    assert scores.accuracy == pytest.approx(np.mean([t == s for t, s in pairs]))


def test_by_hand() -> None:
    scores = measure.score(sentences("aabbc"), ["a", "b", "b", "b", ""], CLASSES)
    # a: 2/3, b: 4/5, c: 0 of one.
    assert scores.f1 == {"a": pytest.approx(2 / 3), "b": pytest.approx(0.8), "c": 0.0}
    assert scores.macro_f1 == pytest.approx((2 / 3 + 0.8) / 3)
    assert scores.confusion["c"] == {"a": 0, "b": 0, "c": 0, "unanswered": 1}
    assert scores.answered == 0.8
    assert scores.answered_macro_f1 == pytest.approx((2 / 3 + 0.8) / 2)
    assert np.isnan(scores.low)  # one paper only


def test_the_interval_is_over_papers() -> None:
    # Each paper is all right or all wrong: over sentences the interval would be much narrower.
    labels, papers = "ab" * 100, "".join(name * 20 for name in "pqrstuvwxy")
    said = [
        sentence.label if sentence.cited < "u" else "c" for sentence in sentences(labels, papers)
    ]
    scores = measure.score(sentences(labels, papers), said, CLASSES)
    assert scores.low < scores.macro_f1 < scores.high
    assert scores.high - scores.low > 0.25
    perfect = measure.score(sentences(labels, papers), list(labels), CLASSES)
    assert (perfect.low, perfect.macro_f1, perfect.high) == (1.0, 1.0, 1.0)


@given(st.text("pqrst", min_size=12), st.integers(0, 5))
def test_a_paper_is_in_one_fold(papers: str, seed: int) -> None:
    listed = sentences("a" * len(papers), papers)
    if len(set(papers)) < 2:
        with pytest.raises(DataError, match="1 cited papers for 2 folds"):
            list(measure.split_folds(listed, 2, seed))
        return
    parts = list(measure.split_folds(listed, 2, seed))
    assert sorted(row for _, held in parts for row in held) == list(range(len(papers)))
    for known, held in parts:
        assert not {papers[row] for row in known} & {papers[row] for row in held}
    assert all(len(held) for _, held in parts)


def test_sentences_without_a_paper_stand_alone() -> None:
    listed = [Sentence("", "a")] * 10
    sizes = [len(held) for _, held in measure.split_folds(listed, 5, 0)]
    assert sizes == [2, 2, 2, 2, 2]
