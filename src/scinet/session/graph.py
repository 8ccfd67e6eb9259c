"""The graph as one object: a method per command."""

from typing import TYPE_CHECKING, Self

from scinet.errors import ScinetError
from scinet.html_table import html_facts
from scinet.session.agents import Agents
from scinet.session.annotate import Annotate
from scinet.session.compute import Compute
from scinet.session.explore import Explore
from scinet.session.export import Export
from scinet.session.fields import FieldsOf
from scinet.session.find import Find
from scinet.session.indicators import Indicators
from scinet.session.learn import Learn
from scinet.session.paths import Paths
from scinet.session.publish import Publish
from scinet.session.simulate import Simulate

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database


class Graph(
    Explore,
    Find,
    FieldsOf,
    Paths,
    Indicators,
    Compute,
    Export,
    Learn,
    Publish,
    Annotate,
    Agents,
    Simulate,
):
    """A dated scientific network; close it, or use it in a ``with`` block.

    Attributes:
        connect: Opens the connection.
        database: The connection, for what the methods do not offer.
        cache: Folder of what is computed once; ``SCINET_CACHE`` unless another is given.
    """

    def reconnect(self) -> None:
        """Look where the database answers by now, and connect there if that is another address.

        A local server that was stopped may have come back on another port. At the same address a
        connection finds the server again by itself, unless it has another password.

        Raises:
            GraphUnavailableError: If it does not answer.
        """
        database, old = self.connect(), self.database
        if database.place == old.place and (database is old or old.answers()):
            if database is not old:
                database.close()
            return
        self.database, self._graph = database, None
        old.close()

    def close(self) -> None:
        """Close the connection."""
        if "database" in vars(self):
            self.database.close()

    def __repr__(self) -> str:
        try:
            nodes = {row["label"]: row["count"] for row in self.database.rows("admin/node_counts")}
        except ScinetError as error:
            return f"<Graph: {error}>"
        counts = ", ".join(f"{count:,} {label}" for label, count in nodes.items() if count)
        return f"<Graph: {counts or 'empty'}>"

    def _repr_html_(self) -> str:
        from scinet.graph.analysis.status import is_simulated

        try:
            nodes = self.database.rows("admin/node_counts")
            years = [row["year"] for row in self.database.rows("lookup/years")]
            simulated = is_simulated(self.database)
        except ScinetError as error:
            return str(html_facts("Graph", [("not available", str(error))]))
        rows = [(row["label"], row["count"]) for row in nodes if row["count"]]
        if years:
            rows.append(("years", f"{min(years)} to {max(years)}"))
        return str(html_facts("Graph of simulated data" if simulated else "Graph", rows))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def local_graph() -> Graph:
    """The graph that is set, else the local one, connected to when it is first needed."""
    return Graph(_connect)


def _connect() -> "Database":
    from scinet.server.address import open_database

    return open_database()
