"""One module per page."""

from typing import Final

from scinet.explorer.pages import author, paper, path, queries, search

ROUTERS: Final = (search.router, paper.router, author.router, path.router, queries.router)
