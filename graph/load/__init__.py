"""Loading: files become records, records become batches, batches become the graph."""

from scinet.graph.load.kinds import (
    load_counts,
    load_fulltext,
    load_openalex,
    load_prescience,
    load_records,
)
from scinet.graph.load.report import LoadReport

__all__ = [
    "LoadReport",
    "load_counts",
    "load_fulltext",
    "load_openalex",
    "load_prescience",
    "load_records",
]
