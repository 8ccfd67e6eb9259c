"""Pictures with days from left to right: spans of years, and papers that lead to one another."""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Final

from markupsafe import Markup

from scinet.explorer.charts import (
    FAINT,
    GREY,
    INK,
    LINE,
    MAIN,
    WARM,
    format_coordinate,
    make_svg,
    svg_disc,
    svg_line,
    svg_text,
)
from scinet.explorer.formatting import count_noun, format_count
from scinet.explorer.formatting import format_name as decoded

WIDTH: Final = 640
_ROW: Final = 24
_YEAR: Final = 110  # at most
_STEP: Final = 56  # from a paper of a path to the next
NAME: Final = 28  # characters of a name


class Axis:
    """Years from left to right, marked at the top of rows."""

    def __init__(self, days: Sequence[date], left: float, right: float) -> None:
        self.first = min(days).year
        self.last = max(days).year + 1
        self.left, self.right = left, right

    def x(self, day: date) -> float:
        """Where a day is."""
        years = day.year + (day.timetuple().tm_yday - 1) / 366 - self.first
        return self.left + years / (self.last - self.first) * (self.right - self.left)

    def years(self, target_count: int) -> range:
        """Some years to mark."""
        return range(self.first, self.last, max(1, round((self.last - self.first) / target_count)))

    def marks(self, top: float, bottom: float) -> list[Markup]:
        """Lines and numbers of some years."""
        parts = []
        for year in self.years(7):
            x = self.x(date(year, 1, 1))
            parts += [
                svg_line(x, top, x, bottom, LINE),
                svg_text(x, top - 6, year, anchor="middle"),
            ]
        return parts


def span_chart(rows: Sequence[tuple[str, date, date, int]]) -> Markup | str:
    """Draw the spans of co-authorships, first to last paper, by their beginning.

    Args:
        rows: Name, day of the first paper, of the last, and how many.
    """
    if not rows:
        return ""
    rows = sorted(rows, key=lambda row: (row[1], row[2], row[0]))
    top, margin = 24, label_room(decoded(row[0]) for row in rows)
    bottom = top + _ROW * len(rows)
    days = [day for row in rows for day in row[1:3]]
    several = max(days).year - min(days).year + 1
    # Few years need not be far from the names.
    axis = Axis(days, margin, min(WIDTH - 50, margin + _YEAR * several))
    parts = axis.marks(top, bottom)
    most = max(row[3] for row in rows)
    for place, (stored, first, last, papers) in enumerate(rows):
        name = decoded(stored)
        y = top + _ROW * (place + 0.5)
        start, end = axis.x(first), max(axis.x(last), axis.x(first) + 6)
        high = 5 + 11 * (papers / most) ** 0.5
        caption = f"{name}: {papers:,} paper{'s' * (papers != 1)}, {_years(first, last)}"
        parts += [
            svg_text(margin - 10, y + 4, titled_text(name, NAME), fill=INK, anchor="end"),
            Markup(
                '<rect x="{}" y="{}" width="{}" height="{}" rx="2.5" fill="{}">'
                "<title>{}</title></rect>"
            ).format(
                *map(format_coordinate, (start, y - high / 2, end - start, high)), MAIN, caption
            ),
            svg_text(end + 6, y + 4, format_count(papers), anchor="start"),
        ]
    caption = f"{len(rows)} co-authors, from the first paper together to the last"
    return make_svg(WIDTH, bottom + 6, parts, caption)


def chain_chart(papers: Sequence[dict[str, Any]]) -> Markup | str:
    """Papers that lead to one another, each in a row of its own, by its day.

    Args:
        papers: ``title``, ``date`` and ``citations`` of each, earliest first.
    """
    if not papers:
        return ""
    top, row = 26, _STEP
    bottom = top + row * len(papers)
    axis = Axis([paper["date"] for paper in papers], 24, WIDTH - 24)
    parts = axis.marks(top, bottom)
    at = [
        (axis.x(paper_row["date"]), top + row * (place + 0.5))
        for place, paper_row in enumerate(papers)
    ]
    for (x, y), (to_x, to_y) in pairwise(at):
        # Aside only between the labels of both.
        start, end = y + 20, to_y - 17
        half = (start + end) / 2
        bend = map(format_coordinate, (x, y, x, start, x, half, to_x, half, to_x, end, to_x, to_y))
        parts.append(
            Markup(
                '<path d="M{} {}L{} {}C{} {} {} {} {} {}L{} {}" fill="none" stroke="{}" '
                'stroke-width="2"/>'
            ).format(*bend, GREY)
        )
    most = max(1, *(paper_row["citations"] for paper_row in papers))
    halo = {"stroke": "#fff", "stroke_width": 3, "paint_order": "stroke"}
    for place, (paper_row, (x, y)) in enumerate(zip(papers, at, strict=True)):
        radius = 5 + 8 * (paper_row["citations"] / most) ** 0.5
        is_right = x > WIDTH / 2
        label = x - radius - 8 if is_right else x + radius + 8
        room = (label - 8 if is_right else WIDTH - 8 - label) / 6.9
        anchor = "end" if is_right else "start"
        is_end = place in {0, len(papers) - 1}
        caption = f"{paper_row['date'].year} · {count_noun(paper_row['citations'], 'citation')}"
        parts += [
            svg_disc(x, y, radius, WARM if is_end else MAIN),
            svg_text(
                label,
                y - 1,
                shorten(decoded(paper_row["title"] or paper_row["paper_id"]), int(room)),
                fill=INK,
                anchor=anchor,
                **halo,
            ),
            svg_text(label, y + 13, caption, fill=FAINT, anchor=anchor, font_size=11, **halo),
        ]
    return make_svg(WIDTH, bottom + 6, parts, f"{len(papers)} papers, each cites the one before it")


def _years(first: date, last: date) -> str:
    return str(first.year) if first.year == last.year else f"{first.year} to {last.year}"


def shorten(words: str, most: int) -> str:
    """Words that are at most so long, with a sign where some are left out."""
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def label_room(names: Iterable[str]) -> float:
    """Return the width that labels at the left of a picture need."""
    return 20 + max(sum(map(_character_width, shorten(name, NAME))) for name in names)


def _character_width(sign: str) -> float:
    """How wide a letter of twelve pixels is, in fonts with wide letters."""
    if unicodedata.east_asian_width(sign) in "WF" or sign in "MWmw@%":
        return 13
    return 9 if sign.isupper() else 7.7


def titled_text(words: str, most: int) -> Markup | str:
    """Words that are at most so long, which are read whole where one points at them."""
    short_words = shorten(words, most)
    if short_words == words:
        return words
    return Markup("{}<title>{}</title>").format(short_words, words)
