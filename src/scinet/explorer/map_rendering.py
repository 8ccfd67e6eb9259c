"""A map of papers as SVG, and as the numbers that a page draws it with."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from scinet.explorer.charts import GREY, INK, LINE, format_coordinate, make_svg, svg_line, svg_text
from scinet.explorer.formatting import format_count, format_name, format_title
from scinet.explorer.group_layout import GroupDrawing
from scinet.explorer.map_layout import CommunityLane, Disc, Drawing, paper_label


def map_data(drawn: Drawing, citations: Sequence[tuple[str, str]], pins: Any) -> dict[str, Any]:
    """Return the data of a map; citations are pairs of indices of papers."""
    place = {disc.row["paper_id"]: i for i, disc in enumerate(drawn.discs)}
    return {
        "papers": [paper_data(disc, pins) for disc in drawn.discs],
        "citations": [(place[citing], place[cited]) for citing, cited in citations],
        **frame_data(drawn),
    }


def frame_data(drawn: Drawing | GroupDrawing) -> dict[str, Any]:
    """Return the data of lanes and years."""
    return {
        "lanes": [
            {"name": lane.name, "top": lane.top, "colour": lane.colour} for lane in drawn.lanes
        ],
        "marks": drawn.marks,
        "width": drawn.width,
        "height": drawn.height,
    }


def paper_data(disc: Disc, pins: Any) -> dict[str, Any]:
    """Return the data of a paper."""
    return {
        "id": disc.row["paper_id"],
        "title": format_title(disc.row["title"]),
        "label": paper_label(disc.row),
        "named": disc.is_named,
        "authors": format_name(", ".join(disc.row["authors"])),
        "year": disc.row["date"].year,
        "citations": disc.row["citations"],
        "community": disc.row["community_name"],
        "given": disc.row["given"],
        "pinned": disc.row["paper_id"] in pins,
        "colour": disc.colour,
        "x": round(disc.x, 1),
        "y": round(disc.y, 1),
        "size": round(2 * disc.radius, 1),
    }


def render_map(drawn: Drawing, citations: Sequence[tuple[str, str]]) -> Markup:
    """The whole map as a picture."""
    at = {disc.row["paper_id"]: disc for disc in drawn.discs}
    parts: list[Markup] = []
    for x, year in drawn.marks:
        parts += [svg_line(x, 18, x, drawn.height, LINE), svg_text(x, 13, year)]
    parts += [
        Markup('<path d="M{} {}L{} {}" stroke="{}" stroke-opacity=".3"/>').format(
            *map(format_coordinate, (at[a].x, at[a].y, at[b].x, at[b].y)), GREY
        )
        for a, b in citations
    ]
    parts += lane_labels(drawn.lanes)
    parts += map(paper_disc, drawn.discs)
    for disc in drawn.discs:
        if not disc.is_named:
            continue
        parts.append(
            svg_text(
                disc.x, disc.y + disc.radius + 10, paper_label(disc.row), fill=INK, font_size=10
            )
        )
    caption = f"{len(drawn.discs)} papers in time, and who cites whom"
    return make_svg(drawn.width, drawn.height + 10, parts, caption)


def lane_labels(lanes: Sequence[CommunityLane]) -> list[Markup]:
    """Return the labels of lanes, at the left."""
    return [
        svg_text(6, lane.top + 14, lane.name, fill=lane.colour, anchor="start", font_weight="600")
        for lane in lanes
    ]


def paper_disc(disc: Disc) -> Markup:
    """A paper, with what it is called."""
    year, citations = disc.row["date"].year, format_count(disc.row["citations"])
    tooltip = f"{format_title(disc.row['title'])} ({year}, {citations})"
    return titled_disc(disc, tooltip, INK if disc.row["given"] else "#fff")


def titled_disc(disc: Disc, tooltip: str, edge: str) -> Markup:
    """A disc with words that are read when it is pointed at."""
    return Markup(
        '<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}"><title>{}</title></circle>'
    ).format(*map(format_coordinate, (disc.x, disc.y, disc.radius)), disc.colour, edge, tooltip)
