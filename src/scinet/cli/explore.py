"""The explorer: pages in a browser."""

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import nothing, verb
from scinet.explorer.serve import explore

verb(
    app,
    "explore --port 8000",
    explore,
    nothing,
    spelt={"results": "--results"},
    progress=progress.address("open {} in a browser; Ctrl-C ends it"),
    tells_cost=False,
)
