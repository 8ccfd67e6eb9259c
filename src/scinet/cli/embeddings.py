"""Papers as vectors."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import DataError


class MethodName(StrEnum):
    """How papers are embedded."""

    FASTRP = "fastrp"
    NODE2VEC = "node2vec"


@app.command()
def embeddings(
    method: Annotated[MethodName, typer.Argument(help="fastrp or node2vec, by GDS.")],
    *,
    out: Annotated[Path, typer.Option(help="File to write: .npy, or .parquet with the ids.")],
    dimensions: Annotated[int, typer.Option(min=1, help="Length of an embedding.")] = 128,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds repeat, in one database.")] = 0,
    before: output.Before = None,
    as_json: output.AsJson = False,
) -> None:
    """Embed papers by their citations before a day; rows are those of a snapshot of that day.

    Example: scinet embeddings fastrp --dimensions 64 --before 2015-01-01 --out papers.parquet
    """
    from scinet.graph.gds.embeddings import embed, store

    day = output.cut_off(before)
    if out.suffix not in {".npy", ".parquet"}:
        raise DataError(f"--out {out}", hint="Its name ends with .npy or .parquet.")
    with output.database() as db:
        arrays = shared.read_arrays(db, day)
        rows = embed(db, arrays, method.value, dimensions=dimensions, seed=seed)
    store(out, arrays.paper_id, rows)
    output.emit_one(
        {
            "file": str(out),
            "papers": len(rows),
            "dimensions": dimensions,
            "method": method.value,
            "seed": seed,
            "before": day,
            "graph_fingerprint": arrays.graph_fingerprint,
        },
        as_json=as_json,
    )
