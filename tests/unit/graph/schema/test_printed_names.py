"""What an author or venue is called, and as what it is searched."""

import re

import pytest

from scinet.errors import QueryError
from scinet.graph.db.query import load_query
from scinet.graph.schema.printed_names import (
    distinct_names,
    extra_variants,
    fold_text,
    most_common_name,
    other_words,
)


@pytest.mark.parametrize(
    ("times", "name"),
    [
        ({"H. Ney": 4, "Hermann Ney": 114}, "Hermann Ney"),
        ({"H. Ney": 2, "Hermann Ney": 2}, "Hermann Ney"),
        ({"B": 1, "A": 1}, "A"),
        ({None: 9, "A": 1}, "A"),
        ({None: 9}, None),
        # Smaller by UTF-16 units, larger by characters; of one length.
        ({"\ufb00": 1, "\U0001d49c": 1}, "\U0001d49c"),
    ],
)
def test_the_name_printed_most_often(times: dict[str | None, int], name: str | None) -> None:
    assert most_common_name(times) == name


def test_forms_are_kept_where_records_differ() -> None:
    assert distinct_names(["A", "A"]) is None
    assert distinct_names(["B", "A"]) == ["A", "B"]
    assert distinct_names([None, "A"]) == ["A"]
    assert distinct_names([None]) is None


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Paul Erd\u0151s", "paul erdos"),
        ("\uff2d\u00fcller", "muller"),
        ("O\u2019Brien", "obrien"),
        ("\u0141ukasz \u00d8rsted", "lukasz orsted"),
        ("Jean-Pierre  Serre, J.", "jean pierre serre j"),
        ("\ufb01eld", "field"),
        ("\u738b\u5c0f\u660e", "\u738b\u5c0f \u5c0f\u660e"),
        ("BERT\u3068\u8a00\u8a9e", "bert \u3068\u8a00 \u8a00\u8a9e"),
        ("\ud55c\uad6d\uc5b4", "\ud55c\uad6d \uad6d\uc5b4"),
        ("\u674e", "\u674e"),
        ("\u30c7\u30fc\u30bf", "\u30c7\u30fc \u30fc\u30bf"),
    ],
)
def test_folding(text: str, folded: str) -> None:
    assert fold_text(text) == folded


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("John Smith", None),
        ("J\u00fcrgen M\u00fcller", "jurgen muller juergen mueller"),
        ("Zipf's law", "zipfs zipf s"),
        ("Jean-Pierre Serre", "jeanpierre"),
        ("O'Brien", "obrien o brien"),
    ],
)
def test_words_stand_beside_a_title_that_has_others(title: str, words: str | None) -> None:
    assert other_words(title) == words


def test_every_form_has_its_spellings() -> None:
    assert extra_variants(["Zo\u00eb O'Brien", None, "Z. O-B"]) == [
        "|z o b|z ob|",
        "|zoe obrien|zoe o brien|",
    ]
    assert extra_variants([None]) is None
    assert extra_variants(["\u2211"]) == ["||"]


@pytest.mark.parametrize("value", [5, True, ["a"]])
@pytest.mark.parametrize(
    ("name", "parameter"), [("lookup/title", "text"), ("lookup/author_by_name", "name")]
)
def test_what_is_searched_must_be_a_text(name: str, parameter: str, value: object) -> None:
    with pytest.raises(QueryError, match=re.escape(f"{parameter} {value!r} ({name})")) as caught:
        load_query(name).bind({parameter: value})
    assert caught.value.hint == "It takes a text."
