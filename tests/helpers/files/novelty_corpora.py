"""Small corpora for novelty: earlier papers with an item, later papers that cite them."""

import random
from collections.abc import Sequence

import numpy as np
from helpers.networks.build import Paper, snapshot_of
from numpy.typing import NDArray

from scinet.graph.indicators.novelty.slots import SlotGroup
from scinet.graph.snapshot import Snapshot

Items = NDArray[np.int32]


def group_of(papers: Sequence[Sequence[tuple[int, int]]]) -> SlotGroup:
    """A group from (item, class) per slot of each paper."""
    slots = [slot for paper in papers for slot in sorted(paper)]
    code, item = np.unique([item for item, _ in slots], return_inverse=True)
    return SlotGroup(
        paper=np.arange(len(papers)),
        indptr=np.cumsum([0, *(len(paper) for paper in papers)]),
        item=item.astype(np.int32),
        code=code.astype(np.int32),
        cited_year=np.array([cited_year for _, cited_year in slots], dtype=np.int32),
        cited=np.arange(len(slots), dtype=np.int32),  # each cited paper is cited once
    )


def random_group(seed: int, papers: int, items: int, classes: int, longest: int) -> SlotGroup:
    chance = random.Random(seed)  # noqa: S311 - a corpus, no secret
    return group_of(
        [
            [
                (chance.randrange(items), min(chance.randrange(classes), chance.randrange(classes)))
                for _ in range(chance.randint(1, longest))
            ]
            for _ in range(papers)
        ]
        + [[(number % items, number) for number in range(classes)]]
    )


def corpus(seed: int, citing: int, items: int, years: int = 3) -> tuple[Snapshot, Items]:
    """Papers of 2000-2004 with an item each, cited by papers of 2005 on; some cite one another."""
    chance = random.Random(seed)  # noqa: S311 - a corpus, no secret
    papers: list[Paper] = [(f"c{n:03d}", str(2000 + n % 5), []) for n in range(12 * items)]
    old = [name for name, _, _ in papers]
    for n in range(citing):
        year = 2005 + n % years
        earlier = [name for name, when, _ in papers if int(when) < year]
        cited = chance.sample(old, chance.randint(1, 6)) + chance.sample(earlier, 1)
        papers.append((f"p{n:03d}", str(year), sorted(set(cited))))
    snapshot = snapshot_of(papers)
    codes = np.random.default_rng(seed).integers(0, items, snapshot.num_papers)
    return snapshot, codes.astype(np.int32)
