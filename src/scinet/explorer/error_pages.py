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
from scinet.explorer import formatting
from scinet.explorer.error_hints import error_hint, error_message
from scinet.explorer.page import PageRequest
from scinet.graph.search.find import Kind

# What a page is about, and which words of its address name that.
_OF_PAGE: Final[dict[str, tuple[Kind, tuple[str, ...]]]] = {
    "author": ("author", ("id",)),
    "paper": ("paper", ("id",)),
    "path": ("paper", ("a", "b")),
    "map": ("paper", ("papers",)),
}
_STATUS: Final = {
    GraphUnavailableError: 503,
    NotFoundError: 404,
    DataError: 400,
    QueryError: 400,
    SchemaError: 409,
}
_TITLES: Final = {
    503: "The database does not answer",
    409: "Nothing to show yet",
    404: "Not found",
    400: "This cannot be answered",
    500: "This cannot be answered",
}
_RETRY_S: Final = 5
_UNDATED: Final = "Without a date it has no place in time."


async def handle_error(request: Request, error: Exception) -> Response:
    """Render an error of the library as a page."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    page = PageRequest.without_cutoff(request)
    if status == 503:
        await run_in_threadpool(page.explorer.find_database)
    if status == 404 and (meant := _find_unresolved(page, str(error))) is not None:
        kind, word, name = meant
        if await run_in_threadpool(_is_known, page, kind, name):
            hint = _UNDATED if str(error).startswith("no dated") else error_hint(error)
            return await run_in_threadpool(_error_page, request, status, error_message(error), hint)
        # Alike for what is dated later and what is nowhere.
        when = f" before {page.before}" if page.before else ""
        near = await run_in_threadpool(_find_similar, page, kind, word, name)
        title = f"There is no {kind} {name!r}{when}" if word == "id" else error_message(error)
        return await run_in_threadpool(_error_page, request, status, title, "", near, name)
    return await run_in_threadpool(
        _error_page, request, status, error_message(error), error_hint(error)
    )


def _find_unresolved(page: PageRequest, message: str) -> tuple[Kind, str, str] | None:
    """Find what the address names in vain: kind, parameter and name.

    The name stands in the message; where there is but one, it is that.
    """
    kind, words = _OF_PAGE.get(page.path.split("/")[1], (None, ()))
    named_values = [(word, name) for word, name in page.others if word in words and name.strip()]
    if kind is None or dict(page.others).get("by", kind) != kind:
        return None
    held = [pair for pair in named_values if repr(pair[1]) in message]
    if not held and len(named_values) == 1:
        held = named_values
    return (kind, *held[0]) if held else None


def _is_known(page: PageRequest, kind: Kind, name: str) -> bool:
    """Whether the paper or author is there on the day, so that it lacks something else."""
    try:
        return bool(page.identified(kind, name))
    except ScinetError:
        return False


def _find_similar(page: PageRequest, kind: Kind, word: str, name: str) -> list[dict[str, Any]]:
    """Papers or authors that may be meant instead, with the address of this page for each."""
    try:
        rows = formatting.table_records(page.graph.near(name, kind=kind, before=page.before))
    except ScinetError:
        return []
    others = [value for key, value in page.others if key == word]
    for row in rows:
        ids = [row["id"] if value == name else value for value in others]
        row["at"] = page.here(**{word: ids[0] if len(ids) == 1 else ids})
    return rows


async def handle_validation(request: Request, error: Exception) -> Response:
    """An address that lacks something, or holds a wrong value."""
    [first, *_] = error.errors()  # type: ignore[attr-defined]
    title = f"{first['msg']}: {first['loc'][-1]}"
    return await run_in_threadpool(_error_page, request, 400, title, "Look at the address.")


async def handle_missing(request: Request, error: Exception) -> Response:
    """An address of no page."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    title = "There is no such page"
    return await run_in_threadpool(_error_page, request, status, title, "Go on from the search.")


def _error_page(
    request: Request, status: int, message: str, hint: str, near: Any = (), sought: str = ""
) -> Response:
    page = PageRequest.without_cutoff(request)
    is_part = "hx-request" in request.headers
    template = "fragment_fault.html" if is_part else "fault.html"
    title = _TITLES.get(status, _TITLES[500])
    context: dict[str, Any] = {"said": title, "hint": hint, "near": near, "sought": sought}
    # Another day may be what is needed; a page that does not exist has none.
    context["has_time"] = not is_part and page.has_days and status != 503 and page.years_known
    context["what"] = "" if message.casefold() == title.casefold() else message
    answer = page.render(template, status_code=status, status=status, **context)
    if status == 503:
        answer.headers["Refresh"] = str(_RETRY_S)
    return answer
