"""What the commands on the whole graph share: options, papers, arrays, the choice of an engine."""

import sys
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import complete, output
from scinet.errors import DataError

if TYPE_CHECKING:
    from scinet.experiments.graph_access import GraphAccess
    from scinet.graph.connection import Database
    from scinet.graph.engine import Engine as EngineKind
    from scinet.graph.snapshot import Snapshot


class EngineName(StrEnum):
    """Who computes."""

    DATABASE = "database"
    ARRAYS = "arrays"


class NetworkName(StrEnum):
    """What joins two papers or authors; as in :data:`scinet.graph.links.NETWORKS`."""

    COAUTHOR = "coauthor"
    CITATION = "citation"
    CO_CITATION = "co-citation"
    COUPLING = "coupling"


Engine = Annotated[
    EngineName | None,
    typer.Option("--engine", help="Who computes; chosen by size when not given."),
]
ArraysFirst = Annotated[
    EngineName, typer.Option("--engine", help="Who computes; the database has less to offer here.")
]
Papers = Annotated[
    list[str] | None,
    typer.Option("--paper", help="A paper by id, DOI or title, repeatable; all when not given."),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", "--top", min=1, help="Rows to print; all with --json, else 20."),
]

TaskFolder = Annotated[Path, typer.Argument(metavar="TASK", help="Folder of a task.")]
TaskSplit = Annotated[str, typer.Option("--split", help="Split of the task.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of all random choices.")]

Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Change an option.",
        autocompletion=complete.options,
    ),
]

Write = Annotated[
    bool,
    typer.Option(
        "--write",
        help="Also store the numbers on the papers; not with --before, which the property does "
        "not name.",
    ),
]


def pairs(option: list[str] | None) -> dict[str, str]:
    """Options written as NAME=VALUE, by name.

    Raises:
        typer.BadParameter: If one is written in another way.
    """
    parts = [text.partition("=") for text in option or []]
    for name, equals, _ in parts:
        if not name or not equals:
            raise typer.BadParameter("an option is written NAME=VALUE", param_hint="-o")
    return {name: value for name, _, value in parts}


def refuse_write_before(before: date | None, *, write: bool) -> None:
    """Refuse to store what holds only as of a day.

    Raises:
        DataError: If both are given.
    """
    if write and before is not None:
        raise DataError(
            "--write with --before (the stored number would not name the day)",
            hint="Leave one of them out.",
        )


def read_arrays(db: "Database", before: date | None) -> "Snapshot":
    """The graph before a day as arrays, stored on disk for the next command."""
    from scinet.graph.snapshot import read
    from scinet.settings import CacheSettings

    return read(db, before, cache=CacheSettings().cache)


def identified(db: "Database", papers: list[str] | None) -> list[str] | None:
    """Stored ids of papers that were named by id, DOI or title."""
    from scinet.graph import identify

    return None if papers is None else [identify.paper(db, paper) for paper in papers]


def choose_engine(asked: EngineName | None) -> "EngineKind":
    """Who computes: as asked, else the better one; said on standard error."""
    from scinet.graph.engine import choose

    chosen = choose(asked.value if asked else None, items=None)
    sys.stderr.write(f"engine: {chosen}\n")
    return chosen


def engine_of(asked: EngineName | None) -> "EngineKind | None":
    """The engine that was asked for, as the library names it."""
    return None if asked is None else asked.value


def cache() -> Path:
    """Folder of what is computed once."""
    from scinet.settings import CacheSettings

    return CacheSettings().cache


def titled(arrays: "Snapshot", rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows for people: with year, title and authors."""
    from scinet.graph.dates import date_of
    from scinet.graph.paper_names import short

    places = [arrays.index(row["paper_id"]) for row in rows]
    return [
        {
            **row,
            "year": date_of(int(arrays.day[i])).year,
            "title": arrays.title[i],
            "authors": short([arrays.author_name[author] for author in arrays.authored.row(i)]),
        }
        for row, i in zip(rows, places, strict=True)
    ]


def named(arrays: "Snapshot", rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows for people: papers with year, title and authors, authors with their names."""
    if not rows or "paper_id" in rows[0]:
        return titled(arrays, rows)
    name = dict(zip(arrays.author_id, arrays.author_name, strict=True))
    return [{**row, "name": name[row["author_id"]]} for row in rows]


def most(limit: int | None, *, as_json: bool) -> int | None:
    """Rows to print: all for programs, 20 for people, unless asked."""
    return 20 if limit is None and not as_json else limit


def number(text: str, option: str, *, least: int) -> int:
    """A whole number of an option that also takes the word none.

    Raises:
        DataError: If it is not a whole number, or too small.
    """
    if not text.isdecimal() or int(text) < least:
        raise DataError(
            f"{option} {text}", hint=f"It takes a number from {least} up, or the word none."
        )
    return int(text)


def graph() -> "GraphAccess":
    """The graph that is set, else the local one, connected to when it is first needed."""
    from scinet.experiments.graph_access import GraphAccess
    from scinet.settings import CacheSettings

    return GraphAccess(output.database, cache=CacheSettings().cache)
