"""Snapshots: the graph before a day as arrays, papers in time order."""

from scinet.graph.snapshot.arrays import Snapshot
from scinet.graph.snapshot.csr import Csr
from scinet.graph.snapshot.reader import read_snapshot
from scinet.graph.snapshot.store import open_snapshot, save_snapshot

__all__ = ["Csr", "Snapshot", "open_snapshot", "read_snapshot", "save_snapshot"]
