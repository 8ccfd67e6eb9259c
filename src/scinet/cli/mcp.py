"""Offer the graph to agents."""

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import nothing, verb
from scinet.session.agents import Agents

verb(
    app,
    "mcp --http --before 2013-01-01",
    Agents.mcp,
    nothing,
    spelt={"allow_hosts": "--allow-host"},
    progress=progress.address("agents find the graph at {}"),
    tells_cost=False,
)
