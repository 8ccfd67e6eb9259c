"""Embedding Fusion by projected vectors, for collaborators and for prior work.

PyTorch is imported only when one of them is trained or answers.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field, NonNegativeFloat, PositiveFloat, PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet.errors import extra_needed
from scinet.models.base.ranking import AuthorRanker, Floats, Ints
from scinet.models.base.system import Context
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.prior_work.team import TeamRanker, Teams
from scinet.models.projection.samples import Items
from scinet.models.text.author_profiles import (
    VectorSystem,
    cosines,
    latest_author_papers,
    normalise_rows,
    team_centroid,
)
from scinet.models.text.dense import inner_products
from scinet.models.text.vector_cache import Vectors
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class ProjectionSystem(VectorSystem, TrainableSystem):
    """Similarity of vectors that are projected by a network of two layers.

    It is trained to place a team's next items nearer than negatives one step away or anywhere.

    Attributes:
        size: Size of projected vectors.
        dropout: Dropout of the first layer.
        temperature: Divisor of cosines in the loss.
        hard: Negatives of a query one step away.
        easy: Negatives of a query from anywhere.

    Source:
        PreScience, ``train_projection`` and ``projection_model`` at 47384ed. Authors are means of
        vectors in training too, as in its prediction; the learning rate has no warm-up.
    """

    items: ClassVar[Items]

    hidden: PositiveInt = 512
    size: PositiveInt = 256
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.1
    temperature: PositiveFloat = 0.07
    learning_rate: PositiveFloat = 1e-4
    weight_decay: NonNegativeFloat = 1e-5
    batch: PositiveInt = 32
    epochs: PositiveInt = 10
    patience: PositiveInt = 10
    hard: Natural = 5
    easy: PositiveInt = 10

    def train(self, data: TrainingData) -> Mapping[str, Any]:
        """Train a projection of the vectors of papers."""
        with extra_needed("models"):
            from scinet.models.projection.learn import train

        return train(self, data)

    def of_authors(self, context: Context) -> tuple[Vectors, Vectors]:
        """Return projected vectors of papers and of authors, the latter 0 without a text."""
        with extra_needed("models"):
            from scinet.models.projection.learn import bag_means, load_projection, project_vectors

        module, vectors = load_projection(self, context), self.embed_papers(context)
        rows = latest_author_papers(context.snapshot, self.recent)
        authors = bag_means((rows.row(author) for author in range(rows.num_rows)), vectors)
        return project_vectors(module, vectors), project_vectors(module, authors)


class CollaboratorsProjection(ProjectionSystem, AuthorRanker):
    """Authors by similarity of their projected vectors to the author's."""

    name = "collaborators-projection"
    summary = "authors near in meaning after a projection learned from earlier teams"
    items = "authors"

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield the cosine with each author with a text."""
        _, everyone = self.of_authors(context)
        everyone = normalise_rows(everyone)
        has_text = everyone.any(axis=1)
        for author in authors:
            yield np.where(has_text, inner_products(everyone, everyone[author]), np.nan)


class PriorWorkProjection(ProjectionSystem, TeamRanker):
    """Papers by similarity of their projected vectors to the mean of the authors'."""

    name = "prior-work-projection"
    summary = "papers near in meaning after a projection learned from earlier references"
    items = "papers"

    def score_teams(self, teams: Teams, context: Context) -> Iterator[Floats]:
        """Yield the cosine with each paper with a text."""
        papers, authors = self.of_authors(context)
        known = [[author for author in team if authors[author].any()] for team in teams]
        profiles = (team_centroid(authors, members) for members in known)
        return cosines(normalise_rows(papers), profiles)
