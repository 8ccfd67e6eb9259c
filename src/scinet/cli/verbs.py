"""Commands made of the verbs of the library.

``verb(network, "quality --json", Explore.quality)`` makes ``scinet network quality``. Its help is
the verb's docstring up to ``Args``. A positional parameter without a default is an argument, unless
it is an ``OutPath``; all others are options, with their lines of ``Args`` as help; see
:mod:`scinet.cli.parameter`. The answer is printed by a function that is given it and the line.
"""

import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

import typer

from scinet.cli import output, signals
from scinet.cli.parameter import make_option, make_parameter, parse_docstring
from scinet.cli.progress import Follow
from scinet.cli.root import app
from scinet.session.graph import Graph, local_graph

_NONE: Final[Mapping[str, Any]] = {}


@dataclass(frozen=True)
class Invocation:
    """A command line that was read.

    Attributes:
        options: Values of the parameters of the verb.
        as_json: Whether JSON lines are asked for.
        graph: The graph, connected to when it is first needed.
    """

    options: Mapping[str, Any]
    as_json: bool
    graph: Graph

    def most(self) -> int | None:
        """Rows to print: as many as asked, else all for programs and 20 for people."""
        limit: int | None = self.options.get("limit")
        return 20 if limit is None and not self.as_json else limit

    def emit(self, answer: Any, columns: Sequence[str] = ()) -> None:
        """Print an answer: one mapping, or several."""
        if isinstance(answer, Mapping):
            output.emit_one(answer, as_json=self.as_json)
        else:
            output.emit(answer, as_json=self.as_json, columns=columns)


def print_plain(answer: Any, line: Invocation) -> None:
    """Print an answer as it is."""
    line.emit(answer)


def print_frame(answer: Any, line: Invocation) -> None:
    """Print the rows of a data frame."""
    line.emit(answer.to_dict("records"))


def print_nothing(answer: Any, line: Invocation) -> None:
    """Print nothing: the verb has served, and standard output was its client's."""


def add_group(name: str, text: str) -> typer.Typer:
    """Make a group of commands, with a line on them for the help."""
    made = typer.Typer(name=name, no_args_is_help=True, help=text)
    app.add_typer(made)
    return made


def add_command(
    owner: typer.Typer,
    example: str,
    method: Callable[..., Any],
    show: Callable[[Any, Invocation], None] = print_plain,
    *,
    arguments: Mapping[str, str] = _NONE,
    option_names: Mapping[str, str] = _NONE,
    required: Sequence[str] = (),
    completes: Mapping[str, Callable[..., list[str]]] = _NONE,
    progress: "Follow | None" = None,
    prints_cost: bool = True,
    with_java_mib: Callable[[Any], float] | None = None,
    restarts: bool = False,
) -> None:
    """Make a command of a verb.

    Args:
        owner: Where the command goes: the application or a group.
        example: A line that works, for the help, from the name of the command on.
        method: A method of :class:`scinet.Graph`, or a function, which may take ``graph`` first.
        show: Prints the answer.
        arguments: What the usage calls arguments whose name does not say it; further parameters
            that are arguments.
        spelt: Options that are not spelt like their parameter.
        required: Options that may not be left out, though the verb has a default.
        completes: What TAB offers, by parameter.
        progress: What calls the verb's ``progress``.
        tells_cost: Whether a long command ends with its time and memory; not where the answer has
            them, and not of what serves, or is typed at, until it is ended.
        with_java_mib: Reads in the answer the most memory of this process and its Java, where the
            verb has begun one.
        starts_over: Whether a command that was stopped has left nothing to go on with.
    """
    name = example.partition(" ")[0]
    path = "scinet" if owner is app else f"scinet {owner.info.name}"
    parameters = list(inspect.signature(method).parameters.values())
    takes_graph = bool(parameters) and parameters[0].name in {"self", "graph"}
    text, helps = parse_docstring(method)
    options = [
        make_option(
            parameter,
            helps.get(parameter.name, ""),
            metavar=arguments.get(parameter.name),
            option_names=option_names.get(parameter.name),
            is_required=parameter.name in required,
            completion=completes.get(parameter.name),
        )
        for parameter in parameters[takes_graph:]
        if parameter.name != "progress"
    ]

    def command(*, as_json: bool, **words: Any) -> None:
        begun = time.monotonic()
        if restarts:
            signals.announce_restart()
        with ExitStack() as stack:
            graph = stack.enter_context(local_graph())
            values: dict[str, Any] = {}
            for parameter in options:
                values |= parameter.read(words, stack)
            owner = [graph] if takes_graph else []
            if progress is None:
                answer = method(*owner, **values)
            else:
                with output.progress() as display:
                    answer = method(*owner, **values, progress=progress(display))
            show(answer, Invocation(values, as_json, graph))
        if prints_cost:
            peak_mib = None if with_java_mib is None else with_java_mib(answer)
            output.print_cost(time.monotonic() - begun, peak_mib)

    shown = [
        *(parameter for made in options for parameter in made.shown),
        make_parameter("as_json", output.AsJson, default=False),
    ]
    command.__dict__["__signature__"] = inspect.Signature(shown)
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in shown}
    owner.command(name, help=f"{text}\n\nExample: {path} {example}")(command)
