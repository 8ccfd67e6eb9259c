"""A network over one graph: from candidate lists to logits, day by day."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from scinet.graph.snapshot.csr import Int64
from scinet.models.gnn.candidate_lists import CandidateList
from scinet.models.gnn.encoder import Encoder
from scinet.models.gnn.hgt import Heterogeneous
from scinet.models.gnn.sage import Sage
from scinet.models.gnn.sampling import Inputs, Sample
from scinet.models.gnn.scorer import PairScorer
from scinet.models.gnn.temporal import Temporal
from scinet.models.temporal_graph.dated_graph import DatedGraph
from scinet.models.temporal_graph.sampling import Strategy, draw

ENCODERS: Final[Mapping[str, type[Encoder]]] = {
    "sage": Sage,
    "hgt": Heterogeneous,
    "temporal": Temporal,
}
Part: TypeAlias = tuple[CandidateList, Int64]


@dataclass(frozen=True)
class View:
    """A graph as a network sees it.

    Attributes:
        graph: The lists.
        inputs: What nodes are like.
        node_type: Node type of the candidates.
        fan_out: Edges to sample, the same at each hop, shape ``(hops, relations)``.
        strategy: Which edges are sampled.
        key: What random numbers depend on.
        device: Where the network computes.
    """

    graph: DatedGraph
    inputs: Inputs
    node_type: str
    fan_out: Int64
    strategy: Strategy
    key: tuple[int, ...]
    device: torch.device


def logits_of(scorer: PairScorer, view: View, parts: Sequence[Part]) -> Tensor:
    """Logits of some candidates of questions of one day, one question after the other.

    The questions share a neighbourhood: an author or candidate of two of them is embedded once.

    Args:
        scorer: The network.
        view: What it sees.
        parts: Candidate lists of one day, each with the places of the candidates to be scored.
    """
    kinds = list(view.graph.kinds)
    author_kind, candidate_kind = kinds.index("author"), kinds.index(view.node_type)
    offsets = view.graph.offsets
    authors = [offsets[author_kind] + listed.authors for listed, _ in parts]
    named = [offsets[candidate_kind] + listed.candidates[chosen] for listed, chosen in parts]
    seeds, place = np.unique(np.concatenate((*authors, *named)), return_inverse=True)
    kind = np.searchsorted(offsets, seeds, side="right") - 1
    day = parts[0][0].before
    sampled = draw(
        view.graph,
        view.fan_out,
        kind,
        seeds - offsets[kind],
        np.zeros(len(seeds), dtype=np.int64),
        np.array([day]),
        strategy=view.strategy,
        key=view.key,
        item=np.array([day]),
    )
    sample: Sample = view.inputs.sample(sampled, kind).to(view.device)
    with torch.autocast(view.device.type, torch.bfloat16, enabled=view.device.type == "cuda"):
        embedded = scorer.encoder(sample)
        asking, candidate = place[: sum(map(len, authors))], place[sum(map(len, authors)) :]
        team = _means(embedded, asking, [len(one) for one in authors])
        question = np.repeat(np.arange(len(parts)), [len(one) for one in named])
        features = np.concatenate([listed.features[chosen] for listed, chosen in parts])
        logits: Tensor = scorer(
            team[torch.from_numpy(question).to(view.device)],
            embedded[torch.from_numpy(candidate).to(view.device)],
            torch.from_numpy(features).to(view.device),
        )
    return logits.float()


def by_day(lists: Sequence[CandidateList], most: int) -> Iterator[Int64]:
    """Places of lists of one day, at most so many at once."""
    days = np.array([listed.before for listed in lists], dtype=np.int64)
    for day in np.unique(days):
        places = np.flatnonzero(days == day)
        for first in range(0, len(places), most):
            yield places[first : first + most]


def scored(
    scorer: PairScorer, view: View, lists: Sequence[CandidateList], *, top: int, batch: int
) -> list[NDArray[np.float64]]:
    """Logits of the first candidates of every list.

    Args:
        scorer: The network.
        view: What it sees.
        lists: The questions with their candidates.
        top: How many candidates of each are scored.
        batch: Questions of one day that are scored at once.
    """
    found: list[NDArray[np.float64]] = [np.zeros(0)] * len(lists)
    scorer.eval()
    with torch.no_grad():
        for places in by_day(lists, batch):
            parts = [(lists[p], np.arange(min(top, len(lists[p].candidates)))) for p in places]
            values = logits_of(scorer, view, parts).cpu().numpy().astype(np.float64)
            ends = np.cumsum([len(chosen) for _, chosen in parts])
            for place, part in zip(places, np.split(values, ends[:-1]), strict=True):
                found[place] = part
    return found


def order_of(listed: CandidateList, logits: NDArray[np.float64]) -> Int64:
    """Places of the candidates, best first: those scored by logit, then the rest as they stood."""
    first = np.argsort(-logits, kind="stable")
    return np.concatenate((first, np.arange(len(logits), len(listed.candidates))))


def _means(embedded: Tensor, place: NDArray[np.int64], lengths: Sequence[int]) -> Tensor:
    """Mean of the embeddings of each team, shape ``(teams, hidden)``."""
    team = torch.from_numpy(np.repeat(np.arange(len(lengths)), lengths)).to(embedded.device)
    size = torch.tensor(lengths, device=embedded.device)[:, None]
    zero = embedded.new_zeros((len(lengths), embedded.shape[1]))
    total = zero.index_add(0, team, embedded[torch.from_numpy(place).to(embedded.device)])
    return total / size
