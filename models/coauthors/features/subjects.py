"""How alike two authors' subjects are: venues and words of titles."""

import numpy as np
from scipy import sparse

from scinet.models.coauthors.features.past import Columns, Floats, Lists, Past
from scinet.models.links.text import unit_rows

_HALF_LIFE = 3.0


def subjects(past: Past, lists: Lists) -> Columns:
    """Cosines of each pair, 0 where one side has nothing.

    ``venues`` compares how often each author published where, faded with a half-life of three
    years; ``titles`` the sums of the authors' titles as words weighted by rarity before the day,
    ``titles_lately`` the same, faded.
    """
    snapshot = past.snapshot
    authors = past.written.T.tocsr()
    faded = authors @ sparse.diags_array(0.5 ** (past.age / _HALF_LIFE))
    stated = np.flatnonzero(snapshot.venue >= 0)
    venues = sparse.csr_array(
        (np.ones(len(stated)), (stated, snapshot.venue[stated])),
        shape=(snapshot.num_papers, len(snapshot.venue_id)),
    )
    words = past.words
    return {
        "venues": _cosine(sparse.csr_array(faded @ venues), lists),
        "titles": _cosine(sparse.csr_array(authors @ words), lists),
        "titles_lately": _cosine(sparse.csr_array(faded @ words), lists),
    }


def _cosine(profile: sparse.csr_array, lists: Lists) -> Floats:
    unit = unit_rows(profile)
    return lists.read((unit @ unit[lists.seed].T.tocsr()).toarray())
