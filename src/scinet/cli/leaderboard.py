"""Leaderboards: every system on the same tasks; one command runs them, one writes the page."""

import typer

from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.leaderboard import leaderboard_page, run_leaderboard

board = typer.Typer(
    no_args_is_help=True, help="Compare systems, from the simplest to the heaviest, on one page."
)
app.add_typer(board, name="leaderboard")

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
