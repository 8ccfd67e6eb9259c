"""The weighted network: by hand, against sets, and blind to what is dated later."""

import math
from datetime import date
from itertools import combinations

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.errors import DataError
from scinet.graph.communities.mix import mix_name, parse_mix
from scinet.graph.communities.network import WeightedNetwork, build_weighted_network
from scinet.graph.snapshot import Snapshot

ALL = {"citation": 1.0, "co-citation": 0.5, "coupling": 0.25}
CUT = date(2004, 1, 1)


def random_papers(seed: int, papers: int = 24) -> list[Paper]:
    """Papers of few days; some citations stay within a day or run forward."""
    rng = np.random.default_rng(seed)
    names = [f"p{i:02}" for i in range(papers)]
    return [
        (name, str(2000 + i // 4), [str(r) for r in rng.choice(names, rng.integers(0, 6))])
        for i, name in enumerate(names)
    ]


def naive(snapshot: Snapshot, nearest: int) -> dict[tuple[int, int], float]:
    papers = range(snapshot.num_papers)
    cites = [set(map(int, snapshot.cites.row(i))) for i in papers]
    cited_by = [{j for j in papers if i in cites[j]} for i in papers]
    total: dict[tuple[int, int], float] = {}
    for i, j in combinations(papers, 2):
        if times := (j in cites[i]) + (i in cites[j]):
            total[i, j] = float(times)
    for have, weight in ((cited_by, 0.5), (cites, 0.25)):
        kept: set[tuple[int, int, float]] = set()
        for i in papers:
            near = [
                (-len(have[i] & have[j]) / math.sqrt(len(have[i]) * len(have[j])), j)
                for j in papers
                if i != j and have[i] & have[j]
            ]
            kept |= {(min(i, j), max(i, j), -cosine) for cosine, j in sorted(near)[:nearest]}
        for first, second, cosine in kept:
            total[first, second] = total.get((first, second), 0.0) + weight * cosine
    return total


def as_dict(network: WeightedNetwork) -> dict[tuple[int, int], float]:
    pairs = zip(network.one.tolist(), network.other.tolist(), strict=True)
    return dict(zip(pairs, network.weight.tolist(), strict=True))


@pytest.mark.parametrize("nearest", [1, 3, 20])
def test_the_network_is_that_of_sets(nearest: int) -> None:
    for seed in range(10):
        snapshot = snapshot_of(random_papers(seed))
        network = build_weighted_network(snapshot, ALL, nearest=nearest)
        assert as_dict(network) == pytest.approx(naive(snapshot, nearest))
        assert (network.one < network.other).all()
        whole = build_weighted_network(snapshot, ALL, nearest=100)
        for kind in ("co-citation", "coupling"):
            assert network.pairs[kind] + network.left_out[kind] == whole.pairs[kind]
        assert sum(network.influence.values()) == pytest.approx(1)


def test_weights_by_hand() -> None:
    # c cites a and b, d cites b: a and b are cited together once, of 1 and 2 times; c and d share
    # one reference, of 2 and 1.
    snapshot = snapshot_of([("a", "2000", []), ("b", "2000", []), ("c", "2001", ["a", "b"]),
                            ("d", "2002", ["b"])])  # fmt: skip
    cosine = 1 / math.sqrt(2)
    network = build_weighted_network(snapshot, {"co-citation": 1.0, "coupling": 0.5})
    assert as_dict(network) == pytest.approx({(0, 1): cosine, (2, 3): cosine / 2})
    assert network.influence == pytest.approx({"co-citation": 2 / 3, "coupling": 1 / 3})
    assert network.left_out == {"co-citation": 0, "coupling": 0}


def test_an_empty_past_joins_nothing() -> None:
    network = build_weighted_network(snapshot_of(random_papers(0)).until(date(1990, 1, 1)), ALL)
    assert (network.papers, len(network.weight), network.influence["citation"]) == (0, 0, 0.0)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("citation", "citation"),
        ("coupling=7", "coupling"),
        ("coupling=1, citation=2", "citation=1,coupling=0.5"),
        ("co-citation=3,coupling=1,citation=0", "co-citation=1,coupling=0.333333"),
    ],
)
def test_equal_proportions_have_one_name(text: str, name: str) -> None:
    assert mix_name(parse_mix(text)) == name
    assert mix_name(parse_mix(name)) == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("citations=1", "'citations' joins no papers"),
        ("", "'' joins no papers"),
        ("citation=0,coupling=0", "no kind has a weight above 0"),
        ("citation=1,coupling=-1", "the weight of coupling is -1"),
        ("citation=nan", "the weight of citation is nan"),
        ("citation=much", "'much' is not a weight of citation"),
        ("citation,citation=2", "citation is named twice"),
    ],
)
def test_a_wrong_mix_is_refused(text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parse_mix(text)
