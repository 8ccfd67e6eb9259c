"""Makes the pages of tasks with their options, of systems and of statements: ``make reference``."""

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from scinet.eval.suites import TASK_TYPES
from scinet.experiments.systems import find_systems
from scinet.graph.db.query import load_query, public_names
from scinet.models.registry import SYSTEMS, make_system

_TASKS = """# Tasks

What `scinet task build SUITE/TASK` can make, with the options that `-o name=value` changes and
their defaults.
"""
_SYSTEMS = """# Systems

What `scinet run` and `scinet train` can run, with the settings that `-o name=value` changes and
their defaults. `scinet systems` prints the same.
"""
_STATEMENTS = """# Statements

What `scinet query` asks: files below `cypher/`, with their parameters and columns. A parameter
without a default has to be given.
"""
_ROLE = re.compile(r":(?:meth|func|class|mod|data|attr):`~?([^`]+)`")
_ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n        .*)*)", re.MULTILINE)


def pages() -> dict[str, str]:
    """The pages by the names of their files."""
    return {
        "tasks.md": _page(_TASKS, _tasks()),
        "systems.md": _page(_SYSTEMS, _systems()),
        "statements.md": _page(_STATEMENTS, _statements()),
    }


def _page(introduction: str, lines: Iterator[str]) -> str:
    return "\n".join([introduction, *lines]).rstrip() + "\n"


def _tasks() -> Iterator[str]:
    for name, kind in TASK_TYPES.items():
        summary = _plain(inspect.getdoc(type(kind)) or "")
        yield f"## {name}\n"
        if not summary.startswith("`"):  # more than its name
            yield f"{summary}\n"
        defaults = {option.name: option.default for option in fields(kind.options)}
        yield from _options(defaults, kind.options)


def _options(defaults: Mapping[str, Any], kind: type) -> Iterator[str]:
    described = _attributes(kind)
    for name, default in defaults.items():
        text = described.get(name, "")
        yield f"- `{name}={_shown(default)}`{': ' if text else ''}{text}"
    yield ""


def _attributes(kind: type) -> dict[str, str]:
    """What the docstrings of a class and its bases say of their attributes."""
    described: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        text = inspect.cleandoc(vars(base).get("__doc__") or "").partition("Attributes:\n")[2]
        described |= {
            name: _plain(" ".join(said.split())) for name, said in _ATTRIBUTE.findall(text)
        }
    return described


def _systems() -> Iterator[str]:
    for row in find_systems(None):
        marks = [row["track"]]
        marks += ["is trained"] if row["learns"] else []
        marks += ["asks a language model"] if row["asks_model"] else []
        yield f"## {row['system']}\n\n{row['summary']} ({', '.join(marks)}).\n"
        kind = type(make_system(row["system"])) if row["system"] in SYSTEMS else object
        yield from _options(row["settings"], kind)


def _statements() -> Iterator[str]:
    for name in public_names():
        statement = load_query(name)
        yield f"## {name}\n\n{statement.summary}\n"
        given = [*sorted(statement.params - statement.defaults.keys())]
        given += [f"{name} = {json.dumps(value)}" for name, value in statement.defaults.items()]
        yield "```text"
        yield f"params:  {', '.join(given)}\nreturns: {', '.join(statement.returns)}\n```\n"


def _plain(text: str) -> str:
    return _ROLE.sub(r"`\1`", text).replace("``", "`")


def _shown(value: Any) -> str:
    return "" if value is None else str(value)
