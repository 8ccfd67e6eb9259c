"""Loading: files become records, records become batches, batches become the graph."""

from scinet.graph.load.loading import load
from scinet.graph.load.removal import RemovalReport, remove
from scinet.graph.load.report import LoadReport

__all__ = ["LoadReport", "RemovalReport", "load", "remove"]
