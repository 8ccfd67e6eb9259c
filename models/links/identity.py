"""Who a node's neighbours are, in few numbers.

Each node has a code of random signs, a hash of its id. The mean code of a node's neighbours says
who they are: two such means point the same way to the extent that neighbours are shared. Means
along several kinds of path give several views of a node; a scorer learns how much each counts.
"""

import hashlib
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.graph.links import network
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.models.links.tables import matrix

Floats = NDArray[np.float32]

PAPER_VIEWS: Final = ("itself", "references", "citers", "authors", "co-cited", "two steps")
AUTHOR_VIEWS: Final = (
    "papers",
    "references",
    "citers",
    "itself",
    "co-authors",
    "two steps",
    "two steps from papers",
)


def codes(ids: Objects, bits: int) -> Floats:
    """A code of length 1 per id, shape ``(ids, bits)``.

    Args:
        ids: Any texts, shape ``(ids,)``.
        bits: Length of a code, a multiple of 8.
    """
    size = bits // 8
    digests = b"".join(hashlib.blake2b(str(i).encode(), digest_size=size).digest() for i in ids)
    table = np.unpackbits(np.frombuffer(digests, dtype=np.uint8).reshape(len(ids), size), axis=1)
    signs: Floats = (2.0 * table.astype(np.float32) - 1.0) / np.float32(np.sqrt(bits))
    return signs


def paper_views(past: Snapshot, bits: int) -> Floats:
    """The views :data:`PAPER_VIEWS` of each paper, shape ``(papers, views, bits)``.

    Each has length 1, or is zero where the paper has no such neighbours.

    Args:
        past: Everything before a cut-off.
        bits: Length of a code, a multiple of 8, at most 512.
    """
    paper, author = codes(past.paper_id, bits), codes(past.author_id, bits)
    references = _mean(matrix(past.cites, past.num_papers)) @ paper
    citers = _mean(matrix(past.cited_by, past.num_papers))
    written = _mean(matrix(past.authored, past.num_authors))
    near = _mean(matrix(network(past, "citation"), past.num_papers))
    return _stacked(
        paper,
        references,
        citers @ paper,
        written @ author,
        citers @ references,
        near @ (near @ paper),
    )


def author_views(past: Snapshot, bits: int) -> Floats:
    """The views :data:`AUTHOR_VIEWS` of each author; see :func:`paper_views`."""
    paper, author = codes(past.paper_id, bits), codes(past.author_id, bits)
    references = _mean(matrix(past.cites, past.num_papers)) @ paper
    citers = _mean(matrix(past.cited_by, past.num_papers)) @ paper
    wrote = _mean(matrix(past.author_papers, past.num_papers))
    together = _mean(matrix(network(past, "coauthor"), past.num_authors))
    near = _mean(matrix(network(past, "citation"), past.num_papers))
    once = together @ author
    return _stacked(
        wrote @ paper,
        wrote @ references,
        wrote @ citers,
        author,
        once,
        together @ once,
        wrote @ (near @ (near @ paper)),
    )


def _mean(table: csr_array) -> csr_array:
    total = np.maximum(np.asarray(table.sum(axis=1)).ravel(), 1.0)
    return csr_array(table.multiply((1.0 / total)[:, None]))


def _stacked(*views: NDArray[np.floating]) -> Floats:
    table = np.stack(views, axis=1)
    length = np.linalg.norm(table, axis=2, keepdims=True)
    unit = np.divide(table, length, out=np.zeros_like(table), where=length > 0)
    result: Floats = unit.astype(np.float32)
    return result
