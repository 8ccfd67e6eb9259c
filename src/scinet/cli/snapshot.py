"""The graph before a day as arrays on disk."""

from pathlib import Path
from typing import Any

from scinet.cli.root import app
from scinet.cli.rows import Rows
from scinet.cli.verbs import plain, verb
from scinet.session.days import Day


def _saved(graph: Rows, *, out: Path, before: Day) -> dict[str, Any]:
    """Write the graph before a day as arrays: .npy and Parquet files with a manifest.

    Args:
        graph: The graph.
        out: Folder to write; an older snapshot is replaced.
        before: Cut-off day YYYY-MM-DD, exclusive; nothing later is written.
    """
    from scinet.graph.snapshot.store import counts

    arrays = graph.snapshot(before)
    arrays.save(out)
    return {
        "counts": counts(arrays),
        "left_out": dict(arrays.left_out),
        "graph_fingerprint": arrays.graph_fingerprint,
    }


verb(app, "snapshot", _saved, plain, example="scinet snapshot --before 2010-01-01 --out acl-2010")
