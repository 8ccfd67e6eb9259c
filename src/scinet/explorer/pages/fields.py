"""Fields: a map of them, what leads in each, who writes there and where, and when."""

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeAlias

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response
from pydantic import BeforeValidator

from scinet.errors import DataError, SchemaError, ScinetError
from scinet.explorer import downloads, formatting
from scinet.explorer.field_maps import SHOWN, field_map, thematic_map
from scinet.explorer.flows import flow_chart
from scinet.explorer.page import Asked, Limit, PageRequest, row_limit
from scinet.explorer.pages.suggestions import map_address
from scinet.explorer.timelines import chain_chart
from scinet.explorer.year_charts import production_chart, years_chart
from scinet.graph.schema.choices import Fields, Leading
from scinet.graph.schema.printed_names import fold_text

router = APIRouter(prefix="/field")
Colour: TypeAlias = Literal["year", "recent", "cited"]
_COLOURS: Final[dict[Colour, tuple[str, str, Callable[[dict[str, Any]], float]]]] = {
    # what is chosen, what the values are, and the value of a field
    "year": ("Year", "mean year", lambda row: row["mean_year"]),
    "recent": (
        "Recent",
        "percent of the last two years",
        lambda row: 100 * row["recent"] / row["papers"],
    ),
    "cited": ("Cited", "citations by papers", lambda row: row["citations"] / row["papers"]),
}
_LISTED: Final = 50
_NEAR: Final = 5
_RANKS: Final[dict[Leading, tuple[str, str]]] = {
    "cited": ("Most cited", "Most cited first, by all papers of the network."),
    "rising": ("Rising", "What gained most: citations in the last two years, less those before."),
    "disruptive": (
        "Disruptive",
        "Cited without what they build on: the disruption index DI of all years.",
    ),
    "novel": ("Novel", "The most unusual pairs of venues in their references: low p10 of z."),
    "bridging": (
        "Bridging",
        "How evenly citations from and to a paper spread over fields.",
    ),
    "sleeping": (
        "Sleeping beauties",
        "Hardly cited for years, then very much: the beauty coefficient.",
    ),
    "main-path": (
        "Main path",
        "The chain of citations that most chains of references in the field pass through.",
    ),
}
_ORDERED: Final[dict[Leading, str]] = {
    "rising": "recent citations",
    "disruptive": "later citations",
    "novel": "pairs",
    "bridging": "citations from and to it",
}
"""What orders papers of equal scores; those without an entry have no floors."""
_REASONS: Final[dict[Leading, Callable[[dict[str, Any]], str]]] = {
    "rising": lambda row: (
        f"{row['recent']:,} in the last two years, {row['before_that']:,} in the two before."
    ),
    "disruptive": lambda row: (
        f"DI {formatting.format_decimal(row['di'])}: of {row['n_i'] + row['n_j']:,} later citing "
        f"papers {row['n_i']:,} cite none of its "
        f"{formatting.count_noun(row['references'], 'reference')}."
    ),
    "novel": lambda row: (
        f"z {formatting.format_decimal(row['p10'])} or less for the rarest tenth of its "
        f"{formatting.count_noun(row['pairs'], 'pair')} of cited venues, "
        f"{formatting.format_decimal(row['median'])} in the middle."
    ),
    "bridging": lambda row: (
        f"Participation {formatting.format_decimal(row['participation'])}: "
        f"{row['links']:,} citations from and to papers of {row['fields']:,} fields."
    ),
    "sleeping": lambda row: (
        f"B {formatting.format_figures(row['sleeping_beauty'])}: "
        f"awoke after {formatting.count_noun(row['awakening_years'], 'year')}, "
        f"peak after {formatting.count_noun(row['peak_years'], 'year')}."
    ),
}
"""Sentences that explain the score of a paper in a list."""
Floor: TypeAlias = Annotated[int | None, BeforeValidator(lambda text: text or None), Query(ge=0)]


@router.get("")
def field(page: Asked, id: str = "", paper: str = "") -> HTMLResponse:  # noqa: A002
    """Show a field, that of a paper, or a map of all; communities of a new day take seconds."""
    part = "one" if id or paper else "all"
    return page.render("field.html", part=f"/field/{part}?{page.request.url.query}")


@router.get("/all")
def every(page: Asked, by: Fields = "community", colour: Colour = "year") -> HTMLResponse:
    """All fields, as two maps and a table."""
    rows: list[dict[str, Any]] = []
    attrs: dict[Any, Any] = {"citations": []}
    refused: ScinetError | None = None
    try:
        rows, attrs = _fields(page, by)
    except (DataError, SchemaError) as error:  # another kind may have some
        refused = error
    return page.render(
        "fragment_all_fields.html",
        at=lambda **how: page.href("/field", **{"by": by, "colour": colour, **how}),
        by=by,
        kinds=page.kinds(by),
        refused=refused,
        rows=rows[:_LISTED],
        number=len(rows),
        drawn=SHOWN,
        about=attrs,
        between=sum(times for *_, times in attrs["citations"]),
        inside=round(sum(row["density"] * row["papers"] for row in rows)),
        colour=colour,
        colours={name: title for name, (title, *_) in _COLOURS.items()},
        mapped=_draw_map(page, by, rows, attrs, colour, linked=True),
        themes=_draw_themes(page, by, rows, colour, linked=True),
        saved=lambda kind: page.href("/field/map", by=by, colour=colour, to=kind),
        themes_as=lambda kind: page.href("/field/themes", by=by, colour=colour, to=kind),
        three_at=page.href("/field/three", by=by),
    )


@router.get("/one")
def one(
    page: Asked,
    id: str = "",  # noqa: A002
    paper: str = "",
    by: Fields = "community",
) -> HTMLResponse:
    """A field, by its name or id or by one of its papers."""
    also = (
        formatting.table_records(page.graph.fields_of(paper, before=page.before)) if paper else []
    )
    if paper and not id:
        if not also:
            return page.render("fragment_fields.html", rows=[], said="This paper is in no field.")
        also.sort(key=lambda row: row["by"] != by)
        id, by = also[0]["field_id"], also[0]["by"]  # noqa: A001
    table = page.graph.over_time(id, by=by, of="field", before=page.before)
    mine = table.attrs["field_id"]
    every_field, others = _fields(page, by)
    [row] = [row for row in every_field if row["field_id"] == mine]
    is_id = by == "community" or id.casefold() == mine.casefold()
    return page.render(
        "fragment_field.html",
        row=row,
        form=None if is_id or fold_text(id) == fold_text(row["name"]) else id,
        by=by,
        also=also[1:],
        near=_neighbour_fields(mine, every_field, others["citations"]),
        near_at_most=_NEAR,
        near_as=lambda kind: page.href("/field/near", id=mine, by=by, to=kind),
        drawn=years_chart(formatting.table_records(table)),
        ranks=[(rank, title, None) for rank, (title, _) in _RANKS.items()],
        years_as=lambda kind: page.href("/field/years", id=mine, by=by, to=kind),
        mapped=map_address(page, mine, by),
        part=lambda name: page.href(f"/field/{name}", id=mine, by=by),
    )


@router.get("/map")
def mapped(
    page: Asked,
    to: Literal["svg", "graphml", "gexf", "csv"],
    by: Fields = "community",
    colour: Colour = "year",
) -> Response:
    """The map of fields as a picture, a network or a table."""
    rows, attrs = _fields(page, by)
    name = f"fields by {by}"
    if to == "svg":
        return downloads.svg_file(_draw_map(page, by, rows, attrs, colour), name)
    if to == "csv":
        return downloads.table_file(page, rows, to, name)
    nodes = [{"paper_id": row["field_id"], "title": row["name"], **row} for row in rows]
    return downloads.network_file(nodes, attrs["citations"], to, name)


@router.get("/themes")
def themes(
    page: Asked, to: Literal["svg"], by: Fields = "community", colour: Colour = "year"
) -> Response:
    """Centrality by density as a picture."""
    rows, _ = _fields(page, by)
    del to  # the only one
    return downloads.svg_file(_draw_themes(page, by, rows, colour), f"themes by {by}")


@router.get("/three")
def three(
    page: Asked,
    id: str | None = None,  # noqa: A002
    by: Fields = "community",
    to: Literal["svg", "csv"] | None = None,
) -> Response:
    """Authors, words or fields, and venues, joined by papers."""
    table = page.graph.three_fields(id, by=by, before=page.before)
    columns = table.attrs["things"]
    rows = formatting.table_records(table)
    name = f"{id or 'fields'} three fields"
    if to == "csv":
        return downloads.table_file(page, rows, to, name)

    def address(kind: str, of: str) -> str:
        if kind == "word":
            return page.href("/", q=of)
        if kind == "author":
            return page.href("/author", id=of)
        return page.href("/field", by="venue" if kind == "venue" else by, id=of)

    if to == "svg":
        return downloads.svg_file(flow_chart(columns, rows), name)
    return page.render(
        "fragment_figure.html",
        drawn=flow_chart(columns, rows, address),
        said="Bands are as wide as the papers that join their ends; follow a name to its page.",
        nothing="No author, word and venue share papers",
        saved=lambda kind: page.href("/field/three", id=id, by=by, to=kind),
    )


@router.get("/years")
def by_year(
    page: Asked,
    id: str,  # noqa: A002
    to: Literal["svg", "csv"],
    by: Fields = "community",
) -> Response:
    """Papers of a field by year, as a picture or a table."""
    rows = formatting.table_records(page.graph.over_time(id, by=by, of="field", before=page.before))
    name = f"{id} by year"
    return (
        downloads.svg_file(years_chart(rows), name)
        if to == "svg"
        else downloads.table_file(page, rows, to, name)
    )


@router.get("/over/{of}")
def over(
    page: Asked,
    of: Literal["author", "venue"],
    id: str,  # noqa: A002
    by: Fields = "community",
    to: Literal["svg", "csv"] | None = None,
) -> Response:
    """The authors or venues with most papers in a field, by year."""
    rows = formatting.table_records(page.graph.over_time(id, by=by, of=of, before=page.before))
    name = f"{id} {of}s"
    if to == "csv":
        return downloads.table_file(page, rows, to, name)
    drawn = production_chart(rows, f"{of}s")
    if to == "svg":
        return downloads.svg_file(drawn, name)
    return page.render(
        "fragment_figure.html",
        drawn=drawn,
        said="Larger: more papers of the year; darker: these are cited more.",
        nothing=f"No paper of the field states its {of}",
        saved=lambda kind: page.href(f"/field/over/{of}", id=id, by=by, to=kind),
    )


@router.get("/near")
def near(
    page: Asked,
    id: str,  # noqa: A002
    to: Literal["csv"],
    by: Fields = "community",
) -> Response:
    """The fields that a field cites, and those that cite it, as a table."""
    fields, attrs = _fields(page, by)
    neighbours = _neighbour_fields(id, fields, attrs["citations"])
    rows = [{"side": side, **row} for side, of_side in neighbours.items() for row in of_side]
    return downloads.table_file(page, rows, to, f"{id} citations")


@router.get("/named")
def named(page: Asked, q: str) -> HTMLResponse:
    """Fields whose name has all words of a text."""
    rows = formatting.table_records(page.graph.fields_named(q, before=page.before))
    return page.render(
        "fragment_fields.html", rows=rows, said="Fields" if rows else "No field has this name."
    )


@router.get("/{rank}")
def ranked(
    page: Asked,
    rank: Leading,
    id: str,  # noqa: A002
    by: Fields = "community",
    to: Literal["csv", "bib", "ris", "svg"] | None = None,
    limit: Limit = 10,
    min_citations: Floor = None,
    min_references: Floor = None,
) -> Response:
    """Papers that lead in a field."""
    table = page.graph.leading(
        id,
        by=by,
        rank=rank,
        before=page.before,
        limit=row_limit(limit, to),
        min_citations=min_citations,
        min_references=min_references,
    )
    rows, about = formatting.table_records(table), table.attrs
    is_path = rank == "main-path"
    if to == "svg":
        return downloads.svg_file(chain_chart(rows) if is_path else "", f"{id} {rank}")
    if to is not None:
        return downloads.table_file(page, rows, to, f"{id} {rank}")
    explain = _REASONS.get(rank)
    for row in rows:
        row["reason"] = explain and explain(row)
    return page.render(
        "fragment_leading.html",
        rows=rows if is_path else rows[:limit],
        drawn=chain_chart(rows) if is_path else "",
        more=None if is_path else page.more(rows, limit),
        said=_RANKS[rank][1],
        about=about,
        ordered=_ORDERED.get(rank),
        asked={"id": id, "by": by, "before": page.before_text},
        rank=rank,
        saved=lambda kind: page.here(to=kind),
        kinds=[*(["svg", "png"] if is_path and rows else []), "csv", "bib", "ris"],
    )


def _neighbour_fields(
    mine: str, fields: list[dict[str, Any]], citations: list[tuple[str, str, int]]
) -> dict[str, list[dict[str, Any]]]:
    """The fields that a field cites most, and those that cite it most."""
    names = {row["field_id"]: row["name"] for row in fields}
    most = sorted(citations, key=lambda pair: (-pair[2], pair[:2]))
    neighbours: dict[str, list[dict[str, Any]]] = {"cites": [], "cited": []}
    for citing, cited, count in most:
        for side, this, neighbour in (("cites", citing, cited), ("cited", cited, citing)):
            if this == mine:
                neighbours[side].append(
                    {"field_id": neighbour, "name": names[neighbour], "count": count}
                )
    return neighbours


def _fields(page: PageRequest, by: Fields) -> tuple[list[dict[str, Any]], dict[Any, Any]]:
    """The fields, and what is said of them all; many ask for the same."""

    def make() -> tuple[list[dict[str, Any]], dict[Any, Any]]:
        table = page.graph.fields(by, before=page.before)
        return formatting.table_records(table), table.attrs

    return page.explorer.once(("fields", page.fingerprint, page.before, by), make)


def _draw_map(
    page: PageRequest,
    by: Fields,
    rows: list[dict[str, Any]],
    attrs: dict[str, Any],
    colour: Colour,
    *,
    linked: bool = False,
) -> str:
    if not rows:
        return ""
    shown_rows, values, caption = _colour_fields(rows, colour)
    address = _address(page, by) if linked else None
    key = ("map of fields", page.fingerprint, page.before, by, colour, linked)
    return page.explorer.once(
        key, lambda: field_map(shown_rows, attrs["citations"], values, caption, address)
    )


def _draw_themes(
    page: PageRequest,
    by: Fields,
    rows: list[dict[str, Any]],
    colour: Colour,
    *,
    linked: bool = False,
) -> str:
    if not rows:
        return ""
    return thematic_map(*_colour_fields(rows, colour), _address(page, by) if linked else None)


def _colour_fields(
    rows: list[dict[str, Any]], colour: Colour
) -> tuple[list[dict[str, Any]], list[float], str]:
    """The fields that maps show, what their colours mean, the same on all maps of a page."""
    _, caption, value = _COLOURS[colour]
    return rows[:SHOWN], [value(row) for row in rows[:SHOWN]], caption


def _address(page: PageRequest, by: Fields) -> Any:
    return lambda field_id: page.href("/field", by=by, id=field_id)
