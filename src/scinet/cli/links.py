"""Features of pairs that may be linked, and candidates for a link."""

import sys
from pathlib import Path
from typing import Any

import typer

from scinet.cli import output
from scinet.cli.root import app
from scinet.cli.rows import Rows
from scinet.cli.verbs import Line, verb
from scinet.errors import DataError
from scinet.graph.choices import Network
from scinet.graph.engine import Engine
from scinet.session.compute import Compute
from scinet.session.days import Day

links = typer.Typer(no_args_is_help=True, help="Links that may come: features and candidates.")
app.add_typer(links, name="links")


def _features_of(
    graph: Rows,
    a: str,
    b: str | None = None,
    *,
    network: Network = "coauthor",
    before: Day | None = None,
    engine: Engine = "arrays",
) -> Any:
    """Every feature of pairs of authors or papers, in the order given.

    Ids in a file are parted by a tab, or else a comma. The database has no Katz and no walks.

    Args:
        graph: The graph.
        a: An author or a paper, or a file of pairs: two ids on a line.
        b: Another; none after a file.
        network: What joins papers, or ``coauthor`` for authors.
        before: Cut-off day, exclusive; nothing later is seen.
        engine: Who computes.
    """
    pairs = _pairs_of(Path(a)) if b is None else [(a, b)]
    return graph.links(pairs, network=network, before=before, engine=engine)


def _features(rows: Any, line: Line) -> None:
    if line.given["engine"] == "arrays":
        _say_left_out(line)
    line.emit(rows)


def _candidates(rows: Any, line: Line) -> None:
    _say_left_out(line)
    sys.stderr.write(f"{len(rows):,} candidates with {line.given['by']} above 0\n")
    rows = rows[: line.most()]
    if not line.as_json:
        rows = output.named(line.graph.snapshot(line.given["before"]), rows)
    line.emit(rows)


def _say_left_out(line: Line) -> None:
    from scinet.graph.links.every import LARGEST_TEAM
    from scinet.graph.links.tables import large_teams

    if line.given["network"] == "coauthor":
        large = large_teams(line.graph.snapshot(line.given["before"]))
        sys.stderr.write(
            f"papers with over {LARGEST_TEAM} authors, left out of faded_coauthorship and "
            f"author_walk: {large:,}\n"
        )


def _pairs_of(file: Path) -> list[tuple[str, str]]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(
            f"cannot read pairs from {file}", hint="Name two ids, or a text file of pairs."
        ) from error
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(lines, start=1):
        parts = [part.strip() for part in line.split("\t" if "\t" in line else ",")]
        if not line.strip():
            continue
        if len(parts) != 2 or not all(parts):
            raise DataError(
                f"{file}, line {number}: {line[:60]!r} is no pair",
                hint="Write two ids, parted by a tab or a comma.",
            )
        pairs.append((parts[0], parts[1]))
    return pairs


verb(
    links,
    "features",
    _features_of,
    _features,
    arguments={"a": "A", "b": "[B]"},
    example="scinet links features A00000000 A00000023 --before 2015-01-01",
)
verb(
    links,
    "candidates",
    Compute.candidates,
    _candidates,
    arguments={"source": "SOURCE"},
    example="scinet links candidates A00000000 --by author_walk --before 2015-01-01 --top 10",
)
