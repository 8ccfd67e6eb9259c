"""Look after language models: whether one answers, and what a ledger has of it."""

from pathlib import Path
from typing import Annotated

import typer

from scinet.cli import output
from scinet.cli.root import app

llm_commands = typer.Typer(
    no_args_is_help=True, help="Check an endpoint; show, export and import ledgers."
)
app.add_typer(llm_commands, name="llm")

_Ledger = Annotated[Path, typer.Argument(metavar="LEDGER", help="File of --ledger.")]
_Lines = Annotated[Path, typer.Argument(metavar="FILE", help="JSON lines; packed if named .gz.")]


@llm_commands.command()
def check(
    name: Annotated[
        str | None,
        typer.Option("--model", help="Language model; SCINET_LLM_MODEL when not given."),
    ] = None,
    *,
    as_json: output.AsJson = False,
) -> None:
    """Ask the endpoint one tiny question: does it answer, how fast, and with the JSON asked for?

    Example: scinet llm check --model qwen2.5:7b
    """
    from scinet.llm.check import check_endpoint
    from scinet.llm.endpoint import Endpoint
    from scinet.settings import EndpointSettings

    endpoint = Endpoint.of(EndpointSettings(), name)
    output.emit_one(check_endpoint(endpoint), as_json=as_json)


@llm_commands.command()
def show(ledger: _Ledger, *, as_json: output.AsJson = False) -> None:
    """Count what a ledger has: requests by how they ended, tokens, cost.

    Example: scinet llm show ledger.sqlite
    """
    from scinet.llm.ledger import Ledger

    with Ledger(ledger, is_read_only=True) as opened:
        rows = opened.counts()
    output.emit(rows, as_json=as_json)


@llm_commands.command()
def export(ledger: _Ledger, file: _Lines, *, as_json: output.AsJson = False) -> None:
    """Write a ledger as JSON lines, to publish it: questions and answers, no key.

    Example: scinet llm export ledger.sqlite ledger.jsonl.gz
    """
    from scinet.llm import exchange
    from scinet.llm.ledger import Ledger

    with Ledger(ledger, is_read_only=True) as opened:
        rows = exchange.export(opened, file)
    output.emit_one({**rows, "file": str(file)}, as_json=as_json)


@llm_commands.command("import")
def import_(file: _Lines, ledger: _Ledger, *, as_json: output.AsJson = False) -> None:
    """Read an exported ledger into a new or an existing one.

    Example: scinet llm import ledger.jsonl.gz ledger.sqlite
    """
    from scinet.llm import exchange
    from scinet.llm.ledger import Ledger

    with Ledger(ledger) as opened:
        rows = exchange.read_into(opened, file)
    output.emit_one({**rows, "ledger": str(ledger)}, as_json=as_json)
