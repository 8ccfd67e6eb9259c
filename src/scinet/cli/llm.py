"""Look after language models: whether one answers, and what a ledger has of it."""

from pathlib import Path
from typing import Any

import typer

from scinet.cli.root import app
from scinet.cli.verbs import plain, verb

llm = typer.Typer(no_args_is_help=True, help="Check an endpoint; show, export and import ledgers.")
app.add_typer(llm, name="llm")


def _check(model: str | None = None) -> dict[str, Any]:
    """Ask the endpoint one tiny question: does it answer, how fast, and with the JSON asked for?

    Args:
        model: Language model; SCINET_LLM_MODEL when not given, the address is OPENAI_BASE_URL, the
            key OPENAI_API_KEY.
    """
    from scinet.llm.check import check_endpoint
    from scinet.llm.endpoint import Endpoint
    from scinet.settings import EndpointSettings

    return check_endpoint(Endpoint.of(EndpointSettings(), model))


def _show(ledger: Path) -> list[dict[str, Any]]:
    """Count what a ledger has: requests by how they ended, tokens, cost.

    Args:
        ledger: File of --ledger.
    """
    from scinet.llm.ledger import Ledger

    with Ledger(ledger, is_read_only=True) as opened:
        return opened.counts()


def _export(ledger: Path, file: Path) -> dict[str, Any]:
    """Write a ledger as JSON lines, to publish it: questions and answers, no key.

    Args:
        ledger: File of --ledger.
        file: JSON lines; packed if named .gz.
    """
    from scinet.llm import exchange
    from scinet.llm.ledger import Ledger

    with Ledger(ledger, is_read_only=True) as opened:
        return {**exchange.export(opened, file), "file": str(file)}


def _import(file: Path, ledger: Path) -> dict[str, Any]:
    """Read an exported ledger into a new or an existing one.

    Args:
        file: JSON lines; packed if named .gz.
        ledger: File of --ledger.
    """
    from scinet.llm import exchange
    from scinet.llm.ledger import Ledger

    with Ledger(ledger) as opened:
        return {**exchange.read_into(opened, file), "ledger": str(ledger)}


_FILES = {"ledger": "LEDGER", "file": "FILE"}
verb(llm, "check", _check, plain, example="scinet llm check --model qwen2.5:7b")
verb(llm, "show", _show, plain, arguments=_FILES, example="scinet llm show ledger.sqlite")
verb(
    llm,
    "export",
    _export,
    plain,
    arguments=_FILES,
    example="scinet llm export ledger.sqlite ledger.jsonl.gz",
)
verb(
    llm,
    "import",
    _import,
    plain,
    arguments=_FILES,
    example="scinet llm import ledger.jsonl.gz ledger.sqlite",
)
