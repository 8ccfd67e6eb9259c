"""Offer the graph to agents."""

from scinet.agents.serve import serve_mcp
from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import add_command, print_nothing

add_command(
    app,
    "mcp --http --before 2013-01-01",
    serve_mcp,
    print_nothing,
    option_names={"allow_hosts": "--allow-host"},
    progress=progress.print_address("agents find the graph at {}"),
    prints_cost=False,
)
