"""Load files into the graph, and say what it holds."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.graph.load import LoadReport

_load = typer.Typer(no_args_is_help=True, help="Load files into the graph.")
app.add_typer(_load, name="load")

_Paths = Annotated[
    list[str], typer.Argument(help="Files (.jsonl, .jsonl.gz), folders, or - for standard input.")
]
_Source = Annotated[
    str | None, typer.Option(help="Prefix of all ids, such as acl; as given without it.")
]
_Unknown = Annotated[str, typer.Option(help="keep or drop cited works that have no record.")]
_MaxRejected = Annotated[
    float, typer.Option(min=0, max=1, help="Share of bad records above which the load fails.")
]
_Rejects = Annotated[
    Path | None,
    typer.Option(help="File for the rejected records.", show_default="rejects-<run>.jsonl"),
]


@_load.command()
def records(
    paths: _Paths,
    *,
    source: _Source = None,
    unknown: _Unknown = "keep",
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load papers with their authors, venues and references.

    The same command again changes nothing; after an interruption it goes on.

    Example: scinet load records papers.jsonl.gz --source acl
    """
    from scinet.graph.load import load_records

    _run(
        load_records,
        paths,
        "records",
        as_json=as_json,
        source=source,
        unknown=unknown,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def openalex(
    paths: _Paths,
    *,
    source: _Source = "openalex",
    unknown: _Unknown = "keep",
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load works of OpenAlex as they are published, folders updated_date=… included.

    Example: scinet load openalex works/
    """
    from scinet.graph.load import load_openalex

    _run(
        load_openalex,
        paths,
        "works",
        as_json=as_json,
        source=source,
        unknown=unknown,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def prescience(
    paths: Annotated[list[str], typer.Argument(help="All files of rows: .parquet, .json, .jsonl.")],
    *,
    source: _Source = "prescience",
    unknown: _Unknown = "keep",
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load PreScience's paper rows; the rows of one paper become one record.

    Give all files at once: a paper has a row in each, one richer than the other.

    Example: scinet load prescience train.parquet test.parquet
    """
    from scinet.graph.load import load_prescience

    _run(
        load_prescience,
        paths,
        "rows",
        as_json=as_json,
        source=source,
        unknown=unknown,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def fulltext(
    paths: _Paths,
    *,
    source: _Source = None,
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load paragraphs and located citations of papers whose records are loaded.

    Give the source that the records were loaded with.

    Example: scinet load fulltext fulltext.jsonl.gz --source acl
    """
    from scinet.graph.load import load_fulltext

    _run(
        load_fulltext,
        paths,
        "full text",
        as_json=as_json,
        source=source,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def counts(
    paths: Annotated[
        list[str], typer.Argument(help="CSV tables, or the same as JSON lines; - for JSON lines.")
    ],
    *,
    source: _Source = None,
    id_column: Annotated[str, typer.Option(help="Column with ids or addresses.")] = "id",
    count_column: Annotated[str, typer.Option(help="Column with the counts.")] = "count",
    read_on: Annotated[
        str,
        typer.Option(help="Day on which rows without a read_on were read.", show_default="unknown"),
    ] = "",
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load counts that were read on a day, such as stars of repositories or downloads of papers.

    Columns: id (a paper, or the address of a repository, data set or model), kind (what was
    counted of a paper), count, read_on. Of several readings the latest stays.

    Example: scinet load counts stars.csv --id-column repo_url --count-column stars
    """
    from scinet.graph.load import load_counts
    from scinet.graph.sources.counts import Table

    table = Table({"id": id_column, "count": count_column}, read_on)
    _run(
        load_counts,
        paths,
        "counts",
        as_json=as_json,
        source=source,
        table=table,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def pathways(
    paths: Annotated[list[str], typer.Argument(help="JSON lists of claims, or JSON lines; or -.")],
    *,
    source: _Source = "scipaths",
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load contributions with what enabled them, as SciPaths releases them.

    Papers are found by ACL, arXiv, DOI or Semantic Scholar id, then by title; load them first.

    Example: scinet load pathways dev.json
    """
    from scinet.graph.load import load_pathways

    _run(
        load_pathways,
        paths,
        "pathways",
        as_json=as_json,
        source=source,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def sciencemeter(
    paths: _Paths,
    *,
    source: _Source = "s2",
    unknown: _Unknown = "keep",
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load the papers of ScienceMeter's triplets; their claims come with `load claims`.

    Example: scinet load sciencemeter dataset/filtered_with_claims/llama/*.jsonl
    """
    from scinet.graph.load import load_sciencemeter

    _run(
        load_sciencemeter,
        paths,
        "triplets",
        as_json=as_json,
        source=source,
        unknown=unknown,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@_load.command()
def claims(
    paths: _Paths,
    *,
    source: _Source = None,
    max_rejected: _MaxRejected = 0.01,
    rejects: _Rejects = None,
    as_json: output.AsJson = False,
) -> None:
    """Load claims about papers whose records are loaded: supported and refuted sentences.

    One per line (paper_id, stance, text, origin), or ScienceMeter's triplets with --source s2.

    Example: scinet load claims claims.jsonl
    """
    from scinet.graph.load import load_claims

    _run(
        load_claims,
        paths,
        "claims",
        as_json=as_json,
        source=source,
        max_rejected=max_rejected,
        rejects=rejects,
    )


@app.command()
def status(*, as_json: output.AsJson = False) -> None:
    """Say what the graph holds: counts, fingerprint, versions, loads.

    Example: scinet status --json
    """
    from scinet.graph.status import status as graph_status

    with output.database() as db:
        found = graph_status(db)
    if as_json:
        output.emit_one(found, as_json=True)
        return
    for part in ("nodes", "relationships", "versions"):
        output.emit_one(found[part], as_json=False)
    output.emit_one({"graph_fingerprint": found["graph_fingerprint"]}, as_json=False)
    if found["loads"]:
        columns = ("run", "kind", "source", "complete", "simulated", "finished_at")
        output.emit(found["loads"], as_json=False, columns=columns)


def _run(
    load: Callable[..., "LoadReport"], paths: list[str], what: str, *, as_json: bool, **how: Any
) -> None:
    _check(how["source"], how.get("unknown", "keep"))
    with output.database() as db, output.progress() as display:
        task = display.add_task(what, total=None)
        report = load(
            db,
            paths,
            progress=lambda done, total: display.update(task, completed=done, total=total),
            **how,
        )
    found = report.as_dict()
    if not as_json:  # people want to see what happened, programs every key
        found["details"] = {name: value for name, value in found["details"].items() if value}
        found["rejected"] = found["rejected"] or "nothing"
        if report.rejects is not None:
            found["rejects"] = report.rejects
    output.emit_one(found, as_json=as_json)


def _check(source: str | None, unknown: str) -> None:
    from scinet.graph.identifiers import check_source

    if unknown not in {"keep", "drop"}:
        raise typer.BadParameter("keep or drop", param_hint="--unknown")
    if source is not None:
        try:
            check_source(source)
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint="--source") from error
