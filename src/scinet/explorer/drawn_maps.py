"""A map of papers as SVG, and as the numbers that a page draws it with."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from scinet.explorer.charts import GREY, INK, LINE, line, picture, short, text
from scinet.explorer.group_lanes import GroupDrawing
from scinet.explorer.lanes import Disc, Drawing, Lane, label
from scinet.explorer.shown import name, number, title


def numbers(drawn: Drawing, citations: Sequence[tuple[str, str]], pins: Any) -> dict[str, Any]:
    """What a page needs to draw a map; citations are pairs of places in the list of papers."""
    place = {one.row["paper_id"]: i for i, one in enumerate(drawn.discs)}
    return {
        "papers": [paper(one, pins) for one in drawn.discs],
        "citations": [(place[citing], place[cited]) for citing, cited in citations],
        **frame(drawn),
    }


def frame(drawn: Drawing | GroupDrawing) -> dict[str, Any]:
    """What a page needs to draw lanes and years."""
    return {
        "lanes": [{"name": one.name, "top": one.top, "colour": one.colour} for one in drawn.lanes],
        "marks": drawn.marks,
        "width": drawn.width,
        "height": drawn.height,
    }


def paper(one: Disc, pins: Any) -> dict[str, Any]:
    """What a page needs to draw a paper."""
    return {
        "id": one.row["paper_id"],
        "title": title(one.row["title"]),
        "label": label(one.row),
        "named": one.is_named,
        "authors": name(", ".join(one.row["authors"])),
        "year": one.row["date"].year,
        "citations": one.row["citations"],
        "community": one.row["community_name"],
        "given": one.row["given"],
        "pinned": one.row["paper_id"] in pins,
        "colour": one.colour,
        "x": round(one.x, 1),
        "y": round(one.y, 1),
        "size": round(2 * one.radius, 1),
    }


def drawn_map(drawn: Drawing, citations: Sequence[tuple[str, str]]) -> Markup:
    """The whole map as a picture."""
    at = {one.row["paper_id"]: one for one in drawn.discs}
    parts: list[Markup] = []
    for x, year in drawn.marks:
        parts += [line(x, 18, x, drawn.height, LINE), text(x, 13, year)]
    parts += [
        Markup('<path d="M{} {}L{} {}" stroke="{}" stroke-opacity=".3"/>').format(
            *map(short, (at[a].x, at[a].y, at[b].x, at[b].y)), GREY
        )
        for a, b in citations
    ]
    parts += names_of_lanes(drawn.lanes)
    parts += map(disc_of_paper, drawn.discs)
    for one in drawn.discs:
        if not one.is_named:
            continue
        parts.append(text(one.x, one.y + one.radius + 10, label(one.row), fill=INK, font_size=10))
    said = f"{len(drawn.discs)} papers in time, and who cites whom"
    return picture(drawn.width, drawn.height + 10, parts, said)


def names_of_lanes(lanes: Sequence[Lane]) -> list[Markup]:
    """What lanes are called, at the left."""
    return [
        text(6, lane.top + 14, lane.name, fill=lane.colour, anchor="start", font_weight="600")
        for lane in lanes
    ]


def disc_of_paper(one: Disc) -> Markup:
    """A paper, with what it is called."""
    said = f"{title(one.row['title'])} ({one.row['date'].year}, {number(one.row['citations'])})"
    return told(one, said, INK if one.row["given"] else "#fff")


def told(one: Disc, said: str, edge: str) -> Markup:
    """A disc with words that are read when it is pointed at."""
    return Markup(
        '<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}"><title>{}</title></circle>'
    ).format(*map(short, (one.x, one.y, one.radius)), one.colour, edge, said)
