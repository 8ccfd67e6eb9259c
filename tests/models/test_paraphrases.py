"""Questions as people may put them, by several hands.

``development`` and ``held_out`` are by the hand that wrote an earlier reader; the others by
authors who had seen neither code nor tests nor one another's questions. The reader learns from
``asked/authorN.txt``, which are those of all sets but the last three, without their names, counts
and years. The names of all questions make the lexicon here; ``python -m helpers.question_scoring``
asks the same of the names of a network.
"""

from collections import Counter

import pytest
from helpers.lexicon import Names
from helpers.question_scoring import AUTHORS, FOLDER, asked_by, rows, verdict, without

from scinet.models.questions.names import Known

OF_AUTHOR = {"papers-of", "coauthors"}
# By author: how many are understood, and how many by a reader that has not seen the author's.
LEAST = {
    0: 309,
    1: 98,
    2: 98,
    3: 98,
    4: 97,
    5: 98,
    6: 84,
    7: 82,
    8: 84,
    9: 97,
    10: 96,
    11: 98,
    12: 98,
    13: 99,
    14: 96,
    15: 97,
    16: 96,
    17: 93,
    18: 89,
    19: 95,
    20: 91,
}
HELD_OUT = {
    0: 295,
    1: 98,
    2: 98,
    3: 97,
    4: 96,
    5: 98,
    6: 83,
    7: 82,
    8: 84,
    9: 97,
    10: 93,
    11: 95,
    12: 98,
    13: 98,
    14: 95,
    15: 97,
    16: 93,
    17: 89,
    18: 89,
    19: 95,
    20: 91,
}


@pytest.fixture(scope="module")
def lexicon() -> Names:
    asked = rows(*sorted(FOLDER.glob("*.jsonl")))
    titles = dict.fromkeys(
        name for row in asked for name in row["names"] if row["kind"] not in OF_AUTHOR
    )
    authors = dict.fromkeys(
        name for row in asked for name in row["names"] if row["kind"] in OF_AUTHOR
    )
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
