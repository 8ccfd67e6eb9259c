"""Main paths against the enumeration of all chains."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.networks import networks
from hypothesis import given
from hypothesis import strategies as st

from scinet.graph.paths import KINDS, Kind, main_path
from scinet.graph.schema.dates import parse_date

# Two roots a and b meet in c, which leads to d and e; f stands on e and on b.
CROSS: list[Paper] = [
    ("a", "2000", []),
    ("b", "2000", []),
    ("c", "2001", ["a", "b"]),
    ("d", "2002", ["c"]),
    ("e", "2002", ["c"]),
    ("f", "2003", ["e", "b"]),
]


def test_chains_of_a_small_network_by_hand() -> None:
    # Chains: acd, bcd, acef, bcef, bf. So c-e and e-f have 2 of 5, a-c and b-c 2, c-d 2, b-f 1.
    path = main_path(snapshot_of(CROSS))
    assert path.papers == ["a", "c", "e", "f"]
    assert path.spc == pytest.approx([0.4, 0.4, 0.4])
    assert path.log10_chains == pytest.approx(np.log10(5))
    assert (path.papers_in, path.citations_in, path.left_out_edges) == (6, 6, 0)


def test_part_of_a_network_is_a_network() -> None:
    snapshot = snapshot_of(CROSS)
    part = np.array([snapshot.index(paper) for paper in "bef"])
    path = main_path(snapshot, papers=part)
    assert (path.papers, path.papers_in, path.citations_in) == (["b", "f"], 3, 2)
    none = main_path(snapshot, papers=part[:1])
    assert (none.papers, none.spc, none.log10_chains) == ([], [], None)


def test_numbers_of_hundreds_of_digits_do_not_overflow() -> None:
    ladder: list[Paper] = [("0", "1000", [])]
    below = ["0"]
    for step in range(1, 1200):
        rung = [f"{step}a", f"{step}b"]
        ladder += [(paper, str(1000 + step), below) for paper in rung]
        below = rung
    path = main_path(snapshot_of(ladder))
    assert path.log10_chains == pytest.approx(1199 * np.log10(2))
    assert path.spc == pytest.approx([0.5] + [0.25] * 1198)


@given(networks(), st.sampled_from(KINDS))
def test_the_main_path_of_all_chains(papers: list[Paper], kind: Kind) -> None:
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    order = sorted(dates, key=lambda paper: (dates[paper], paper))
    place = {paper: number for number, paper in enumerate(order)}
    network = nx.DiGraph(
        (place[cited], place[paper])
        for paper, _, references in papers
        for cited in references
        if dates[cited] < dates[paper]
    )
    path = main_path(snapshot_of(papers), kind=kind)
    roots = [p for p in network if not network.in_degree(p)]
    tips = {p for p in network if not network.out_degree(p)}
    chains = [list(chain) for root in roots for chain in nx.all_simple_paths(network, root, tips)]
    if not chains:
        assert path.papers == []
        return
    count = {edge: sum(edge in pairwise(chain) for chain in chains) for edge in network.edges}
    walk = [place[paper] for paper in path.papers]
    assert path.spc == pytest.approx([count[step] / len(chains) for step in pairwise(walk)])
    assert walk in chains
    if kind == "global":
        heaviest = max(sum(count[step] for step in pairwise(chain)) for chain in chains)
        assert sum(count[step] for step in pairwise(walk)) == heaviest
        return
    starts = [e for e in count if e[0] in roots] if kind == "local" else list(count)
    first = min(starts, key=lambda e: (-count[e], e[1], e[0]))
    expected = list(first)
    while expected[-1] not in tips:
        at = expected[-1]
        expected.append(min(network.successors(at), key=lambda p: (-count[at, p], p)))
    while expected[0] not in roots:
        at = expected[0]
        expected.insert(0, min(network.predecessors(at), key=lambda p: (-count[p, at], p)))
    assert walk == expected
