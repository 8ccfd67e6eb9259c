"""Loading: files become records, records become batches, batches become the graph."""

from scinet.graph.load.beside import load_claims, load_counts, load_fulltext, load_pathways
from scinet.graph.load.kinds import (
    load_openalex,
    load_prescience,
    load_records,
    load_sciencemeter,
)
from scinet.graph.load.report import LoadReport

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
