"""Restarting walks of many sources at once on a weighted network: where would they be?

The network is a few sparse steps; a batch of sources is a dense matrix that the steps are applied
to until it hardly moves. A walk that has nowhere to go restarts.
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
    """One step of a walk: with each probability a chain of moves, applied one after another.

    Attributes:
        chains: Probability and matrices of each chain. A matrix has a row per place where the walk
            may arrive and a column per place that it leaves; a column sums to 1, or to 0 where
            there is nowhere to go.
    """

    nodes: int
    chains: Sequence[tuple[float, Sequence[sparse.csr_array]]]

    def __call__(self, share: Real) -> Real:
        """Where walks are one step later, shape ``(nodes, sources)`` like ``share``."""
        moved: Real = np.zeros_like(share)
        for probability, moves in self.chains:
            part = share
            for move in moves:
                part = move @ part
            moved += probability * part
        return moved

    def single(self) -> "Steps":
        """The same step in single precision: half the memory, shares off by about 1e-6."""
        return Steps(
            self.nodes,
            [(share, [move.astype(np.float32) for move in moves]) for share, moves in self.chains],
        )

    def turned(self) -> "Steps":
        """The reverse: from the chances to be somewhere a step later to those at each start."""
        return Steps(
            self.nodes,
            [(share, [move.T.tocsr() for move in reversed(moves)]) for share, moves in self.chains],
        )


def uniform_steps(adjacency: Csr) -> Steps:
    """A step to any neighbour, each as likely."""
    nodes = adjacency.num_rows
    return Steps(nodes, [(1.0, [_moves(adjacency, np.ones(len(adjacency.indices)), nodes)])])


def author_steps(
    snapshot: Snapshot,
    *,
    half_life_years: float = 3.0,
    citation_share: float = 0.05,
    largest_team: int = 100,
) -> Steps:
    """A step from an author to a co-author, or now and then to an author whose work they cite.

    Co-authors are as likely as what they wrote together weighs: a paper of k authors counts
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
    """Share of time that the walks of each source spend at each node.

    Args:
        starts: Source to the nodes where its walks start and restart, each as likely, at least one.
        tolerance: The shares of a source are off by at most this in sum.

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
    """Sources whose walks each start and restart at one node, as :func:`visits` takes them."""
    return Csr(np.arange(len(nodes) + 1), nodes.astype(np.int32))


def iter_batches(
    starts: Csr, nodes: int, size: int, dtype: DTypeLike = np.float64
) -> Iterator[tuple[int, Floats]]:
    """Where the walks of some sources at once start, each column summing to 1.

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
    """Where walks are after a number of steps, shape ``(nodes, sources)`` like ``start``.

    Before each step a walk restarts with a probability; one that has nowhere to go restarts, too.

    Args:
        start: Where walks start and restart; columns sum to 1.
        ends: Whether a walk that has nowhere to go ends instead, and all do after the last step;
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
    """Sums of columns, each to the bit what it is without the others.

    The order in which numpy adds follows from the shape of the table.
    """
    sums: Real = np.empty_like(table, shape=table.shape[1:])
    for place, column in enumerate(table.T):
        sums[place] = column.copy().sum()
    return sums


def positions(step: Steps, start: Real, steps: int) -> Iterator[Real]:
    """Where walks without a restart are after 0, 1 … ``steps`` steps; dead ends end them."""
    share = start
    yield share
    for _ in range(steps):
        share = step(share)
        yield share


def stopped_shares(positions: Sequence[Real], restart: float) -> Real:
    """Share of time of walks that restart with a probability before each step and end in dead ends.

    The walks are cut after the last position, so that columns sum to less than 1; one list of
    positions serves any number of probabilities.
    """
    total = np.zeros_like(positions[0])
    for steps, share in enumerate(positions):
        total += share.dtype.type(restart * (1 - restart) ** steps) * share
    return total


def _moves(rows: Csr, weight: Floats, columns: int) -> sparse.csr_array:
    """Moves from rows to columns, as likely as the entries weigh."""
    return _normalise(rows.to_scipy(columns, weight))


def _normalise(table: sparse.csr_array) -> sparse.csr_array:
    total = np.asarray(table.sum(axis=1)).ravel()
    share = np.zeros(len(total))
    np.divide(1.0, total, out=share, where=total > 0)
    return sparse.csr_array((sparse.diags_array(share) @ table).T)
