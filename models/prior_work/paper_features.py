"""Features of papers on a day, whatever the query: age, recent citations, venue and authors."""

import numpy as np
from numpy.typing import NDArray

from scinet.models.history import Float32 as Columns
from scinet.models.history import Past, mean_by

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


def paper_features(past: Past) -> Columns:
    """Features of each paper, shape ``(papers, features)`` in the order of ``NAMES``."""
    snapshot, age = past.snapshot, past.age.astype(np.float32)
    lately = past.cited_from(past.column(1.0))[:, 0]
    citations = snapshot.citations.astype(np.float32)
    return np.stack(
        [
            age,
            snapshot.cites.lengths().astype(np.float32),
            citations,
            past.cited_from(past.column(0.5))[:, 0],
            lately,
            past.cited_from(past.column(3.0))[:, 0],
            citations / np.maximum(age, 0.5),
            lately / np.maximum(citations, 1),
            _years_since_cited(past),
            _of_venue(past, lately),
            past.authored @ (past.wrote @ lately) / np.maximum(snapshot.authored.lengths(), 1),
        ],
        axis=1,
        dtype=np.float32,
    )


def _years_since_cited(past: Past) -> NDArray[np.float32]:
    """Age of the latest citing paper; NaN where there is none."""
    rows = past.snapshot.cited_by
    result = np.full(rows.num_rows, np.nan, dtype=np.float32)
    cited = rows.lengths() > 0
    # Citing papers stand in time order.
    result[cited] = past.age[rows.indices[rows.indptr[1:][cited] - 1]]
    return result


def _of_venue(past: Past, lately: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean of the recent citations of the papers of the same venue; NaN without a venue."""
    venue = past.snapshot.venue
    stated = venue >= 0
    means = mean_by(venue[stated], lately[stated], len(past.snapshot.venue_id) + 1)
    return means[venue].astype(np.float32)  # the last one, of no venue, is NaN
