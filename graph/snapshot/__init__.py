"""The graph as arrays: what existed before a day, papers in time order."""

from scinet.graph.snapshot.arrays import Snapshot
from scinet.graph.snapshot.csr import Csr

__all__ = ["Csr", "Snapshot"]
