"""Pages of the explorer, a module each."""

from typing import Final

from scinet.explorer.pages import (
    author,
    evaluation,
    fields,
    maps,
    paper,
    path,
    queries,
    report,
    search,
    suggestions,
)

ROUTERS: Final = (
    search.router,
    paper.router,
    author.router,
    maps.router,
    suggestions.router,
    fields.router,
    path.router,
    evaluation.router,
    report.router,
    queries.router,
)
