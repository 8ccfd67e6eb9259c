"""Nearest titles, found in portions, against all cosines at once."""

import tracemalloc
from datetime import date, timedelta

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.experiments.simulated_year import titles
from scinet.experiments.simulated_year.year import Values, Year
from scinet.models.text.tfidf import TitleWords

WORDS = TitleWords({"tree": 1.0, "vowel": 0.5, "signal": 2.0, "parser": 0.25})


def year_of(words: list[str], first: int, per_day: int = 2) -> Year:
    """Papers, so many on each day; those from ``first`` on are the year."""
    days = [date(2000, 1, 1) + timedelta(days=place // per_day) for place in range(len(words))]
    papers: list[Paper] = [(f"p{place:06}", str(day), []) for place, day in enumerate(days)]
    named = {paper: title for (paper, *_), title in zip(papers, words, strict=True)}
    return Year(snapshot_of(papers, titles=named), first, WORDS, np.zeros(0))


def at_once(cosine: Values, hidden: Values, among: Values) -> Values:
    """The whole table, hidden papers taken out."""
    cosine = np.where(hidden, -np.inf, cosine)
    place = np.argpartition(cosine, -10, axis=1)[:, -10:]
    return np.stack([np.take_along_axis(cosine, place, axis=1), among[place]])


@settings(max_examples=25)
@given(
    st.lists(
        st.lists(st.sampled_from(sorted(WORDS.weights)), max_size=3).map(" ".join),
        min_size=24,
        max_size=40,
    ),
    st.integers(1, 200),
)
def test_portions_find_what_the_whole_table_does(words: list[str], portion: int) -> None:
    year = year_of(words, 12)
    papers, every = np.arange(12, len(words), 2), np.arange(len(words))
    vectors = year.titles.tocsr()
    cosine = (vectors[papers] @ vectors.T).toarray()
    day = year.snapshot.day
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(titles, "MAX_ENTRIES", portion)
        result = titles.nearest_in_pool(year, papers, every)
        assert np.array_equal(result, at_once(cosine, papers[:, None] == every, every))
        result = titles.nearest_earlier(year, papers, before=None)
        assert np.array_equal(result, at_once(cosine, day >= day[papers][:, None], every))
        result = titles.nearest_earlier(year, papers, before=12)
        none = np.zeros((len(papers), 12), dtype=bool)
        assert np.array_equal(result, at_once(cosine[:, :12], none, every[:12]))
        assert titles.nearest_earlier(year, papers, before=9).shape == (2, 0, 10)


def test_a_portion_of_the_table_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "MAX_ENTRIES", 40_000)
    year = year_of(["tree of vowel", "signal", "parser"] * 3_000, 8_000, per_day=1)
    assert year.titles.nnz > 0  # made once, and not measured
    papers = np.arange(8_500, 8_900)
    tracemalloc.start()
    try:
        titles.nearest_earlier(year, papers, before=None)
        titles.nearest_earlier(year, papers, before=year.first)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 400 * 9_000 * 8 / 8  # an eighth of all cosines
