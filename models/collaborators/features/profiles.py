"""Features of two authors' careers, subject similarity, and mutual citations."""

import numpy as np
from scipy import sparse

from scinet.models.collaborators.features.lists import AuthorLists, Columns
from scinet.models.history import Floats, History
from scinet.models.text.tfidf import unit_rows

_CITING_HALF_LIFE = 4.0
_HALF_LIFE = 3.0


def citation_features(past: History, lists: AuthorLists) -> Columns:
    """Compute sums over the papers of both authors.

    ``cites`` and ``cited`` count citations of the other's papers by the seed's and the reverse,
    ``cites_faded`` and ``cited_faded`` halve each with every four years of the citing paper;
    ``coupled`` sums ``1 / citations`` of the papers that both cite, ``co_cited`` ``1 / references``
    of the papers that cite both, once for each paper of the other author.
    """
    cites, cited_by, to_authors = past.cites, past.cited_by, past.wrote
    by_seed = to_authors[lists.seed].T.tocsr()  # (papers, lists)
    faded = past.fade(_CITING_HALF_LIFE)
    of_references = 1.0 / np.maximum(past.snapshot.cites.lengths(), 1)
    of_citations = 1.0 / np.maximum(past.snapshot.citations, 1)

    def read(papers: sparse.csr_array) -> np.ndarray:
        """Sum a number of each paper over the papers of each other author."""
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


def career_features(past: History, lists: AuthorLists) -> Columns:
    """Return properties of each author, prefixed by ``seed_`` or ``other_``.

    ``papers``, and those of the last one and three years; years since the ``first`` and the
    ``last``; ``team``, mean authors of a paper of the last three years, NaN without one; shares
    of papers as ``first_author`` and ``last_author``; ``coauthors``, and per paper; ``citations``.
    """
    columns: Columns = {}
    for name, values in past.once(_author_numbers).items():
        columns[f"other_{name}"] = values[lists.other]
        columns[f"seed_{name}"] = values[lists.seed][lists.number]
    return columns


def _author_numbers(past: History) -> dict[str, Floats]:
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


def subject_features(past: History, lists: AuthorLists) -> Columns:
    """Compute cosines of each pair, 0 where one side is empty.

    ``venues`` compares the authors' counts of papers by venue, decayed with a half-life of three
    years; ``titles`` the sums of the authors' titles as words weighted by inverse frequency before
    the day, ``titles_lately`` the same, decayed.
    """
    return {
        name: lists.read((unit @ unit[lists.seed].T.tocsr()).toarray())
        for name, unit in past.once(_author_profiles).items()
    }


def _author_profiles(past: History) -> dict[str, sparse.csr_array]:
    """Return rows of length 1 for authors, by name."""
    authors = past.wrote
    faded = authors @ sparse.diags_array(past.fade(_HALF_LIFE))
    profiles = {
        "venues": faded @ past.published.T.tocsr(),
        "titles": authors @ past.titles,
        "titles_lately": faded @ past.titles,
    }
    return {name: unit_rows(sparse.csr_array(table)) for name, table in profiles.items()}
