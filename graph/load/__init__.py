"""Loading: files become records, records become batches, batches become the graph."""

from scinet.graph.load.kinds import (
    load_openalex,
    load_prescience,
    load_records,
    load_sciencemeter,
)
from scinet.graph.load.report import LoadReport
from scinet.graph.load.side_records import load_claims, load_counts, load_fulltext, load_pathways

__all__ = [
    "LoadReport",
    "load_claims",
    "load_counts",
    "load_fulltext",
    "load_openalex",
    "load_pathways",
    "load_prescience",
    "load_records",
    "load_sciencemeter",
]
