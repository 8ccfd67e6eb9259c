"""Matrix factorisation of co-authorships and of citations."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numba import njit
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked
from scipy import sparse

from scinet.eval.task import Query
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot.csr import Int64
from scinet.models.base.ranking import AuthorRanker, Floats, Ints, Ranker
from scinet.models.base.system import Context
from scinet.models.factorisation.period import (
    Arrays,
    Periodic,
    author_positions,
    expand_rows,
    faded_coauthorship,
)
from scinet.models.history import HalfLife, History
from scinet.models.prior_work.team import team_numbers
from scinet.validation import OPTIONS

_CONFIDENCE: Final = 10.0  # an entry weighs 1 + 10 times its value, a missing one 1
_PENALTY: Final = 0.1  # on the squares of the factors


def implicit_als(
    table: sparse.csr_array, *, dimensions: int, seed: int, sweeps: int = 10
) -> tuple[Floats, Floats]:
    """Factorise by alternating least squares on entries and, with less weight, on missing ones.

    Args:
        table: Rows by columns, entries above 0.
        sweeps: Number of alternations.

    Returns:
        Factors of rows and of columns, ``(…, dimensions)``; the dot product of two approximates the
        entry. 0 for rows and columns without an entry.

    Source:
        Hu, Koren and Volinsky (2008), doi:10.1109/ICDM.2008.22, equations 4 and 5.
    """
    by_row = sparse.csr_array(table.astype(np.float64))
    by_column = sparse.csr_array(by_row.T)
    rng = np.random.default_rng(seed)
    right = rng.standard_normal((table.shape[1], dimensions)) / np.sqrt(dimensions)
    row_factors = np.zeros((table.shape[0], dimensions))
    for _ in range(sweeps):
        row_factors = _solve_side(by_row, right)
        right = _solve_side(by_column, row_factors)
    return row_factors, right


def _solve_side(table: sparse.csr_array, factors: Floats) -> Floats:
    gram = factors.T @ factors + _PENALTY * np.eye(factors.shape[1])
    indptr, indices = table.indptr.astype(np.int64), table.indices.astype(np.int64)
    return np.asarray(_solve_rows(indptr, indices, _CONFIDENCE * table.data, factors, gram))


@njit(cache=True, nogil=True)
def _solve_rows(
    indptr: Int64, indices: Int64, weight: Floats, factors: Floats, gram: Floats
) -> Floats:
    solved = np.zeros((len(indptr) - 1, factors.shape[1]))
    for row in range(len(solved)):
        if indptr[row] == indptr[row + 1]:
            continue
        matrix = gram.copy()
        vector = np.zeros(factors.shape[1])
        for entry in range(indptr[row], indptr[row + 1]):
            factor = factors[indices[entry]]
            matrix += weight[entry] * np.outer(factor, factor)
            vector += (1.0 + weight[entry]) * factor
        solved[row] = np.linalg.solve(matrix, vector)
    return solved


@checked(frozen=True, config=OPTIONS)
class FactorisationSystem(Periodic):
    """System that ranks by implicit alternating least squares."""

    version = "2"

    dimensions: PositiveInt = 64
    half_life_years: HalfLife = 3.0

    def make(self, past: History, context: Context) -> Arrays:
        """Compute ``left`` and ``right`` factors."""
        row_factors, right = implicit_als(
            self.table(past), dimensions=self.dimensions, seed=self.seed
        )
        return {"left": row_factors, "right": right}

    @abstractmethod
    def table(self, past: History) -> sparse.csr_array:
        """Return the table to factorise."""


class CollaboratorsFactors(FactorisationSystem, AuthorRanker):
    """Authors by the dot product of their factors with the author's."""

    name = "collaborators-factors"
    summary = "matrix factorisation of fading joint papers, made once a year"

    def table(self, past: History) -> sparse.csr_array:
        """Return decayed joint papers of authors."""
        return faded_coauthorship(past, self.half_life_years).table(past.before)

    def scores(self, authors: Ints, context: Context) -> Iterator[Floats]:
        """Yield products; authors without a positive one, or any paper by then, are omitted."""
        past, arrays = self.made(context)
        row_factors = expand_rows(arrays["left"], context, past)
        then = author_positions(context.snapshot.author_id, past.snapshot.author_id)
        for author in authors:
            scores = np.zeros(context.snapshot.num_authors)
            scores[then] = arrays["right"] @ row_factors[author]
            yield np.where(scores > 0, scores, np.nan)


class PriorWorkFactors(FactorisationSystem, Ranker):
    """Papers by the dot product of their factors with the sum of the team's."""

    name = "prior-work-factors"
    summary = "matrix factorisation of who cites what, made once a year"
    needs = frozenset({"author_ids"})

    def table(self, past: History) -> sparse.csr_array:
        """Count citations of each paper by each author, decayed by the citing paper's age."""
        snapshot = past.snapshot
        days = day_of(past.before) - snapshot.day
        faded = 0.5 ** (days / (self.half_life_years * DAYS_PER_YEAR))
        cites = snapshot.cites.to_scipy(snapshot.num_papers)
        wrote = snapshot.author_papers.to_scipy(snapshot.num_papers)
        return sparse.csr_array(wrote @ (sparse.diags_array(faded) @ cites))

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        """Yield products; papers without a positive one, or dated later, are omitted."""
        past, arrays = self.made(context)
        row_factors = expand_rows(arrays["left"], context, past)
        for team in team_numbers(queries, context.snapshot):
            scores = np.zeros(context.snapshot.num_papers)
            scores[: past.snapshot.num_papers] = arrays["right"] @ row_factors[team].sum(axis=0)
            yield np.where(scores > 0, scores, np.nan)
