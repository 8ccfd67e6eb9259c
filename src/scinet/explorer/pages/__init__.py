"""One module per page."""

from typing import Final

from scinet.explorer.pages import paper, search

ROUTERS: Final = (search.router, paper.router)
