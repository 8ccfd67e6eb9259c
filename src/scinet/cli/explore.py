"""The explorer: pages in a browser."""

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import add_command, print_nothing
from scinet.explorer.serve import explore

add_command(
    app,
    "explore --port 8000",
    explore,
    print_nothing,
    option_names={"results": "--results"},
    progress=progress.print_address("open {} in a browser; Ctrl-C ends it"),
    prints_cost=False,
)
