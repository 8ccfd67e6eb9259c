"""Pages that say what is wrong, and what to do."""

from typing import Any, Final

from fastapi import Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from scinet.errors import (
    DataError,
    GraphUnavailableError,
    NotFoundError,
    QueryError,
    SchemaError,
    ScinetError,
)
from scinet.explorer import shown
from scinet.explorer.page import Page
from scinet.graph.find import Kind

_OF_PAGE: Final[dict[str, Kind]] = {"author": "author", "paper": "paper"}
_STATUS: Final = {
    GraphUnavailableError: 503,
    NotFoundError: 404,
    DataError: 400,
    QueryError: 400,
    SchemaError: 409,
}
_SAID: Final = {
    503: "The database does not answer",
    409: "Nothing to show yet",
    404: "Not found",
    400: "This cannot be answered",
    500: "This cannot be answered",
}
_AGAIN_S: Final = 5


async def expected(request: Request, error: Exception) -> Response:
    """What the library refuses."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    hint = error.hint if isinstance(error, ScinetError) else ""
    name = request.query_params.get("id")
    page = Page.even_if_wrong(request)
    kind = _OF_PAGE.get(page.path.split("/")[1])
    if status == 404 and name is not None and kind is not None:
        # Alike for what is dated later and what is nowhere.
        when = f" before {page.before}" if page.before else ""
        near = await run_in_threadpool(_near, page, kind, name)
        return _said(request, status, f"There is no {kind} {name!r}{when}", "", near)
    return _said(request, status, str(error), hint)


def _near(page: Page, kind: Kind, name: str) -> list[dict[str, Any]]:
    """Papers or authors that may be meant instead."""
    try:
        return shown.records(page.graph.near(name, kind=kind, before=page.before))
    except ScinetError:
        return []


async def malformed(request: Request, error: Exception) -> Response:
    """An address that lacks something, or holds a wrong value."""
    [first, *_] = error.errors()  # type: ignore[attr-defined]
    return _said(request, 400, f"{first['msg']}: {first['loc'][-1]}", "Look at the address.")


async def missing(request: Request, error: Exception) -> Response:
    """An address of no page."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _said(request, status, "There is no such page", "Go on from the search.")


def _said(request: Request, status: int, what: str, hint: str, near: Any = ()) -> Response:
    page = Page.even_if_wrong(request)
    template = "fragment_fault.html" if "hx-request" in request.headers else "fault.html"
    context = {"said": _SAID.get(status, _SAID[500]), "what": what, "hint": hint, "near": near}
    answer = page.render(template, status_code=status, status=status, **context)
    if status == 503:
        answer.headers["Refresh"] = str(_AGAIN_S)
    return answer
