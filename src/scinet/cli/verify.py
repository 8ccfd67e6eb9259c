"""Ask again what a receipt is of, and compare."""

from scinet.cli.root import app
from scinet.cli.verbs import add_command
from scinet.session.agents import Agents

add_command(app, "verify answer.receipt.json", Agents.verify)
