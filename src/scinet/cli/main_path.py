"""The main path of a literature."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from scinet.cli import output, shared
from scinet.cli.root import app


class MainPathKind(StrEnum):
    """How the main path is followed."""

    GLOBAL = "global"
    LOCAL = "local"
    KEY_ROUTE = "key-route"


@app.command("main-path")
def main_path(
    *,
    community: Annotated[
        str | None, typer.Option(help="Only papers of this stored community, by name or id.")
    ] = None,
    venue: Annotated[str | None, typer.Option(help="Only papers of this venue.")] = None,
    kind: Annotated[
        MainPathKind, typer.Option(help="Which way it is followed.")
    ] = MainPathKind.GLOBAL,
    before: output.Before = None,
    as_json: output.AsJson = False,
) -> None:
    """The main path of a literature: the citations that most chains of references pass through.

    Example: scinet main-path --venue TACL --kind key-route
    """
    from dataclasses import asdict

    from scinet.graph import paths
    from scinet.graph.paths.finding import members

    if community is not None and venue is not None:
        raise typer.BadParameter("give a community or a venue, not both")
    with output.database() as db:
        whole = shared.read_arrays(db, output.cut_off(before))
        papers = None
        if community is not None:
            papers = members(db, whole, "community", community)[1]
        elif venue is not None:
            papers = members(db, whole, "venue", venue)[1]
        found = paths.main_path(whole, papers=papers, kind=kind.value)
        if as_json:
            output.emit_one(asdict(found), as_json=True)
            return
        rows = [
            {"paper_id": paper, "spc": share}
            for paper, share in zip(found.papers, [None, *found.spc], strict=False)
        ]
        output.emit(output.with_papers(db, rows), as_json=False)
    sys.stderr.write(
        f"{found.papers_in:,} papers, {found.citations_in:,} citations; citations without order in "
        f"time, left out: {found.left_out_edges:,}\n"
    )
