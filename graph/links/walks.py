"""Random walks with restart from many sources at once, on a weighted network.

The network is a few sparse matrices of steps; a batch of sources is a dense matrix to which the
steps are applied until it converges. A walk at a dead end restarts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy import sparse

from scinet.graph.links.decay import coauthorship
from scinet.graph.schema.dates import DAYS_PER_YEAR, day_of
from scinet.graph.snapshot import Csr, Snapshot

Floats: TypeAlias = NDArray[np.float64]
Real = TypeVar("Real", NDArray[np.float64], NDArray[np.float32])

_BATCH: Final = 128  # columns of the dense matrix: 1 KiB for each node


@dataclass(frozen=True)
class Steps:
    """Step of a walk: a mixture of chains of moves, each applied in order.

    Attributes:
        chains: Probability and matrices of each chain. A matrix has a row per place of arrival and
            a column per place of departure; a column sums to 1, or to 0 at a dead end.
    """

    nodes: int
    chains: Sequence[tuple[float, Sequence[sparse.csr_array]]]

    def __call__(self, share: Real) -> Real:
        """Return the distribution one step later, shape ``(nodes, sources)`` like ``share``."""
        moved: Real = np.zeros_like(share)
        for probability, moves in self.chains:
            part = share
            for move in moves:
                part = move @ part
            moved += probability * part
        return moved

    def single(self) -> "Steps":
        """Return the step in single precision: half the memory, errors of about 1e-6."""
        return Steps(
            self.nodes,
            [(share, [move.astype(np.float32) for move in moves]) for share, moves in self.chains],
        )

    def turned(self) -> "Steps":
        """Return the transposed step: from probabilities one step later to those at each start."""
        return Steps(
            self.nodes,
            [(share, [move.T.tocsr() for move in reversed(moves)]) for share, moves in self.chains],
        )


def uniform_steps(adjacency: Csr) -> Steps:
    """Return the uniform step to any neighbour."""
    nodes = adjacency.num_rows
    return Steps(nodes, [(1.0, [_moves(adjacency, np.ones(len(adjacency.indices)), nodes)])])


def author_steps(
    snapshot: Snapshot,
    *,
    half_life_years: float = 3.0,
    citation_share: float = 0.05,
    largest_team: int = 100,
) -> Steps:
    """Return a step from an author to a co-author, or sometimes to an author that they cite.

    Co-authors are drawn in proportion to their joint papers: a paper of k authors counts
    ``1 / (k - 1)``, halved every half-life. A citation is followed from one of the author's papers
    (halved likewise by age), to one of its references, to one of that paper's authors.

    Args:
        snapshot: Everything before the day as of which the step is taken.
        half_life_years: Years of 365.25 days after which a paper counts half, above 0.
        largest_team: Papers with more authors join no co-authors.

    Returns:
        The step; nodes are the authors of the snapshot.
    """
    if snapshot.before is None:
        raise ValueError("a walk as of a day needs a snapshot before one")
    if not 0 <= citation_share <= 1:
        raise ValueError(f"a share of {citation_share} is not in [0, 1]")
    papers, authors = snapshot.num_papers, snapshot.num_authors
    half_life = half_life_years * DAYS_PER_YEAR
    together = coauthorship(
        snapshot, half_life_days=half_life, largest_team=largest_team, shared=True
    )
    faded = 0.5 ** ((day_of(snapshot.before) - snapshot.day) / half_life)
    citing = snapshot.cites.lengths() > 0
    written = snapshot.author_papers
    leave = _moves(written, (faded * citing)[written.indices], papers)
    cite = _moves(snapshot.cites, np.ones(len(snapshot.cites.indices)), papers)
    arrive = _moves(snapshot.authored, np.ones(len(snapshot.authored.indices)), authors)
    return Steps(
        authors,
        [
            (1 - citation_share, [_normalise(together.table(snapshot.before))]),
            (citation_share, [leave, cite, arrive]),
        ],
    )


def visits(
    step: Steps, starts: Csr, *, restart: float = 0.25, tolerance: float = 1e-4
) -> Iterator[tuple[int, Floats]]:
    """Yield the share of time that the walks of each source spend at each node.

    Args:
        starts: Source to the nodes where its walks start and restart uniformly, at least one.
        tolerance: Bound on the summed error of the shares of a source.

    Yields:
        The number of the first source of a batch, and the shares of the batch, shape
        ``(nodes, sources)``; each column sums to 1.

    Source:
        Page et al. (1999), The PageRank Citation Ranking, section 6; Haveliwala (2002),
        doi:10.1145/511446.511513.
    """
    if not 0 < restart <= 1:
        raise ValueError(f"a restart of {restart} is not in (0, 1]")
    # Each step multiplies the sum of errors, at most 2 at first, by 1 - restart.
    count = 0 if restart == 1 else max(ceil(log(tolerance / 2) / log(1 - restart)), 1)
    for first, start in iter_batches(starts, step.nodes, _BATCH, step.chains[0][1][0].dtype):
        yield first, restart_walks(step, start, restart=restart, steps=count)


def single_starts(nodes: NDArray[np.integer]) -> Csr:
    """Return starts of walks at one node each, for :func:`visits`."""
    return Csr(np.arange(len(nodes) + 1), nodes.astype(np.int32))


def iter_batches(
    starts: Csr, nodes: int, size: int, dtype: DTypeLike = np.float64
) -> Iterator[tuple[int, Floats]]:
    """Yield the start distributions of batches of sources, each column summing to 1.

    Yields:
        The number of the first source of a batch, and a table of shape ``(nodes, sources)``.
    """
    lengths = starts.lengths()
    if not lengths.all():
        raise ValueError("a walk needs a source")
    for first in range(0, starts.num_rows, size):
        rows = range(first, min(first + size, starts.num_rows))
        start: Floats = np.zeros((nodes, len(rows)), dtype=dtype)
        for column, row in enumerate(rows):
            np.add.at(start[:, column], starts.row(row), 1.0 / lengths[row])
        yield first, start


def restart_walks(
    step: Steps, start: Real, *, restart: float, steps: int, ends: bool = False
) -> Real:
    """Return the distribution of walks after some steps, shape ``(nodes, sources)`` like ``start``.

    Before each step a walk restarts with a probability; at a dead end it restarts, too.

    Args:
        start: Distribution of starts and restarts; columns sum to 1.
        ends: Whether a walk ends at a dead end instead, and all do after the last step;
            columns then sum to less than 1. See :func:`stopped_shares` for several probabilities
            at once.
    """
    share: Real = restart * start if ends else start
    for _ in range(steps):
        moved = (1 - restart) * step(share)
        again: Any = restart if ends else 1 - column_sums(moved)
        share = moved + again * start
    return share


def column_sums(table: Real) -> Real:
    """Sum columns, each bit by bit as if it were alone.

    The order in which numpy adds depends on the shape of the table.
    """
    sums: Real = np.empty_like(table, shape=table.shape[1:])
    for place, column in enumerate(table.T):
        sums[place] = column.copy().sum()
    return sums


def positions(step: Steps, start: Real, steps: int) -> Iterator[Real]:
    """Yield the distributions of walks without restart after 0, 1 … ``steps`` steps."""
    share = start
    yield share
    for _ in range(steps):
        share = step(share)
        yield share


def stopped_shares(positions: Sequence[Real], restart: float) -> Real:
    """Return shares of time of walks that restart with a probability and end at dead ends.

    The walks are cut after the last position, so that columns sum to less than 1; one list of
    positions serves any number of probabilities.
    """
    total = np.zeros_like(positions[0])
    for steps, share in enumerate(positions):
        total += share.dtype.type(restart * (1 - restart) ** steps) * share
    return total


def _moves(rows: Csr, weight: Floats, columns: int) -> sparse.csr_array:
    return _normalise(rows.to_scipy(columns, weight))


def _normalise(table: sparse.csr_array) -> sparse.csr_array:
    total = np.asarray(table.sum(axis=1)).ravel()
    share = np.zeros(len(total))
    np.divide(1.0, total, out=share, where=total > 0)
    return sparse.csr_array((sparse.diags_array(share) @ table).T)
