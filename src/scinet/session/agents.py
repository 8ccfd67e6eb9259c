"""Verbs for agents: the read tools, and the server that offers them to programs."""

from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, Final

from annotated_types import Ge, Le

from scinet.errors import extra_needed
from scinet.extension import look_up
from scinet.session.base import Connected, File, Names
from scinet.session.days import Day, parse_cutoff

if TYPE_CHECKING:
    import pandas as pd

    from scinet.eval.task import Task
    from scinet.experiments.graph_access import GraphAccess
    from scinet.graph.db.connection import Database
    from scinet.graph.tools import DatedView

_VIEWS: Final = 4  # days whose indexes of words are held at once


class Agents(Connected):
    """What language models and other programs are given."""

    def __init__(self, connect: "Callable[[], Database]", *, cache: File | None = None) -> None:
        super().__init__(connect, cache=cache)
        self._viewing = Lock()
        self._viewed: GraphAccess | None = None
        self._views: dict[date | None, DatedView] = {}

    def tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        /,
        *,
        before: Day | None = None,
        offset: Annotated[int, Ge(0)] = 0,
    ) -> "pd.DataFrame":
        """Ask one of the read tools that language models are given.

        Args:
            name: Such as ``search_papers``; docs/agents.md lists them.
            arguments: As the tool takes them.
            before: Cut-off day, exclusive; nothing later is seen.
            offset: Rows to leave out, those of the pages before.

        Returns:
            One row per result, texts cut after 1,000 characters. ``attrs["truncated"]`` says
            whether there are more, and ``attrs["note"]`` what the rows do not say.

        Raises:
            NotFoundError: If there is no such tool, or a paper, author or group is not in the graph
                before the day.
            QueryError: If an argument is wrong.
            SchemaError: If nothing is loaded, or a load is unfinished.
        """
        from scinet.graph.tools import TOOLS

        answer = look_up("tool", name, TOOLS).call(
            self._view(parse_cutoff(before)), arguments or {}, offset=offset
        )
        return self._frame(answer.rows, truncated=answer.truncated, note=answer.note)

    def verify(self, receipt: File | Mapping[str, Any]) -> dict[str, Any]:
        """Ask again what a receipt is of, and compare the answer bit by bit.

        Args:
            receipt: File that ``--receipt`` wrote, or the receipt of an answer.

        Returns:
            The number of rows, and whether the graph and the version are the same.

        Raises:
            DataError: If the answer is another one, of which the message says what moved; or if
                this is not a receipt.
        """
        from scinet.session.receipts import read_receipt, verify
        from scinet.session.rows import Rows

        return verify(Rows(lambda: self.database, cache=self.cache), read_receipt(receipt))

    def environment(self, *, task: "Task", before: Day, out: File) -> dict[str, Any]:
        """Make a folder in which an agent is judged on a task without seeing what came later.

        It holds the network of the day as files to load, the questions that are asked on or after
        it without their truth, and the configuration of a server that is limited to the day and
        writes down each call. Score the log with ``scinet evaluate steps TASK OUT``.

        Args:
            task: A task of the loaded graph.
            before: Cut-off day, exclusive: where the network ends.
            out: Folder to make.

        Returns:
            The numbers of papers and questions, the day, and the fingerprints of task and graph.

        Raises:
            DataError: If the task is of another network, the network ends before the day, or
                nothing is asked on or after it.
            NotFoundError: If no paper is dated before the day.
            StorageError: If the folder exists or cannot be written.
        """
        import sys

        from scinet.experiments.environment import make_environment

        command = str(Path(sys.executable).with_name("scinet"))
        whole = self._access().snapshot
        return make_environment(
            task, whole, self.database, parse_cutoff(before), Path(out), command
        )

    def mcp(
        self,
        *,
        http: bool = False,
        host: str = "127.0.0.1",
        port: Annotated[int, Ge(0), Le(65535)] = 8765,
        allow_hosts: Names | None = None,
        before: Day | None = None,
        cypher: bool = True,
        environment: File | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        """Offer the graph to agents by the Model Context Protocol, until it is stopped.

        Over standard input and output, as programs that start their own servers speak it, or over
        HTTP. Everything only reads. docs/agents.md lists the tools.

        Args:
            http: Streamable HTTP at /mcp instead.
            host: Address to listen on; any but this machine's own needs a name by which others
                call it, and their token in SCINET_MCP_TOKEN.
            port: Port to listen on; 0 takes a free one.
            allow_hosts: Names by which clients on other machines call this one.
            before: Cut-off day, exclusive, that no call can pass.
            cypher: Also offer the guarded tool for statements in Cypher.
            environment: Folder of an environment: offer its questions, as of its day, and write
                each call into its log.
            progress: Called with the address as soon as it is listened on.

        Raises:
            DataError: If the package mcp is missing, the port is taken, options do not go
                together, or other machines could call without a token.
            NotFoundError: If there is no such environment.
        """
        with extra_needed("mcp"):
            from scinet.session.mcp import transport
            from scinet.session.mcp.protocol import create_server
        from scinet.session.mcp.tool_server import ToolServer
        from scinet.session.rows import Rows

        day = parse_cutoff(before)
        names = [allow_hosts] if isinstance(allow_hosts, str) else list(allow_hosts or ())
        place = transport.ListenAddress(host, port, tuple(names)) if http else None
        if not http and (host, port, names) != ("127.0.0.1", 8765, []):
            transport.refuse_address()
        graph = Rows(lambda: self.database, cache=self.cache)
        if environment is None:
            desk = ToolServer(graph, day, has_cypher=cypher)
        else:
            from scinet.experiments.environment import Environment
            from scinet.session.mcp.judged_server import open_tool_server

            desk = open_tool_server(graph, Environment.read(environment), day, has_cypher=cypher)
        made = create_server(desk)
        if place is None:
            transport.over_stdio(made)
        else:
            transport.over_http(made, place, progress)

    def _view(self, before: date | None) -> "DatedView":
        """The graph as of a day, for tools; the latest few are held."""
        from scinet.graph.tools import DatedView

        with self._viewing:
            access = self._access()
            if access is not self._viewed:
                self._views, self._viewed = {}, access
            if (view := self._views.pop(before, None)) is None:
                view = DatedView(access.database, access.before(before))
            self._views[before] = view
            if len(self._views) > _VIEWS:
                del self._views[next(iter(self._views))]
            return view
