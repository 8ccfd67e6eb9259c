"""Loading: files become records, records become batches, batches become the graph."""

from scinet.graph.load.dry_run import dry_run
from scinet.graph.load.loading import load
from scinet.graph.load.removal import RemovalReport, remove
from scinet.graph.load.report import LoadReport

__all__ = ["LoadReport", "RemovalReport", "dry_run", "load", "remove"]
