"""Serve the pages until they are stopped."""

import secrets
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Annotated, Final
from urllib.parse import urlencode

from annotated_types import Ge, Le

from scinet.credentials import TOKEN_LENGTH, is_token
from scinet.errors import DataError, NotFoundError, extra_needed
from scinet.session.base import File
from scinet.session.graph import Graph

_AHEAD_S: Final = 2.0  # for what the first page needs; of a large graph it takes longer


def explore(
    graph: Graph,
    *,
    port: Annotated[int, Ge(0), Le(65535)] = 8321,
    host: str = "127.0.0.1",
    token: str | None = None,
    results: Sequence[File] = (),
    progress: Callable[[str], None] | None = None,
) -> None:
    """Show the graph in a browser: papers, authors, paths, maps, as of any day.

    Pages only read. They are for this machine alone unless another host is given; then each browser
    needs a token, which is part of the address that is printed. The libraries that pages load are
    downloaded once. It ends when it is interrupted.

    Args:
        graph: The graph.
        port: Port to listen on; 0 for any that is free.
        host: Address to listen on.
        token: Word that browsers must know, 16 characters of ASCII at least; made up unless given,
            where one is needed.
        results: Folders with what was evaluated, to be shown with the graph: tasks, runs, and what
            ``scinet evaluate runs --out`` wrote.
        progress: Called with the address as soon as it is listened on.

    Raises:
        DataError: If the port is taken, the token is short or not ASCII, or the packages of the
            extra ``explore`` are missing.
        GraphUnavailableError: If the database does not answer.
        NotFoundError: If there is no such folder of results.
        ServerMissingError: If the libraries cannot be downloaded.
    """
    with extra_needed("explore"):
        import fastapi  # noqa: F401
        import uvicorn

    from scinet.explorer import assets
    from scinet.explorer.app import create_app
    from scinet.explorer.guard import LOOPBACK

    folders = [Path(folder_name) for folder_name in results]
    for folder in folders:
        if not folder.is_dir():
            raise NotFoundError(
                f"no folder {folder}", hint="Name one that `scinet evaluate runs --out` wrote."
            )
    if token is None and host not in LOOPBACK:
        token = secrets.token_urlsafe(24)
    if token is not None and not is_token(token):
        raise DataError(
            f"a token has at least {TOKEN_LENGTH} characters, all of them printable ASCII",
            hint="Leave --token out: one is made up.",
        )
    pages = Graph(graph.connect, cache=graph.cache, makes_receipts=False)
    _ = pages.database  # one that is away is an error now
    assets.download_libraries()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            raise DataError(
                f"port {port} of {host} cannot be listened on", hint="Choose another with --port."
            ) from error
        listening.listen()
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        app = create_app(pages, token=token, results=folders)
        ahead = Thread(target=app.state.explorer.preload, daemon=True)
        ahead.start()
        ahead.join(_AHEAD_S)
        if progress:
            progress(address if token is None else f"{address}?{urlencode({'token': token})}")
        settings = uvicorn.Config(app, log_level="warning", server_header=False)
        uvicorn.Server(settings).run([listening])
