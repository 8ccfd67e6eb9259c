"""Reading labelled sentences: repeats, places of citations, words around a mention."""

from pathlib import Path
from typing import Any

import pytest
from helpers.files.citation_sentences import write_rows

from scinet.errors import DataError
from scinet.models.citations.features import find_cues
from scinet.models.citations.sentences import (
    Sentence,
    extract_sentence,
    find_citations,
    mask_citations,
    read_labelled,
)

ROWS: list[dict[str, Any]] = [
    {"cited_id": "m", "sentiment": "neutral", "text": "We use Marcus (1993) and (Och, 2003)."},
    {"cited_id": "m", "sentiment": "positive", "text": "As good as (Marcus et al. , 1993; Bod 2)."},
    {"cited_id": "m", "sentiment": "negative", "text": "we use MARCUS 1993, and Och 2003"},
    {"cited_id": "m", "sentiment": "neutral", "text": "Nothing is named here."},
]


def test_of_equal_sentences_the_first_stays(tmp_path: Path) -> None:
    result = read_labelled(write_rows(tmp_path / "labels.jsonl", ROWS))
    assert [sentence.label for sentence in result.sentences] == ["neutral", "positive", "neutral"]
    assert result.counts == {
        "rows": 4,
        "repeated_sentences": 1,
        "repeated_with_another_label": 1,
        "sentences": 3,
        "cited_papers": 1,
        "citations_located": 2,
    }


def test_the_author_that_most_sentences_share_marks_the_place(tmp_path: Path) -> None:
    result = read_labelled(write_rows(tmp_path / "labels.jsonl", ROWS)).sentences
    assert [item.text[item.start : item.end] for item in result] == [
        "Marcus (1993",
        "Marcus et al. , 1993",
        "",
    ]
    assert mask_citations(result[0]) == "We use  citedhere ) and ( citedelse )."
    assert mask_citations(result[2]) == "Nothing is named here."


def test_a_place_that_is_told_is_kept(tmp_path: Path) -> None:
    row = {"intent": "method", "text": "See [1] and [2, 3] of 1999.", "start": 4, "end": 7}
    (item,) = read_labelled(write_rows(tmp_path / "labels.jsonl", [row])).sentences
    assert mask_citations(item) == "See  citedhere  and  citedelse  of 0."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Penn Treebank (Marcus et al., 1993)", [("Marcus et al., 1993", "marcus 1993")]),
        ("by Jing and McKeown (2000)", [("Jing and McKeown (2000", "jing 2000")]),
        ("(Ng, 1998; Li 1999a)", [("Ng, 1998", "ng 1998"), ("Li 1999", "li 1999")]),
        ("in 1998 there was nothing", []),
        ("a" * 50_000 + " 1999", []),
    ],
)
def test_authors_with_a_year(text: str, found: list[tuple[str, str]]) -> None:
    assert [(text[start:end], name) for start, end, name in find_citations(text)] == found


def test_the_sentence_of_a_mention() -> None:
    text = "First one. Then Bell et al. (1991) did it, cf. Fig. 2. Last [1]! No."
    place = text.index("Bell")
    value = extract_sentence(text, place, place + 4)
    assert value == Sentence("Then Bell et al. (1991) did it, cf. Fig. 2.", start=5, end=9)
    assert extract_sentence(text, 0, 5).text == "First one."
    assert extract_sentence(text, text.index("[1]"), text.index("[1]") + 3).text == "Last [1]!"
    assert extract_sentence("No end", 0, 2).text == "No end"


def test_who_beats_the_cited_work_speaks_ill_of_it() -> None:
    assert "beats it" in find_cues("Our parser outperforms that of citedhere .")
    assert "it beats" in find_cues(" citedhere  outperforms our parser.")
    assert "beats it" not in find_cues(" citedhere  outperforms our parser.")
    assert find_cues("A plain sentence.") == []


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"text": "a", "sentiment": "angry"}, "the sentiment 'angry'"),
        ({"text": "a"}, "without one label"),
        ({"text": " ", "label": "a"}, "without a text"),
        ({"text": "a", "label": " "}, "an empty label"),
        ({"text": "a", "label": "a", "start": 0, "end": 9}, "not a place in the text"),
        ({"text": "a", "label": "a", "cited_id": 7}, "an id is not text"),
    ],
)
def test_a_broken_row_is_named(row: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=said):
        read_labelled(write_rows(tmp_path / "labels.jsonl", [row]))


def test_sentiments_and_intents_are_not_mixed(tmp_path: Path) -> None:
    rows = [{"text": "a", "label": "method"}, {"text": "b", "label": "positive"}]
    with pytest.raises(DataError, match="labels of two kinds"):
        read_labelled(write_rows(tmp_path / "labels.jsonl", rows))
    with pytest.raises(DataError, match="does not exist"):
        read_labelled(tmp_path / "labels-gone.jsonl")
