"""Factors: products worked out otherwise, kept ones, periods, and no look at the future."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.two_sides import as_snapshot, two_communities
from scipy import sparse

from scinet.errors import DataError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.models.base.run import answer_queries
from scinet.models.factorisation.period import author_positions, period_start
from scinet.models.factorisation.systems import implicit_als
from scinet.models.registry import make_system

PAPERS: list[Paper] = [
    ("p1", "2005-06", []),
    ("p2", "2006-06", ["p1"]),
    ("p3", "2007-06", ["p1", "p2"]),
    ("p4", "2008-03", ["p3"]),
]
AUTHORS = {"p1": ["ann"], "p2": ["ann", "bob"], "p3": ["cyd", "bob"], "p4": ["dan", "ann"]}


def table(seed: int) -> sparse.csr_array:
    rng = np.random.default_rng(seed)
    dense = rng.integers(1, 4, (7, 5)) * (rng.random((7, 5)) < 0.5)
    dense[2] = 0
    return sparse.csr_array(dense.astype(np.float64))


def test_each_side_of_als_is_the_minimum_of_its_loss() -> None:
    value = table(2)
    left, right = implicit_als(value, dimensions=2, seed=3, sweeps=30)
    assert not left[2].any()
    weight = 1.0 + 10.0 * value.toarray()
    done = (value.toarray() > 0).astype(float)

    def loss(rows: np.ndarray, columns: np.ndarray) -> float:
        off = float((weight * (done - rows @ columns.T) ** 2).sum())
        return off + 0.1 * float((rows**2).sum() + (columns**2).sum())

    least = loss(left, right)
    rng = np.random.default_rng(0)
    for _ in range(20):
        moved = rng.standard_normal(right.shape) * 1e-3
        assert loss(left, right + moved) > least  # the right side was solved last


def test_what_was_dated_in_the_period_is_unknown(tmp_path: Path) -> None:
    assert period_start(date(2008, 5, 7), "year") == date(2008, 1, 1)
    assert period_start(date(2008, 5, 7), "month") == date(2008, 5, 1)
    whole = snapshot_of(PAPERS, AUTHORS)
    past = whole.until(date(2008, 1, 1))
    assert list(whole.author_id[author_positions(whole.author_id, past.author_id)]) == list(
        past.author_id
    )
    day = date(2008, 12, 1)
    task_type = get_task_type("prescience/collaborators")
    queries = [Query(name, "", {"author_id": name}, day, 10) for name in ("ann", "dan")]

    def listed(cache: Path | None, **given: str) -> dict[str, list[str | None]]:
        system = make_system("collaborators-factors", given)
        result = answer_queries(system, queries, task_type, snapshot=whole, cache=cache)
        return {entry.query_id: [item.id for item in get_items(entry)] for entry in result}

    # In March ann wrote with dan, who was new: the tables of January know neither.
    asked = listed(tmp_path)
    assert asked["ann"][:1] == ["bob"]
    assert asked["dan"] == []
    (file,) = (tmp_path / "periods").iterdir()
    kept = file.read_bytes()
    assert listed(tmp_path) == listed(None) == asked
    file.write_bytes(kept[:50])  # damaged: made again
    assert listed(tmp_path) == asked
    assert file.read_bytes() == kept
    assert "dan" in listed(tmp_path, refresh="month")["ann"]


def test_a_team_is_shown_what_its_community_cites() -> None:
    whole = as_snapshot(two_communities(1))
    day = date(2009, 1, 1)
    teams = [
        [name for name in whole.author_id if name.startswith(f"a{side}_")][:2] for side in "01"
    ]
    queries = [Query(str(n), "", {"author_ids": team}, day, 20) for n, team in enumerate(teams)]
    system = make_system("prior-work-factors", {"dimensions": "4"})
    result = answer_queries(system, queries, get_task_type("prescience/prior-work"), snapshot=whole)
    for side, answer in enumerate(result):
        sides = [int(str(item.id)[-2:]) % 2 for item in get_items(answer)]
        assert len(sides) == 20
        assert np.mean(np.array(sides) == side) > 0.9


@pytest.mark.parametrize(
    "given", [{"dimensions": "0"}, {"refresh": "never"}, {"half_life_years": "0"}]
)
def test_wrong_settings_are_refused(given: dict[str, str]) -> None:
    with pytest.raises(DataError):
        make_system("prior-work-factors", given)
