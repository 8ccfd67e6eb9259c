"""Reading questions in plain words."""

import pytest

from scinet.models.graph_qa.question import Question, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "the 50 most disruptive papers on translation, statistical",
            Question("disruptive", ("translation, statistical",), 50),
        ),
        ("Most disruptive works in ACL?", Question("disruptive", ("ACL",))),
        ('papers that cite "A to B"', Question("citing", ("A to B",))),
        (
            'papers that cite "A to B" with approval',
            Question("citing", ("A to B",), sentiment="positive"),
        ),
        (
            'papers that cite "A" without opinion',
            Question("citing", ("A",), sentiment="neutral"),
        ),
        (
            "Who cites Bleu critically since 2005?",
            Question("citing", ("Bleu",), since=2005, sentiment="negative"),
        ),
        ("which papers criticise Bleu", Question("citing", ("Bleu",), sentiment="negative")),
        ('papers that cite "Cited critically"', Question("citing", ("Cited critically",))),
        (
            "Find papers citing Parsing with Grammars.",
            Question("citing", ("Parsing with Grammars",)),
        ),
        ("Who cites “Bleu”?", Question("citing", ("Bleu",))),
        (
            'papers named most often beside "X in Y" in the same paragraph',
            Question("beside", ("X in Y",)),
        ),
        ("papers mentioned together with X", Question("beside", ("X",))),
        ("what is co-mentioned with X", Question("beside", ("X",))),
        (
            'the best-cited chain of papers from "A to Z" to "B and C"',
            Question("path", ("A to Z", "B and C")),
        ),
        ("path between A and B", Question("path", ("A", "B"))),
        ("How did A lead to B?", Question("path", ("A", "B"))),
    ],
)
def test_likeliest_reading(text: str, expected: Question) -> None:
    assert read(text)[0] == expected


def test_all_cuts_of_bare_names() -> None:
    names = [reading.names for reading in read("citation path from Speech to Text to Parsing")]
    assert names == [("Speech", "Text to Parsing"), ("Speech to Text", "Parsing")]


def test_no_reading() -> None:
    assert read("what is the weather like") == []
    assert read("") == []
