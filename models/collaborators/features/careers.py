"""Career of each of the two authors: papers, teams, places in bylines, citations."""

import numpy as np

from scinet.models.collaborators.features.lists import Columns, Lists
from scinet.models.history import Floats, Past


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
    team = np.full(len(papers), np.nan)
    np.divide(past.of_authors(lately * size), papers_lately, out=team, where=papers_lately > 0)
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
