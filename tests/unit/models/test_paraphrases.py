"""Questions as people may put them, by several hands.

``development`` and ``held_out`` are by the hand that wrote an earlier reader; the others by
authors who had seen neither code nor tests nor one another's questions. The reader learns from
``asked/authorN.txt``, which are those of all authors but the last four, without their names,
counts and years, and from ``asked/writtenN.txt``, whose authors wrote nothing else. The names of
all questions make the lexicon here;
``python -m helpers.language.question_scoring`` asks the same of the names of a network.
"""

from collections import Counter

import pytest
from helpers.language.lexicon import Names
from helpers.language.question_scoring import AUTHORS, FOLDER, asked_by, rows, verdict, without

from scinet.graph.ask.kinds import AUTHOR_KINDS
from scinet.graph.ask.names import KnownEntity

GROUPS = 3  # the authors of a group are left out at once: author n is of group n % 3
EVERY = 4  # one question of so many is asked
# By group: how many are understood at least, and answered as something else at most.
HELD_OUT = {0: (439, 11), 1: (369, 9), 2: (365, 7)}


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
        [KnownEntity(f"P{number}", name) for number, name in enumerate(titles)],
        [KnownEntity(f"A{number}", name) for number, name in enumerate(authors)],
    )


@pytest.mark.parametrize("group", range(GROUPS))
def test_so_many_are_understood(group: int, lexicon: Names) -> None:
    """By a reader that has seen nothing else of their authors."""
    authors = [author for author in AUTHORS if author % GROUPS == group]
    with without(*authors):
        counts = Counter(verdict(row, lexicon) for row in asked_by(*authors)[::EVERY])
    least, most = HELD_OUT[group]
    assert counts["understood"] >= least
    assert counts["other"] <= most
