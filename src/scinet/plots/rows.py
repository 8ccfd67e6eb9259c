"""Rows along a time axis: the papers of a path, authors and their papers."""

from datetime import date
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from scinet.errors import DataError
from scinet.html_table import cutoff_notes
from scinet.plots.style import (
    COLOURS,
    FAINT,
    INK,
    LINE,
    add_title,
    canvas,
    count_noun,
    partial_year_note,
)
from scinet.session.table import Table, as_frame

if TYPE_CHECKING:
    from scinet.session.found_path import FoundPath

_TITLE: Final = 46  # characters of a line of a title
_NAME: Final = 26
_ROWS: Final = 40


def path(found: "FoundPath[Any]", *, ax: Axes | None = None) -> Axes:
    """Draw the papers of a path by their days, with areas by citations.

    Each paper cites the one above it.

    Args:
        found: Result of ``Graph.path`` or ``Graph.main_path``.
        ax: Axes to draw into; a new figure by default.

    Raises:
        DataError: If it has no papers, or more than 40.
    """
    table = found.table.to_pandas()
    _check_row_count(len(table), "papers")
    when = [_year(day) for day in table["date"]]
    rows = list(range(len(table), 0, -1))
    cited = table.get("citations")
    sizes = 40.0 if cited is None else 22 + 240 * cited / max(1, cited.max())
    with canvas(ax, 6.6, 0.52 * len(table) + 1.1) as drawn:
        drawn.plot(when, rows, color=LINE, linewidth=2, zorder=1)
        ends = [COLOURS[1] if row in {1, len(table)} else COLOURS[0] for row in rows]
        drawn.scatter(when, rows, s=sizes, color=ends, edgecolors="white", zorder=2)
        for row, (_, paper) in zip(rows, table.iterrows(), strict=True):
            title = fill(
                str(paper["title"] or paper["paper_id"]), _TITLE, max_lines=2, placeholder=" …"
            )
            citation_text = (
                f", {count_noun(int(paper['citations']), 'citation')}" if cited is not None else ""
            )
            caption = f"{paper['date'].year}{citation_text}"
            drawn.text(
                1.02,
                row,
                f"{title}\n{caption}",
                transform=drawn.get_yaxis_transform(),
                va="center",
                color=INK,
                fontsize=7.5,
                linespacing=1.15,
            )
        _years(drawn, when, len(table))
        drawn.set_xlabel("day of the paper")
        title = "A path of references" if cited is not None else "Main path"
        notes = [count_noun(len(table), "paper"), "each cites the one above it"]
        notes += ["size: citations"] if cited is not None else []
        add_title(drawn, title, *notes, *cutoff_notes(table.attrs))
        return drawn


def timelines(table: Table | pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw papers of authors, or of venues, by year: a row for each, with areas by papers.

    Args:
        table: Result of ``Graph.over_time`` by author or venue.
        ax: Axes to draw into; a new figure by default.

    Raises:
        DataError: If there is no row, or more than 40 authors.
    """
    frame = as_frame(table)
    if not {"id", "name", "year", "papers"} <= set(frame.columns):
        raise DataError(
            "the table lacks id, name, year and papers", hint="Give one of graph.over_time()."
        )
    names = dict(zip(frame["id"], frame["name"], strict=True))
    _check_row_count(len(names), "rows")
    place = {identifier: len(names) - number for number, identifier in enumerate(names)}
    most = frame["papers"].max()
    with canvas(ax, 6.4, 0.27 * len(names) + 1.1) as drawn:
        for identifier, mine in frame.groupby("id", sort=False):
            ends = [mine["year"].min(), mine["year"].max()]
            drawn.plot(ends, [place[identifier]] * 2, color=LINE, linewidth=1.5, zorder=1)
            drawn.scatter(
                mine["year"],
                [place[identifier]] * len(mine),
                s=8 + 92 * mine["papers"] / most,
                color=COLOURS[0],
                edgecolors="white",
                linewidths=0.5,
                zorder=2,
            )
        for identifier, name in names.items():
            label = fill(str(name), _NAME, max_lines=1, placeholder=" …")
            drawn.text(
                -0.015,
                place[identifier],
                label,
                transform=drawn.get_yaxis_transform(),
                ha="right",
                va="center",
                color=INK,
            )
        _years(drawn, frame["year"].tolist(), len(names))
        drawn.set_xlabel("year of publication")
        largest = f"largest disc: {count_noun(int(most), 'paper')} in a year"
        of = f": {table.attrs['name']}" if table.attrs.get("name") else ""
        add_title(
            drawn,
            f"Who published when{of}",
            f"{count_noun(table.attrs['papers'], 'paper')} in all"
            if "papers" in table.attrs
            else "",
            largest,
            *cutoff_notes(table.attrs),
            partial_year_note(table.attrs),
        )
        return drawn


def _years(ax: Axes, when: list[float], rows: int) -> None:
    """Set years along the bottom, grid lines above them, and no labels at the side."""
    room = 0.06 * max(max(when) - min(when), 1)
    ax.set_xlim(min(when) - room, max(when) + room)
    ax.set_ylim(0.4, rows + 0.6)
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    ax.grid(axis="x", color=LINE, linewidth=0.5)
    ax.set_axisbelow(True)
    ax.yaxis.set_visible(False)
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="x", color=FAINT)


def _year(day: date) -> float:
    return day.year + (day.timetuple().tm_yday - 1) / 366


def _check_row_count(rows: int, what: str) -> None:
    if not 0 < rows <= _ROWS:
        raise DataError(f"{rows} {what} to draw", hint=f"A figure takes 1 to {_ROWS}.")
