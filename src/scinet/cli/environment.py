"""Make a folder in which an agent is judged."""

from scinet.cli.root import app
from scinet.cli.verbs import add_command
from scinet.session.agents import Agents

add_command(
    app,
    "environment --task tasks/collaborators --before 2013-01-01 --out environment",
    Agents.environment,
)
