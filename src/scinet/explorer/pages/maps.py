"""A map around some papers: days from left to right, who cites whom; all of it in the address."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeAlias
from urllib.parse import quote_plus

import orjson
from fastapi import APIRouter, Depends, Query
from fastapi.responses import HTMLResponse, Response

from scinet.errors import NotFoundError
from scinet.explorer import downloads, drawn_groups, examples, shown
from scinet.explorer.drawn_maps import drawn_map, numbers
from scinet.explorer.group_lanes import GroupDrawing, is_large, placed_groups, years
from scinet.explorer.lanes import Drawing, placed
from scinet.explorer.page import Asked, Page
from scinet.explorer.pages import meant
from scinet.graph.map_groups import Groups, grouped

router = APIRouter(prefix="/map")
Ids: TypeAlias = Annotated[list[str], Query(default_factory=list)]
_MOST: Final = 5_000
_AROUND: Final = (20, 40, 100, 500, 2_000, 5_000)
_ROOM: Final = 6_000  # characters of the papers of a group in an address
_LISTED: Final = 8  # papers of a group beside the map
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
    pins: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def drawn(self) -> Drawing:
        """Every paper at its place."""
        return placed(self.rows, self.pins)

    @cached_property
    def groups(self) -> Groups | None:
        """Its papers in groups, where it is too large to draw each."""
        if not is_large(self.rows, self.citations):
            return None
        return grouped(self.rows, self.citations, self.pins)

    @cached_property
    def drawn_groups(self) -> GroupDrawing | None:
        """The groups at their places."""
        return placed_groups(self.groups, self.pins) if self.groups else None


@router.get("")
def map_page(page: Asked, view: Viewed) -> HTMLResponse:
    """The page around the map, which it asks for by itself; a form where no paper is named."""
    query = page.request.url.query
    around = _around(page, view)
    return page.render(
        "map.html",
        view=view,
        around=around,
        by_words=[
            (text, row) for text in view.given for row in around if meant.by_words(text, row)
        ],
        examples=[] if view.given else examples.around(page),
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
    if found.drawn_groups:
        told = drawn_groups.numbers(found.drawn_groups, view.pins)
    else:
        told = numbers(found.drawn, found.citations, view.pins)
    return Response(orjson.dumps(told), media_type="application/json")


@router.get("/group")
def group(
    page: Asked, view: Viewed, group: str, to: Literal["csv", "bib", "ris"] | None = None
) -> Response:
    """The most cited papers of a group, which may be opened as a map of its own."""
    found = _found(page, view).groups
    rows = found.members.get(group, []) if found else []
    if not found or not rows:
        raise NotFoundError(f"the map has no group {group!r}", hint="Draw the map anew.")
    if to is not None:
        return downloads.table(page, [*map(dict, rows)], to, f"group of map {view.given[0]}")
    [about] = [row for row in found.rows if row["group_id"] == group]
    few = _few([row["paper_id"] for row in rows])
    return page.render(
        "fragment_group.html",
        about=about,
        rows=rows[:_LISTED],
        years=years(about["since"], about["until"]),
        opened=page.href("/map", papers=few[0], around=0, add=few[1:]),
        of_all=len(few),
        saved=lambda kind: f"/map/group?{page.request.url.query}&to={kind}",
    )


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
        lanes=(found.drawn_groups or found.drawn).lanes,
        grid=_grid(found.groups) if found.groups else None,
        said=drawn_groups.said(found.drawn_groups) if found.drawn_groups else "",
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
        groups = found.drawn_groups and drawn_groups.drawn_groups(found.drawn_groups)
        return downloads.svg(groups or drawn_map(found.drawn, found.citations), name)
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
    return Found(rows, about["citations"], about["unknown"], view.pins)


def _grid(groups: Groups) -> tuple[list[str], list[tuple[str, list[dict[str, Any] | None]]]]:
    """Groups as a table: the spans of years, and by community the group of each."""
    spans = sorted({(row["since"], row["until"]) for row in groups.rows})
    lanes = {row["community"]: row["community_name"] for row in groups.rows}
    at = {(row["community"], row["since"]): row for row in groups.rows}
    rows = [(name, [at.get((lane, since)) for since, _ in spans]) for lane, name in lanes.items()]
    return [years(*span) for span in spans], rows


def _few(ids: list[str]) -> list[str]:
    """As many of some papers, from the first, as an address has room for."""
    room, found = _ROOM, list[str]()
    for one in ids:
        room -= len(quote_plus(one)) + len("&add=")
        if room < 0 and found:
            break
        found.append(one)
    return found


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
