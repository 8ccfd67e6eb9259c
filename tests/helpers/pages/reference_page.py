"""Makes the reference: commands from their help, Python from docstrings (``make reference``)."""

import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from helpers.pages import catalogue_page
from helpers.pages.doc_pages import ROOT, known_commands

import scinet
from scinet import plots, spark

_FOLDER = ROOT / "build"
_COMMANDS = """# Commands

Every command, made from its help. `scinet COMMAND --help` prints the same.
"""
_PYTHON = """# Python

Everything that is public in Python, made from the docstrings. Whatever is not named here is private
and may change.
"""
_ROLE = re.compile(r":(?:meth|func|class|mod|data|attr):`~?([^`]+)`")
_SECTION = re.compile(r"^(Args|Returns|Raises|Yields|Attributes|Source|Shapes):$")
_ENTRY = re.compile(r"^    (\S[^:]*(?:\([^)]*\))?): (.*)$")


def pages() -> dict[str, str]:
    """The pages by the names of their files."""
    return {"commands.md": _commands(), "reference.md": _python(), **catalogue_page.pages()}


def _commands() -> str:
    parts, group = [_COMMANDS], ""
    for path, command in sorted(known_commands().items()):
        if len(path) > 1 and path[0] != group:
            parts.append(f"## scinet {path[0]}\n")
        group = path[0]
        usage = " ".join(["scinet", *path, *_usage(command)])
        summary, _, example = (command.help or "").partition("Example:")
        parts += [f"{'#' * (len(path) + 1)} scinet {' '.join(path)}\n", f"```text\n{usage}\n```\n"]
        parts += [f"{summary.strip()}\n", f"```text\n{example.strip()}\n```\n"]
        parts += [*map(_option, command.params), ""]
    return "\n".join(parts).rstrip() + "\n"


def _usage(command: Any) -> list[str]:
    context = command.make_context(command.name, [], resilient_parsing=True)
    return list(command.collect_usage_pieces(context))


def _option(parameter: Any) -> str:
    names = [*parameter.opts, *parameter.secondary_opts]
    shown = parameter.metavar or names[0] if parameter.param_type_name == "argument" else ""
    default = f" [{parameter.default}]" if parameter.default else ""
    needed = " Required." if parameter.required else ""
    return f"- `{shown or ', '.join(names)}`: {parameter.help or ''}{needed}{default}"


def _python() -> str:
    parts = [_PYTHON]
    public = {name: getattr(scinet, name) for name in scinet.__all__}
    functions = [name for name, value in public.items() if inspect.isfunction(value)]
    errors = [name for name in public if name.endswith("Error")]
    classes = [name for name in public if name not in {*functions, *errors}]
    parts += ["## Functions\n"]
    parts += [_described(f"scinet.{name}", public[name], level=3) for name in functions]
    parts += ["## Figures\n"]
    parts += [
        _described(f"scinet.plots.{name}", getattr(plots, name), level=3) for name in plots.__all__
    ]
    parts += ["## Beyond one machine\n"]
    parts += [
        _described(f"scinet.spark.{name}", getattr(spark, name), level=3) for name in spark.__all__
    ]
    # Graph first: the rest is what its methods take and return.
    for name in sorted(classes, key=lambda name: (name != "Graph", name)):
        parts.append(_described(f"scinet.{name}", public[name], level=2, signature=False))
        parts += [
            _described(f"{name}.{method}", value, level=3)
            for method, value in _methods(public[name])
        ]
    parts += ["## Errors\n", "| error | raised when |\n|---|---|"]
    parts += [f"| `scinet.{name}` | {_summary(public[name])} |" for name in errors]
    return "\n".join(parts).rstrip() + "\n"


def _methods(kind: type) -> Iterator[tuple[str, Any]]:
    """Public methods and properties, own ones and those of the package's bases, by name."""
    for name, value in inspect.getmembers(kind):
        if name.startswith("_") or not (getattr(value, "__doc__", None) and _is_ours(kind, name)):
            continue
        if inspect.isroutine(value) or isinstance(value, property | cached_property):
            yield name, value


def _is_ours(kind: type, name: str) -> bool:
    home = next((base for base in kind.__mro__ if name in vars(base)), object)
    return home.__module__.startswith("scinet.")


def _described(title: str, value: Any, *, level: int, signature: bool = True) -> str:
    lines = [f"{'#' * level} {title}", ""]
    if signature and (inspect.isfunction(value) or inspect.ismethod(value)):
        lines += ["```text", _signature(title, value), "```", ""]
    return "\n".join([*lines, *_markdown(inspect.getdoc(value) or ""), ""])


def _signature(title: str, value: Any) -> str:
    result = inspect.signature(value)
    parameters = [parameter for parameter in result.parameters.values() if parameter.name != "self"]
    whole = str(result.replace(parameters=[_plain(parameter) for parameter in parameters]))
    text = re.sub(r"\b[a-z_]+(?:\.[a-z_]+)*\.(?=[A-Z])", "", whole)
    text = re.sub(r"-> '(.+)'$", r"-> \1", text)  # of a class that is imported late
    call = f"{title.rpartition('.')[2] if title.startswith('scinet') else title}{text}"
    return call if len(call) < 100 else _broken(call)


def _plain(parameter: inspect.Parameter) -> inspect.Parameter:
    return parameter.replace(annotation=inspect.Parameter.empty)


def _broken(call: str) -> str:
    """A long call with one parameter on each line."""
    head, _, rest = call.partition("(")
    inside, _, result = rest.rpartition(")")
    parts = re.split(r", (?![^(\[{]*[)\]}])", inside)
    return "\n".join([f"{head}(", *(f"    {part}," for part in parts), f"){result}"])


def _markdown(text: str) -> Iterator[str]:
    for line in _ROLE.sub(r"`\1`", text).replace("``", "`").splitlines():
        if (section := _SECTION.match(line)) is not None:
            yield f"**{section[1]}**\n"
        elif (entry := _ENTRY.match(line)) is not None:
            yield f"- `{entry[1]}`: {entry[2]}"
        else:
            yield line.removeprefix("    ") if line.startswith("    ") else line


def _summary(value: Any) -> str:
    return (inspect.getdoc(value) or "").partition("\n")[0]


if __name__ == "__main__":
    _FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (_FOLDER / name).write_text(text, "utf-8")
        sys.stdout.write(f"build/{name}\n")
