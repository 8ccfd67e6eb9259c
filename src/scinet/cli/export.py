"""Networks and papers for other programs."""

from scinet.cli.root import app
from scinet.cli.verbs import add_command
from scinet.session.export import Export

add_command(
    app, "export coauthor --before 2010-01-01 --minimum 2 --out coauthors.graphml", Export.export
)
