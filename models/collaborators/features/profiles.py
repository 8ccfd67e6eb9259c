"""Careers of two authors, and how similar their subjects are."""

import numpy as np
from scipy import sparse

from scinet.models.collaborators.features.lists import Columns, Lists
from scinet.models.history import Floats, Past
from scinet.models.text.tfidf import unit_rows

_HALF_LIFE = 3.0


def careers(past: Past, lists: Lists) -> Columns:
    """Numbers of each author, with ``seed_`` or ``other_`` before them.

    ``papers``, and those of the last one and three years; years since the ``first`` and the
    ``last``; ``team``, mean authors of a paper of the last three years, NaN without one; shares
    of papers as ``first_author`` and ``last_author``; ``coauthors``, and per paper; ``citations``.
    """
    columns: Columns = {}
    for name, values in past.once(_of_all).items():
        columns[f"other_{name}"] = values[lists.other]
        columns[f"seed_{name}"] = values[lists.seed][lists.number]
    return columns


def _of_all(past: Past) -> dict[str, Floats]:
    snapshot = past.snapshot
    papers, rows, teams = past.papers, snapshot.author_papers, snapshot.authored
    size = teams.lengths()
    lately = (past.age <= 3.0).astype(np.float64)
    papers_lately = past.of_authors(lately)
    team = past.of_authors(lately * size) / np.where(papers_lately > 0, papers_lately, np.nan)
    signed = np.flatnonzero(size)
    first = teams.indices[teams.indptr[signed]]
    last = teams.indices[teams.indptr[signed + 1] - 1]
    coauthors = past.coauthors.lengths().astype(np.float64)
    return {
        "papers": papers,
        "papers_1": past.of_authors((past.age <= 1.0).astype(np.float64)),
        "papers_3": papers_lately,
        "first": past.age[rows.indices[rows.indptr[:-1]]],
        "last": past.age[rows.indices[rows.indptr[1:] - 1]],
        "team": team,
        "first_author": np.bincount(first, minlength=len(papers)) / papers,
        "last_author": np.bincount(last, minlength=len(papers)) / papers,
        "coauthors": coauthors,
        "coauthors_a_paper": coauthors / papers,
        "citations": past.of_authors(snapshot.citations.astype(np.float64)),
    }


def subjects(past: Past, lists: Lists) -> Columns:
    """Cosines of each pair, 0 where one side has nothing.

    ``venues`` compares how often each author published where, faded with a half-life of three
    years; ``titles`` the sums of the authors' titles as words weighted by rarity before the day,
    ``titles_lately`` the same, faded.
    """
    return {
        name: lists.read((unit @ unit[lists.seed].T.tocsr()).toarray())
        for name, unit in past.once(_profiles).items()
    }


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
