"""Questions as people may put them, by several hands.

``development`` and ``held_out`` are by the hand that wrote an earlier reader; the others by five
authors who had seen neither code nor tests nor one another's questions: ``open_1`` to ``open_3``
were read while the reader was made, ``sealed_1`` to ``sealed_3`` only when it was done. The names
of all questions make the lexicon here; ``python -m helpers.question_scoring`` asks the same of the
titles and authors of a network. The least counts are those of the day when a set was opened.
"""

from collections import Counter

import pytest
from helpers.lexicon import Names
from helpers.question_scoring import FOLDER, rows, verdict

from scinet.models.questions.names import Known

AUTHORS = {"papers-of", "coauthors"}
LEAST = {
    "development": 143,
    "held_out": 149,
    "open_1": 96,
    "open_2": 93,
    "open_3": 47,
    "sealed_1": 79,
    "sealed_2": 87,
    "sealed_3": 41,
}


@pytest.fixture(scope="module")
def lexicon() -> Names:
    asked = rows(*sorted(FOLDER.glob("*.jsonl")))
    titles = dict.fromkeys(
        name for row in asked for name in row["names"] if row["kind"] not in AUTHORS
    )
    authors = dict.fromkeys(
        name for row in asked for name in row["names"] if row["kind"] in AUTHORS
    )
    return Names(
        [Known(f"P{number}", name) for number, name in enumerate(titles)],
        [Known(f"A{number}", name) for number, name in enumerate(authors)],
    )


@pytest.mark.parametrize("name", LEAST)
def test_so_many_are_understood(name: str, lexicon: Names) -> None:
    found = Counter(verdict(row, lexicon) for row in rows(FOLDER / f"{name}.jsonl"))
    assert found["understood"] >= LEAST[name]
