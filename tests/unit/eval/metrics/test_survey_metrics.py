"""Citations in Markdown, and the order in which they come."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.metrics.survey import (
    find_candidate_ids,
    find_cited_ids,
    replace_citations,
    time_order,
)

KNOWN = {"acl:P1", "acl:P2", "10.1/a;b(c)", "two words"}
TEXT = """# On parsing
It began with [acl:P2] and [acl:P1; acl:P2], see [the map](http://x.org/map) and note[^1].
Later [acl:P9, acl:P1] came, [as was said], then [10.1/a;b(c)] and [two words; 7].
"""


def test_citations_are_found_once_each_in_order_of_mention() -> None:
    expected = ["acl:P2", "acl:P1", "acl:P9", "10.1/a;b(c)", "two words", "7"]
    assert find_cited_ids(TEXT, KNOWN) == expected
    assert set(expected) <= find_candidate_ids(TEXT)
    assert "as was said" not in find_cited_ids(TEXT, KNOWN)


def test_citations_are_rewritten_in_place() -> None:
    result = replace_citations(TEXT, KNOWN, lambda name: name.upper() if name in KNOWN else "")
    assert "[ACL:P2] and [ACL:P1; ACL:P2], see [the map](http://x.org/map) and note[^1]" in result
    assert "Later [ACL:P1] came, [as was said], then [10.1/A;B(C)] and [TWO WORDS]." in result
    # A bracket of which nothing is left goes.
    assert replace_citations("so [x] it is", KNOWN, lambda _: "") == "so it is"


@given(st.text(alphabet="[]; ,aP1:\n(", max_size=40))
def test_whatever_is_cited_was_a_name_and_unchanged_citations_change_nothing(text: str) -> None:
    known = {"a", "P1", "a:1"}
    result = find_cited_ids(text, known)
    assert set(result) <= find_candidate_ids(text)
    assert len(result) == len(set(result))
    again = replace_citations(text, known, lambda name: name)
    assert find_cited_ids(again, known) == result


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([1, 5, 9], 1.0),
        ([9, 5, 1], -1.0),
        ([5, 1, 9], 0.5),
        # Ranks 1.5, 1.5, 3 against 1, 2, 3: covariance 1.5 over the root of 2 times 1.5.
        ([1, 1, 4], 1.5 / math.sqrt(2 * 1.5)),
        # It needs two days.
        *((days, math.nan) for days in ([], [3], [3, 3, 3])),
    ],
)
def test_time_order_is_a_rank_correlation(days: list[int], expected: float) -> None:
    assert time_order(days) == pytest.approx(expected, nan_ok=True)
