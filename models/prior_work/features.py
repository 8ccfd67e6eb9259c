"""Features of papers for a query: properties on the day, and text similarity."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scinet.eval.task import Query
from scinet.graph.search.text_search import TextIndex, searchable_texts
from scinet.models.base.ranking import Floats
from scinet.models.history import Float32 as Columns
from scinet.models.history import History, group_means
from scinet.models.text import author_profiles as profiles
from scinet.models.text.dense import inner_products
from scinet.models.text.vector_cache import Vectors

_RECENT_PAPERS = 10

NAMES = (
    "age",
    "references",
    "citations",
    "citations (6 months)",
    "citations (1 year)",
    "citations (3 years)",
    "citations per year",
    "share of recent citations",
    "years since last citation",
    "recent citations of venue",
    "recent citations of authors",
)


def paper_features(past: History) -> Columns:
    """Compute features of each paper, shape ``(papers, features)`` in the order of ``NAMES``."""
    snapshot, age = past.snapshot, past.age.astype(np.float32)
    lately = past.sum_over_citing(past.column(1.0))[:, 0]
    citations = snapshot.citations.astype(np.float32)
    return np.stack(
        [
            age,
            snapshot.cites.lengths().astype(np.float32),
            citations,
            past.sum_over_citing(past.column(0.5))[:, 0],
            lately,
            past.sum_over_citing(past.column(3.0))[:, 0],
            citations / np.maximum(age, 0.5),
            lately / np.maximum(citations, 1),
            _years_since_cited(past),
            _venue_citations(past, lately),
            past.authored @ (past.wrote @ lately) / np.maximum(snapshot.authored.lengths(), 1),
        ],
        axis=1,
        dtype=np.float32,
    )


def _years_since_cited(past: History) -> NDArray[np.float32]:
    """Compute the age of the latest citing paper; NaN where there is none."""
    rows = past.snapshot.cited_by
    result = np.full(rows.num_rows, np.nan, dtype=np.float32)
    cited = rows.lengths() > 0
    # Citing papers stand in time order.
    result[cited] = past.age[rows.indices[rows.indptr[1:][cited] - 1]]
    return result


def _venue_citations(past: History, lately: NDArray[np.float32]) -> NDArray[np.float32]:
    """Compute mean recent citations of the papers of the same venue; NaN without a venue."""
    venue = past.snapshot.venue
    stated = venue >= 0
    means = group_means(venue[stated], lately[stated], len(past.snapshot.venue_id) + 1)
    return means[venue].astype(np.float32)  # the last one, of no venue, is NaN


class TextFeatures:
    """Texts of the papers of a day, as words and as vectors, which may be cached."""

    def __init__(self, past: History, cache: Path | None) -> None:
        self._past = past
        self._cache = cache
        self._vectors = profiles.paper_vectors(past.snapshot, cache)
        self._authors = profiles.author_centroids(
            self._vectors, profiles.latest_author_papers(past.snapshot, _RECENT_PAPERS)
        )
        # Titles of citing papers describe the use of the cited one.
        self._of_citing = profiles.normalise_rows(
            past.sum_over_citing(self._vectors * past.column(3.0))
        )

    def of(self, text: str) -> dict[str, Floats]:
        """Compute similarity of each paper to a new text, by name, shape ``(papers,)``."""
        words = np.nan_to_num(self._index.scores(text)) if text else np.zeros(len(self._vectors))
        return {"BM25": words, **self._near(profiles.text_vectors([text], self._cache)[0])}

    def of_team(self, team: Sequence[int]) -> dict[str, Floats]:
        """Compute the same without BM25, for the profile of a team."""
        return self._near(profiles.team_centroid(self._authors, team))

    def _near(self, vector: Vectors) -> dict[str, Floats]:
        near = inner_products(self._vectors, vector)
        rows = self._past.snapshot.cited_by
        cited = np.flatnonzero(rows.lengths())
        nearest_citing = np.full(len(near), np.nan)
        if len(cited):
            nearest_citing[cited] = np.maximum.reduceat(near[rows.indices], rows.indptr[cited])
        return {
            "cosine": near,
            "cosine of citing papers": inner_products(self._of_citing, vector),
            "largest cosine of a citing paper": nearest_citing,
        }

    @cached_property
    def _index(self) -> TextIndex:
        return TextIndex(searchable_texts(self._past.snapshot))


def query_text(query: Query) -> str:
    """Return the title, with the abstract where it is known."""
    return f"{query.inputs['title']} {query.inputs.get('abstract') or ''}".strip()


def keep_nearest(scores: Floats, most: int) -> Columns:
    """Return the best scores minus the next one, 0 for all others, shape ``(papers,)``."""
    floor = 0.0
    if len(scores) > most:
        place = len(scores) - most - 1
        floor = max(float(np.partition(scores, place)[place]), 0.0)
    return np.maximum(scores - floor, 0).astype(np.float32)
