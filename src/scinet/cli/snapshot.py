"""The graph before a day as arrays on disk."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


@app.command()
def snapshot(
    out: Annotated[Path, typer.Option(help="Folder to write; an older snapshot is replaced.")],
    before: Annotated[
        str, typer.Option(help="Cut-off day YYYY-MM-DD, exclusive; nothing later is written.")
    ],
    *,
    as_json: output.AsJson = False,
) -> None:
    """Write the graph before a day as arrays: .npy and Parquet files with a manifest.

    Example: scinet snapshot --before 2010-01-01 --out acl-2010
    """
    from scinet.graph.snapshot.store import counts, save

    day = output.cut_off(before)
    with output.database() as db:
        arrays = shared.read_arrays(db, day)
    save(arrays, out)
    output.emit_one(
        {
            "counts": counts(arrays),
            "left_out": dict(arrays.left_out),
            "graph_fingerprint": arrays.graph_fingerprint,
        },
        as_json=as_json,
    )
