"""What a year is like, worked out by hand."""

from datetime import date

import numpy as np
import pytest
from helpers.build import snapshot_of

from scinet.experiments.simulation.measures import Year, compare, describe
from scinet.models.text.tfidf import TitleWords

PAPERS = [
    ("a", "2000-01-01", []),
    ("b", "2001-01-01", ["a"]),
    ("c", "2010-03-01", ["a", "b"]),
    ("d", "2010-06-01", ["b", "c"]),
    ("e", "2010-09-01", ["a"]),
]
AUTHORS = {"a": ["x", "y"], "b": ["x"], "c": ["x", "z"], "d": ["x", "y"], "e": ["w"]}


def test_a_year_is_described() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS).until(date(2011, 1, 1))
    words = TitleWords.of(snapshot.title[:2])
    found = describe(Year(snapshot, 2, words, np.array([1.0, np.nan, 3.0])))
    means = {name: float(values.mean()) for name, values in found.items() if len(values)}
    assert means["papers"] == 3
    assert means["authors per paper"] == pytest.approx(5 / 3)
    assert means["newcomers in bylines"] == pytest.approx(2 / 5)  # z and w
    assert means["new pairs of co-authors"] == pytest.approx(1 / 2)  # x and z, not x and y
    # x has two of five places, the other three have one.
    assert means["effective number of authors"] == pytest.approx(5 / 2**0.4)
    assert means["references per paper"] == pytest.approx(5 / 3)
    assert means["self-citations"] == pytest.approx(4 / 5)  # all but that of e
    assert means["a reference cites another"] == pytest.approx(2 / 3)
    assert means["Gini of citations"] == pytest.approx(2 / 15)  # 1, 2 and 2
    assert means["cited within the period"] == pytest.approx(1 / 3)
    assert found["days to the first citation"].tolist() == [92]
    assert found["citations within 360 days"].tolist() == [1, 3]


def test_days_without_papers_have_nothing_to_describe() -> None:
    titles = dict.fromkeys("abcde", "grammar of speech")
    snapshot = snapshot_of(PAPERS, AUTHORS, titles=titles).until(date(2011, 1, 1))
    words = TitleWords({"grammar": 1.0, "speech": 1.0})
    found = describe(Year(snapshot, snapshot.num_papers, words, np.zeros(0)))
    assert {name: values.tolist() for name, values in found.items() if len(values)} == {
        "papers": [0],
        "effective number of authors": [0],
        "effective number of cited papers": [0],
        "effective number of venues": [0],
    }


def test_runs_are_compared_with_reality() -> None:
    one, other = ({"m": np.array(values)} for values in ([0.0, 2.0], [2.0, 4.0]))
    [row] = compare([one, other], {"m": np.array([0.0, 2.0])}, {"m": np.array([5.0, 6.0])})
    assert (row["simulated"], row["real"], row["year_before"]) == (2.0, 1.0, 5.5)
    # Means of 1 and 3: Student's t of one degree of freedom is 12.706.
    assert (row["low"], row["high"]) == pytest.approx((2 - 12.706, 2 + 12.706), abs=1e-3)
    assert (row["distance"], row["distance_year_before"]) == (0.25, 1.0)  # 0 and 1/2
    [alone] = compare([one], None, None)
    assert [alone[name] for name in ("low", "real", "distance")] == [None, None, None]
