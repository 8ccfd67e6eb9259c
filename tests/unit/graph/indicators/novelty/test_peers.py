"""How other programs' novelty differs from ours, and that it is ours but for the differences.

The rules are written anew from what the programs print and document; none of their code is here.
"""

from dataclasses import replace

import numpy as np
import pytest
from helpers.files.novelty_corpora import Items, corpus
from numpy.typing import NDArray
from scipy.stats import spearmanr

from scinet.graph.indicators.novelty import compute_novelty
from scinet.graph.snapshot import Csr, Snapshot

Scores = dict[int, tuple[float, float]]  # p10 and median by paper


def years(snapshot: Snapshot) -> NDArray[np.int64]:
    stamps = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]")
    return stamps.astype(np.int64) + 1970


def pyscisci_rule(snapshot: Snapshot, items: Items, samples: int, seed: int) -> Scores:
    """Novelty as pyscisci 0.92 has it, down to its random numbers.

    A citation counts whatever its order in time, if both of its papers have an item. The
    diagonal counts ordered pairs and each slot with itself, the variance divides by the number
    of samples, and a variance of 0 gives an infinite z or none, which spoils the whole paper.
    """
    chance = np.random.RandomState(seed)
    year, wide = years(snapshot), int(items.max()) + 1

    def together(label: Items, owner: NDArray[np.int32]) -> NDArray[np.float64]:
        held = np.zeros((wide, snapshot.num_papers))
        np.add.at(held, (label, owner), 1)
        return held @ held.T

    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    usable = (items[citing] >= 0) & (items[cited] >= 0)
    citing, cited = citing[usable], cited[usable]
    results: Scores = {}
    for when in np.unique(year[citing]):
        mine = year[citing] == when
        owner, held, class_of = citing[mine], items[cited[mine]], year[cited[mine]]
        label, counts = held.copy(), []
        for _ in range(samples):
            for first in dict.fromkeys(class_of.tolist()):  # in order of first appearance
                label[class_of == first] = chance.permutation(label[class_of == first])
            counts.append(together(label, owner))
        with np.errstate(divide="ignore", invalid="ignore"):
            z = (together(held, owner) - np.mean(counts, axis=0)) / np.std(counts, axis=0)
            for paper in np.unique(owner):
                own = held[owner == paper]
                first, second = np.triu_indices(len(own), 1)
                values = z[own[first], own[second]]
                results[int(paper)] = (np.nan, np.nan)
                if len(values):
                    results[int(paper)] = (np.percentile(values, 10), np.median(values))
    return results


def pyscisci_says(snapshot: Snapshot, items: Items, samples: int, seed: int) -> Scores:
    """What the package itself answers, without the citations that it stumbles over."""
    peer = pytest.importorskip("pyscisci.methods.novelty")
    frame = pytest.importorskip("pandas").DataFrame
    papers = frame(
        {
            "PublicationId": np.arange(snapshot.num_papers),
            "Year": years(snapshot),
            "JournalId": np.where(items < 0, np.nan, items),
        }
    )
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    usable = items[cited] >= 0  # else it stops with an IndexError
    citing, cited = citing[usable], cited[usable]
    references = frame({"CitingPublicationId": citing, "CitedPublicationId": cited})
    np.random.seed(seed)  # noqa: NPY002 - it has no seed of its own
    told = peer.novelty_conventionality(papers, references, n_samples=samples)
    columns = ("PublicationId", "NoveltyScore", "ConventionalityScore")
    rows = zip(*(told[name].astype(float) for name in columns), strict=True)
    return {int(paper): (low, middle) for paper, low, middle in rows}


def untidy(seed: int) -> tuple[Snapshot, Items]:
    """Few papers, some without an item, some citations against time."""
    snapshot, items = corpus(seed, 24, 3, years=2)
    chance = np.random.default_rng(seed)
    items[chance.random(len(items)) < 0.15] = -1
    last = snapshot.num_papers - 1
    citing = np.append(snapshot.cites.row_numbers(), [last - 2, last - 2])
    cited = np.append(snapshot.cites.indices, [last - 1, last])
    return replace(snapshot, cites=Csr.from_pairs(citing, cited, last + 1)), items


@pytest.mark.filterwarnings("ignore")  # its own divisions by zero
def test_how_pyscisci_differs_is_known() -> None:
    for seed, samples in ((1, 3), (2, 3), (3, 12)):
        snapshot, items = untidy(seed)
        assert snapshot.unordered_citations > 0
        told = pyscisci_says(snapshot, items, samples, seed)
        expected = pyscisci_rule(snapshot, items, samples, seed)
        assert told.keys() == expected.keys()
        for paper, scores in expected.items():
            np.testing.assert_allclose(told[paper], scores, rtol=1e-9, atol=1e-9)


def test_without_its_differences_pyscisci_converges_to_ours() -> None:
    # Every paper has an item and cites back in time; many samples hide divisor and noise.
    snapshot, items = corpus(5, 80, 4, years=1)
    ours = compute_novelty(snapshot, items)
    rule = pyscisci_rule(snapshot, items, 2_000, seed=1)
    theirs = np.full((2, snapshot.num_papers), np.nan)
    theirs[:, list(rule)] = np.transpose(list(rule.values()))
    np.testing.assert_array_equal(np.isnan(theirs[0]), np.isnan(ours.p10))
    np.testing.assert_allclose(theirs, np.stack((ours.p10, ours.median)), atol=0.12)


def test_few_drawn_permutations_disorder_the_papers() -> None:
    # The defaults of pyscisci and novelpy, and as many as bring the order back.
    snapshot, items = corpus(7, 150, 12)
    exact = compute_novelty(snapshot, items).p10
    agreement = []
    for samples in (10, 20, 2_000):
        drawn = compute_novelty(snapshot, items, null="shuffle", samples=samples, seed=2).p10
        ok = np.isfinite(exact) & np.isfinite(drawn)
        agreement.append(float(spearmanr(exact[ok], drawn[ok]).statistic))
    assert agreement[0] < agreement[1] < 0.98
    assert agreement[2] > 0.995
