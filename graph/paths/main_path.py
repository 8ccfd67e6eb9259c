"""Main path of a literature: the citations that most chains of citations pass through.

Every chain from a paper without references in the network to one without citations counts once;
the search path count of a citation is the number of chains through it. Those numbers have
hundreds of digits, so their logarithms are kept.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

import numpy as np
from numba import njit
from numpy.typing import NDArray

from scinet.graph.schema.choices import MainPathKind as Kind
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Csr, Int32, Int64

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
Floats: TypeAlias = NDArray[np.float64]
_TIE = 1e-9  # logarithms of equal counts differ by the rounding of their sums


@dataclass(frozen=True, slots=True)
class MainPath:
    """Main path.

    Attributes:
        papers: Ids from the earliest to the latest.
        spc: Share of all chains that pass through each step, one fewer than papers, in (0, 1].
        log10_chains: Decimal logarithm of the number of chains; None when there is no citation.
        papers_in: Number of papers searched.
        citations_in: Citations with an order in time among them.
        left_out_edges: Citations without such an order among them.
    """

    kind: Kind
    papers: list[str]
    spc: list[float]
    log10_chains: float | None
    papers_in: int
    citations_in: int
    left_out_edges: int


def main_path(
    snapshot: Snapshot, *, papers: Int64 | None = None, kind: Kind = "global"
) -> MainPath:
    """Compute the main path of a network or of some of its papers.

    Args:
        papers: Positions of the papers, shape ``(n,)``; None means all.
        kind: ``global``: the chain with the largest sum of shares. ``local``: starts at the source
            with the largest citation, and always follows the largest citation.
            ``key-route``: the largest citation, extended by the largest in both directions.
            Ties go to the smaller position: the earlier paper, then the smaller id.

    Source:
        Hummon and Doreian (1989), doi:10.1016/0378-8733(89)90017-8; search path count by Batagelj
        (2003), arXiv:cs/0309023; global and key-route by Liu and Lu (2012), doi:10.1002/asi.21692.
    """
    if kind not in KINDS:
        raise ValueError(f"no main path of kind {kind!r}")
    selected = np.arange(snapshot.num_papers) if papers is None else np.unique(papers)
    citing, cited = _select_citations(snapshot.ordered, selected)
    every, _ = _select_citations(snapshot.cites, selected)
    log_spc, chains = search_path_counts(citing, cited, len(selected))
    if kind == "global":
        steps = _heaviest_chain(citing, cited, np.exp(log_spc), len(selected))
    else:
        steps = _follow_largest(
            citing, cited, log_spc, len(selected), both_ways=kind == "key-route"
        )
    places = [int(cited[steps[0]]), *citing[steps].tolist()] if len(steps) else []
    return MainPath(
        kind=kind,
        papers=[str(paper) for paper in snapshot.paper_id[selected[places]]] if places else [],
        spc=np.exp(log_spc[steps]).tolist(),
        log10_chains=chains / np.log(10) if len(citing) else None,
        papers_in=len(selected),
        citations_in=len(citing),
        left_out_edges=len(every) - len(citing),
    )


def search_path_counts(citing: Int64, cited: Int64, papers: int) -> tuple[Floats, float]:
    """Return the share of all chains that pass through each citation.

    Args:
        citing: Citing papers, ascending, shape ``(citations,)``.
        cited: Cited papers, each smaller than its citing one, shape ``(citations,)``.

    Returns:
        Natural logarithms of the shares, at most 0, shape ``(citations,)``; and that of the number
        of chains, from papers without references to papers without citations; minus infinity when
        there are no citations.
    """
    references = Csr.from_pairs(citing, cited, papers)
    citers = references.transpose(papers)
    behind = _log_chains(references.indptr, references.indices, np.arange(papers))
    ahead = _log_chains(citers.indptr, citers.indices, np.arange(papers)[::-1])
    ends = (citers.lengths() == 0) & (references.lengths() > 0)
    chains = float(np.logaddexp.reduce(behind[ends])) if ends.any() else -np.inf
    return behind[cited] + ahead[citing] - chains, chains


@njit(cache=True, nogil=True)
def _log_chains(indptr: Int64, neighbour: Int32, order: Int64) -> Floats:
    """Return the logarithm of the number of chains from each paper to a terminal one."""
    log_count = np.zeros(len(order), dtype=np.float64)
    for paper in order:
        first, stop = indptr[paper], indptr[paper + 1]
        if first < stop:
            largest = log_count[neighbour[first:stop]].max()
            log_count[paper] = largest + np.log(
                np.exp(log_count[neighbour[first:stop]] - largest).sum()
            )
    return log_count


def _select_citations(citations: Csr, papers: Int64) -> tuple[Int64, Int64]:
    """Return citing and cited papers among those selected, by their numbers there."""
    number = np.full(citations.num_rows, -1, dtype=np.int64)
    number[papers] = np.arange(len(papers))
    citing, cited = number[citations.row_numbers()], number[citations.indices]
    is_inside = (citing >= 0) & (cited >= 0)
    return citing[is_inside], cited[is_inside]


def _heaviest_chain(citing: Int64, cited: Int64, weight: Floats, papers: int) -> Int64:
    """Return the citations of the chain with the largest sum, earliest first."""
    total = np.zeros(papers)
    entry = np.full(papers, -1, dtype=np.int64)
    _sweep(citing, cited, weight, total, entry)
    if not len(citing):
        return np.empty(0, dtype=np.int64)
    last = int(np.flatnonzero(total >= total.max() - _TIE)[0])
    steps = []
    while entry[last] >= 0:
        steps.append(int(entry[last]))
        last = int(cited[entry[last]])
    return np.array(steps[::-1], dtype=np.int64)


@njit(cache=True, nogil=True)
def _sweep(citing: Int64, cited: Int64, weight: Floats, total: Floats, entry: Int64) -> None:
    for step in range(len(citing)):
        paper = citing[step]
        candidate = total[cited[step]] + weight[step]
        if entry[paper] < 0 or candidate > total[paper] + _TIE:
            total[paper] = candidate
            entry[paper] = step


def _follow_largest(
    citing: Int64, cited: Int64, log_spc: Floats, papers: int, *, both_ways: bool
) -> Int64:
    """Return the citations met by following the largest one, earliest first."""
    if not len(citing):
        return np.empty(0, dtype=np.int64)
    back = Csr(
        np.searchsorted(citing, np.arange(papers + 1)), np.arange(len(citing), dtype=np.int32)
    )
    forth = Csr.from_sequences(cited, np.arange(len(citing)), papers)
    among = np.arange(len(citing))
    if not both_ways:
        among = among[back.lengths()[cited] == 0]
    steps = [_largest_citation(among, log_spc)]
    while len(further := forth.row(int(citing[steps[-1]]))):
        steps.append(_largest_citation(further, log_spc))
    while both_ways and len(further := back.row(int(cited[steps[0]]))):
        steps.insert(0, _largest_citation(further, log_spc))
    return np.array(steps, dtype=np.int64)


def _largest_citation(steps: NDArray[np.integer], log_spc: Floats) -> int:
    """Return the first of the citations that tie for the largest number of chains."""
    values = log_spc[steps]
    return int(steps[np.flatnonzero(values >= values.max() - _TIE)[0]])
