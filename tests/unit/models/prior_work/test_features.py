"""Features of papers for a team, against sums written out one citation at a time."""

from collections import Counter
from datetime import date

import numpy as np
import pytest
from helpers.networks.build import snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.links.walks import stopped_shares
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.history import History
from scinet.models.prior_work.features import NAMES, paper_features
from scinet.models.prior_work.team_features import SIMILAR, Teams, team_scores
from scinet.models.prior_work.walks import MAX_HOPS, normalise_columns, walk_positions

DAY = date(2009, 1, 1)


@st.composite
def asked(draw: st.DrawFn) -> tuple[Snapshot, list[list[int]]]:
    """A network before a day and two teams of authors who wrote in it."""
    papers = draw(networks())
    authors = draw(bylines(papers))
    if not any(authors.values()):
        authors[papers[0][0]] = ["a"]
    snapshot = snapshot_of(papers, authors).until(DAY)
    someone = st.integers(0, snapshot.num_authors - 1)
    team = st.lists(someone, min_size=1, max_size=3, unique=True)
    return snapshot, [draw(team), draw(team)]


def fade(snapshot: Snapshot, paper: int, years: float) -> float:
    return float(0.5 ** ((day_of(DAY) - snapshot.day[paper]) / 365.25 / years))


def by_hand(snapshot: Snapshot, team: list[int]) -> dict[str, Counter[int]]:
    """Some scores, one citation at a time."""
    results: dict[str, Counter[int]] = {}

    def add(name: str, paper: int, value: float) -> None:
        results.setdefault(name, Counter())[int(paper)] += value  # type: ignore[assignment]

    written = {paper: len({*team} & {*snapshot.authored.row(paper)}) for paper in papers(snapshot)}
    cited: Counter[int] = Counter()
    for paper, authors in written.items():
        for reference in snapshot.cites.row(paper):
            cited[int(reference)] += authors
    for paper in papers(snapshot):
        references = [int(item) for item in snapshot.cites.row(paper)]
        add("written by team", paper, written[paper])
        add("written by team (3 years)", paper, written[paper] * fade(snapshot, paper, 3))
        add("cites team's papers", paper, sum(written[item] for item in references))
        add("bibliographic coupling", paper, sum(cited[item] for item in references))
        for item in references:
            add("cited by team", item, written[paper])
            add("cited by team (1 year)", item, written[paper] * fade(snapshot, paper, 1))
            add("references of references", item, cited[paper] > 0)
            beside = sum(cited[other] for other in references)
            add("co-citation (5 years)", item, beside * fade(snapshot, paper, 5))
            around = sum(written[other] for other in references)
            add("co-citation with team's papers", item, around * fade(snapshot, paper, 2))
            add(
                "cited by last author",
                item,
                (team[-1] in snapshot.authored.row(paper)) * fade(snapshot, paper, 3),
            )
    for author in team:
        theirs = {
            int(item) for p in snapshot.author_papers.row(author) for item in snapshot.cites.row(p)
        }
        for item in theirs:
            add("team members citing it", item, 1)
    for author in range(snapshot.num_authors):
        written_by = [int(paper) for paper in snapshot.author_papers.row(author)]
        shared = total = 0.0
        for paper in written_by:
            for item in snapshot.cites.row(paper):
                rarity = 1 / np.sqrt(snapshot.citations[item])
                shared += (cited[int(item)] > 0) * rarity * fade(snapshot, paper, 2)
                total += fade(snapshot, paper, 2)
        for paper in written_by:
            for item in snapshot.cites.row(paper):
                alike = shared / np.sqrt(max(total, 1)) * fade(snapshot, paper, 2)
                add("cited by authors with similar references", item, alike)
    return results


def papers(snapshot: Snapshot) -> range:
    return range(snapshot.num_papers)


@settings(max_examples=40)
@given(asked())
def test_scores_agree_with_sums_written_out(case: tuple[Snapshot, list[list[int]]]) -> None:
    snapshot, teams = case
    results = dict(team_scores(History(snapshot), Teams(teams)))
    for column, team in enumerate(teams):
        for name, values in by_hand(snapshot, team).items():
            expected = [values[paper] for paper in papers(snapshot)]
            assert results[name][:, column] == pytest.approx(expected, rel=1e-4, abs=1e-6), name
    assert all(table.shape == (snapshot.num_papers, 2) for table in results.values())
    assert all(np.isfinite(table).all() and (table >= 0).all() for table in results.values())


@settings(max_examples=20)
@given(asked())
def test_a_column_depends_on_no_other(case: tuple[Snapshot, list[list[int]]]) -> None:
    snapshot, teams = case
    alike = np.random.default_rng(0).random((snapshot.num_papers, 2)).astype(np.float32)
    both = team_scores(History(snapshot), Teams(teams, {SIMILAR: alike}))
    alone = team_scores(History(snapshot), Teams(teams[1:], {SIMILAR: alike[:, 1:]}))
    for (name, two), (_, first) in zip(both, alone, strict=True):
        assert two[:, 1].tobytes() == first[:, 0].tobytes(), name


@settings(max_examples=20)
@given(asked())
def test_walks_move_as_the_weights_say(case: tuple[Snapshot, list[list[int]]]) -> None:
    snapshot, _ = case
    size = snapshot.num_papers
    weight = np.zeros((size, size))
    arrive = np.zeros((size, snapshot.num_authors))
    for paper in papers(snapshot):
        for item in snapshot.cites.row(paper):
            weight[item, paper] += fade(snapshot, paper, 3)
            weight[paper, item] += fade(snapshot, paper, 3)
        arrive[paper, snapshot.authored.row(paper)] = fade(snapshot, paper, 3)
    leave = (arrive > 0).T.astype(float)
    step = scaled(weight)
    wide = 0.7 * step + 0.3 * scaled(arrive) @ scaled(leave)
    start = np.eye(size, dtype=np.float32)
    for matrix, through_authors in ((step, False), (wide, True)):
        along = walk_positions(History(snapshot), start, through_authors=through_authors)
        assert len(along) == MAX_HOPS + 1
        share = np.eye(size)
        for hop in along:
            assert hop == pytest.approx(share, abs=1e-5)
            share = matrix @ share
    expected = sum(0.25 * 0.75**steps * hop for steps, hop in enumerate(along))
    assert stopped_shares(along, 0.25) == pytest.approx(expected, abs=1e-5)


def scaled(
    table: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Columns divided by their sums."""
    total = table.sum(axis=0)
    return table / np.where(total > 0, total, 1)


def test_shares() -> None:
    table = np.array([[1, 0], [3, 0]], dtype=np.float32)
    assert normalise_columns(table).tolist() == [[0.25, 0], [0.75, 0]]


def test_how_papers_stand() -> None:
    snapshot = snapshot_of(
        [("a", "2000-01-01", []), ("b", "2007-01-01", ["a"]), ("c", "2008-01-01", ["a"])],
        {"a": ["ann", "bob"], "b": ["ann"]},
        venues={"a": "v", "b": "v"},
    ).until(DAY)
    results = dict(zip(NAMES, paper_features(History(snapshot)).T, strict=True))
    ages = [
        (DAY - day).days / 365.25 for day in (date(2000, 1, 1), date(2007, 1, 1), date(2008, 1, 1))
    ]
    assert results["age"] == pytest.approx(ages)
    assert results["references"].tolist() == [0, 1, 1]
    assert results["citations"].tolist() == [2, 0, 0]
    lately = 0.5 ** ages[1] + 0.5 ** ages[2]
    assert results["citations (1 year)"] == pytest.approx([lately, 0, 0])
    assert results["citations per year"] == pytest.approx([2 / ages[0], 0, 0])
    assert results["years since last citation"] == pytest.approx(
        [ages[2], np.nan, np.nan], nan_ok=True
    )
    assert results["recent citations of venue"] == pytest.approx(
        [lately / 2, lately / 2, np.nan], nan_ok=True
    )
    assert results["recent citations of authors"] == pytest.approx([lately, lately, 0])
