"""Arguments and options of commands, made from the parameters of verbs.

=====================  ==================================================================
parameter              on the line
=====================  ==================================================================
``window_years=5``     ``--window 5``, without the unit; ``none`` where None may be meant
``write=False``        ``--write``; where the default is true, ``--no-write`` too
``papers`` (several)   ``--paper``, repeatable
``engine`` (Literal)   ``--engine``, one of the words
``columns`` (dict)     ``--column NAME=VALUE``, repeatable
``task`` (Task)        the folder of one
``model``              a model as :class:`scinet.llm.access.ModelAccess` has fields
``**settings``         ``-o NAME=VALUE``, repeatable
=====================  ==================================================================
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from inspect import Parameter, getdoc, signature
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Union, get_args, get_origin

import typer
from annotated_types import Ge, Le

from scinet.arguments import roles_of
from scinet.cli import shell_completion
from scinet.errors import DataError
from scinet.eval.options import RunArg, TaskArg
from scinet.llm.access import ModelAccess
from scinet.session.base import SystemArg

if TYPE_CHECKING:
    from scinet.llm.batch_client import LLMSession

_OPTION_NAMES: Final = {
    "limit": ("--limit", "--top"),
    "lines": ("--lines", "-n"),
    "params": ("--param", "-p"),
    "tau_years": ("--tau",),
    "timeout_s": ("--timeout",),
    "window_years": ("--window",),
}
_SECTION: Final = re.compile(r"\n\n(?=(?:Args|Attributes|Returns|Raises|Source|Yields):\n)")


@dataclass(frozen=True)
class OpenModel(ModelAccess):
    """A language model that stays open until the command has printed what it found.

    Its end is an error where questions were left without an answer.

    Attributes:
        stack: Closed when the command has printed.
    """

    stack: ExitStack = field(default_factory=ExitStack)

    @contextmanager
    def open(self, graph_fingerprint: str, *, seed: int = 0) -> "Iterator[LLMSession]":
        """The model, ready to be asked; see :meth:`ModelAccess.open`."""
        yield self.stack.enter_context(super().open(graph_fingerprint, seed=seed))


@dataclass(frozen=True)
class Option:
    """Option made from a parameter of a verb.

    Attributes:
        shown: What stands for it on the line, as typer takes parameters.
        read: Makes the verb's values of those of the line. What has to stay open until the answer
            is printed goes on the stack.
    """

    shown: Sequence[Parameter]
    read: Callable[[Mapping[str, Any], ExitStack], dict[str, Any]]


def parse_docstring(method: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """Return a docstring's text and that of each parameter, without markup.

    A parameter that is named there is an option.
    """
    options = signature(method).parameters
    plain = re.sub(r":\w+:`[~.\w]*?(\w+)`", r"\1", getdoc(method) or "")
    plain = re.sub(r"``(\w+)``", lambda m: _dash_name(m[1]) if m[1] in options else m[1], plain)
    plain = plain.replace("``", "")
    text, *sections = _SECTION.split(plain)
    helps: dict[str, str] = {}
    for section in sections:
        if section.startswith(("Args:", "Attributes:")):
            for entry in re.split(r"\n {4}(?=\S)", section)[1:]:
                name, _, rest = entry.partition(": ")
                helps[name.lstrip("*")] = " ".join(rest.split())
    return text, helps


def make_parameter(name: str, annotation: Any, default: Any = None) -> Parameter:
    """A parameter as typer reads it."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def parse_pairs(texts: Sequence[str] | None, option: str) -> dict[str, str]:
    """Values written as NAME=VALUE, by name."""
    values: dict[str, str] = {}
    for text in texts or []:
        name, equals, values[name] = text.partition("=")
        if not name or not equals:
            raise typer.BadParameter(f"{text!r} is not NAME=VALUE", param_hint=option)
    return values


def make_option(
    parameter: Parameter,
    text: str,
    *,
    metavar: str | None = None,
    option_names: str | None = None,
    is_required: bool = False,
    completion: Callable[..., list[str]] | None = None,
) -> Option:
    """The option that a parameter becomes, or the argument."""
    if parameter.kind is Parameter.VAR_KEYWORD:
        return _settings_option(parameter)
    if ModelAccess in (parameter.annotation, *get_args(parameter.annotation)):
        return _model_option(parameter)
    kind, bounds = _typer_type(parameter.annotation)
    of = _without_none(parameter.annotation)
    if of == TaskArg:
        text = "Folder of a task."
    elif parameter.name == "limit" and parameter.default is None:
        text = "Rows to print; all with --json, else 20."
    if metavar is None and _is_argument(parameter):
        metavar = _usage_name(parameter.name, kind)
    default = Parameter.empty if is_required else parameter.default
    names = (
        (option_names,)
        if option_names
        else _OPTION_NAMES.get(parameter.name, (_option_name(parameter.name, kind),))
    )
    how: dict[str, Any] = {"help": text, "autocompletion": completion, **bounds}
    convert = _READERS.get(of, _check_finite)
    if kind is dict:
        kind = list[str]
        how |= {} if metavar else {"metavar": "NAME=VALUE"}
        convert = lambda texts: parse_pairs(texts, metavar or names[0])  # noqa: E731 - one of several
    elif NoneType in get_args(parameter.annotation) and default not in (None, Parameter.empty):
        # None has a word of its own, so that the option is read as text.
        kind, default, how = str, str(default), {"help": text.replace("None", "none")}
        convert = lambda word: _parse_number(word, names[0], parameter.annotation, bounds)  # noqa: E731
    elif kind is bool:
        names = (names[0] if default is False else f"{names[0]}/--no-{names[0][2:]}",)
    annotation = kind if default is not None else kind | None
    if metavar is None:
        info = typer.Option(*names, **how)
    else:
        info = typer.Argument(metavar=metavar, **how)
    return Option(
        [make_parameter(parameter.name, Annotated[annotation, info], default)],
        lambda words, _: {
            parameter.name: None
            if words[parameter.name] is None
            else convert(words[parameter.name])
        },
    )


def _settings_option(parameter: Parameter) -> Option:
    """``**settings``: NAME=VALUE."""
    info = typer.Option(
        *("--option", "-o"),
        metavar="NAME=VALUE",
        help="Change an option.",
        autocompletion=shell_completion.complete_options,
    )
    shown = make_parameter(parameter.name, Annotated[list[str] | None, info], None)
    return Option([shown], lambda words, _: dict(parse_pairs(words[parameter.name], "-o")))


def _model_option(parameter: Parameter) -> Option:
    """A language model: each of its fields an option."""
    _, helps = parse_docstring(ModelAccess)
    fields = [
        make_option(
            each.replace(default=None) if each.name in {"ledger", "limits"} else each,
            helps[each.name],
        )
        for each in signature(ModelAccess).parameters.values()
    ]

    def read(words: Mapping[str, Any], stack: ExitStack) -> dict[str, Any]:
        values = {name: value for f in fields for name, value in f.read(words, stack).items()}
        values["limits"] = values["limits"] or {}
        if values["ledger"] is None:
            if parameter.default is None and values["model"] is None:
                return {parameter.name: None}
            raise typer.BadParameter("a language model needs a ledger", param_hint="--ledger")
        return {parameter.name: OpenModel(**values, stack=stack)}

    return Option([shown for each in fields for shown in each.shown], read)


def _typer_type(annotation: Any) -> tuple[Any, dict[str, Any]]:
    """The type that typer reads, and its bounds."""
    if (of := _without_none(annotation)) in _LAZY_TYPES:
        return _LAZY_TYPES[of], {}
    if any(role.is_named for role in roles_of(annotation)):
        return str, {}
    if isinstance(annotation, str):
        raise TypeError(f"a type as text says nothing to a command: {annotation}")
    is_union = get_origin(annotation) in (Union, UnionType)
    kinds = [
        argument
        for argument in (get_args(annotation) if is_union else [annotation])
        if argument is not NoneType
    ]
    if any(get_origin(argument) is Sequence for argument in kinds):
        return list[str], {}
    if get_origin(kinds[0]) in (dict, Mapping):
        return dict, {}
    if get_origin(kinds[0]) is Annotated:
        kind, *limits = get_args(kinds[0])
        bounds: dict[str, Any] = {}
        for limit in limits:
            if isinstance(limit, Ge):
                bounds["min"] = limit.ge
            elif isinstance(limit, Le):
                bounds["max"] = limit.le
        return _typer_type(kind)[0], bounds
    return Path if Path in kinds else str if kinds[0] is date else kinds[0], {}


def _without_none(annotation: Any) -> Any:
    """The one type that may be left out, else the annotation as it is."""
    kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
    is_optional = get_origin(annotation) in (Union, UnionType) and len(kinds) == 1
    return kinds[0] if is_optional else annotation


def _is_argument(parameter: Parameter) -> bool:
    is_needed = (
        parameter.default is Parameter.empty and parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
    )
    return is_needed and not any(role.is_option for role in roles_of(parameter.annotation))


def _usage_name(name: str, kind: Any) -> str:
    """Return the name of an argument in the usage line."""
    if get_origin(kind) is Literal:
        return "|".join(get_args(kind))
    return f"{name.removesuffix('s').upper()}…" if get_origin(kind) is list else name.upper()


def _option_name(name: str, kind: Any) -> str:
    return _dash_name(name.removesuffix("s") if kind is dict or get_origin(kind) is list else name)


def _dash_name(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _check_finite(value: Any) -> Any:
    """The value, unless it is a number that nothing has a place for."""
    if isinstance(value, float) and not isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number")
    if isinstance(value, int) and abs(value) >= 2**63:
        raise typer.BadParameter(f"{value} has more than 63 bits")
    return value


def _parse_number(text: str, option: str, annotation: Any, bounds: Mapping[str, float]) -> Any:
    """A whole number, or None for the word none, or another word that may stand there."""
    words = [
        word
        for argument in get_args(annotation)
        if get_origin(argument) is Literal
        for word in get_args(argument)
    ]
    least = int(bounds.get("min", 0))
    if text == "none" or text in words:
        return None if text == "none" else text
    if not text.isdecimal() or int(text) < least:
        raise DataError(
            f"{option} {text}", hint=f"It takes a number from {least} up, or the word none."
        )
    return int(text)


def _open_task(folder: Path) -> Any:
    from scinet.eval.task import Task

    return Task.read(folder)


def _check_system(name: str) -> str:
    """A name that is known, which is quickly seen, or a folder."""
    from scinet.models.registry import SYSTEMS

    if not Path(name).is_dir():
        SYSTEMS.check(name)
    return name


_LAZY_TYPES: Final[dict[Any, Any]] = {
    RunArg: str,
    SystemArg: str,
    TaskArg: Path,
}
_READERS: Final[dict[Any, Callable[[Any], Any]]] = {
    SystemArg: _check_system,
    TaskArg: _open_task,
}
