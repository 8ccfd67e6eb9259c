"""Ask again what a receipt is of, and compare."""

from scinet.cli.root import app
from scinet.cli.verbs import verb
from scinet.session.agents import Agents

verb(app, "verify answer.receipt.json", Agents.verify)
