"""Graph networks as systems: what each is asked, which walks name its candidates, its settings.

PyTorch is imported when one of them learns or answers, not before.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

from scinet.errors import extra_needed
from scinet.eval.task import Query
from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.collaborators.ranker import AuthorRanker, Ints
from scinet.models.gnn.candidate_lists import Asked
from scinet.models.gnn.title_context import told
from scinet.models.prior_work.team import teams_of
from scinet.models.temporal_graph.dated_graph import CITED_BY, CITES, WRITTEN_BY, WROTE
from scinet.models.temporal_graph.dated_walks import WalkSpec
from scinet.models.text.dense import CAUTION

_RECENT: Final = 10  # papers of an author whose references count, as in the published baseline


@dataclass(frozen=True)
class GraphNetwork(TrainableSystem):
    """A network that corrects the order of walks.

    Attributes:
        epochs: Most epochs.
        patience: Epochs without a better validation after which training ends.
        learning_rate: Step of Adam.
        batch: Questions of one day per step.
        negatives: Wrong candidates of a question per step.
        questions: Questions of ``train`` that are learned from; 0 means all.
        measured: Questions of ``val`` that an epoch is measured on; 0 means all.
        top: Candidates that are put in order; the rest follows as the walk has it.
        longest: Candidates of a question at most.
        fan_out: Edges of each relation that a node takes.
        hops: Steps that messages travel.
        draw: Which edges are taken: the most ``recent``, or any (``uniform``).
        hidden: Size of an embedding.
        heads: Parts of an embedding that attend by themselves.
        dropout: Share of activations that training sets to 0.
        title_dimensions: Main directions of titles.
    """

    version = "1"
    track = "graph"
    encoder: ClassVar[Literal["sage", "hgt", "temporal"]]
    courses: ClassVar[Sequence[WalkSpec]]
    knows_title: ClassVar[bool] = False

    epochs: int = 6
    patience: int = 2
    learning_rate: float = 0.001
    batch: int = 16
    negatives: int = 40
    questions: int = 0
    measured: int = 0
    top: int = 100
    longest: int = 1000
    fan_out: int = 6
    hops: int = 2
    draw: str = "recent"
    hidden: int = 64
    heads: int = 4
    dropout: float = 0.3
    title_dimensions: int = 32

    def __post_init__(self) -> None:
        if self.draw not in {"recent", "uniform"}:
            raise ValueError(f"draw is {self.draw!r}, not recent or uniform")
        least = (self.epochs, self.patience, self.batch, self.negatives, self.top, self.fan_out)
        if min(*least, self.hops, self.hidden, self.heads) < 1 or self.hidden % self.heads:
            raise ValueError("counts are at least 1, and hidden is a multiple of heads")
        if self.learning_rate <= 0 or not 0 <= self.dropout < 1:
            raise ValueError("learning_rate is above 0, dropout in [0, 1)")

    def train(self, lesson: TrainingData) -> Mapping[str, Any]:
        """Learn to put the candidates of the walks in order."""
        with extra_needed("models"):
            from scinet.models.gnn.learn import train

        return train(self, lesson, lambda split: self.questions_of(lesson, split))

    def questions_of(self, lesson: TrainingData, split: str) -> Sequence[Asked]:
        """Questions of a split with their true answers."""
        snapshot = lesson.snapshot
        ids = snapshot.author_id if self.answers == "author" else snapshot.paper_id
        number = {name: place for place, name in enumerate(ids)}
        truth = lesson.task.truth(split)
        queries = lesson.task.queries(split)
        true = [[number[item] for item in truth[q.query_id]["items"]] for q in queries]
        return self.numbered(queries, snapshot, true, lesson.cache)

    def numbered(
        self,
        queries: Sequence[Query],
        snapshot: Snapshot,
        true: Sequence[Sequence[int]],
        cache: Path | None,
    ) -> Sequence[Asked]:
        """Queries by numbers, with what their titles tell where those are known."""
        found = self.asked(queries, snapshot, true)
        if not self.knows_title:
            return found
        known = told(queries, snapshot, cache)
        return [replace(one, told=title) for one, title in zip(found, known, strict=True)]

    @abstractmethod
    def asked(
        self, queries: Sequence[Query], snapshot: Snapshot, true: Sequence[Sequence[int]]
    ) -> Sequence[Asked]:
        """Queries by numbers of a snapshot that holds everything before their days."""


@dataclass(frozen=True)
class CollaboratorsNetwork(GraphNetwork, AuthorRanker):
    """A network that foresees collaborators; the first walk names them, so it goes far."""

    version = "2"
    courses = (
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 0.95, CITED_BY: 0.05}, "author", 0.2, 2.0, 1e-6),
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 0.95, CITED_BY: 0.05}, "author", 0.2, 1.0, 2e-5),
        WalkSpec(
            {WRITTEN_BY: 1.0, WROTE: 0.5, CITED_BY: 0.3, CITES: 0.2}, "author", 0.25, 3.0, 5e-5
        ),
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 1.0}, "author", 0.5, 0.5, 5e-5),
        WalkSpec({WRITTEN_BY: 1.0, WROTE: 0.95, CITED_BY: 0.05}, "author", 0.1, 0.0, 1e-4),
    )

    top: int = 150

    def asked(
        self, queries: Sequence[Query], snapshot: Snapshot, true: Sequence[Sequence[int]]
    ) -> Sequence[Asked]:
        """The seed asks, and is no answer."""
        number = {author: place for place, author in enumerate(snapshot.author_id)}
        seeds = [number[query.inputs["author_id"]] for query in queries]
        return [
            Asked([seed], (), day_of(query.before), {seed}, answers)
            for query, seed, answers in zip(queries, seeds, true, strict=True)
        ]

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Logits of those that the walk puts first, then the others in its order."""
        with extra_needed("models"):
            from scinet.models.gnn.learn import rank

        day = day_of(context.before)
        asked = [Asked([int(author)], (), day, {int(author)}) for author in authors]
        yield from rank(self, context, asked)


@dataclass(frozen=True)
class PriorWorkNetwork(GraphNetwork, Ranker):
    """A network that foresees references; teams have many candidates, so fewer questions do."""

    needs = frozenset({"author_ids"})
    courses = (
        WalkSpec(
            {CITED_BY: 1.0, CITES: 1.0, WROTE: 0.3, WRITTEN_BY: 1.0}, "paper", 0.25, 3.0, 3e-5
        ),
        WalkSpec({CITED_BY: 1.0, CITES: 1.0}, "paper", 0.35, 3.0, 5e-5),
        WalkSpec({WRITTEN_BY: 1.0, CITED_BY: 1.0, CITES: 1.0}, "author", 0.25, 3.0, 5e-5),
    )

    questions: int = 1500
    measured: int = 300

    def asked(
        self, queries: Sequence[Query], snapshot: Snapshot, true: Sequence[Sequence[int]]
    ) -> Sequence[Asked]:
        """The team asks; walks start at what it cited, or else wrote."""
        found = []
        for query, team, answers in zip(queries, teams_of(queries, snapshot), true, strict=True):
            day = day_of(query.before)
            found.append(Asked(team, _cited(snapshot, team, day), day, (), answers))
        return found

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Logits of those that the walk puts first, then the others in its order."""
        with extra_needed("models"):
            from scinet.models.gnn.learn import rank

        unknown: list[list[int]] = [[] for _ in queries]
        asked = self.numbered(queries, context.snapshot, unknown, context.cache)
        yield from rank(self, context, asked)


@dataclass(frozen=True)
class TitleNetwork(PriorWorkNetwork):
    """The same where the title is known: half of the walks start at papers near to it."""

    needs = frozenset({"author_ids", "title"})
    knows_title = True

    epochs: int = 12
    patience: int = 3
    negatives: int = 80
    questions: int = 0
    top: int = 200

    @property
    def settings(self) -> dict[str, Any]:
        """Also which model made the vectors of titles, and what it may know."""
        return {**super().settings, **CAUTION}


def _cited(snapshot: Snapshot, team: Sequence[int], before: int) -> list[int]:
    """What the latest papers of a team cited, once for each author of each of them."""
    written = []
    for author in team:
        papers = snapshot.author_papers.row(author)
        written += papers[snapshot.day[papers] < before][-_RECENT:].tolist()
    cited = [int(paper) for own in written for paper in snapshot.cites.row(own)]
    return [paper for paper in cited if snapshot.day[paper] < before] or written


@dataclass(frozen=True)
class CollaboratorsSage(CollaboratorsNetwork):
    """GraphSAGE on walks over joint papers."""

    name = "collaborators-sage"
    summary = "GraphSAGE puts those whom walks over joint papers reach in order"
    encoder = "sage"


@dataclass(frozen=True)
class CollaboratorsHgt(CollaboratorsNetwork):
    """A heterogeneous graph transformer on walks over joint papers."""

    name = "collaborators-hgt"
    summary = "a heterogeneous graph transformer puts those whom walks reach in order"
    encoder = "hgt"


@dataclass(frozen=True)
class CollaboratorsTemporal(CollaboratorsNetwork):
    """Temporal attention on walks over joint papers."""

    name = "collaborators-temporal"
    summary = "temporal attention puts those whom walks over joint papers reach in order"
    encoder = "temporal"


@dataclass(frozen=True)
class PriorWorkSage(PriorWorkNetwork):
    """GraphSAGE on walks over citations."""

    name = "prior-work-sage"
    summary = "GraphSAGE puts the papers that walks over citations reach in order"
    encoder = "sage"


@dataclass(frozen=True)
class PriorWorkHgt(PriorWorkNetwork):
    """A heterogeneous graph transformer on walks over citations."""

    name = "prior-work-hgt"
    summary = "a heterogeneous graph transformer puts the papers that walks reach in order"
    encoder = "hgt"


@dataclass(frozen=True)
class PriorWorkTemporal(PriorWorkNetwork):
    """Temporal attention on walks over citations."""

    name = "prior-work-temporal"
    summary = "temporal attention puts the papers that walks over citations reach in order"
    encoder = "temporal"


@dataclass(frozen=True)
class TitleSage(TitleNetwork):
    """GraphSAGE on walks over citations, from title and team."""

    name = "prior-work-title-sage"
    summary = "GraphSAGE puts the papers that walks from title and team reach in order"
    encoder = "sage"


@dataclass(frozen=True)
class TitleHgt(TitleNetwork):
    """A heterogeneous graph transformer on walks over citations, from title and team."""

    name = "prior-work-title-hgt"
    summary = "a heterogeneous graph transformer orders papers that title and team lead to"
    encoder = "hgt"


@dataclass(frozen=True)
class TitleTemporal(TitleNetwork):
    """Temporal attention on walks over citations, from title and team."""

    name = "prior-work-title-temporal"
    summary = "temporal attention puts the papers that walks from title and team reach in order"
    encoder = "temporal"


NETWORKS: Final = (
    CollaboratorsSage,
    CollaboratorsHgt,
    CollaboratorsTemporal,
    PriorWorkSage,
    PriorWorkHgt,
    PriorWorkTemporal,
    TitleSage,
    TitleHgt,
    TitleTemporal,
)
