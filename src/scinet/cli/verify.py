"""Ask again what a receipt is of, and compare."""

from scinet.agents.verify import verify
from scinet.cli.root import app
from scinet.cli.verbs import add_command

add_command(app, "verify answer.receipt.json", verify)
