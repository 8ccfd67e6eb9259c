"""Language models looked after: whether one answers, and what a ledger has of it."""

from pathlib import Path
from typing import Any

from scinet.arguments import WrittenPath
from scinet.session.base import File, protects_inputs


def check_model(model: str | None = None) -> dict[str, Any]:
    """Ask the endpoint one tiny question: does it answer, how fast, and with the JSON asked for?

    Args:
        model: Language model; SCINET_LLM_MODEL when not given, the address is OPENAI_BASE_URL, the
            key OPENAI_API_KEY.

    Returns:
        Address, model, the models that are offered, seconds, tokens and cost of the request.

    Raises:
        EndpointError: If it does not answer, or not with the JSON asked for.
    """
    from scinet.llm.check import check_endpoint
    from scinet.llm.endpoint import Endpoint
    from scinet.settings import EndpointSettings

    return check_endpoint(Endpoint.of(EndpointSettings(), model))


def show_ledger(ledger: File) -> list[dict[str, Any]]:
    """Count what a ledger has: requests by how they ended, tokens, cost.

    Args:
        ledger: File of a model's ledger.

    Returns:
        Attempts, tokens and cost by model, state, status and reason.
    """
    from scinet.llm.ledger import Ledger

    with Ledger(Path(ledger), is_read_only=True) as opened:
        return opened.counts()


@protects_inputs
def export_ledger(ledger: File, file: WrittenPath) -> dict[str, Any]:
    """Write a ledger as JSON lines, to publish it: questions and answers, no key.

    Args:
        ledger: File of a model's ledger.
        file: JSON lines; packed if named .gz.

    Returns:
        Rows written, by table.
    """
    from scinet.llm import ledger_files
    from scinet.llm.ledger import Ledger

    with Ledger(Path(ledger), is_read_only=True) as opened:
        return {**ledger_files.export_ledger(opened, Path(file)), "file": str(file)}


@protects_inputs
def import_ledger(file: File, ledger: WrittenPath) -> dict[str, Any]:
    """Read an exported ledger into a new or an existing one.

    Args:
        file: JSON lines; packed if named .gz.
        ledger: File of a model's ledger.

    Returns:
        Rows read, by table.

    Raises:
        DataError: If the file was not written by `llm export`; nothing is stored.
    """
    from scinet.llm import ledger_files
    from scinet.llm.ledger import Ledger

    with Ledger(Path(ledger)) as opened:
        return {**ledger_files.import_ledger(opened, Path(file)), "ledger": str(ledger)}
