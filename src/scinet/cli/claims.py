"""Let a language model write claims and subjects of papers, for tasks about knowledge."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import model, output, shared
from scinet.cli.root import app

if TYPE_CHECKING:
    from scinet.models.sciencemeter.synthesis import Written

_claims = typer.Typer(no_args_is_help=True, help="Claims and subjects of papers by a model.")
app.add_typer(_claims, name="claims")

_Out = Annotated[Path, typer.Option(help="File of JSON lines to write.")]
_From = Annotated[
    str | None, typer.Option("--from", help="First day of the papers; all without it.")
]
_Papers = Annotated[int, typer.Option("--papers", min=0, help="Papers drawn; 0 for all.")]


@_claims.command()
@model.asks(without=("retry_unknown", "repair"))
def write(
    *,
    out: _Out,
    start: _From = None,
    before: output.Before = None,
    papers: _Papers = 0,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Write one claim that each paper backs and one that it does not; load them with `scinet load`.

    Example: scinet claims write --papers 100 --out claims.jsonl --model m --ledger claims.sqlite
    """
    from scinet.models.sciencemeter.synthesis import claims

    _write(claims, out, start, before, papers, seed, language, as_json=as_json)


@_claims.command()
@model.asks(without=("retry_unknown", "repair"))
def subjects(
    *,
    out: _Out,
    start: _From = None,
    before: output.Before = None,
    papers: _Papers = 0,
    seed: shared.Seed = 0,
    language: model.Language,
    as_json: output.AsJson = False,
) -> None:
    """Write what papers are about in a phrase, for `task build ... -o subjects=FILE`.

    Example: scinet claims subjects --out subjects.jsonl --model m --ledger subjects.sqlite
    """
    from scinet.models.sciencemeter.synthesis import subjects as write_subjects

    _write(write_subjects, out, start, before, papers, seed, language, as_json=as_json)


def _write(
    make: "Callable[[Any, Any, Any], Written]",
    out: Path,
    start: str | None,
    before: str | None,
    papers: int,
    seed: int,
    language: model.Language,
    *,
    as_json: bool,
) -> None:
    from scinet.eval.suites.json_files import write_rows
    from scinet.models.sciencemeter.synthesis import drawn

    with output.database() as db:
        snapshot = shared.read_arrays(db, output.cut_off(before))
    places = drawn(snapshot, output.cut_off(start), papers, seed)
    with language.open(snapshot.graph_fingerprint, seed=seed) as asker:
        written = make(snapshot, places, asker)
        rows = write_rows(written.rows, out)
        output.emit_one(
            {"papers": len(places), **written.counts, "rows": rows, "file": out}, as_json=as_json
        )
