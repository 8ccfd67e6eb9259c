"""Faded co-authorship against a sum over papers."""

from datetime import date
from itertools import combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import SplitError
from scinet.graph.links.decay import coauthorship
from scinet.graph.schema.dates import day_of, parse_date

DAYS = [date(2000, 12, 31), date(2001, 3, 1), date(2004, 1, 1), date(2030, 1, 1)]


how = st.fixed_dictionaries(
    {
        "half_life_days": st.sampled_from([30.0, 1000.0]),
        "largest_team": st.integers(1, 3),
        "shared": st.booleans(),
    }
)


@given(networks(), st.sampled_from(DAYS), how, st.data())
def test_values_are_sums_over_joint_papers(
    papers: list[Paper], before: date, how: dict[str, Any], data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    snapshot = snapshot_of(papers, authors)
    names = list(snapshot.author_id)
    pairs = list(combinations_with_replacement(range(len(names)), 2))
    largest_team = how["largest_team"]

    def naive(item: str, other: str) -> float:
        """One term per joint paper, straight from the definition."""
        total = 0.0
        for paper, when, _ in papers:
            team, age = authors[paper], day_of(before) - day_of(parse_date(when)[0])
            if len(team) <= largest_team and age > 0 and item != other and {item, other} <= {*team}:
                faded = 0.5 ** (age / how["half_life_days"])
                total += faded / (len(team) - 1 if how["shared"] else 1)
        return total

    expected = [naive(names[a], names[b]) for a, b in pairs]
    together = coauthorship(snapshot, **how)
    turned = np.array([(b, a) for a, b in pairs], dtype=np.int32).reshape(-1, 2)
    np.testing.assert_allclose(together.at(turned, before), expected, rtol=1e-12)
    assert together.left_out["papers_with_too_many_authors"] == sum(
        len(team) > largest_team for team in authors.values()
    )
    small, large, faded = together.edges(before)
    listed = dict(zip(zip(small.tolist(), large.tolist(), strict=True), faded, strict=True))
    above = {pair: value for pair, value in zip(pairs, expected, strict=True) if value > 0}
    assert listed == pytest.approx(above)


def test_each_pair_may_have_a_day_of_its_own() -> None:
    papers: list[Paper] = [("p", "2000-01-01", []), ("q", "2000-01-11", [])]
    snapshot = snapshot_of(papers, {"p": ["a", "b"], "q": ["a", "b"]})
    together = coauthorship(snapshot, half_life_days=10)
    days = day_of(date(2000, 1, 1)) + np.array([0, 1, 10, 20])
    values = together.at(np.tile([0, 1], (4, 1)), days)
    assert values == pytest.approx([0, 0.5**0.1, 0.5, 0.75])


def test_a_short_half_life_over_a_long_career_neither_vanishes_nor_overflows() -> None:
    papers: list[Paper] = [(f"p{year}", str(year), []) for year in range(1900, 2020)]
    snapshot = snapshot_of(papers, {paper: ["a", "b"] for paper, _, _ in papers})
    together = coauthorship(snapshot, half_life_days=30)
    for earlier, later in pairwise([date(1950, 1, 1), date(2019, 1, 1)]):
        first = together.at(np.array([[0, 1]]), earlier)[0]
        last = together.at(np.array([[0, 1]]), later)[0]
        assert first == pytest.approx(0.5 ** (1 / 30), rel=1e-3)
        assert last == pytest.approx(first, rel=1e-3)


def test_a_day_after_the_end_of_the_snapshot_is_refused() -> None:
    snapshot = snapshot_of([("p", "2000", [])], {"p": ["a", "b"]}).until(date(2001, 1, 1))
    together = coauthorship(snapshot, half_life_days=30)
    with pytest.raises(SplitError, match="ends at 2001-01-01"):
        together.at(np.array([[0, 1]]), date(2001, 1, 2))
    with pytest.raises(SplitError):
        together.edges(date(2001, 1, 2))


def test_a_half_life_is_above_zero() -> None:
    with pytest.raises(ValueError, match="half-life"):
        coauthorship(snapshot_of([("p", "2000", [])]), half_life_days=0)
