"""One module per page."""

from typing import Final

from scinet.explorer.pages import (
    author,
    evaluation,
    fields,
    maps,
    meant,
    paper,
    path,
    queries,
    report,
    search,
)

ROUTERS: Final = (
    search.router,
    paper.router,
    author.router,
    maps.router,
    meant.router,
    fields.router,
    path.router,
    evaluation.router,
    report.router,
    queries.router,
)
