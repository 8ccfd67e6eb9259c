"""Weighted title words by hand."""

import numpy as np
import pytest

from scinet.models.text.tfidf import TitleWords, directions


def test_title_words_are_those_of_the_past() -> None:
    words = TitleWords(["tree parser", "tree grammar", "parser", None])
    found = words.vectors(["tree canary", "parser tree", None, "grammar"]).toarray()
    # Words of one title alone do not count; parser and tree are as rare as each other.
    assert found == pytest.approx(np.array([[0, 1], [0.5**0.5, 0.5**0.5], [0, 0], [0, 0]]))
    axes = directions(words.vectors(["tree parser", "tree", "parser"]), 3)
    assert axes.shape == (2, 3)
    assert not axes[:, 1:].any()
