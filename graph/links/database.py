"""Features of a single pair by Cypher."""

from datetime import date

import numpy as np

from scinet.errors import NotFoundError
from scinet.graph.db.connection import Database
from scinet.graph.links.networks import Network
from scinet.graph.schema.dates import cutoff_suffix

_STATEMENTS: dict[Network, str] = {
    "coauthor": "link/coauthor_pair",
    "citation": "link/citation_pair",
    "co-citation": "link/co_citation_pair",
    "coupling": "link/coupling_pair",
}


def features_in_database(
    database: Database, name: Network, a: str, b: str, *, before: date | None = None
) -> dict[str, float]:
    """Compute :func:`scinet.graph.links.pair_features` of two ids; undefined is NaN."""
    rows = database.rows(_STATEMENTS[name], a=a, b=b, before=before)
    if not rows:
        what = "author" if name == "coauthor" else "dated paper"
        raise NotFoundError(
            f"no {what} {a!r}, or none {b!r}{cutoff_suffix(before)}",
            hint="See `scinet query lookup/title`.",
        )
    return {key: np.nan if value is None else float(value) for key, value in rows[0].items()}
