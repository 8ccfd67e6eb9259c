"""Embeddings of papers from the citation network as of a day, beside the rows of a snapshot."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from scinet import saving
from scinet.errors import DataError
from scinet.graph.connection import Database
from scinet.graph.gds.projection import EMBEDDINGS, embeddings
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects


def embed(
    database: Database, snapshot: Snapshot, method: str, *, dimensions: int, seed: int = 0
) -> NDArray[np.float32]:
    """Embed every paper of a snapshot by GDS, on its undirected citations.

    Args:
        seed: Equal seeds give equal embeddings in one database.

    Returns:
        Shape ``(papers, dimensions)``; row ``i`` is paper ``snapshot.paper_id[i]``.

    Raises:
        DataError: If the database holds other papers than the snapshot.
    """
    if method not in EMBEDDINGS:
        raise ValueError(f"{method!r} is none of {tuple(EMBEDDINGS)}")
    if dimensions < 1:
        raise ValueError(f"{dimensions} dimensions are fewer than one")
    frame = embeddings(database, snapshot.before, method, dimensions=dimensions, seed=seed)
    by_paper = dict(zip(frame["paper_id"], frame["embedding"], strict=True))
    if by_paper.keys() != set(snapshot.paper_id):
        raise DataError(
            f"the database has {len(by_paper):,} papers, the snapshot {snapshot.num_papers:,}",
            hint="Read the snapshot from this database again.",
        )
    rows = [by_paper[paper] for paper in snapshot.paper_id]
    return np.array(rows, dtype=np.float32).reshape(snapshot.num_papers, dimensions)


def store(file: Path, paper_id: Objects, rows: NDArray[np.float32]) -> None:
    """Write embeddings: ``.npy``, rows of the snapshot, or ``.parquet``, ids and lists."""
    if file.suffix not in {".npy", ".parquet"}:
        raise ValueError(f"{file} ends neither with .npy nor with .parquet")
    with saving.replaced(file) as new:
        if file.suffix == ".npy":
            with new.open("wb") as stream:
                np.save(stream, rows, allow_pickle=False)
        else:
            flat = pa.array(rows.ravel(), type=pa.float32())
            lists = pa.FixedSizeListArray.from_arrays(flat, rows.shape[1])
            pq.write_table(pa.table({"paper_id": paper_id.tolist(), "embedding": lists}), new)
