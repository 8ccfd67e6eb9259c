"""Leaderboards: every system on the same tasks; one command runs them, one writes the page."""

from typing import TYPE_CHECKING

import typer

from scinet.cli.root import app
from scinet.cli.verbs import Line, plain, verb
from scinet.session.leaderboard import (
    leaderboard_dimensions,
    leaderboard_page,
    run_leaderboard,
)

if TYPE_CHECKING:
    from scinet.experiments.leaderboard.dimensions import Dimensions

board = typer.Typer(
    no_args_is_help=True, help="Compare systems, from the simplest to the heaviest, on one page."
)
app.add_typer(board, name="leaderboard")


def _dimensions(found: "Dimensions", line: Line) -> None:
    line.emit(found.by_dimension.reset_index().to_dict("records"))


verb(
    board,
    "run",
    run_leaderboard,
    plain,
    arguments={"name": "LEADERBOARD"},
    example="scinet leaderboard run acl --corpus acl-anthology --out leaderboard-acl",
)
verb(
    board,
    "page",
    leaderboard_page,
    plain,
    arguments={"folders": "LEADERBOARD=FOLDER…"},
    example="scinet leaderboard page acl=lb-acl vispub=lb-vispub --out docs/results.md",
)
verb(
    board,
    "dimensions",
    leaderboard_dimensions,
    _dimensions,
    arguments={"tasks": "TASK…"},
    example="scinet leaderboard dimensions tasks/pairs --results results --out dimensions.md",
)
