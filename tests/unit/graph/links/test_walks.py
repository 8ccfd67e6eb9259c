"""Shares of walks, followed or solved for, against dense systems and one source at a time."""

from datetime import date

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import bylines, networks
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.links import network
from scinet.graph.links.personalised_pagerank import shares, solve
from scinet.graph.links.walks import author_steps, uniform_steps, visits
from scinet.graph.schema.dates import parse_date
from scinet.graph.snapshot import Csr

NOW = date(2004, 1, 1)


def each(nodes: int) -> Csr:
    """Every node as a source of its own."""
    return Csr(np.arange(nodes + 1), np.arange(nodes, dtype=np.int32))


def naive(papers: list[Paper], authors: dict[str, list[str]], restart: float) -> np.ndarray:
    """The same shares by loops over papers and a linear system."""
    seen = {p: parse_date(when)[0] for p, when, _ in papers if parse_date(when)[0] < NOW}
    cites = {p: [r for r in refs if r in seen] for p, _, refs in papers if p in seen}
    weight = {p: 0.5 ** ((NOW - when).days / (3 * 365.25)) for p, when in seen.items()}
    names = sorted({a for p in seen for a in authors[p]})
    code = {a: n for n, a in enumerate(names)}
    co = np.zeros((len(names), len(names)))
    leave = np.zeros_like(co)
    total = np.zeros(len(names))
    for p in seen:
        for a in authors[p]:
            for b in authors[p]:
                if a != b:
                    co[code[a], code[b]] += weight[p] / (len(authors[p]) - 1)
            total[code[a]] += weight[p] if cites[p] else 0
            for r in cites[p]:
                for b in authors[r]:
                    leave[code[a], code[b]] += weight[p] / len(cites[p]) / len(authors[r])
    sums = co.sum(axis=1, keepdims=True)
    step = 0.95 * np.divide(co, sums, out=np.zeros_like(co), where=sums > 0)
    step += 0.05 * np.divide(leave, total[:, None], out=np.zeros_like(co), where=total[:, None] > 0)
    result = np.zeros_like(co)
    for source in range(len(names)):
        closed = step.copy()
        closed[:, source] += 1 - step.sum(axis=1)
        here = np.zeros(len(names))
        here[source] = restart
        result[:, source] = np.linalg.solve(np.eye(len(names)) - (1 - restart) * closed.T, here)
    return result


@settings(max_examples=60)
@given(networks(), st.sampled_from([0.1, 0.25, 1.0]), st.data())
def test_shares_agree_with_a_linear_system(
    papers: list[Paper], restart: float, data: st.DataObject
) -> None:
    authors = data.draw(bylines(papers))
    step = author_steps(snapshot_of(papers, authors).until(NOW))
    shares = [s for _, s in visits(step, each(step.nodes), restart=restart, tolerance=1e-12)]
    result = np.concatenate([np.zeros((step.nodes, 0)), *shares], axis=1)
    np.testing.assert_allclose(result, naive(papers, authors, restart), atol=1e-10)


def test_more_sources_than_a_batch_come_in_order() -> None:
    adjacency = network(snapshot_of([("a", "2000", []), ("b", "2001", ["a"])]), "citation")
    starts = Csr(np.arange(301), np.tile([0, 1], 150).astype(np.int32))
    result = list(visits(uniform_steps(adjacency), starts, restart=0.6))
    assert [first for first, _ in result] == [0, 128, 256]
    assert np.hstack([share for _, share in result]).argmax(axis=0).tolist() == [0, 1] * 150


def test_wrong_arguments_are_refused() -> None:
    snapshot = snapshot_of([("a", "2000", [])], {"a": ["x", "y"]})
    with pytest.raises(ValueError, match="as of a day"):
        author_steps(snapshot)
    past = snapshot.until(NOW)
    with pytest.raises(ValueError, match="share"):
        author_steps(past, citation_share=1.5)
    nobody = Csr(np.zeros(2, dtype=np.int64), np.zeros(0, dtype=np.int32))
    with pytest.raises(ValueError, match="needs a source"):
        next(visits(author_steps(past), nobody))
    with pytest.raises(ValueError, match="restart"):
        next(visits(author_steps(past), each(2), restart=0))


def test_a_walk_is_the_same_to_the_bit_beside_others() -> None:
    """What a question is answered does not depend on those that are asked with it."""
    rng = np.random.default_rng(3)
    nodes = 3_000
    rows = [rng.choice(nodes, size=rng.integers(1, 6), replace=False) for _ in range(nodes)]
    ends = np.cumsum([0, *map(len, rows)])
    step = uniform_steps(Csr(ends, np.concatenate(rows).astype(np.int32)))
    starts = np.arange(9, dtype=np.int32)
    [(_, together)] = visits(step, Csr(np.arange(10), starts))
    for place in range(9):
        [(_, alone)] = visits(step, Csr(np.arange(2), starts[place : place + 1]))
        np.testing.assert_array_equal(alone[:, 0], together[:, place])


def solved_densely(adjacency: Csr, start: np.ndarray, restart: float) -> np.ndarray:
    """The same shares by a dense matrix of the walk, in which dead ends lead back to the start."""
    nodes = adjacency.num_rows
    step = np.zeros((nodes, nodes))
    for node in range(nodes):
        row = adjacency.row(node)
        if len(row):
            step[row, node] = 1 / len(row)
        else:
            step[:, node] = start
    share: np.ndarray = np.linalg.solve(np.eye(nodes) - (1 - restart) * step, restart * start)
    return share


@given(
    networks(),
    st.sampled_from([0.05, 0.15, 0.5, 1.0]),
    st.sampled_from([0.5, 1e-2, 1e-4, 1e-9, 1e-13]),
    st.data(),
)
def test_shares_are_off_by_at_most_the_tolerance(
    papers: list[Paper], restart: float, tolerance: float, data: st.DataObject
) -> None:
    adjacency = network(snapshot_of(papers), "citation")
    nodes = st.integers(0, adjacency.num_rows - 1)
    sources = data.draw(st.lists(st.lists(nodes, min_size=1, max_size=3), max_size=20))
    ends = np.cumsum([0, *map(len, sources)])
    starts = Csr(ends, np.array([one for some in sources for one in some], dtype=np.int32))
    found = list(shares(adjacency, starts, restart=restart, tolerance=tolerance))
    assert [first for first, _ in found] == list(range(0, len(sources), 8))
    columns = [column for _, share in found for column in share.T]
    for column, some in zip(columns, sources, strict=True):
        start = np.bincount(some, minlength=adjacency.num_rows) / len(some)
        assert np.abs(column - solved_densely(adjacency, start, restart)).sum() <= tolerance + 1e-12
        assert column.sum() == pytest.approx(1)
        assert (column >= 0).all()


def random(nodes: int) -> Csr:
    """A connected network, some of it dense."""
    rng = np.random.default_rng(3)
    one = np.concatenate((np.arange(1, nodes), rng.integers(nodes, size=4 * nodes)))
    other = np.concatenate((np.arange(nodes - 1), rng.integers(30, size=4 * nodes)))
    pairs = np.unique(np.stack((one, other), axis=1)[one != other], axis=0)
    pairs = np.unique(np.concatenate((pairs, pairs[:, ::-1])), axis=0)
    return Csr.from_pairs(pairs[:, 0], pairs[:, 1], nodes)


def test_sources_are_the_same_to_the_bit_beside_others_and_take_steps_of_their_own() -> None:
    adjacency = random(3_000)
    given = {"restart": 0.15, "tolerance": 1e-9}
    start = np.zeros((3_000, 4))
    start[[5, 1_000, 2_000, 2_999], range(4)] = 1.0
    start[:, 3] = 1 / 3_000
    together, steps = solve(adjacency, start, **given)
    for place in range(4):
        alone, own = solve(adjacency, start[:, place : place + 1], **given)
        np.testing.assert_array_equal(alone[:, 0], together[:, place])
        assert own == steps[place]
    assert len(set(steps.tolist())) > 1
    assert steps.max() < 60  # walking would take 132


def test_wrong_arguments_of_shares_are_refused() -> None:
    empty = Csr(np.zeros(3, dtype=np.int64), np.empty(0, dtype=np.int32))
    one = Csr(np.array([0, 1]), np.array([1], dtype=np.int32))
    none = Csr(np.zeros(2, dtype=np.int64), np.empty(0, dtype=np.int32))
    with pytest.raises(ValueError, match="restart"):
        next(shares(empty, one, restart=0, tolerance=1e-9))
    with pytest.raises(ValueError, match="needs a source"):
        next(shares(empty, none, restart=0.5, tolerance=1e-9))
    [(_, share)] = shares(empty, one, restart=0.5, tolerance=1e-9)
    assert share.tolist() == [[0.0], [1.0]]
