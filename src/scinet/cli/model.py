"""What the commands that ask a language model share: options, the open asker, progress."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

    from scinet.llm.asker import Asker, Estimate

_SETTINGS = "the address is OPENAI_BASE_URL, the key OPENAI_API_KEY"

Model: TypeAlias = Annotated[
    str | None,
    typer.Option("--model", help=f"Language model; SCINET_LLM_MODEL when not given, {_SETTINGS}."),
]
LedgerFile: TypeAlias = Annotated[
    Path | None, typer.Option("--ledger", help="File that keeps every request and answer.")
]
Replay: TypeAlias = Annotated[
    bool, typer.Option("--replay", help="Take all answers from the ledger; send nothing.")
]
Limit: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--limit",
        metavar="NAME=NUMBER",
        help="Most that the ledger may hold of cost, tokens or calls, or seconds for this "
        "command; may be given again. calls=0 tells the cost and sends nothing.",
    ),
]
Workers: TypeAlias = Annotated[
    int, typer.Option("--workers", min=1, max=256, help="Requests in flight at most.")
]
RetryUnknown: TypeAlias = Annotated[
    bool,
    typer.Option("--retry-unknown", help="Send again what broke and perhaps was charged."),
]
Repair: TypeAlias = Annotated[
    bool,
    typer.Option("--repair", help="Ask once more where an answer has not the form asked for."),
]


@contextmanager
def open_asker(
    model: str | None,
    ledger: Path | None,
    graph_fingerprint: str,
    *,
    replay: bool = False,
    limit: list[str] | None = None,
    workers: int = 4,
    retry_unknown: bool = False,
    repair: bool = False,
    seed: int = 0,
) -> "Iterator[Asker]":
    """The language model of the options, ready to be asked.

    The estimate is told on standard error before the first question. Print and write results
    within the block: at its end an error is raised when questions were left without an answer.

    Args:
        model: Its name; that of the settings when None.
        ledger: File of the ledger.
        graph_fingerprint: Of the graph that the questions are about.
        replay: As the option.
        limit: Likewise.
        workers: Likewise.
        retry_unknown: Likewise.
        repair: Likewise.
        seed: Seed of the run.

    Raises:
        typer.BadParameter: If no ledger is named.
        EndpointError: If model or key is missing, going on is hopeless, or, at the end, questions
            have no answer.
        BudgetError: If questions were left for lack of means, at the end.
        DataError: If a setting or limit is wrong.
        StorageError: If the ledger cannot be used.
    """
    from scinet.llm.asker import Asker
    from scinet.llm.budget import Limits
    from scinet.llm.endpoint import Endpoint
    from scinet.llm.sender import Patience
    from scinet.settings import EndpointSettings

    if ledger is None:
        raise typer.BadParameter("a language model needs a ledger", param_hint="--ledger")
    endpoint = Endpoint.of(EndpointSettings(), model, needs_key=not replay)
    with Asker(
        endpoint,
        ledger,
        graph_fingerprint,
        limits=Limits.parse(limit or []),
        workers=workers,
        replay=replay,
        repair=repair,
        patience=Patience(retry_unknown=retry_unknown),
        seed=seed,
        announce=lambda estimate: _announce(estimate, endpoint.model, endpoint.url),
    ) as asker:
        yield asker
        asker.finish()


def follow(display: "Progress", title: str) -> Callable[[int, int, float | None], None]:
    """A callback for :meth:`scinet.llm.asker.Asker.ask` that moves a bar and tells the cost."""
    bar = display.add_task(title, total=None)

    def tell(done: int, total: int, cost: float | None) -> None:
        told = "" if cost is None else f", cost {cost:.4g}"
        display.update(bar, completed=done, total=total, description=f"{title}{told}")

    return tell


def _announce(estimate: "Estimate", model: str, url: str) -> None:
    cost = "unknown, no price is set" if estimate.cost is None else f"{estimate.cost:.4g} at most"
    sys.stderr.write(
        f"{model} at {url}: {estimate.questions:,} questions, {estimate.answered:,} answered "
        f"already; about {estimate.prompt_tokens:,} tokens to read, at most "
        f"{estimate.completion_tokens:,} to write; cost {cost}\n"
    )
