"""What the network looks like, and a simulated one."""

from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.explore import Explore

verb(
    app,
    "statistics",
    Explore.statistics,
    plain,
    example="scinet statistics --before 2010-01-01 --simulated",
)
