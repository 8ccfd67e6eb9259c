"""Leaderboards: every system on the same tasks; one command runs them, one writes the page."""

from scinet.cli.verbs import group, verb
from scinet.session.leaderboard import (
    leaderboard_dimensions,
    leaderboard_page,
    run_leaderboard,
)

board = group("leaderboard", "Compare systems, from the simplest to the heaviest, on one page.")


verb(
    board,
    "run mine.toml --corpus FOLDER --out leaderboard",
    run_leaderboard,
    arguments={"name": "LEADERBOARD"},
)
verb(
    board,
    "page mine.toml=leaderboard --out results.md",
    leaderboard_page,
    arguments={"folders": "LEADERBOARD=FOLDER…"},
)
verb(
    board,
    "dimensions tasks/pairs --results results --out dimensions.md",
    leaderboard_dimensions,
    lambda found, line: line.emit(found.by_dimension.reset_index().to_dict("records")),
)
