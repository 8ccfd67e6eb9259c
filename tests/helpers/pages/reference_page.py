"""Makes ``docs/reference.md`` of the docstrings of what ``scinet`` exports: ``make reference``."""

import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import scinet
from scinet import plots, spark

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference.md"
_INTRODUCTION = """# Reference

Everything that is public in Python, made from the docstrings by `make reference`. Whatever is not
named here is private and may change. How it is used: [python.md](python.md).
"""
_ROLE = re.compile(r":(?:meth|func|class|mod|data|attr):`~?([^`]+)`")
_SECTION = re.compile(r"^(Args|Returns|Raises|Yields|Attributes|Source|Shapes):$")
_ENTRY = re.compile(r"^    (\S[^:]*(?:\([^)]*\))?): (.*)$")


def page() -> str:
    """The whole page."""
    parts = [_INTRODUCTION]
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
    found = inspect.signature(value)
    parameters = [one for one in found.parameters.values() if one.name != "self"]
    whole = str(found.replace(parameters=[_plain(one) for one in parameters]))
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
    PAGE.write_text(page(), "utf-8")
