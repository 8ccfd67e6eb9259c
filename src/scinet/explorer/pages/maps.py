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
from scinet.explorer import downloads, examples, formatting, group_rendering
from scinet.explorer.group_layout import GroupDrawing, format_span, is_large, place_groups
from scinet.explorer.map_layout import Drawing, place_papers
from scinet.explorer.map_rendering import map_data, render_map
from scinet.explorer.page import Asked, PageRequest
from scinet.explorer.pages import suggestions
from scinet.graph.analysis.map_groups import Groups, group_map

router = APIRouter(prefix="/map")
Ids: TypeAlias = Annotated[list[str], Query(default_factory=list)]
_MOST: Final = 5_000
_AROUND: Final = (20, 40, 100, 500, 2_000, 5_000)
_ROOM: Final = 6_000  # characters of the papers of a group in an address
_LISTED: Final = 8  # papers of a group beside the map
_MISSING: Final = 10
_FILE: Final = 1_000  # missing papers of a file


@dataclass
class MapParameters:
    """Parameters of a map; a pin is ``ID@Y``."""

    papers: Ids
    grow: Ids
    add: Ids
    without: Ids
    pin: Ids
    around: Annotated[int, Query(ge=0, le=_MOST)] = 40

    @property
    def pins(self) -> dict[str, float]:
        """Where papers are pinned, from the top; what is not a number is passed over."""
        result = {}
        for paper, _, y in (pin_text.rpartition("@") for pin_text in self.pin):
            with suppress(ValueError):
                result[paper] = min(max(float(y), 0.0), 1e5)
        return result

    @property
    def given(self) -> list[str]:
        """The papers that the map is around."""
        return [paper for paper in self.papers if paper.strip()]


Viewed: TypeAlias = Annotated[MapParameters, Depends(MapParameters)]


@dataclass(frozen=True)
class MapContent:
    """A map, and what it is made of."""

    rows: list[dict[str, Any]]
    citations: list[tuple[str, str]]
    unknown: list[str]
    pins: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def drawn(self) -> Drawing:
        """Every paper at its place."""
        return place_papers(self.rows, self.pins)

    @cached_property
    def groups(self) -> Groups | None:
        """Its papers in groups, where it is too large to draw each."""
        if not is_large(self.rows, self.citations):
            return None
        return group_map(self.rows, self.citations, self.pins)

    @cached_property
    def drawn_groups(self) -> GroupDrawing | None:
        """The groups at their places."""
        return place_groups(self.groups, self.pins) if self.groups else None


@router.get("")
def map_page(page: Asked, view: Viewed) -> HTMLResponse:
    """The page around the map, which it asks for by itself; a form where no paper is named."""
    query = page.request.url.query
    around = _centre_papers(page, view)
    return page.render(
        "map.html",
        view=view,
        around=around,
        by_words=[
            (text, row)
            for text in view.given
            for row in around
            if suggestions.is_title_match(text, row)
        ],
        examples=[] if view.given else examples.map_papers(page),
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
    built_map = _build_map(page, view)
    if built_map.drawn_groups:
        data = group_rendering.group_data(built_map.drawn_groups, view.pins)
    else:
        data = map_data(built_map.drawn, built_map.citations, view.pins)
    return Response(orjson.dumps(data), media_type="application/json")


@router.get("/group")
def group(
    page: Asked, view: Viewed, group: str, to: Literal["csv", "bib", "ris"] | None = None
) -> Response:
    """The most cited papers of a group, which may be opened as a map of its own."""
    groups = _build_map(page, view).groups
    rows = groups.members.get(group, []) if groups else []
    if not groups or not rows:
        raise NotFoundError(f"the map has no group {group!r}", hint="Draw the map anew.")
    if to is not None:
        return downloads.table_file(page, [*map(dict, rows)], to, f"group of map {view.given[0]}")
    [group_row] = [row for row in groups.rows if row["group_id"] == group]
    few = _limit_ids([row["paper_id"] for row in rows])
    return page.render(
        "fragment_group.html",
        about=group_row,
        rows=rows[:_LISTED],
        years=format_span(group_row["since"], group_row["until"]),
        opened=page.href("/map", papers=few[0], around=0, add=few[1:]),
        of_all=len(few),
        saved=lambda kind: f"/map/group?{page.request.url.query}&to={kind}",
    )


@router.get("/list")
def listed(page: Asked, view: Viewed) -> HTMLResponse:
    """The papers of the map, most cited first, with what can be done with each."""
    built_map = _build_map(page, view)
    rows = sorted(built_map.rows, key=lambda row: (-row["citations"], row["paper_id"]))
    return page.render(
        "fragment_map.html",
        rows=rows[:100],
        number=len(rows),
        citations=len(built_map.citations),
        unknown=built_map.unknown,
        lanes=(built_map.drawn_groups or built_map.drawn).lanes,
        grid=_grid(built_map.groups) if built_map.groups else None,
        said=group_rendering.describe_drawing(built_map.drawn_groups)
        if built_map.drawn_groups
        else "",
        pins=view.pins,
        alone=len(view.given) == 1,
        asked=0 if view.without else view.around,
    )


@router.get("/missing")
def missing(page: Asked, view: Viewed, to: Literal["csv", "bib", "ris"] | None = None) -> Response:
    """Papers that are often cited together with those of the map, which lacks them."""
    ids = [row["paper_id"] for row in _build_map(page, view).rows]
    most = _MISSING if to is None else _FILE
    rows = formatting.table_records(page.graph.co_cited(ids, before=page.before, limit=most))
    if to is not None:
        return downloads.table_file(page, rows, to, f"missing on map {view.given[0]}")
    return page.render("fragment_missing.html", rows=rows, saved=lambda kind: page.here(to=kind))


@router.get("/save")
def save(
    page: Asked, view: Viewed, to: Literal["svg", "graphml", "gexf", "csv", "bib", "ris"]
) -> Response:
    """The map as a picture, a network, a table or a bibliography."""
    built_map = _build_map(page, view)
    name = f"map {view.given[0]}"
    if to == "svg":
        groups = built_map.drawn_groups and group_rendering.render_groups(built_map.drawn_groups)
        return downloads.svg_file(groups or render_map(built_map.drawn, built_map.citations), name)
    if to in {"graphml", "gexf"}:
        at = {disc.row["paper_id"]: disc for disc in built_map.drawn.discs}
        rows = [
            row | {"x": at[row["paper_id"]].x, "y": at[row["paper_id"]].y} for row in built_map.rows
        ]
        return downloads.network_file(rows, built_map.citations, to, name)
    return downloads.table_file(page, built_map.rows, to, name)


def _centre_papers(page: PageRequest, view: MapParameters) -> list[dict[str, Any]]:
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


def map_around(page: PageRequest, papers: list[str]) -> MapContent:
    """A map of some papers alone."""
    return _drawn_map(page, MapParameters(papers, [], [], [], [], around=0))


def _build_map(page: PageRequest, view: MapParameters) -> MapContent:
    """The map that an address says; the parts of one page share it."""
    key = ("map", page.fingerprint, page.before, repr(view))
    return page.explorer.once(key, lambda: _drawn_map(page, view))


def _drawn_map(page: PageRequest, view: MapParameters) -> MapContent:
    rows, attrs = _map_rows(page, view)
    return MapContent(rows, attrs["citations"], attrs["unknown"], view.pins)


def _grid(groups: Groups) -> tuple[list[str], list[tuple[str, list[dict[str, Any] | None]]]]:
    """Groups as a table: the spans of years, and by community the group of each."""
    spans = sorted({(row["since"], row["until"]) for row in groups.rows})
    lanes = {row["community"]: row["community_name"] for row in groups.rows}
    at = {(row["community"], row["since"]): row for row in groups.rows}
    rows = [(name, [at.get((lane, since)) for since, _ in spans]) for lane, name in lanes.items()]
    return [format_span(*span) for span in spans], rows


def _limit_ids(ids: list[str]) -> list[str]:
    """Return the first papers, as many as fit into an address."""
    room, selected = _ROOM, list[str]()
    for identifier in ids:
        room -= len(quote_plus(identifier)) + len("&add=")
        if room < 0 and selected:
            break
        selected.append(identifier)
    return selected


def _map_rows(
    page: PageRequest, view: MapParameters
) -> tuple[list[dict[str, Any]], dict[Any, Any]]:
    """The papers of the map, and what is said of them all."""
    table = page.graph.map(
        view.given,
        around=view.around,
        grow=view.grow,
        add=[*view.add, *view.pins],
        without=view.without,
        before=page.before,
    )
    return formatting.table_records(table), table.attrs
