"""The groups of a large map as SVG, and as the numbers that a page draws them with."""

from typing import Any

from markupsafe import Markup

from scinet.explorer.charts import GREY, INK, LINE, format_coordinate, make_svg, svg_line, svg_text
from scinet.explorer.formatting import count_noun, format_count, format_title
from scinet.explorer.group_layout import LINE as HIGH
from scinet.explorer.group_layout import GroupDrawing, Link, format_span
from scinet.explorer.map_layout import Disc, paper_label
from scinet.explorer.map_rendering import (
    frame_data,
    lane_labels,
    paper_data,
    paper_disc,
    titled_disc,
)


def group_data(drawn: GroupDrawing, pins: Any) -> dict[str, Any]:
    """Return the data of a drawing of groups; links are pairs of indices of drawn items."""
    return {
        "papers": [
            *map(_group_data, drawn.groups),
            *(paper_data(item, pins) for item in drawn.alone),
        ],
        "citations": [],
        "links": [
            (item.citing, item.cited, item.citations, round(item.width, 1), item.is_drawn)
            for item in drawn.links
        ],
        **frame_data(drawn),
        "said": describe_drawing(drawn),
    }


def describe_drawing(drawn: GroupDrawing) -> str:
    """Describe the drawing in words."""
    papers = sum(item.row["papers"] for item in drawn.groups)
    links = sum(item.is_drawn for item in drawn.links)
    alone = len(drawn.alone)
    beside = f"; {alone} paper{'s' * (alone != 1)} alone above them" if alone else ""
    most = f": the {links} widest of {format_count(len(drawn.links))}" * (links < len(drawn.links))
    return (
        f"{count_noun(papers, 'paper')} in {count_noun(len(drawn.groups), 'group')} by community "
        f"and years, the larger the more papers{beside}. Lines lead from citing to cited groups, "
        f"the wider the more citations{most}."
    )


def render_groups(drawn: GroupDrawing) -> Markup:
    """The groups as a picture."""
    at = [*drawn.groups, *drawn.alone]
    parts: list[Markup] = []
    for x, span in drawn.marks:
        parts += [svg_line(x, 18, x, drawn.height, LINE), svg_text(x + 4, 13, span, anchor="start")]
    parts += [
        _link_line(disc, at[disc.citing], at[disc.cited]) for disc in drawn.links if disc.is_drawn
    ]
    parts += lane_labels(drawn.lanes)
    for disc in drawn.groups:
        words = f"{disc.row['community_name']}, {format_span(disc.row['since'], disc.row['until'])}"
        parts.append(titled_disc(disc, f"{words}: {disc.row['lines'][0]}", "#fff"))
    parts += map(paper_disc, drawn.alone)
    for disc in at:
        for place, words in enumerate(disc.row.get("lines") or [paper_label(disc.row)]):
            under = disc.y + disc.radius + 11 + HIGH * place
            how: dict[str, Any] = {"font_weight": "600"} if place == 0 else {}
            parts.append(svg_text(disc.x, under, words, fill=INK, font_size=10, **how))
    return make_svg(drawn.width, drawn.height + 10, parts, describe_drawing(drawn))


def _group_data(disc: Disc) -> dict[str, Any]:
    row = disc.row
    return {
        "id": row["group_id"],
        "title": format_title(row["title"]),
        "label": "\n".join(row["lines"]),
        "named": True,
        "citations": row["papers"],
        "community": row["community_name"],
        "given": False,
        "pinned": False,
        "group": True,
        "colour": disc.colour,
        "x": round(disc.x, 1),
        "y": round(disc.y, 1),
        "size": round(2 * disc.radius, 1),
    }


def _link_line(link: Link, citing: Disc, cited: Disc) -> Markup:
    """A line that bends away from what lies between its ends."""
    bend = (cited.y - citing.y) / 2, abs(cited.x - citing.x) / 8
    middle = (citing.x + cited.x) / 2, citing.y + bend[0] - bend[1]
    return Markup(
        '<path d="M{} {}Q{} {} {} {}" fill="none" stroke="{}" stroke-width="{}" '
        'stroke-opacity=".35"><title>{}</title></path>'
    ).format(
        *map(format_coordinate, (citing.x, citing.y, *middle, cited.x, cited.y)),
        GREY,
        format_coordinate(link.width),
        count_noun(link.citations, "citation"),
    )
