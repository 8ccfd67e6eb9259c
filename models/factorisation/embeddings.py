"""Nearness of embeddings that GDS makes of the network as of the beginning of a period."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.dates import DAYS_PER_YEAR
from scinet.graph.gds.constructed import Edges, embed_nodes, predict_links
from scinet.graph.gds.embeddings import METHODS, embed
from scinet.graph.links.decay import coauthorship
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Ranker
from scinet.models.base.system import Context, System
from scinet.models.collaborators.ranker import AuthorRanker, Floats, Ints
from scinet.models.factorisation.period import Arrays, begin, cached, check_refresh, places
from scinet.models.prior_work.team import cited_by, latest_papers, teams_of

_Rows: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class Embedded(System):
    """A system that goes by what GDS makes of a network, once per period.

    Attributes:
        dimensions: Length of an embedding.
        refresh: It is of the beginning of the query's ``year`` or ``month``.
        seed: Of everything random.
    """

    version = "1"
    track = "graph"
    asks_database = True

    dimensions: int = 128
    refresh: str = "year"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.dimensions < 1:
            raise ValueError("dimensions is at least 1")
        check_refresh(self.refresh)

    def made(self, past: Snapshot, context: Context) -> Arrays:
        """What GDS makes, from the cache where it is there."""
        about = {"system": self.name, "version": self.version, **self.settings}
        return cached(context.cache, past, about, lambda: self.make(past, context))

    @abstractmethod
    def make(self, past: Snapshot, context: Context) -> Arrays:
        """Ask GDS."""


@dataclass(frozen=True)
class ByMethod(Embedded):
    """Embeddings by a choice of methods.

    Attributes:
        method: ``fastrp`` or ``node2vec``.
    """

    method: str = "fastrp"

    def __post_init__(self) -> None:
        Embedded.__post_init__(self)
        if self.method not in METHODS:
            raise ValueError(f"method is {' or '.join(METHODS)}")


@dataclass(frozen=True)
class CollaboratorsEmbeddings(ByMethod, AuthorRanker):
    """Authors by the cosine of their embeddings with the author's.

    Attributes:
        half_life_years: Years of 365.25 days after which a joint paper counts half.
    """

    name = "collaborators-embeddings"
    summary = "authors near in the network of joint papers, by FastRP or node2vec once a year"

    half_life_years: float = 3.0

    def make(self, past: Snapshot, context: Context) -> Arrays:
        """Embeddings of the authors."""
        edges = joint_papers(past, self.half_life_years)
        rows = embed_nodes(
            context.graph, edges, self.method, dimensions=self.dimensions, seed=self.seed
        )
        return {"rows": _unit(rows)}

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Cosines; those without a joint paper by then are not in the answer."""
        past = context.snapshot.until(begin(context.before, self.refresh))
        rows = np.zeros((context.snapshot.num_authors, self.dimensions))
        rows[places(context.snapshot.author_id, past.author_id)] = self.made(past, context)["rows"]
        for author in authors:
            yield _cosines(rows, rows[author])


@dataclass(frozen=True)
class PriorWorkEmbeddings(ByMethod, Ranker):
    """Papers by the cosine of their embeddings with the mean of what the team has cited.

    Attributes:
        recent: Papers of each author that are looked at, the latest first; 0 means all.
    """

    name = "prior-work-embeddings"
    summary = "papers near in the network of citations, by FastRP or node2vec once a year"
    needs = frozenset({"author_ids"})

    recent: int = 10

    def make(self, past: Snapshot, context: Context) -> Arrays:
        """Embeddings of the papers."""
        rows = embed(context.graph, past, self.method, dimensions=self.dimensions, seed=self.seed)
        return {"rows": _unit(rows)}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Cosines; what is dated later in the period is not in the answer."""
        snapshot = context.snapshot
        past = snapshot.until(begin(context.before, self.refresh))
        rows = np.zeros((snapshot.num_papers, self.dimensions))
        rows[: past.num_papers] = self.made(past, context)["rows"]
        for team in teams_of(queries, snapshot):
            weight = cited_by(snapshot, team, self.recent)
            if not weight.any():  # a team that never cited anything is near its own papers
                for author in team:
                    weight[latest_papers(snapshot, author, self.recent)] += 1
            yield _cosines(rows, weight @ rows)


@dataclass(frozen=True)
class GdsLinkPrediction(Embedded, AuthorRanker):
    """New co-authors by the link-prediction pipeline of GDS; earlier ones are never predicted.

    Attributes:
        split: How the pipeline splits what it learns from, which cannot be changed: pairs are
            sampled at random, whatever their dates.
        best: Predictions per author.
        half_life_years: Years of 365.25 days after which a joint paper counts half.
    """

    name = "collaborators-gds-link-prediction"
    summary = (
        "first-time co-authors alone, by the pipeline of GDS; it learns from a random undirected "
        "split of the pairs before the year, not from a split in time"
    )

    split: str = "random undirected"
    best: int = 50
    half_life_years: float = 3.0

    def __post_init__(self) -> None:
        Embedded.__post_init__(self)
        if self.split != "random undirected":
            raise ValueError("split is random undirected: the pipeline has no other")

    def make(self, past: Snapshot, context: Context) -> Arrays:
        """The predicted pairs."""
        pairs, probability, area = predict_links(
            context.graph,
            joint_papers(past, self.half_life_years),
            dimensions=self.dimensions,
            best=self.best,
            seed=self.seed,
        )
        return {"pairs": pairs, "probability": probability, "own_test": np.array(area)}

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Probabilities of the predicted pairs."""
        past = context.snapshot.until(begin(context.before, self.refresh))
        found = self.made(past, context)
        then = places(context.snapshot.author_id, past.author_id)
        one, other = then[found["pairs"]].T
        for author in authors:
            scores = np.full(context.snapshot.num_authors, np.nan)
            for ours, theirs in ((one, other), (other, one)):
                mine = ours == author
                scores[theirs[mine]] = found["probability"][mine]
            yield scores


def joint_papers(past: Snapshot, half_life_years: float) -> Edges:
    """The authors of a snapshot, joined by their fading joint papers."""
    if past.before is None:
        raise ValueError("papers fade up to a day")
    days = half_life_years * DAYS_PER_YEAR
    faded = coauthorship(past, half_life_days=days, shared=True).edges(past.before)
    return Edges(past.num_authors, *faded)


def _unit(rows: _Rows) -> _Rows:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: _Rows = np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)
    return unit


def _cosines(rows: Floats, one: Floats) -> Floats:
    length = np.linalg.norm(one)
    known = rows.any(axis=1) & (length > 0)
    return np.where(known, rows @ one / (length or 1.0), np.nan)
