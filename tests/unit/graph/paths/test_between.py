"""Paths from the papers of one author or field to those of another, against all paths."""

from dataclasses import asdict
from datetime import date

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import DATES
from helpers.networks.path_oracle import Asked, asked_for, check_best, every_path, unordered
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import NotFoundError, SplitError
from scinet.graph.paths import papers_of_author, path_between
from scinet.graph.paths.path_between import PathBetween
from scinet.graph.snapshot import Snapshot

# ann wrote a1, a2 and, with ben, both; ben wrote b1 and b2. By way of m, cited three times, b1
# builds on a1; b2 cites a2 itself. The joint paper cites a1.
PAPERS: list[Paper] = [
    ("a1", "2000", []),
    ("a2", "2001", []),
    ("m", "2002", ["a1"]),
    ("both", "2002-06", ["a1"]),
    ("b1", "2003", ["m"]),
    ("b2", "2004", ["a2"]),
    ("x", "2005", ["m", "both"]),
    ("y", "2006", ["m"]),
]
AUTHORS = {"a1": ["ann"], "a2": ["ann"], "both": ["ann", "ben"], "b1": ["ben"], "b2": ["ben"]}


def of_authors(snapshot: Snapshot, item: str, other: str, **asked: object) -> PathBetween:
    papers = [papers_of_author(snapshot, author) for author in (item, other)]
    return path_between(snapshot, *papers, **asked)  # type: ignore[arg-type]  # options by name


def test_the_most_cited_way_from_one_author_to_another() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS)
    path = of_authors(snapshot, "ann", "ben")
    # a1 is cited twice, m three times, b1 never; by a joint paper it would be 2 + 1.
    assert (path.papers, path.citations, path.total) == (["a1", "m", "b1"], [2, 3, 0], 5)
    assert (path.hops, path.max_hops, path.optimal_paths) == (2, 3, 1)
    assert (path.source_papers, path.target_papers, path.shared_papers) == (3, 3, 1)
    shortest = of_authors(snapshot, "ann", "ben", shortest_only=True)
    assert (shortest.papers, shortest.total) == (["a1", "both"], 3)
    inner = of_authors(snapshot, "ann", "ben", endpoints="exclude", objective="mean")
    assert (inner.papers, inner.value) == (["a1", "m", "b1"], 3.0)


def test_a_shared_paper_is_no_path() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS)
    path = of_authors(snapshot, "ben", "ann")
    assert (path.papers, path.total, path.hops, path.optimal_paths) == ([], None, None, 0)
    assert (path.shared_papers, path.max_hops) == (1, None)
    # A paper of hers that builds on another of hers is one.
    own = of_authors(snapshot, "ann", "ann", max_hops=None)
    assert (own.papers, own.shared_papers) == (["a1", "both"], 3)


def test_an_author_without_papers_before_the_day_is_refused() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS).until(date(2002, 6, 1))
    with pytest.raises(NotFoundError, match="'ben' before 2002-06-01"):
        papers_of_author(snapshot, "ben")
    with pytest.raises(NotFoundError, match="no dated paper of 'zoe'"):
        papers_of_author(snapshot, "zoe")
    with pytest.raises(SplitError):
        of_authors(snapshot, "ann", "ann", weights_before=date(2003, 1, 1))
    with pytest.raises(ValueError, match="needs a paper"):
        path_between(snapshot, np.array([0]), np.array([], dtype=np.int64))


@st.composite
def layered(draw: st.DrawFn) -> list[Paper]:
    """Papers that mostly cite earlier ones, so that there are long paths and ties among them."""
    size = draw(st.integers(3, 8))
    dates = sorted(draw(st.lists(st.sampled_from(DATES), min_size=size, max_size=size)))
    pairs = [(item, other) for item in range(size) for other in range(item)]
    backward = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=size - 1))
    forward = draw(st.lists(st.sampled_from([pair[::-1] for pair in pairs]), max_size=2))
    names = draw(st.permutations([f"p{number}" for number in range(size)]))
    return [
        (
            names[item],
            dates[item],
            [names[other] for citing, other in {*backward, *forward} if citing == item],
        )
        for item in range(size)
    ]


def found(snapshot: Snapshot, sources: list[str], targets: list[str], asked: Asked) -> PathBetween:
    places = [np.array([snapshot.index(p) for p in side]) for side in (sources, targets)]
    return path_between(snapshot, *places, **asked)


def draw_sides(data: st.DataObject, ids: list[str]) -> tuple[list[str], list[str]]:
    side = st.lists(st.sampled_from(ids), min_size=1, max_size=4, unique=True)
    return data.draw(side), data.draw(side)


@given(layered(), asked_for, st.sampled_from([None, date(2004, 6, 1)]), st.data())
def test_the_best_of_all_paths(
    papers: list[Paper], asked: Asked, before: date | None, data: st.DataObject
) -> None:
    whole = snapshot_of(papers)
    snapshot = whole if before is None else whole.until(before)
    if not snapshot.num_papers:
        return
    ids = [str(paper) for paper in snapshot.paper_id]
    sources, targets = draw_sides(data, ids)
    paths = every_path([row for row in papers if row[0] in ids], sources, targets)
    path = found(snapshot, sources, targets, asked)
    check_best(path, paths, papers, whole, snapshot, asked)
    assert path.shared_papers == len(set(sources) & set(targets))
    assert path.left_out_edges == unordered(papers, sources, targets)


@given(layered(), asked_for, st.data())
def test_names_and_the_order_of_records_do_not_matter(
    papers: list[Paper], asked: Asked, data: st.DataObject
) -> None:
    ids = sorted(paper for paper, _, _ in papers)
    sources, targets = draw_sides(data, ids)
    path = found(snapshot_of(papers), sources, targets, asked)

    def renamed(names: dict[str, str]) -> PathBetween:
        rows = data.draw(st.permutations(papers))
        snapshot = snapshot_of(
            [(names[paper], when, [names[c] for c in cited][::-1]) for paper, when, cited in rows]
        )
        first, second = ([names[p] for p in side][::-1] for side in (sources, targets))
        return found(snapshot, first, second, asked)

    # Other names in the same order: the same path.
    same_order = {paper: f"{place:03d}:{paper}" for place, paper in enumerate(ids)}
    expected = {**asdict(path), "papers": [same_order[paper] for paper in path.papers]}
    assert asdict(renamed(same_order)) == expected
    # Names in any order: of paths that tie, another may be told, and nothing else moves.
    any_order = dict(zip(ids, data.draw(st.permutations(ids)), strict=True))
    told = asdict(renamed(any_order))
    ties = ("papers", "citations", *(["total"] if asked["objective"] == "mean" else []))
    assert {k: v for k, v in told.items() if k not in ties} == {
        k: v for k, v in asdict(path).items() if k not in ties
    }
    if path.optimal_paths == 1:
        assert told["papers"] == [any_order[paper] for paper in path.papers]
