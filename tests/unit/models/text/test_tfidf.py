"""Weighted title words by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from scinet.models.text import tfidf
from scinet.models.text.tfidf import TitleSpace, TitleWords


def test_title_words_are_those_of_the_past() -> None:
    words = TitleWords.of(["tree parser", "tree grammar", "parser", None])
    result = words.vectors(["tree canary", "parser tree", None, "grammar"]).toarray()
    # Words of one title alone do not count; parser and tree are as rare as each other.
    assert result == pytest.approx(np.array([[0, 1], [0.5**0.5, 0.5**0.5], [0, 0], [0, 0]]))
    assert TitleWords.of(["alone"]).vectors(["alone", None]).shape == (2, 0)


def test_directions_beyond_the_words_are_zero() -> None:
    titles = np.array(["tree parser", "tree", "parser", None], dtype=object)
    space = TitleSpace.of(titles, 3)
    assert space.axes.shape == (2, 3)
    assert not space.axes[:, 1:].any()
    assert space.place(titles)[3].tolist() == [0, 0, 0]


def test_of_very_many_titles_evenly_spaced_ones_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = np.array(
        ["tree parser", "tree grammar", "tree", "parser grammar", "parser"], dtype=object
    )
    monkeypatch.setattr(tfidf, "_MAX_TITLES", 3)
    space, expected = TitleSpace.of(titles, 2), TitleSpace.of(titles[[0, 2, 4]], 2)
    assert space.words == expected.words
    assert "grammar" not in space.words.weights
    assert space.axes.tolist() == expected.axes.tolist()


@settings(max_examples=50)
@given(
    st.lists(st.lists(st.sampled_from(["Tree", "tree", "parsers", "of", "é", "x"])), max_size=12),
    st.lists(st.lists(st.sampled_from(["trees", "TREE", "of", "wholly-new"])), max_size=5),
)
def test_words_are_those_of_scikit_learn(past: list[list[str]], later: list[list[str]]) -> None:
    """Also where titles were read before, in another order."""
    titles = [" ".join(words) for words in (*past, *later)]
    TitleWords.of(titles[::-1])
    words = TitleWords.of(titles[: len(past)])
    counter = CountVectorizer(token_pattern=r"[^\W\d_]{2,}", binary=True)  # noqa: S106
    try:
        result = counter.fit_transform(titles[: len(past)]).sum(axis=0).A1.tolist()
    except ValueError:  # no word
        result = []
    names = list(counter.vocabulary_) if result else []
    known = {w: n for w, n in zip(sorted(names), result, strict=True) if n >= 2}
    expected = {word: np.log((1 + len(past)) / (1 + count)) for word, count in known.items()}
    assert list(words.weights) == list(expected)
    assert list(words.weights.values()) == pytest.approx(list(expected.values()))
    if known:
        reference = TfidfVectorizer(
            token_pattern=r"[^\W\d_]{2,}",  # noqa: S106
            binary=True,
            vocabulary=list(known),
            norm="l2",
        )
        reference.idf_ = np.array(list(expected.values()))
        assert words.vectors(titles).toarray() == pytest.approx(
            reference.transform(titles).toarray()
        )
