"""Citations between two authors, bibliographic coupling and co-citation."""

import numpy as np
from scipy import sparse

from scinet.models.collaborators.features.lists import Columns, Lists
from scinet.models.history import Past

_HALF_LIFE = 4.0


def citations(past: Past, lists: Lists) -> Columns:
    """Sums over the papers of both authors.

    ``cites`` and ``cited`` count citations of the other's papers by the seed's and the reverse,
    ``cites_faded`` and ``cited_faded`` halve each with every four years of the citing paper;
    ``coupled`` sums ``1 / citations`` of the papers that both cite, ``co_cited`` ``1 /
    references`` of the papers that cite both, once for each paper of the other author.
    """
    cites, cited_by, to_authors = past.cites, past.cited_by, past.wrote
    by_seed = to_authors[lists.seed].T.tocsr()  # (papers, lists)
    faded = past.fade(_HALF_LIFE)
    of_references = 1.0 / np.maximum(past.snapshot.cites.lengths(), 1)
    of_citations = 1.0 / np.maximum(past.snapshot.citations, 1)

    def read(papers: sparse.csr_array) -> np.ndarray:
        """Sum of a number of each paper over the papers of each other author."""
        return lists.read((to_authors @ papers).toarray())

    def scaled(weight: np.ndarray, papers: sparse.csr_array) -> sparse.csr_array:
        return sparse.csr_array(sparse.diags_array(weight) @ papers)

    return {
        "cites": read(cited_by @ by_seed),
        "cited": read(cites @ by_seed),
        "cites_faded": read(cited_by @ scaled(faded, by_seed)),
        "cited_faded": read(scaled(faded, cites @ by_seed)),
        "coupled": read(cites @ scaled(of_citations, cited_by @ by_seed)),
        "co_cited": read(cited_by @ scaled(of_references, cites @ by_seed)),
    }
