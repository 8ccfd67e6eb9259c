"""Questions as people may put them, by several hands.

``development`` and ``held_out`` are by the hand that wrote an earlier reader; the others by
authors who had seen neither code nor tests nor one another's questions. The reader learns from
``asked/authorN.txt``, which are those of all authors, without their names, counts and years.
The names of all questions make the lexicon here;
``python -m helpers.question_scoring`` asks the same of the names of a network.
"""

from collections import Counter

import pytest
from helpers.lexicon import Names
from helpers.question_scoring import AUTHORS, FOLDER, asked_by, rows, verdict, without

from scinet.models.questions.kinds import AUTHOR_KINDS
from scinet.models.questions.names import Known

# By author: how many are understood, and how many by a reader that has not seen the author's.
LEAST = {
    0: 305,
    1: 98,
    2: 98,
    3: 99,
    4: 98,
    5: 98,
    6: 84,
    7: 82,
    8: 83,
    9: 98,
    10: 97,
    11: 98,
    12: 99,
    13: 99,
    14: 96,
    15: 98,
    16: 97,
    17: 95,
    18: 95,
    19: 96,
    20: 97,
    21: 100,
    22: 101,
    23: 103,
    24: 105,
    25: 98,
    26: 96,
    27: 97,
    28: 97,
    29: 103,
}
HELD_OUT = {
    0: 297,
    1: 97,
    2: 98,
    3: 97,
    4: 98,
    5: 97,
    6: 82,
    7: 82,
    8: 82,
    9: 98,
    10: 96,
    11: 96,
    12: 99,
    13: 98,
    14: 95,
    15: 97,
    16: 96,
    17: 93,
    18: 94,
    19: 95,
    20: 96,
    21: 99,
    22: 100,
    23: 102,
    24: 106,
    25: 96,
    26: 96,
    27: 97,
    28: 97,
    29: 103,
}


@pytest.fixture(scope="module")
def lexicon() -> Names:
    asked = rows(*sorted(FOLDER.glob("*.jsonl")))
    named = [
        (name, row["kind"] in AUTHOR_KINDS and not (row["kind"] == "papers-of" and place))
        for row in asked
        for place, name in enumerate(row["names"])
    ]
    titles = dict.fromkeys(name for name, is_author in named if not is_author)
    authors = dict.fromkeys(name for name, is_author in named if is_author)
    return Names(
        [Known(f"P{number}", name) for number, name in enumerate(titles)],
        [Known(f"A{number}", name) for number, name in enumerate(authors)],
    )


@pytest.mark.parametrize("author", AUTHORS)
def test_so_many_of_an_author_are_understood(author: int, lexicon: Names) -> None:
    found = Counter(verdict(row, lexicon) for row in asked_by(author))
    assert found["understood"] >= LEAST[author]


@pytest.mark.parametrize("author", AUTHORS)
def test_so_many_are_understood_by_a_reader_that_has_not_seen_the_author_s(
    author: int, lexicon: Names
) -> None:
    with without(author):
        found = Counter(verdict(row, lexicon) for row in asked_by(author))
    assert found["understood"] >= HELD_OUT[author]
