"""Search by words where there are few words, or none."""

import numpy as np
import pytest

from scinet.graph.text_search import Index


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lines", [[], [""], ["", ""], ["the", "of"]])
def test_texts_without_a_word_are_not_found(lines: list[str]) -> None:
    for text in ("parsing", "the", ""):
        scores = Index(lines).scores(text)
        assert scores.shape == (len(lines),)
        assert np.isnan(scores).all()


def test_a_text_without_a_word_stands_beside_others() -> None:
    scores = Index(["", "chart parsing", "the"]).scores("parsing")
    assert np.isnan(scores).tolist() == [True, False, True]
