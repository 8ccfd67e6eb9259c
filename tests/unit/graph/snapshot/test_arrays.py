"""Cutting a snapshot at a day leaves exactly what was there before it."""

from datetime import date

import numpy as np
import pytest
from helpers.networks.build import GOLDEN, snapshot_of
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import NotFoundError, SplitError
from scinet.graph.snapshot import Csr, Snapshot

WHO = {"0": ["zoe"], "4": ["zoe", "adam"], "9": ["eve", "adam"]}
WHERE = {"0": "ACL", "5": "LREC", "9": "EMNLP"}
ABOUT = {"0": [("F1", "field")], "4": [("T9", "topic"), ("F1", "field")], "9": [("F0", "field")]}
TOGETHER = [("6", "4", "2"), ("9", "1", "3"), ("9", "1", "4")]


def edges(snapshot: Snapshot) -> set[tuple[str, str]]:
    ids = snapshot.paper_id
    return {
        (ids[a], ids[b])
        for a, b in zip(snapshot.cites.row_numbers(), snapshot.cites.indices, strict=True)
    }


@pytest.mark.parametrize("year", range(1990, 2002))
def test_until_equals_a_network_without_the_future(year: int) -> None:
    before = date(year, 6, 1)
    past = [p for p in GOLDEN if date(int(p[1]), 12, 31) < before]
    known = {p[0] for p in past}
    cut = snapshot_of(GOLDEN, WHO, WHERE, co_mentions=TOGETHER, fields=ABOUT).until(before)
    small = snapshot_of(
        past,
        {p: a for p, a in WHO.items() if p in known},
        {p: v for p, v in WHERE.items() if p in known},
        co_mentions=[t for t in TOGETHER if known.issuperset(t)],
        fields={p: f for p, f in ABOUT.items() if p in known},
    )
    assert list(cut.paper_id) == list(small.paper_id)
    assert edges(cut) == edges(small)
    for name in (
        "day", "first_day", "author_id", "venue_id", "venue", "co_mention", "field_id",
        "field_name", "field_level", "main_field",
    ):  # fmt: skip
        np.testing.assert_array_equal(getattr(cut, name), getattr(small, name))
    np.testing.assert_array_equal(cut.authored.indices, small.authored.indices)
    np.testing.assert_array_equal(cut.in_field.indptr, small.in_field.indptr)
    np.testing.assert_array_equal(cut.in_field.indices, small.in_field.indices)
    assert cut.left_out["later_papers"] == len(GOLDEN) - len(past)


def test_a_day_is_exclusive() -> None:
    snapshot = snapshot_of([("a", "2000-05-01", []), ("b", "2000-05-02", ["a"])])
    assert list(snapshot.until(date(2000, 5, 2)).paper_id) == ["a"]
    assert list(snapshot.until(date(2000, 5, 3)).paper_id) == ["a", "b"]


def test_a_snapshot_never_grows() -> None:
    snapshot = snapshot_of(GOLDEN).until(date(1996, 1, 1))
    with pytest.raises(SplitError, match="ends at 1996-01-01"):
        snapshot.until(date(1996, 1, 2))


def test_unknown_paper_is_named() -> None:
    with pytest.raises(NotFoundError, match="'10' before 1996-01-01"):
        snapshot_of(GOLDEN).until(date(1996, 1, 1)).index("10")


def test_edges_without_order_are_counted() -> None:
    snapshot = snapshot_of(
        [("a", "2000", ["b"]), ("b", "2001", ["c"]), ("c", "2001", []), ("d", "2002", ["a"])]
    )
    assert snapshot.unordered_citations == 2
    assert snapshot.ordered.indices.size == 1


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7)), max_size=30))
def test_csr_and_its_transpose_hold_the_same_pairs(pairs: list[tuple[int, int]]) -> None:
    array = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    csr = Csr.from_pairs(array[:, 0], array[:, 1], 6)
    turned = csr.transpose(8)
    assert [(r, c) for r in range(6) for c in csr.row(r)] == sorted(pairs)
    assert sorted((r, c) for c in range(8) for r in turned.row(c)) == sorted(pairs)
    assert all(np.all(np.diff(turned.row(c)) >= 0) for c in range(8))
