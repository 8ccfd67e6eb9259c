"""A network with cycles and citations against time goes through every indicator."""

import gzip
from pathlib import Path

import numpy as np
import orjson
import pytest
from helpers.networks.build import snapshot_of

from scinet.graph.indicators import ages, citations, disruption, position, sleeping
from scinet.graph.indicators.normalised import normalise, publication_year

FILE = Path(__file__).resolve().parents[5] / "shared" / "data" / "hepph" / "papers.jsonl.gz"


@pytest.mark.skipif(not FILE.exists(), reason=f"no network of high-energy physics at {FILE}")
def test_dirty_time_breaks_nothing_and_is_counted() -> None:
    with gzip.open(FILE) as lines:
        records = [orjson.loads(line) for line in lines]
    snapshot = snapshot_of([(r["id"], r["date"], r["references"]) for r in records])
    month = {r["id"]: r["date"] for r in records}  # of one length, so that text is in time order
    pairs = [
        (month[r["id"]], month[c], r["id"] == c) for r in records for c in set(r["references"])
    ]
    assert {len(text) for text in month.values()} == {7}
    assert (snapshot.num_papers, len(snapshot.cites.indices)) == (33_908, 416_536)
    told = citations.left_out(snapshot)
    assert told == {
        "inverted": sum(x < y for x, y, _ in pairs),
        "same_day": sum(x == y and not itself for x, y, itself in pairs),
        "to_itself": sum(itself for *_, itself in pairs),
    }
    seen = len(snapshot.ordered.indices)
    assert seen + sum(told.values()) == len(pairs)

    windows = disruption.all_windows(snapshot, years=10)
    alone = disruption.on_arrays(snapshot, window_years=5)
    for name, column in alone.columns().items():
        np.testing.assert_array_equal(column, getattr(windows[4], name))
    five, fewer = disruption.with_threshold(snapshot, least=5, window_years=5)
    np.testing.assert_array_equal(five.n_j + fewer, alone.n_j)
    np.testing.assert_array_equal(five.n_k, alone.n_k)
    cited = citations.counts(snapshot, window_years=5)
    np.testing.assert_array_equal(cited, alone.n_i + alone.n_j)
    assert int(citations.counts(snapshot).sum()) == len(pairs)

    year = publication_year(snapshot)
    score = normalise(cited, year, np.zeros(snapshot.num_papers, dtype=np.int32))
    for one in np.unique(year):
        assert score.score[year == one].mean() == pytest.approx(1)
    assert np.nansum(score.top_share) == pytest.approx(0.1 * snapshot.num_papers)
    beauty = sleeping.on_arrays(snapshot).coefficient
    np.testing.assert_array_equal(np.isnan(beauty), snapshot.ordered_by.lengths() == 0)
    for old in (ages.of_references(snapshot), ages.of_citations(snapshot)):
        assert int(old.counted.sum()) == seen
        assert np.nanmin(old.median_years) > 0
    for rank in (position.page_rank(snapshot), position.cite_rank(snapshot)):
        assert rank.sum() == pytest.approx(1)
        assert rank.min() > 0
