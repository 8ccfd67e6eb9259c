"""Graph networks as systems: their queries, retrieving walks and settings.

PyTorch is imported only when one of them is trained or answers.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field, PositiveFloat, PositiveInt, model_validator
from pydantic.dataclasses import dataclass as checked

from scinet.errors import extra_needed
from scinet.eval.ranked_list import AuthorList
from scinet.eval.task import Query
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import AuthorRanker, Floats, Ints, Ranker
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.gnn.candidate_lists import NodeQuery, build_title_contexts
from scinet.models.prior_work.team import team_numbers
from scinet.models.temporal_graph.dated_graph import CITED_BY, CITES, WRITTEN_BY, WROTE
from scinet.models.temporal_graph.dated_walks import WalkSpec
from scinet.models.temporal_graph.sampling import Strategy
from scinet.models.text.dense import CAUTION
from scinet.validation import OPTIONS, Natural

_RECENT_PAPERS: Final = 10  # of an author, as in the published baseline


@checked(frozen=True, config=OPTIONS)
class GraphNetwork(TrainableSystem):
    """Network that reranks the candidates of walks.

    Attributes:
        encoder: ``sage`` (GraphSAGE), ``hgt`` (heterogeneous graph transformer) or ``temporal``
            (attention over dated edges).
        batch: Queries of one day per gradient step.
        negatives: Wrong candidates per query and gradient step.
        questions: Training queries; 0 means all.
        measured: Validation queries; 0 means all.
        top: Candidates that are reranked; the others follow in the order of the walk.
        fan_out: Edges of each relation that are sampled at a node.
        sampling: Selection of edges: the most ``recent``, or any (``uniform``).
        dropout: Share of activations that training sets to 0.
        title_dimensions: Singular vectors of titles.
    """

    track = "graph"
    walks: ClassVar[Sequence[WalkSpec]]
    knows_title: ClassVar[bool] = False

    encoder: Literal["sage", "hgt", "temporal"] = "temporal"
    epochs: PositiveInt = 6
    patience: PositiveInt = 2
    learning_rate: PositiveFloat = 0.001
    batch: PositiveInt = 16
    negatives: PositiveInt = 40
    questions: Natural = 0
    measured: Natural = 0
    top: PositiveInt = 100
    candidates: PositiveInt = 1000
    fan_out: PositiveInt = 6
    hops: PositiveInt = 2
    sampling: Strategy = "recent"
    hidden: PositiveInt = 64
    heads: PositiveInt = 4
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.3
    title_dimensions: PositiveInt = 32

    @model_validator(mode="after")
    def _has_equal_heads(self) -> Self:
        if self.hidden % self.heads:
            raise ValueError("setting hidden is a multiple of heads")
        return self

    @property
    def ranks(self) -> Literal["author", "paper"]:
        """Kind of ranked items."""
        return "author" if self.answers is AuthorList else "paper"

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Train the reranking of candidates reached by walks."""
        with extra_needed("models"):
            from scinet.models.gnn.learn import train

        return train(self, data)

    def rank(self, context: Context, questions: Sequence[NodeQuery]) -> Iterator[Floats]:
        """Yield logits of the first candidates, then the others in the order of the walk."""
        with extra_needed("models"):
            from scinet.models.gnn.learn import score_nodes

        yield from score_nodes(self, context, questions)

    def make_questions(self, data: TrainingData, split: str) -> Sequence[NodeQuery]:
        """Make the queries of a split with their true answers."""
        snapshot = data.snapshot
        ids = snapshot.author_id if self.ranks == "author" else snapshot.paper_id
        number = {name: place for place, name in enumerate(ids)}
        truth = data.task.truth(split)
        questions = [
            replace(
                self.question(query, snapshot),
                true=[number[item] for item in truth[query.query_id]["items"]],
            )
            for query in data.task.queries(split)
        ]
        return self.titled(questions, data.task.queries(split), snapshot, data.cache)

    def titled(
        self,
        questions: Sequence[NodeQuery],
        queries: Sequence[Query],
        snapshot: Snapshot,
        cache: Path | None,
    ) -> Sequence[NodeQuery]:
        """Add the titles of the queries, where they are visible."""
        if not self.knows_title:
            return questions
        titles = build_title_contexts(queries, snapshot, cache)
        return [
            replace(question, title=title)
            for question, title in zip(questions, titles, strict=True)
        ]

    @abstractmethod
    def question(self, query: Query, snapshot: Snapshot) -> NodeQuery:
        """Convert a query to node numbers, without its title; the snapshot ends at its day."""


@checked(frozen=True, config=OPTIONS)
class CollaboratorsNetwork(GraphNetwork, AuthorRanker):
    """Network that ranks collaborators; the first walk retrieves candidates and so goes far."""

    name = "collaborators-gnn"
    version = "2"
    summary = "a graph network reranks those whom walks over joint papers reach"
    walks = (
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 0.95, CITED_BY: 0.05}, "author", 0.2, 2.0, 1e-6),
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 0.95, CITED_BY: 0.05}, "author", 0.2, 1.0, 2e-5),
        WalkSpec(
            {WRITTEN_BY: 1.0, WROTE: 0.5, CITED_BY: 0.3, CITES: 0.2}, "author", 0.25, 3.0, 5e-5
        ),
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 1.0}, "author", 0.5, 0.5, 5e-5),
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 0.95, CITED_BY: 0.05}, "author", 0.1, 0.0, 1e-4),
    )

    top: PositiveInt = 150

    def question(self, query: Query, snapshot: Snapshot) -> NodeQuery:
        """Exclude the author of the query from the answers."""
        seed = snapshot.author_number[query.inputs["author_id"]]
        return NodeQuery([seed], (), day_of(query.before), {seed})

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield scores of the authors; see :meth:`rank`."""
        day = day_of(context.before)
        yield from self.rank(
            context, [NodeQuery([author], (), day, {author}) for author in authors.tolist()]
        )


@checked(frozen=True, config=OPTIONS)
class PriorWorkNetwork(GraphNetwork, Ranker):
    """Network that ranks references; teams have many candidates, so fewer queries suffice."""

    name = "prior-work-gnn"
    summary = "a graph network reranks the papers that walks over citations reach"
    needs = frozenset({"author_ids"})
    walks = (
        WalkSpec(
            {CITED_BY: 1.0, CITES: 1.0, WROTE: 0.3, WRITTEN_BY: 1.0}, "paper", 0.25, 3.0, 3e-5
        ),
        WalkSpec({CITED_BY: 1.0, CITES: 1.0}, "paper", 0.35, 3.0, 5e-5),
        WalkSpec({WRITTEN_BY: 1.0, CITED_BY: 1.0, CITES: 1.0}, "author", 0.25, 3.0, 5e-5),
    )

    questions: Natural = 1500
    measured: Natural = 300

    def question(self, query: Query, snapshot: Snapshot) -> NodeQuery:
        """Start walks at the team's references, or else at its papers."""
        ((team,), day) = team_numbers([query], snapshot), day_of(query.before)
        return NodeQuery(team, _team_references(snapshot, team, day), day)

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield scores of the papers; see :meth:`rank`."""
        questions = [self.question(query, context.snapshot) for query in queries]
        titled = self.titled(questions, queries, context.snapshot, context.cache)
        yield from self.rank(context, titled)


@checked(frozen=True, config=OPTIONS)
class PriorWorkTitleNetwork(PriorWorkNetwork):
    """Network that ranks references given the title: half of the walks start at similar papers."""

    name = "prior-work-title-gnn"
    summary = "a graph network reranks the papers that walks from title and team reach"
    cautions = CAUTION
    needs = frozenset({"author_ids", "title"})
    knows_title = True

    epochs: PositiveInt = 12
    patience: PositiveInt = 3
    negatives: PositiveInt = 80
    questions: Natural = 0
    top: PositiveInt = 200


def _team_references(snapshot: Snapshot, team: Sequence[int], before: int) -> list[int]:
    """Return the references of a team's latest papers, once for each author of each of them."""
    written = []
    for author in team:
        papers = snapshot.author_papers.row(author)
        written += papers[snapshot.day[papers] < before][-_RECENT_PAPERS:].tolist()
    cited = [int(paper) for own in written for paper in snapshot.cites.row(own)]
    return [paper for paper in cited if snapshot.day[paper] < before] or written
