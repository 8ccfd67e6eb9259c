"""The pages as one application."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from scinet.errors import ScinetError
from scinet.explorer import assets, faults
from scinet.explorer.guard import Guard
from scinet.explorer.page import Explorer
from scinet.explorer.pages import ROUTERS

if TYPE_CHECKING:
    from scinet.session.graph import Graph


def make(graph: "Graph", *, token: str | None = None, results: Sequence[Path] = ()) -> FastAPI:
    """The application over a graph.

    Args:
        graph: Whose verbs it shows.
        token: What requests must carry; none on the loopback address.
        results: Folders with what was evaluated.
    """
    app = FastAPI(title="scinet", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.explorer = Explorer(graph, results)
    app.add_middleware(Guard, token=token)
    app.add_exception_handler(ScinetError, faults.expected)
    app.add_exception_handler(RequestValidationError, faults.malformed)
    app.add_exception_handler(HTTPException, faults.missing)
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route("/static/{name}", _static, methods=["GET"])
    return app


def _static(name: str, request: Request) -> Response:
    found = assets.content(name)
    if found is None:
        raise HTTPException(404)
    body, media = found
    mark = f'"{assets.mark(name)}"'
    how = {"Cache-Control": "no-cache", "ETag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=how)
    return Response(body, media_type=media, headers=how)
