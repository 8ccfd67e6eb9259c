"""Similarity of two authors' subjects: venues and words of titles."""

from scipy import sparse

from scinet.models.collaborators.features.lists import Columns, Lists
from scinet.models.history import Floats, Past
from scinet.models.text.tfidf import unit_rows

_HALF_LIFE = 3.0


def subjects(past: Past, lists: Lists) -> Columns:
    """Cosines of each pair, 0 where one side has nothing.

    ``venues`` compares how often each author published where, faded with a half-life of three
    years; ``titles`` the sums of the authors' titles as words weighted by rarity before the day,
    ``titles_lately`` the same, faded.
    """
    profiles = past.once(_profiles)
    return {name: _cosine(unit, lists) for name, unit in profiles.items()}


def _profiles(past: Past) -> dict[str, sparse.csr_array]:
    """Rows of length 1 for authors, by name."""
    authors = past.wrote
    faded = authors @ sparse.diags_array(past.fade(_HALF_LIFE))
    profiles = {
        "venues": faded @ past.published.T.tocsr(),
        "titles": authors @ past.titles,
        "titles_lately": faded @ past.titles,
    }
    return {name: unit_rows(sparse.csr_array(table)) for name, table in profiles.items()}


def _cosine(unit: sparse.csr_array, lists: Lists) -> Floats:
    return lists.read((unit @ unit[lists.seed].T.tocsr()).toarray())
