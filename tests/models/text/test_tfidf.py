"""Weighted title words by hand."""

import numpy as np
import pytest

from scinet.models.text.tfidf import TitleSpace, TitleWords


def test_title_words_are_those_of_the_past() -> None:
    words = TitleWords.of(["tree parser", "tree grammar", "parser", None])
    found = words.vectors(["tree canary", "parser tree", None, "grammar"]).toarray()
    # Words of one title alone do not count; parser and tree are as rare as each other.
    assert found == pytest.approx(np.array([[0, 1], [0.5**0.5, 0.5**0.5], [0, 0], [0, 0]]))
    assert TitleWords.of(["alone"]).vectors(["alone", None]).shape == (2, 0)


def test_directions_beyond_the_words_are_zero() -> None:
    titles = np.array(["tree parser", "tree", "parser", None], dtype=object)
    space = TitleSpace.of(titles, 3)
    assert space.axes.shape == (2, 3)
    assert not space.axes[:, 1:].any()
    assert space.place(titles)[3].tolist() == [0, 0, 0]
