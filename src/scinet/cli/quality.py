"""What is doubtful in the loaded network."""

from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.explore import Explore

verb(app, "quality", Explore.quality, plain, example="scinet quality")
