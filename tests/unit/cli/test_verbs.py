"""A command made of a function: its options, their help, what the function is given."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import typer
from annotated_types import Ge
from typer.testing import CliRunner

from scinet.cli.verbs import add_command
from scinet.errors import DataError


def count(
    what: str,
    *,
    papers: str | Sequence[str] | None = None,
    before: date | str | None = None,
    window_years: Annotated[int, Ge(1)] | None = 5,
    by: Literal["venue", "field"] = "venue",
    columns: dict[str, str] | None = None,
    write: bool = False,
    check: bool = True,
    out: str | Path | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Count what is there.

    As of a day.

    Args:
        what: What is counted.
        papers: A paper or several.
        before: Cut-off day, exclusive.
        window_years: Years; None for all.
        by: ``venue`` or ``field``.
        columns: Names of columns.
        write: Also store it, with ``before``
            or without.
        check: Look first.
        out: File to write.
        **settings: Settings.

    Raises:
        DataError: Never.
    """
    given = locals()
    return {name: str(item) if isinstance(item, Path) else item for name, item in given.items()}


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer(name="made", rich_markup_mode=None)
    add_command(made, "count papers", count)
    return made


def ask(app: typer.Typer, *words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_defaults_are_those_of_the_verb(app: typer.Typer) -> None:
    assert ask(app, "works") == count("works")


def test_options_are_spelt_like_parameters(app: typer.Typer) -> None:
    given = ask(
        app, "works", "--paper", "a", "--paper", "b", "--before", "2012-01-01", "--window", "none",
        "--by", "field", "--column", "id=doi", "--write", "--no-check", "--out", "x", "-o", "k=3",
    )  # fmt: skip
    assert given == count(
        "works", papers=["a", "b"], before="2012-01-01", window_years=None, by="field",
        columns={"id": "doi"}, write=True, check=False, out="x", k="3",
    )  # fmt: skip


@pytest.mark.parametrize("words", [["--by", "topic"], ["-o", "k"], ["--column", "=x"], ["--windo"]])
def test_wrong_use_is_refused(app: typer.Typer, words: list[str]) -> None:
    assert CliRunner().invoke(app, ["works", *words]).exit_code == 2


def test_a_window_is_a_number_or_none(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["works", "--window", "0"])
    assert isinstance(result.exception, DataError)
    assert str(result.exception) == "--window 0"


def test_help_is_the_docstring(app: typer.Typer) -> None:
    text = " ".join(CliRunner().invoke(app, ["--help"]).output.split())
    for part in (
        "Count what is there. As of a day. Example: scinet made count papers",
        "Years; none for all. [default: 5]",
        "Also store it, with --before or without.",
        "--by <venue|field> venue or field.",
    ):
        assert part in text
    assert "Never" not in text
