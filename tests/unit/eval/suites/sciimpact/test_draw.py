"""Drawing pairs against a plain enumeration of the rules."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError
from scinet.eval.suites.sciimpact import sampling as module
from scinet.eval.suites.sciimpact.sampling import draw_pairs
from scinet.graph.snapshot.csr import Int64


def valid_pairs(count: list[int], members: list[int], ratio: float) -> set[tuple[int, int]]:
    results = set()
    for pair in combinations(sorted(members), 2):
        low, high = sorted(pair, key=lambda place: count[place])
        if count[high] > count[low] and count[high] >= ratio * count[low]:
            results.add((low, high))
    return results


def groups_of(count: list[int], rng: np.random.Generator) -> list[Int64]:
    places = rng.permutation(len(count))
    return [np.sort(part) for part in np.array_split(places, 3) if len(part)]


@given(
    count=st.lists(st.integers(0, 9), max_size=25),
    ratio=st.sampled_from([1.0, 1.5, 2.0, 3.0]),
    uses=st.integers(0, 3),
    seed=st.integers(0, 3),
    few=st.sampled_from([0, 5, 10_000]),
)
def test_drawn_pairs_keep_the_rules(
    count: list[int], ratio: float, uses: int, seed: int, few: int
) -> None:
    rng = np.random.default_rng(seed)
    groups = groups_of(count, rng)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MAX_SHUFFLED", few)
        numbers, drawn = draw_pairs(
            np.array(count, dtype=np.int64), groups, ratio=ratio, uses=uses, rng=rng
        )
    valid = [valid_pairs(count, members.tolist(), ratio) for members in groups]
    assert numbers.tolist() == [len(pairs) for pairs in valid]
    pairs = [(int(low), int(high)) for low, high in drawn]
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) <= set().union(*valid)
    used = Counter(place for pair in pairs for place in pair)
    if uses == 0:
        assert set(pairs) == set().union(*valid)
        return
    assert max(used.values(), default=0) <= uses
    for low, high in set().union(*valid) - set(pairs):  # none is missed
        assert max(used[low], used[high]) == uses


def test_every_valid_pair_is_as_likely() -> None:
    count = np.array([1, 2, 4, 8], dtype=np.int64)  # all six pairs are valid
    counts: Counter[tuple[int, int]] = Counter()
    for seed in range(600):
        rng = np.random.default_rng(seed)
        _, drawn = draw_pairs(count, [np.arange(4)], ratio=2, uses=1, rng=rng)
        counts[tuple(drawn[0])] += 1
    assert len(counts) == 6
    assert all(70 < number < 130 for number in counts.values())


def test_an_artefact_in_several_groups_is_used_as_often() -> None:
    count = np.array([1, 5, 5, 5], dtype=np.int64)
    groups = [np.array([0, 1, 2]), np.array([0, 1, 3])]
    _, drawn = draw_pairs(count, groups, ratio=2, uses=2, rng=np.random.default_rng(0))
    assert len(drawn) == 2
    assert len({tuple(pair) for pair in drawn}) == 2


def test_too_many_pairs_are_refused() -> None:
    count = np.arange(3_000, dtype=np.int64) + 1
    with pytest.raises(DataError, match="pairs are valid"):
        draw_pairs(count, [np.arange(3_000)], ratio=1.0, uses=0, rng=np.random.default_rng(0))
