"""Questions of one period as tensors."""

import warnings
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.sparse import csr_array
from torch import Tensor

from scinet.graph.links import network
from scinet.graph.snapshot import Csr
from scinet.models.gnn.title_space import TitleSpace, author_features, paper_features
from scinet.models.links.identity import author_views, paper_views
from scinet.models.links.questions import Questions
from scinet.models.links.sage import GraphTensors
from scinet.models.links.tables import matrix, take

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Examples:
    """What a network sees of a period, and what it should answer.

    Attributes:
        graph: Everything before the period.
        title: Titles of the sources as points, shape ``(sources, dimensions)``.
        questions: The period's sources and positives.
    """

    graph: GraphTensors
    title: Tensor
    questions: Questions

    @classmethod
    def of(cls, questions: Questions, space: TitleSpace, bits: int) -> "Examples":
        """Turn questions into tensors.

        Args:
            questions: Sources of one period.
            space: Title directions, from titles before every period in use.
            bits: Length of each node's code, a multiple of 8.
        """
        past = questions.past
        papers, authors = past.num_papers, past.num_authors
        together = network(past, "coauthor")
        adjacency = {
            "cites": sparse(matrix(past.cites, papers)),
            "cited_by": sparse(matrix(past.cited_by, papers)),
            "written_by": sparse(matrix(past.authored, authors)),
            "wrote": sparse(matrix(past.author_papers, papers)),
            "wrote_with": sparse(matrix(together, authors)),
        }
        x = {
            "paper": torch.from_numpy(paper_features(past, space)),
            "author": torch.from_numpy(author_features(past, space)),
        }
        views = {
            "paper": torch.from_numpy(paper_views(past, bits)),
            "author": torch.from_numpy(author_views(past, bits)),
        }
        title = torch.from_numpy(space.place(questions.title))
        return cls(GraphTensors(x, views, adjacency), title, questions)

    @property
    def num_sources(self) -> int:
        """Number of sources."""
        return self.questions.num_sources

    @property
    def num_targets(self) -> int:
        """Number of targets."""
        return self.questions.num_targets

    @property
    def targets(self) -> str:
        """``paper`` or ``author``."""
        return self.questions.targets

    def sources(self, chosen: Ints) -> tuple[Tensor, Tensor]:
        """Members and titles of some sources, as the scorer takes them."""
        team = matrix(self.questions.members, self.questions.past.num_authors)[chosen]
        mean = csr_array(team / team.sum(axis=1)[:, None])
        return sparse(mean), self.title[torch.from_numpy(chosen)]

    def positives(self, chosen: Ints) -> tuple[Tensor, Tensor]:
        """Place among the chosen and target of each positive."""
        return _entries(self.questions.positives, chosen)

    def excluded(self, chosen: Ints) -> tuple[Tensor, Tensor]:
        """Place among the chosen and target of what is no candidate."""
        return _entries(self.questions.excluded, chosen)


def sparse(table: csr_array) -> Tensor:
    """A sparse CSR tensor of the same entries."""
    with warnings.catch_warnings():
        # Torch calls this form a beta, once per process.
        warnings.simplefilter("ignore", UserWarning)
        return torch.sparse_csr_tensor(
            torch.from_numpy(table.indptr.astype(np.int64)),
            torch.from_numpy(table.indices.astype(np.int64)),
            torch.from_numpy(table.data.astype(np.float32)),
            table.shape,
            check_invariants=True,
        )


def _entries(table: Csr, chosen: Ints) -> tuple[Tensor, Tensor]:
    part = take(table, chosen)
    return (
        torch.from_numpy(part.row_numbers().astype(np.int64)),
        torch.from_numpy(part.indices.astype(np.int64)),
    )
