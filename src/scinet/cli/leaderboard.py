"""Leaderboards: every system on the same tasks; one command runs them, one writes the page."""

from scinet.cli.verbs import add_command, add_group
from scinet.session.leaderboard import (
    leaderboard_dimensions,
    leaderboard_page,
    run_leaderboard,
)

board = add_group("leaderboard", "Compare systems, from the simplest to the heaviest, on one page.")


add_command(
    board,
    "run mine.toml --corpus FOLDER --out leaderboard",
    run_leaderboard,
    arguments={"name": "LEADERBOARD"},
)
add_command(
    board,
    "page mine.toml=leaderboard --out results.md",
    leaderboard_page,
    arguments={"folders": "LEADERBOARD=FOLDER…"},
)
add_command(
    board,
    "dimensions tasks/pairs --results results --out dimensions.md",
    leaderboard_dimensions,
    lambda found, line: line.emit(found.by_dimension.reset_index().to_dict("records")),
)
