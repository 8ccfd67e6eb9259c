"""What the commands that ask a language model share: options, the open asker, progress."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

if TYPE_CHECKING:
    from scinet.cli.progress import Display
    from scinet.llm.asker import Asker

_SETTINGS = "the address is OPENAI_BASE_URL, the key OPENAI_API_KEY"

Model: TypeAlias = Annotated[
    str | None,
    typer.Option("--model", help=f"Language model; SCINET_LLM_MODEL when not given, {_SETTINGS}."),
]


@dataclass(frozen=True)
class Language:
    """A language model as the options of a command name it."""

    model: Model = None
    ledger: Annotated[
        Path | None, typer.Option(help="File that keeps every request and answer.")
    ] = None
    replay: Annotated[
        bool, typer.Option("--replay", help="Take all answers from the ledger; send nothing.")
    ] = False
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            help="Most that the ledger may hold of cost, tokens or calls, or seconds for this "
            "command; may be given again. calls=0 shows the cost and sends nothing.",
        ),
    ] = None
    workers: Annotated[int, typer.Option(min=1, max=256, help="Requests in flight at most.")] = 4
    retry_unknown: Annotated[
        bool,
        typer.Option("--retry-unknown", help="Send again what broke and perhaps was charged."),
    ] = False
    repair: Annotated[
        bool,
        typer.Option("--repair", help="Ask once more where an answer has not the form asked for."),
    ] = False

    @property
    def is_named(self) -> bool:
        """Whether a model or a ledger is named, where a command can do without."""
        return self.model is not None or self.ledger is not None

    @contextmanager
    def open(self, graph_fingerprint: str, *, seed: int = 0) -> "Iterator[Asker]":
        """The language model, ready to be asked.

        The estimate is printed on standard error before the first question. Print and write results
        within the block: at its end an error is raised when questions were left without an answer.

        Args:
            graph_fingerprint: Of the graph that the questions are about.
            seed: Seed of the run.

        Raises:
            typer.BadParameter: If no ledger is named.
            EndpointError: If model or key is missing, going on is hopeless, or, at the end,
                questions have no answer.
            BudgetError: If questions were left for lack of means, at the end.
            DataError: If a setting or limit is wrong.
            StorageError: If the ledger cannot be used.
        """
        from scinet.llm.access import ModelAccess
        from scinet.llm.budget import Limits

        if self.ledger is None:
            raise typer.BadParameter("a language model needs a ledger", param_hint="--ledger")
        limits = asdict(Limits.parse(self.limit or []))
        access = ModelAccess(
            self.ledger,
            self.model,
            replay=self.replay,
            limits={name: value for name, value in limits.items() if value is not None},
            workers=self.workers,
            retry_unknown=self.retry_unknown,
            repair=self.repair,
        )
        with access.open(graph_fingerprint, seed=seed) as asker:
            yield asker


def asks(*, without: tuple[str, ...] = ()) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a command take the options of a language model as one parameter, ``language``.

    Args:
        without: Fields of :class:`Language` that the command does not offer.
    """
    options = [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
        for field in fields(Language)
        if field.name not in without
    ]

    def widen(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def widened(**given: Any) -> None:
            language = Language(**{option.name: given.pop(option.name) for option in options})
            command(**given, language=language)

        own = signature(command, eval_str=True)
        parameters = [
            parameter
            for one in own.parameters.values()
            for parameter in (options if one.name == "language" else [one])
        ]
        # What typer reads; it makes one option of each parameter.
        widened.__dict__["__signature__"] = own.replace(parameters=parameters)
        widened.__annotations__ = {one.name: one.annotation for one in parameters}
        return widened

    return widen


def follow(display: "Display", title: str) -> Callable[[int, int, float | None], None]:
    """A callback for :meth:`scinet.llm.asker.Asker.ask` that moves a bar and shows the cost."""
    bar = display.add_task(title, total=None)

    def tell(done: int, total: int, cost: float | None) -> None:
        shown = "" if cost is None else f", cost {cost:.4g}"
        display.update(bar, completed=done, total=total, description=f"{title}{shown}")

    return tell
