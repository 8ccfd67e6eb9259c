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
    line,
    marked_years,
    picture,
    short,
    text,
    ticks,
    year_label,
)
from scinet.explorer.shown import name as decoded
from scinet.explorer.shown import number
from scinet.explorer.timelines import NAME, WIDTH, Axis, room_for, whole


def years(rows: Sequence[dict[str, Any]]) -> Markup | str:
    """Papers of a field by year.

    Args:
        rows: ``year`` and ``papers`` of each.
    """
    if not rows:
        return ""
    papers = {row["year"]: row["papers"] for row in rows}
    first, last, most = min(papers), max(papers), max(papers.values())
    left, top, base = 40, 12, 150
    step = (WIDTH - left - 8) / (last - first + 1)
    parts: list[Markup] = []
    for value in ticks(most):
        y = base - (base - top) * value / most
        parts += [
            line(left, y, WIDTH - 8, y, LINE),
            text(left - 6, y + 4, number(value), anchor="end"),
        ]
    wide = min(step * 0.78, 30)
    for year, count in papers.items():
        x, high = left + (year - first + 0.5) * step, max(1.5, (base - top) * count / most)
        parts.append(
            Markup(
                '<rect x="{}" y="{}" width="{}" height="{}" rx="1.5" fill="{}"><title>'
                "{}: {} paper{}</title></rect>"
            ).format(
                *map(short, (x - wide / 2, base - high, wide, high)),
                MAIN,
                year,
                number(count),
                "s" * (count != 1),
            )
        )
    parts += [
        year_label(left + (year - first + 0.5) * step, base + 15, year, left)
        for year in marked_years(first, last, step)
    ]
    peak = max(papers, key=lambda year: (papers[year], -year))
    said = f"{number(sum(papers.values()))} papers by year, most in {peak}"
    return picture(WIDTH, base + 22, parts, said)


def production(rows: Sequence[dict[str, Any]], what: str) -> Markup | str:
    """Papers of each of some authors or venues by year: the larger a disc, the more papers.

    Args:
        rows: As of ``Graph.over_time``.
        what: What they are, in the plural.
    """
    if not rows:
        return ""
    names = {row["id"]: decoded(row["name"]) for row in rows}
    top, high = 24, 27
    left = room_for(names.values())
    bottom = top + high * len(names)
    axis = Axis([date(row["year"], 7, 1) for row in rows], left, WIDTH - 16)
    parts = axis.marks(top, bottom)
    most = max(row["papers"] for row in rows)
    cited = max(1, *(row["citations"] / row["papers"] for row in rows))
    for place, (one, name) in enumerate(names.items()):
        y = top + high * (place + 0.5)
        mine = [(axis.x(date(row["year"], 7, 1)), row) for row in rows if row["id"] == one]
        parts.append(text(left - 12, y + 4, whole(name, NAME), fill=INK, anchor="end"))
        parts.append(line(mine[0][0], y, mine[-1][0], y, GREY))
        for x, row in mine:
            papers, citations = row["papers"], row["citations"]
            said = (
                f"{name}, {row['year']}: {papers:,} paper{'s' * (papers != 1)}, "
                f"cited {citations:,} time{'s' * (citations != 1)}"
            )
            parts.append(
                Markup(
                    '<circle cx="{}" cy="{}" r="{}" fill="{}" fill-opacity="{}" stroke="#fff">'
                    "<title>{}</title></circle>"
                ).format(
                    *map(short, (x, y, 2.5 + 10 * (papers / most) ** 0.5)),
                    MAIN,
                    short(0.35 + 0.65 * (citations / papers / cited) ** 0.5),
                    said,
                )
            )
    return picture(WIDTH, bottom + 6, parts, f"{len(names)} {what} and their papers by year")
