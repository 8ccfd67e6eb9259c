"""The report: one HTML file on the network and everything found on it."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app


@app.command()
def report(
    *,
    out: Annotated[Path, typer.Option(help="HTML file to write.")],
    before: output.Before = None,
    title: Annotated[str, typer.Option(help="Heading of the page.")] = "A scientific network",
    results: Annotated[Path | None, typer.Option(help="Folder of `scinet evaluate --out`.")] = None,
    as_json: output.AsJson = False,
) -> None:
    """Write one self-contained HTML page: the network, its quality, and all results.

    Example: scinet report --before 2016-01-01 --results results --out report.html
    """
    from scinet.eval.report.assemble import assemble
    from scinet.eval.report.page import write
    from scinet.graph.snapshot import read
    from scinet.settings import CacheSettings

    cache = CacheSettings().cache
    with output.database() as db:
        snapshot = read(db, output.cut_off(before), cache=cache)
        page = assemble(db, snapshot, title=title, results=results, cache=cache)
    write(page, out)
    output.emit_one({"report": str(out)}, as_json=as_json)
