"""Load files into the graph, and say what it holds."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from scinet.cli import output
from scinet.cli.root import app

_KINDS: Final = "records, openalex, prescience, sciencemeter, fulltext, counts, pathways or claims"


@app.command()
def load(
    paths: Annotated[
        list[str], typer.Argument(help="Files, plain or gzip; folders; or - for standard input.")
    ],
    *,
    kind: Annotated[
        str | None, typer.Option("--as", metavar="KIND", help=f"Load only one kind: {_KINDS}.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            help="Prefix of all ids, such as acl; '' for none.", show_default="that of the format"
        ),
    ] = None,
    unknown: Annotated[
        str | None,
        typer.Option(
            metavar="keep|drop", help="Cited works without a record.", show_default="keep"
        ),
    ] = None,
    id_column: Annotated[
        str | None, typer.Option(help="Of a table of counts: column with ids or addresses.")
    ] = None,
    count_column: Annotated[
        str | None, typer.Option(help="Of a table of counts: column with the counts.")
    ] = None,
    read_on: Annotated[
        str | None, typer.Option(help="Of a table of counts: day of the rows without one.")
    ] = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="First remove all that was loaded under the same source."),
    ] = False,
    max_rejected: Annotated[
        float, typer.Option(min=0, max=1, help="Share of bad records above which the load fails.")
    ] = 0.01,
    rejects: Annotated[
        Path | None,
        typer.Option(help="File for the rejected records.", show_default="rejects-<run>.jsonl"),
    ] = None,
    as_json: output.AsJson = False,
) -> None:
    """Load papers, full text, counts, claims and pathways, in any of the known formats.

    What a file holds is seen from its content; papers are loaded first. The same command again
    changes nothing; after an interruption it goes on. docs/load.md lists formats and fields.

    Example: scinet load papers.jsonl.gz fulltext.jsonl.gz --source acl
    """
    from scinet.graph.load import load as load_files
    from scinet.graph.sources.counts import Table

    _check(source, unknown)
    columns = {"id": id_column, "count": count_column}
    named = {key: name for key, name in columns.items() if name is not None}
    with output.database() as db, output.progress() as display:
        task = display.add_task("load", total=None)
        report = load_files(
            db,
            paths,
            source=source,
            kind=kind,
            unknown=unknown,
            table=Table(named, read_on or "") if named or read_on else None,
            replace=replace,
            max_rejected=max_rejected,
            rejects=rejects,
            progress=lambda done, total: display.update(task, completed=done, total=total),
        )
    found = report.as_dict()
    if not as_json:  # people want to see what happened, programs every key
        _shorten(found, report.rejects)
    output.emit_one(found, as_json=as_json)


def _shorten(found: dict[str, Any], rejects: Path | None) -> None:
    """Leave out what people have no need of."""
    found["details"] = {name: value for name, value in found["details"].items() if value}
    found["rejected"] = found["rejected"] or "nothing"
    if "parts" in found:
        found["parts"] = [
            {key: part[key] for key in ("kind", "source", "read", "loaded", "merged")}
            for part in found["parts"]
        ]
    if rejects is not None:
        found["rejects"] = rejects


def _check(source: str | None, unknown: str | None) -> None:
    from scinet.graph.identifiers import check_source

    if unknown not in {None, "keep", "drop"}:
        raise typer.BadParameter("keep or drop", param_hint="--unknown")
    if source:
        try:
            check_source(source)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--source") from error
