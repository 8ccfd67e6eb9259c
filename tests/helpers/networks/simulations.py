"""Simulations on a network that lies in no database, and a ladder for their judge."""

from datetime import date
from typing import Final, cast

from scinet.eval.suites.prescience.lacer.ladder import Ladder, PaperText
from scinet.experiments.graph_access import GraphAccess
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot

SINCE: Final = date(2008, 1, 1)
MODELS: Final = ("collaborators-walk", "prior-work-walk", "recombined", "impact-team")
GOLD: Final = ("gold",) * 4
_RUNG: Final = PaperText(title="a", abstract="b")
LADDER: Final = Ladder(title="a", abstract="b", paper_id="x", begun_with="y", rungs=(_RUNG,) * 10)


def without_database(snapshot: Snapshot | None = None) -> GraphAccess:
    return GraphAccess(lambda: cast(Database, None), snapshot=snapshot)
