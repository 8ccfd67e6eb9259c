"""Search by words where there are few words, or none."""

import numpy as np
import pytest

from scinet.graph.search.text_search import TextIndex


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("lines", [[], [""], ["", ""], ["the", "of"]])
def test_texts_without_a_word_are_not_found(lines: list[str]) -> None:
    for text in ("parsing", "the", ""):
        scores = TextIndex(lines).scores(text)
        assert scores.shape == (len(lines),)
        assert np.isnan(scores).all()


def test_a_text_without_a_word_stands_beside_others() -> None:
    scores = TextIndex(["", "chart parsing", "the"]).scores("parsing")
    assert np.isnan(scores).tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("text", "place"), [("言語", 0), ("処理の", 0), ("データ", 0), ("국어", 2)]
)
def test_adjacent_characters_are_words_where_no_space_parts_them(text: str, place: int) -> None:
    scores = TextIndex(["自然言語処理の基礎データ", "自語", "한국어"]).scores(text)
    assert np.flatnonzero(~np.isnan(scores)).tolist() == [place]
