"""What errors say on a page, where there are no commands."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scinet
from scinet.errors import NotFoundError, QueryError, ScinetError
from scinet.explorer import error_hints
from scinet.explorer.error_hints import error_hint, error_message


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("the time limit was reached (identify/paper)", "the time limit was reached"),
        ("the connection was lost (a transaction)", "the connection was lost"),
        ("the time limit was reached (the statement)", "the time limit was reached"),
        ("no task (results/one)", "no task (results/one)"),
        ("bad day (before)", "bad day (before)"),
    ],
)
def test_statements_behind_a_page_are_not_named(message: str, said: str) -> None:
    assert error_message(QueryError(message)) == said


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        (
            "Ask for less, or give more time with --timeout.",
            "Ask for less, or give more time in the field “Seconds at most”.",
        ),
        ("See `scinet query lookup/title`.", "Search for it at the top of the page."),
        ("Choose a later --before.", "Choose a later day."),
        ("Wait for it. Or name another --out.", "Wait for it."),
        ("Load something with `scinet load`.", "Load something with `scinet load`."),
        ("Try `scinet server start --heap 2g`.", "Try `scinet server start --heap 2g`."),
        ("Name what `scinet run --out` wrote with --results.", ""),
    ],
)
def test_a_page_has_fields_instead_of_options(hint: str, said: str) -> None:
    assert error_hint(NotFoundError("x", hint=hint)) == said


def hints() -> Iterator[str]:
    """All texts of the packages that pages call."""
    for name in ("graph", "session", "eval"):
        for file in (Path(scinet.__path__[0]) / name).resolve().rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def test_every_remedy_replaces_words_that_an_error_has() -> None:
    known = "\n".join(hints())
    for of_command, _ in error_hints._SAID:
        assert re.search(re.escape(of_command), known), of_command
    assert error_hint(ValueError("no hint")) == ""
    assert error_hint(ScinetError("none")) == ""
