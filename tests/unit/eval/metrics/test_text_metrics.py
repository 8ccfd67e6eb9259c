"""ROUGE-L against the package that PreScience scores with, and by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.metrics.text import common_subsequence, rouge_l, stem_words, warn_unreadable

# Few words, so that they repeat; with endings, case, signs and letters that no word keeps.
WORDS = st.sampled_from(["parse", "Parsing", "tree", "trees", "of", "a-b", "x1", "naïve", "!", ""])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)


def naive(item: list[str], other: list[str]) -> int:
    """Length of the longest common subsequence, by its definition."""
    if not item or not other:
        return 0
    if item[-1] == other[-1]:
        return 1 + naive(item[:-1], other[:-1])
    return max(naive(item[:-1], other), naive(item, other[:-1]))


def test_a_worked_example() -> None:
    # Stems: pars the tree bank / the pars of a tree; the longest in both: pars tree, or the tree.
    assert stem_words("Parsing the tree-bank") == ["pars", "the", "tree", "bank"]
    result = rouge_l("Parsing the tree-bank", "the parses of a tree")
    assert result == pytest.approx((2 / 4, 2 / 5, 4 / 9))


def test_a_text_without_words_shares_nothing() -> None:
    assert rouge_l("", "a tree") == rouge_l("a tree", " - ") == (0.0, 0.0, 0.0)


letters = st.lists(st.sampled_from("abc"), max_size=7)


@given(letters, letters)
def test_the_subsequence_is_that_of_the_definition(one: list[str], other: list[str]) -> None:
    assert common_subsequence(one, other) == naive(one, other) == common_subsequence(other, one)


@given(TEXTS, TEXTS)
def test_the_numbers_are_those_of_the_package(written: str, true: str) -> None:
    from rouge_score.rouge_scorer import RougeScorer

    theirs = RougeScorer(["rougeL"], use_stemmer=True).score(true, written)["rougeL"]
    assert rouge_l(written, true) == pytest.approx(tuple(theirs))
    assert rouge_l(true, written) == pytest.approx((theirs[1], theirs[0], theirs[2]))


def test_texts_that_rouge_cannot_read_are_said(caplog: pytest.LogCaptureFixture) -> None:
    warn_unreadable(
        [
            "A tree",
            "\u0414\u0435\u0440\u0435\u0432\u043e",
            "\u6728",
            "12 - 3",
            "\u6728 tree",
            "\u6728",
        ]
    )
    assert len(caplog.messages) == 1
    assert caplog.messages[0].startswith("2 of 4 texts have no Latin letter, such as 'Дерево'")
    caplog.clear()
    warn_unreadable(["A tree", "12 - 3", ""])
    assert caplog.messages == []
