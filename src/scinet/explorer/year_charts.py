"""Pictures of a field by year: its papers, and those of its authors and venues."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from markupsafe import Markup

from scinet.explorer.charts import (
    GREY,
    INK,
    LINE,
    MAIN,
    axis_ticks,
    format_coordinate,
    labelled_years,
    make_svg,
    svg_line,
    svg_text,
    year_label,
)
from scinet.explorer.formatting import format_count
from scinet.explorer.formatting import format_name as decoded
from scinet.explorer.timelines import NAME, WIDTH, Axis, label_room, titled_text


def years_chart(rows: Sequence[dict[str, Any]]) -> Markup | str:
    """Papers of a field by year.

    Args:
        rows: ``year`` and ``papers`` of each.
    """
    if not rows:
        return ""
    papers = {row["year"]: row["papers"] for row in rows}
    first, last, most = min(papers), max(papers), max(papers.values())
    margin, top, base = 40, 12, 150
    step = (WIDTH - margin - 8) / (last - first + 1)
    parts: list[Markup] = []
    for value in axis_ticks(most):
        y = base - (base - top) * value / most
        parts += [
            svg_line(margin, y, WIDTH - 8, y, LINE),
            svg_text(margin - 6, y + 4, format_count(value), anchor="end"),
        ]
    wide = min(step * 0.78, 30)
    for year, count in papers.items():
        x, high = margin + (year - first + 0.5) * step, max(1.5, (base - top) * count / most)
        parts.append(
            Markup(
                '<rect x="{}" y="{}" width="{}" height="{}" rx="1.5" fill="{}"><title>'
                "{}: {} paper{}</title></rect>"
            ).format(
                *map(format_coordinate, (x - wide / 2, base - high, wide, high)),
                MAIN,
                year,
                format_count(count),
                "s" * (count != 1),
            )
        )
    parts += [
        year_label(margin + (year - first + 0.5) * step, base + 15, year, margin)
        for year in labelled_years(first, last, step)
    ]
    peak = max(papers, key=lambda year: (papers[year], -year))
    label = f"{format_count(sum(papers.values()))} papers by year, most in {peak}"
    return make_svg(WIDTH, base + 22, parts, label)


def production_chart(rows: Sequence[dict[str, Any]], what: str) -> Markup | str:
    """Papers of each of some authors or venues by year: the larger a disc, the more papers.

    Args:
        rows: As of ``Graph.over_time``.
        what: What they are, in the plural.
    """
    if not rows:
        return ""
    names = {row["id"]: decoded(row["name"]) for row in rows}
    top, high = 24, 27
    margin = label_room(names.values())
    bottom = top + high * len(names)
    axis = Axis([date(row["year"], 7, 1) for row in rows], margin, WIDTH - 16)
    parts = axis.marks(top, bottom)
    most = max(row["papers"] for row in rows)
    cited = max(1, *(row["citations"] / row["papers"] for row in rows))
    for place, (row_id, name) in enumerate(names.items()):
        y = top + high * (place + 0.5)
        mine = [(axis.x(date(row["year"], 7, 1)), row) for row in rows if row["id"] == row_id]
        parts.append(svg_text(margin - 12, y + 4, titled_text(name, NAME), fill=INK, anchor="end"))
        parts.append(svg_line(mine[0][0], y, mine[-1][0], y, GREY))
        for x, row in mine:
            papers, citations = row["papers"], row["citations"]
            label = (
                f"{name}, {row['year']}: {papers:,} paper{'s' * (papers != 1)}, "
                f"cited {citations:,} time{'s' * (citations != 1)}"
            )
            parts.append(
                Markup(
                    '<circle cx="{}" cy="{}" r="{}" fill="{}" fill-opacity="{}" stroke="#fff">'
                    "<title>{}</title></circle>"
                ).format(
                    *map(format_coordinate, (x, y, 2.5 + 10 * (papers / most) ** 0.5)),
                    MAIN,
                    format_coordinate(0.35 + 0.65 * (citations / papers / cited) ** 0.5),
                    label,
                )
            )
    return make_svg(WIDTH, bottom + 6, parts, f"{len(names)} {what} and their papers by year")
