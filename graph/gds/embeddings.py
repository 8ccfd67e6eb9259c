"""Embeddings of papers from the citation network as of a day."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from scinet import atomic_files
from scinet.graph.db.connection import Database
from scinet.graph.gds.constructed import Edges, embed_nodes
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects


def embed(
    database: Database, snapshot: Snapshot, method: str, *, dimensions: int, seed: int = 0
) -> NDArray[np.float32]:
    """Embed every paper of a snapshot by GDS, on its undirected citations.

    Args:
        seed: Equal snapshots and seeds give equal embeddings in any database.

    Returns:
        Shape ``(papers, dimensions)``; row ``i`` is paper ``snapshot.paper_id[i]``.
    """
    if dimensions < 1:
        raise ValueError(f"{dimensions} dimensions are fewer than one")
    cited = snapshot.cites.indices
    edges = Edges(snapshot.num_papers, snapshot.cites.row_numbers(), cited, np.ones(len(cited)))
    return embed_nodes(database, edges, method, dimensions=dimensions, seed=seed)


def save_embeddings(file: Path, paper_id: Objects, rows: NDArray[np.float32]) -> None:
    """Write embeddings: ``.npy``, rows of the snapshot, or ``.parquet``, ids and lists."""
    if file.suffix not in {".npy", ".parquet"}:
        raise ValueError(f"{file} ends neither with .npy nor with .parquet")
    with atomic_files.replace_file(file) as new:
        if file.suffix == ".npy":
            with new.open("wb") as stream:
                np.save(stream, rows, allow_pickle=False)
        else:
            flat = pa.array(rows.ravel(), type=pa.float32())
            lists = pa.FixedSizeListArray.from_arrays(flat, rows.shape[1])
            pq.write_table(pa.table({"paper_id": paper_id.tolist(), "embedding": lists}), new)
