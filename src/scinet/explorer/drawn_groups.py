"""The groups of a large map as SVG, and as the numbers that a page draws them with."""

from typing import Any

from markupsafe import Markup

from scinet.explorer.charts import GREY, INK, LINE, line, picture, short, text
from scinet.explorer.drawn_maps import disc_of_paper, frame, names_of_lanes, paper, told
from scinet.explorer.group_lanes import LINE as HIGH
from scinet.explorer.group_lanes import GroupDrawing, Link, years
from scinet.explorer.lanes import Disc, label
from scinet.explorer.shown import counted, number, title


def numbers(drawn: GroupDrawing, pins: Any) -> dict[str, Any]:
    """What a page needs to draw groups; links are pairs of places in the list of what is drawn."""
    return {
        "papers": [*map(_group, drawn.groups), *(paper(one, pins) for one in drawn.alone)],
        "citations": [],
        "links": [
            (one.citing, one.cited, one.citations, round(one.width, 1), one.is_drawn)
            for one in drawn.links
        ],
        **frame(drawn),
        "said": said(drawn),
    }


def said(drawn: GroupDrawing) -> str:
    """What is drawn, in words."""
    papers = sum(one.row["papers"] for one in drawn.groups)
    links = sum(one.is_drawn for one in drawn.links)
    alone = len(drawn.alone)
    beside = f"; {alone} paper{'s' * (alone != 1)} alone above them" if alone else ""
    most = f": the {links} widest of {number(len(drawn.links))}" * (links < len(drawn.links))
    return (
        f"{counted(papers, 'paper')} in {counted(len(drawn.groups), 'group')} by community and "
        f"years, the larger the more papers{beside}. Lines lead back from citing to cited groups, "
        f"the wider the more citations{most}."
    )


def drawn_groups(drawn: GroupDrawing) -> Markup:
    """The groups as a picture."""
    at = [*drawn.groups, *drawn.alone]
    parts: list[Markup] = []
    for x, span in drawn.marks:
        parts += [line(x, 18, x, drawn.height, LINE), text(x + 4, 13, span, anchor="start")]
    parts += [_link(one, at[one.citing], at[one.cited]) for one in drawn.links if one.is_drawn]
    parts += names_of_lanes(drawn.lanes)
    for one in drawn.groups:
        words = f"{one.row['community_name']}, {years(one.row['since'], one.row['until'])}"
        parts.append(told(one, f"{words}: {one.row['lines'][0]}", "#fff"))
    parts += map(disc_of_paper, drawn.alone)
    for one in at:
        for place, words in enumerate(one.row.get("lines") or [label(one.row)]):
            under = one.y + one.radius + 11 + HIGH * place
            how: dict[str, Any] = {"font_weight": "600"} if place == 0 else {}
            parts.append(text(one.x, under, words, fill=INK, font_size=10, **how))
    return picture(drawn.width, drawn.height + 10, parts, said(drawn))


def _group(one: Disc) -> dict[str, Any]:
    row = one.row
    return {
        "id": row["group_id"],
        "title": title(row["title"]),
        "label": "\n".join(row["lines"]),
        "named": True,
        "citations": row["papers"],
        "community": row["community_name"],
        "given": False,
        "pinned": False,
        "group": True,
        "colour": one.colour,
        "x": round(one.x, 1),
        "y": round(one.y, 1),
        "size": round(2 * one.radius, 1),
    }


def _link(link: Link, citing: Disc, cited: Disc) -> Markup:
    """A line that bends away from what lies between its ends."""
    bend = (cited.y - citing.y) / 2, abs(cited.x - citing.x) / 8
    middle = (citing.x + cited.x) / 2, citing.y + bend[0] - bend[1]
    return Markup(
        '<path d="M{} {}Q{} {} {} {}" fill="none" stroke="{}" stroke-width="{}" '
        'stroke-opacity=".35"><title>{}</title></path>'
    ).format(
        *map(short, (citing.x, citing.y, *middle, cited.x, cited.y)),
        GREY,
        short(link.width),
        counted(link.citations, "citation"),
    )
