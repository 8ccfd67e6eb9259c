"""One module per page."""

from typing import Final

from scinet.explorer.pages import author, maps, paper, path, queries, search

ROUTERS: Final = (
    search.router,
    paper.router,
    author.router,
    maps.router,
    path.router,
    queries.router,
)
