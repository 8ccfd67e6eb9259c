"""The server for agents, over a graph."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from annotated_types import Ge, Le

from scinet.errors import extra_needed
from scinet.session.base import File, Names, list_names
from scinet.session.days import Day, parse_cutoff

if TYPE_CHECKING:
    from scinet.session.graph import Graph


def serve_mcp(
    graph: "Graph",
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
        graph: The graph.
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
        from scinet.agents import transport
        from scinet.agents.protocol import create_server
    from scinet.agents.tool_server import ToolServer
    from scinet.session.graph import Graph

    day = parse_cutoff(before)
    names = tuple(list_names(allow_hosts) or ())
    address = transport.ListenAddress(host, port, names) if http else None
    if not http and (host, port, names) != ("127.0.0.1", 8765, ()):
        transport.refuse_address()
    answering = Graph(lambda: graph.database, cache=graph.cache, makes_receipts=False)
    if environment is None:
        tools = ToolServer(answering, day, has_cypher=cypher)
    else:
        from scinet.agents.judged_server import open_tool_server
        from scinet.experiments.environment import Environment

        tools = open_tool_server(answering, Environment.read(environment), day, has_cypher=cypher)
    server = create_server(tools)
    if address is None:
        transport.over_stdio(server)
    else:
        transport.over_http(server, address, progress)
