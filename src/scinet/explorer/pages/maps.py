"""A map around some papers: days from left to right, who cites whom; all of it in the address."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

import orjson
from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse, Response

from scinet.errors import NotFoundError
from scinet.explorer import downloads, shown
from scinet.explorer.drawn_maps import drawn_map, numbers
from scinet.explorer.lanes import Drawing, placed
from scinet.explorer.page import Asked, Page

router = APIRouter(prefix="/map")
Ids: TypeAlias = Annotated[list[str], Query(default_factory=list)]
_MOST: Final = 5_000
_AROUND: Final = (20, 40, 100, 500, 2_000)
_MISSING: Final = 10
_FILE: Final = 1_000  # missing papers of a file


@dataclass
class View:
    """What the address says of a map; a pin is ``ID@Y``."""

    papers: Ids
    grow: Ids
    add: Ids
    without: Ids
    pin: Ids
    around: Annotated[int, Query(ge=0, le=_MOST)] = 40

    @property
    def pins(self) -> dict[str, float]:
        """Where papers are pinned, from the top; what is no number is passed over."""
        found = {}
        for paper, _, y in (one.rpartition("@") for one in self.pin):
            with suppress(ValueError):
                found[paper] = min(max(float(y), 0.0), 1e5)
        return found

    @property
    def given(self) -> list[str]:
        """The papers that the map is around."""
        return [one for one in self.papers if one.strip()]


Viewed: TypeAlias = Annotated[View, Depends(View)]


@dataclass(frozen=True)
class Found:
    """A map, and what it is made of."""

    rows: list[dict[str, Any]]
    citations: list[tuple[str, str]]
    unknown: list[str]
    drawn: Drawing


@router.get("")
def map_page(page: Asked, view: Viewed) -> HTMLResponse:
    """The page around the map, which it asks for by itself; a form where no paper is named."""
    query = page.request.url.query
    return page.render(
        "map.html",
        view=view,
        around=_around(page, view),
        choices=_AROUND,
        graph_at=f"/map/graph?{query}",
        list_at=f"/map/list?{query}",
        missing_at=f"/map/missing?{query}",
        saved=lambda kind: f"/map/save?{query}&to={kind}",
        plain=page.href("/map", papers=view.given),
    )


@router.get("/graph")
def graph(page: Asked, view: Viewed) -> Response:
    """The map as numbers."""
    found = _found(page, view)
    told = numbers(found.drawn, found.citations, view.pins)
    return Response(orjson.dumps(told), media_type="application/json")


@router.get("/list")
def listed(page: Asked, view: Viewed) -> HTMLResponse:
    """The papers of the map, most cited first, with what can be done with each."""
    found = _found(page, view)
    rows = sorted(found.rows, key=lambda row: (-row["citations"], row["paper_id"]))
    return page.render(
        "fragment_map.html",
        rows=rows[:100],
        number=len(rows),
        citations=len(found.citations),
        unknown=found.unknown,
        lanes=found.drawn.lanes,
        pins=view.pins,
        alone=len(view.given) == 1,
        asked=0 if view.without else view.around,
    )


@router.get("/missing")
def missing(page: Asked, view: Viewed, to: Literal["csv", "bib", "ris"] | None = None) -> Response:
    """Papers that are often cited together with those of the map, which lacks them."""
    ids = [row["paper_id"] for row in _found(page, view).rows]
    most = _MISSING if to is None else _FILE
    rows = shown.records(page.graph.co_cited(ids, before=page.before, limit=most))
    if to is not None:
        return downloads.table(page, rows, to, f"missing on map {view.given[0]}")
    return page.render("fragment_missing.html", rows=rows, saved=lambda kind: page.here(to=kind))


@router.get("/save")
def save(
    page: Asked, view: Viewed, to: Literal["svg", "graphml", "gexf", "csv", "bib", "ris"]
) -> Response:
    """The map as a picture, a network, a table or a bibliography."""
    found = _found(page, view)
    name = f"map {view.given[0]}"
    if to == "svg":
        return downloads.svg(drawn_map(found.drawn, found.citations), name)
    if to in {"graphml", "gexf"}:
        at = {one.row["paper_id"]: one for one in found.drawn.discs}
        rows = [
            row | {"x": at[row["paper_id"]].x, "y": at[row["paper_id"]].y} for row in found.rows
        ]
        return downloads.graph(rows, found.citations, to, name)
    return downloads.table(page, found.rows, to, name)


def _around(page: Page, view: View) -> list[dict[str, Any]]:
    """The papers that the map is around, as far as they are known on the day of the page."""
    ids, refused = [], None
    for name in view.given:
        try:
            ids.append(page.identified("paper", name))
        except NotFoundError as error:
            refused = error
    if refused and not ids:
        raise refused
    return page.rows("lookup/papers", paper_ids=ids)


def around(page: Page, papers: list[str]) -> Found:
    """A map of some papers alone."""
    return _placed(page, View(papers, [], [], [], [], around=0))


def _found(page: Page, view: View) -> Found:
    """The map that an address says; the parts of one page share it."""
    key = ("map", page.fingerprint, page.before, repr(view))
    return page.explorer.once(key, lambda: _placed(page, view))


def _placed(page: Page, view: View) -> Found:
    rows, about = _read(page, view)
    return Found(rows, about["citations"], about["unknown"], placed(rows, view.pins))


def _read(page: Page, view: View) -> tuple[list[dict[str, Any]], dict[Any, Any]]:
    """The papers of the map, and what is said of them all."""
    table = page.graph.map(
        view.given,
        around=view.around,
        grow=view.grow,
        add=[*view.add, *view.pins],
        without=view.without,
        before=page.before,
    )
    # Pandas copies what is in attrs with every column that is read.
    about, table.attrs = table.attrs, {}
    return shown.records(table), about
