"""Paths between two papers: when each step of the most cited was taken, what it says, and all."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from scinet.explorer import downloads, shown
from scinet.explorer.page import SAVED, Asked, Limit, Page
from scinet.explorer.timelines import chain

if TYPE_CHECKING:
    import pandas as pd

router = APIRouter(prefix="/path")
_OFFERED: Final = 8
_ALL: Final = 50
_ON_A_MAP: Final = 40


@router.get("")
def path(page: Asked, a: str = "", b: str = "", shortest: bool = False) -> HTMLResponse:  # noqa: FBT001, FBT002 - words of the address
    """Two papers to choose, and the path between them once both are."""
    ends = [_end(page, text) for text in (a, b)]
    papers = None
    if all(ends):
        papers = _papers(page, *(one["paper_id"] for one in ends if one), shortest=shortest)
    return page.render(
        "path.html",
        given=[("a", "From", a, ends[0]), ("b", "To", b, ends[1])],
        shortest=shortest,
        papers=papers,
        said=None if papers is None else _said(page, papers),
        drawn=chain(papers or []),
        saved=lambda kind: page.href("/path/save", a=a, b=b, shortest=shortest or None, to=kind),
        all_at=page.href("/path/all", a=a, b=b),
    )


@router.get("/all")
def every(page: Asked, a: str, b: str, limit: Limit = _ALL) -> HTMLResponse:
    """All paths of up to two steps more than the shortest, as far as they are asked for."""
    found = _all(page, a, b, limit)
    known = page.papers(dict.fromkeys(one for papers in found["papers"] for one in papers))
    return page.render(
        "fragment_paths.html",
        paths=[[known[one] for one in papers] for papers in found["papers"]],
        drawn=list(known)[:_ON_A_MAP],
        papers=len(known),
        more=page.here(limit=10 * limit) if found.attrs["truncated"] else None,
        saved=lambda kind: page.href("/path/all/save", a=a, b=b, limit=limit, to=kind),
    )


@router.get("/all/save")
def save_all(page: Asked, a: str, b: str, to: Literal["csv"], limit: Limit = _ALL) -> Response:
    """All paths, a row each."""
    rows = shown.records(_all(page, a, b, limit))
    return downloads.table(page, rows, to, f"paths {a} to {b}")


@router.get("/save")
def save(
    page: Asked,
    a: str,
    b: str,
    to: Literal["svg", "graphml", "gexf", "csv", "bib", "ris"],
    shortest: bool = False,  # noqa: FBT001, FBT002 - a word of the address
) -> Response:
    """The path as a picture, a network, a table or a bibliography."""
    papers = _papers(page, *(page.identified("paper", one) for one in (a, b)), shortest=shortest)
    name = f"{a} to {b}"
    if to == "svg":
        return downloads.svg(chain(papers), name)
    if to in {"graphml", "gexf"}:
        ids = [one["paper_id"] for one in papers]
        return downloads.graph(papers, [*zip(ids[1:], ids, strict=False)], to, name)
    return downloads.table(page, papers, to, name)


@router.get("/offers")
def offers(page: Asked, a: str = "", b: str = "", papers: str = "") -> HTMLResponse:
    """A few papers that may be meant by what is typed so far."""
    rows = []
    if text := (a or b or papers).strip():
        how = {"before": page.before, "limit": _OFFERED}
        rows = shown.records(page.graph.find(text, starting=True, **how))
    return page.render(
        "fragment_options.html", rows=[row for row in rows if row["kind"] == "paper"]
    )


def _end(page: Page, text: str) -> dict[str, Any] | None:
    if not text.strip():
        return None
    [row] = page.rows("lookup/papers", paper_ids=[page.identified("paper", text)])
    return row


def _papers(page: Page, a: str, b: str, *, shortest: bool) -> list[dict[str, Any]]:
    """The papers of the path, earliest first; none where there is no chain of references."""
    found = page.graph.path(a, b, shortest=shortest, before=page.before)
    known = page.papers(found.papers)
    return [known[one] for one in found.papers]


def _all(page: Page, a: str, b: str, limit: int) -> "pd.DataFrame":
    ends = (page.identified("paper", one) for one in (a, b))
    found: pd.DataFrame = page.graph.paths(*ends, limit=limit, before=page.before)
    return found


def _said(page: Page, papers: list[dict[str, Any]]) -> list[dict[str, Any] | None]:
    """What each paper says of the one before it; of the first nothing."""
    steps: list[dict[str, Any] | None] = [None]
    for earlier, later in pairwise(papers):
        said = page.graph.said(later["paper_id"], by="cited", before=page.before, limit=SAVED)
        of_it = said[said["paper_id"] == earlier["paper_id"]]
        steps += shown.records(of_it)
    return steps
