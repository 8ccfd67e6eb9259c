"""Network on one graph: from queries to candidates and their logits, day by day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.machine import refuse_if_too_large
from scinet.models.gnn.candidate_lists import (
    CandidateList,
    NodeQuery,
    build_candidate_lists,
    count_features,
)
from scinet.models.gnn.encoders import ENCODERS, Encoder
from scinet.models.gnn.sampling import Inputs
from scinet.models.history import Floats
from scinet.models.temporal_graph.dated_graph import DatedGraph, Relation
from scinet.models.temporal_graph.dated_walks import Walker
from scinet.models.temporal_graph.sampling import fan_out_widths, sample_neighbourhood
from scinet.models.text.tfidf import TitleSpace

if TYPE_CHECKING:
    from scinet.models.gnn.systems import GraphNetwork

Part: TypeAlias = tuple[CandidateList, Int64]

_MEMORY_HINT: Final = "Give a smaller -o batch=…, -o fan_out=… or -o hidden=…."


class PairScorer(nn.Module):
    """Logits of pairs of a query's author and a candidate.

    The logarithm of the first walk's share, the first of the features, times a learned number that
    is 1 at first, plus a network of the features and the embeddings of both, which is 0 at first:
    so training starts at the order of the walk.
    """

    def __init__(self, encoder: Encoder, *, hidden: int, features: int, dropout: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.walk = nn.Parameter(torch.ones(()))
        self.asker = nn.Linear(hidden, hidden)
        self.candidate = nn.Linear(hidden, hidden)
        self.first = nn.Linear(features + 2 * hidden, hidden)
        self.dropout = nn.Dropout(dropout)
        self.last = nn.Linear(hidden, 1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, asker: Tensor, candidate: Tensor, features: Tensor) -> Tensor:
        """Score pairs: embeddings and features of shape ``(pairs, …)``; shape ``(pairs,)``."""
        together = self.asker(asker) * self.candidate(candidate)
        inputs = torch.cat((features, together, self.candidate(candidate)), dim=1)
        correction = self.last(self.dropout(self.first(inputs).relu()))
        logits: Tensor = self.walk * features[:, 0] + correction[:, 0]
        return logits


@dataclass(frozen=True)
class Network:
    """Network on a graph, with everything needed to score queries.

    Attributes:
        fan_out: Edges to sample, the same at each hop, shape ``(hops, relations)``.
    """

    settings: "GraphNetwork"
    graph: DatedGraph
    walker: Walker
    inputs: Inputs
    fan_out: Int64
    scorer: PairScorer
    device: torch.device

    @classmethod
    def on(
        cls,
        snapshot: Snapshot,
        settings: "GraphNetwork",
        space: TitleSpace,
        relations: Sequence[Relation] = (),
    ) -> "Network":
        """Make an untrained network."""
        graph = DatedGraph.from_snapshot(snapshot, relations)
        inputs = Inputs(graph, snapshot.title, space)
        sizes = inputs.features()
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        fan_out = fan_out_widths(graph, [settings.fan_out] * settings.hops)
        needed = estimate_memory_mib(graph, fan_out, settings, max(sizes.values()))
        refuse_if_too_large(settings.name, needed, hint=_MEMORY_HINT)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            scorer = PairScorer(
                ENCODERS[settings.encoder](sizes, graph.relations, settings),
                hidden=settings.hidden,
                features=count_features(settings.walks, knows_title=settings.knows_title),
                dropout=settings.dropout,
            )
        return cls(settings, graph, Walker(graph), inputs, fan_out, scorer.to(device), device)

    def candidate_lists(self, questions: Sequence[NodeQuery]) -> Iterator[CandidateList]:
        """Yield the candidates that walks reach."""
        settings = self.settings
        yield from build_candidate_lists(
            self.walker, settings.ranks, settings.walks, questions, settings.candidates
        )

    def logits(self, parts: Sequence[Part], *epoch: int) -> Tensor:
        """Compute logits of candidates of queries of one day, one query after the other.

        The queries share a neighbourhood: an author or candidate of two of them is embedded once.
        Each list comes with the positions of the candidates to be scored; random numbers depend on
        the seed and the epoch.
        """
        graph, offsets = self.graph, self.graph.offsets
        first_author = offsets[graph.kinds.index("author")]
        first_candidate = offsets[graph.kinds.index(self.settings.ranks)]
        authors = [first_author + listed.authors for listed, _ in parts]
        named = [first_candidate + listed.candidates[places] for listed, places in parts]
        seeds, place = np.unique(np.concatenate((*authors, *named)), return_inverse=True)
        kind = np.searchsorted(offsets, seeds, side="right") - 1
        day = np.array([parts[0][0].before])
        neighbourhood = sample_neighbourhood(
            graph,
            self.fan_out,
            kind,
            seeds - offsets[kind],
            np.zeros(len(seeds), dtype=np.int64),
            day,
            strategy=self.settings.sampling,
            key=(self.settings.seed, *epoch),
            item=day,
        )
        sample = self.inputs.sample(neighbourhood, self.device)
        embedded = self.scorer.encoder(sample)
        asking, candidate = np.split(place, [sum(map(len, authors))])
        team = _team_means(embedded, asking, [len(members) for members in authors])
        question = np.repeat(np.arange(len(parts)), [len(members) for members in named])
        features = np.concatenate([listed.features[places] for listed, places in parts])
        logits: Tensor = self.scorer(
            team[torch.from_numpy(question).to(self.device)],
            embedded[torch.from_numpy(candidate).to(self.device)],
            torch.from_numpy(features).to(self.device),
        )
        return logits

    def scored(self, lists: Sequence[CandidateList]) -> list[Floats]:
        """Compute logits of the reranked candidates of every list, its first ones."""
        scores: list[Floats] = [np.zeros(0)] * len(lists)
        self.scorer.eval()
        with torch.no_grad():
            for places in make_batches(lists, self.settings.batch):
                parts = [
                    (lists[place], np.arange(min(self.settings.top, len(lists[place].candidates))))
                    for place in places
                ]
                values = self.logits(parts).cpu().numpy().astype(np.float64)
                ends = np.cumsum([len(selected) for _, selected in parts])
                for place, part in zip(places, np.split(values, ends[:-1]), strict=True):
                    scores[place] = part
        return scores


def make_batches(lists: Sequence[CandidateList], most: int) -> Iterator[Int64]:
    """Yield positions of lists of one day, at most ``most`` at once."""
    days = np.array([listed.before for listed in lists], dtype=np.int64)
    for day in np.unique(days):
        places = np.flatnonzero(days == day)
        for first in range(0, len(places), most):
            yield places[first : first + most]


def order_candidates(listed: CandidateList, logits: Floats) -> Int64:
    """Return positions of the candidates, best first: by logit, then the unscored ones in order."""
    first = np.argsort(-logits, kind="stable")
    return np.concatenate((first, np.arange(len(logits), len(listed.candidates))))


def _team_means(embedded: Tensor, place: NDArray[np.int64], lengths: Sequence[int]) -> Tensor:
    team = torch.from_numpy(np.repeat(np.arange(len(lengths)), lengths)).to(embedded.device)
    size = torch.tensor(lengths, device=embedded.device)[:, None]
    zero = embedded.new_zeros((len(lengths), embedded.shape[1]))
    total = zero.index_add(0, team, embedded[torch.from_numpy(place).to(embedded.device)])
    return total / size


_FLOAT_BYTES: Final = 4
_PROGRAM_MIB: Final = 600  # PyTorch, numba and the rest
_LIVE_ARRAYS: Final = 6  # arrays of a layer that live at once, gradients among them
_AUTHORS_PER_QUESTION: Final = 5


def estimate_memory_mib(
    graph: DatedGraph, fan_out: Int64, settings: "GraphNetwork", features: int
) -> int:
    """Estimate the most memory that training on a graph needs, besides the graph itself.

    ``features`` are those of the node type with the most.
    """
    sizes = np.array(list(graph.sizes.values()), dtype=np.float64)
    seeds = float(settings.batch * (settings.top + _AUTHORS_PER_QUESTION))
    # By node type: those of the last hop, and all so far.
    last = np.where(np.array(graph.kinds) == settings.ranks, seeds, 0.0)
    nodes, edges = last.copy(), 0.0
    for hop in fan_out:
        sampled = hop * last[graph.ends[1]]
        edges += float(sampled.sum())
        last = np.minimum(np.bincount(graph.ends[0], sampled, minlength=len(sizes)), sizes)
        nodes = np.minimum(nodes + last, sizes)
    alive = _LIVE_ARRAYS * settings.hidden
    step = _FLOAT_BYTES * (nodes.sum() * (features + alive * (len(fan_out) + 1)) + edges * alive)
    walker = 33 * int(graph.offsets[-1])
    titles = _FLOAT_BYTES * graph.sizes["paper"] * settings.title_dimensions
    return _PROGRAM_MIB + int((graph.nbytes + walker + titles + step) / 2**20)
