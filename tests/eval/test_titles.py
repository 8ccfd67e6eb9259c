"""Titles to papers."""

import pytest

from scinet.eval.titles import Titles, key

PAPERS = [
    ("p1", "A Program for Aligning Sentences in Bilingual Corpora", 1991),
    ("p2", "Ｂｌｅｕ: a Method for Automatic Evaluation", 2002),  # noqa: RUF001 - full-width on purpose
    ("p3", "Preface", 2000),
    ("p4", "PREFACE.", 2004),
    ("p5", None, 2004),
]


def test_keys_lose_case_width_punctuation_and_spaces() -> None:
    assert key("Ｂｌｅｕ: a-Method (for)") == key("BLEU  a method, for")  # noqa: RUF001
    assert key("C++") != key("C")
    assert key("?!") == ""


@pytest.mark.parametrize(
    ("title", "year", "expected"),
    [
        ("bleu  a method for automatic evaluation", None, ("p2",)),
        ("Preface", None, ("p3", "p4")),
        ("preface", 2005, ("p4",)),
        ("A Programme for Aligning Sentences in Bilingual Corpora", None, ()),
        ("", None, ()),
    ],
)
def test_exact_titles(title: str, year: int | None, expected: tuple[str, ...]) -> None:
    assert Titles.from_rows(PAPERS).papers(title, year) == expected


def test_nearly_equal_titles_are_an_option() -> None:
    titles = Titles.from_rows(PAPERS, similar=0.95)
    near = "A Programme for Aligning Sentences in Bilingual Corpora"
    assert titles.resolve(near) == "p1"
    assert titles.resolve(near, year=1992) == "p1"
    assert titles.resolve(near, year=1995) is None
    assert titles.resolve("A Program for Aligning Words in Bilingual Texts") is None
