"""The pages as one application."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from anyio import to_thread
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from scinet.errors import ScinetError
from scinet.explorer import assets, error_pages
from scinet.explorer.guard import Guard
from scinet.explorer.page import Explorer
from scinet.explorer.pages import ROUTERS
from scinet.graph.db.request_cache import single_request

if TYPE_CHECKING:
    from scinet.session.graph import Graph

_THREADS: Final = 100  # as many as the driver has connections


def create_app(
    graph: "Graph", *, token: str | None = None, results: Sequence[Path] = ()
) -> FastAPI:
    """The application over a graph.

    Args:
        graph: Whose verbs it shows.
        token: What requests must carry; none on the loopback address.
        results: Folders with what was evaluated.
    """
    app = FastAPI(
        title="scinet", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan
    )
    app.state.explorer = Explorer(graph, results)
    app.add_middleware(_SingleRequest)
    app.add_middleware(Guard, token=token)
    app.add_exception_handler(ScinetError, error_pages.handle_error)
    app.add_exception_handler(RequestValidationError, error_pages.handle_validation)
    app.add_exception_handler(HTTPException, error_pages.handle_missing)
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route("/static/{name}", _static, methods=["GET"])
    return app


class _SingleRequest:
    """Answers each request as one, in which checks of the graph are made once."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with single_request() if scope["type"] == "http" else nullcontext():
            await self._app(scope, receive, send)


@asynccontextmanager
async def _lifespan(_: FastAPI) -> AsyncIterator[None]:
    # Who waits for what another request makes holds a thread; cheap pages must not wait for one.
    to_thread.current_default_thread_limiter().total_tokens = _THREADS
    yield


def _static(name: str, request: Request) -> Response:
    asset = assets.read_asset(name)
    if asset is None:
        raise HTTPException(404)
    body, media = asset
    mark = f'"{assets.asset_version(name)}"'
    how = {"Cache-Control": "no-cache", "ETag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=how)
    return Response(body, media_type=media, headers=how)
