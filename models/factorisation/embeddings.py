"""Similarity of GDS embeddings of the network as of the beginning of a period."""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.eval.task import Query
from scinet.graph.gds.constructed import Edges, embed_nodes, predict_links
from scinet.graph.gds.embeddings import embed
from scinet.models.base.ranking import AuthorRanker, Floats, Ints, Ranker
from scinet.models.base.system import Context
from scinet.models.factorisation.period import (
    Arrays,
    Periodic,
    author_positions,
    expand_rows,
    faded_coauthorship,
)
from scinet.models.history import Float32, HalfLife, History, Latest
from scinet.models.prior_work.team import count_team_citations, latest_papers, team_numbers
from scinet.validation import OPTIONS


class GdsEmbedding(Periodic):
    """System based on a GDS computation on a network, once per period."""

    version = "2"  # as 1, with nodes in the order of the arrays
    asks_database = True


@checked(frozen=True, config=OPTIONS)
class EmbeddingMethods(GdsEmbedding):
    """Embeddings by a choice of methods."""

    method: Literal["fastrp", "node2vec"] = "fastrp"


@checked(frozen=True, config=OPTIONS)
class CollaboratorsEmbeddings(EmbeddingMethods, AuthorRanker):
    """Authors by the cosine of their embeddings with the author's."""

    name = "collaborators-embeddings"
    summary = "authors near in the network of joint papers, by FastRP or node2vec once a year"

    half_life_years: HalfLife = 3.0

    def make(self, past: History, context: Context) -> Arrays:
        """Make embeddings of the authors."""
        edges, size = _coauthor_edges(past, self.half_life_years), self.dimensions
        rows = embed_nodes(context.graph, edges, self.method, dimensions=size, seed=self.seed)
        return {"rows": _normalise_rows(rows)}

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield cosines; authors without a joint paper by then are omitted."""
        past, arrays = self.made(context)
        rows = expand_rows(arrays["rows"], context, past)
        for author in authors:
            yield _cosines(rows, rows[author])


@checked(frozen=True, config=OPTIONS)
class PriorWorkEmbeddings(EmbeddingMethods, Ranker):
    """Papers by the cosine of their embeddings with the mean of the team's references."""

    name = "prior-work-embeddings"
    summary = "papers near in the network of citations, by FastRP or node2vec once a year"
    needs = frozenset({"author_ids"})

    recent: Latest = 10

    def make(self, past: History, context: Context) -> Arrays:
        """Make embeddings of the papers."""
        size, seed = self.dimensions, self.seed
        rows = embed(context.graph, past.snapshot, self.method, dimensions=size, seed=seed)
        return {"rows": _normalise_rows(rows)}

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield cosines; papers dated later in the period are omitted."""
        snapshot = context.snapshot
        past, arrays = self.made(context)
        rows = np.zeros((snapshot.num_papers, self.dimensions))
        rows[: past.snapshot.num_papers] = arrays["rows"]
        for team in team_numbers(queries, snapshot):
            weight = count_team_citations(snapshot, team, self.recent)
            if not weight.any():  # a team without references starts at its own papers
                for author in team:
                    weight[latest_papers(snapshot, author, self.recent)] += 1
            yield _cosines(rows, weight @ rows)


@checked(frozen=True, config=OPTIONS)
class GdsLinkPrediction(GdsEmbedding, AuthorRanker):
    """New co-authors by the link-prediction pipeline of GDS; earlier ones are never predicted.

    Attributes:
        split: Split of the pipeline's training data, which is fixed: pairs are sampled at random,
            whatever their dates.
        best: Predictions per author.
    """

    name = "collaborators-gds-link-prediction"
    summary = (
        "first-time co-authors alone, by the pipeline of GDS; it learns from a random undirected "
        "split of the pairs before the year, not from a split in time"
    )

    split: Literal["random undirected"] = "random undirected"
    best: PositiveInt = 50
    half_life_years: HalfLife = 3.0

    def make(self, past: History, context: Context) -> Arrays:
        """Predict the pairs."""
        pairs, probability, area = predict_links(
            context.graph,
            _coauthor_edges(past, self.half_life_years),
            dimensions=self.dimensions,
            best=self.best,
            seed=self.seed,
        )
        return {"pairs": pairs, "probability": probability, "own_test": np.array(area)}

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield probabilities of the predicted pairs."""
        past, arrays = self.made(context)
        then = author_positions(context.snapshot.author_id, past.snapshot.author_id)
        sources, targets = then[arrays["pairs"]].T
        for author in authors:
            scores = np.full(context.snapshot.num_authors, np.nan)
            for ours, theirs in ((sources, targets), (targets, sources)):
                mine = ours == author
                scores[theirs[mine]] = arrays["probability"][mine]
            yield scores


def _coauthor_edges(past: History, half_life_years: float) -> Edges:
    faded = faded_coauthorship(past, half_life_years)
    return Edges(past.snapshot.num_authors, *faded.edges(past.before))


def _normalise_rows(rows: Float32) -> Float32:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(np.divide(rows, length, out=np.zeros_like(rows), where=length > 0))


def _cosines(rows: Floats, vector: Floats) -> Floats:
    length = np.linalg.norm(vector)
    is_defined = rows.any(axis=1) & (length > 0)
    return np.where(is_defined, rows @ vector / (length or 1.0), np.nan)
