"""Small multiples that compare simulated with real science."""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any, Final

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter
from numpy.typing import NDArray

from scinet.eval.report.charts import (
    FAINT_COLOUR,
    INK_COLOUR,
    MAIN_COLOUR,
    SECOND_COLOUR,
    open_figure,
    to_svg,
)

SIDES: Final = ("simulated", "real", "year before")
"""Series of a panel, in this order."""
_COLOURS: Final = dict(zip(SIDES, (SECOND_COLOUR, MAIN_COLOUR, FAINT_COLOUR), strict=True))
_MARKS: Final = dict(zip(SIDES, ("o", "s", "D"), strict=True))
_WIDTH: Final = 3.7
_HEIGHT: Final = 2.35
_LABEL_WIDTH: Final = 22  # characters of a line of a long label
_MAX_BINS: Final = 24  # of a distribution


def draw_time_series(
    months: Sequence[str],
    lines: Mapping[str, Sequence[float | None]],
    ends: Sequence[tuple[float, float] | None],
    title: str,
) -> Markup:
    """Draw a line for each side by month, with gaps where there is no value."""
    with open_figure(_WIDTH, _HEIGHT) as (figure, (axis,)):
        place = np.arange(len(months))
        defined = [number for number, end in enumerate(ends) if end is not None]
        for number in defined:
            axis.plot(
                [number] * 2, ends[number] or (), color=SECOND_COLOUR, alpha=0.25, linewidth=5
            )
        for side, values in lines.items():
            shown = np.array([np.nan if value is None else value for value in values], dtype=float)
            axis.plot(place, shown, **_line_style(side))
        every = max(1, round(len(months) / 6))
        axis.set_xticks(place[::every], [_month_label(month) for month in months[::every]])
        axis.set_xlim(-0.5, len(months) - 0.5)
        axis.set_ylim(*_axis_limits(lines))
        axis.yaxis.set_major_locator(MaxNLocator(5))
        _finish_panel(axis, title)
        return to_svg(figure, f"{title} by month: simulated, real, and the year before")


def draw_distribution(values: Mapping[str, NDArray[np.float64]], title: str) -> Markup:
    """Draw a distribution of values for each side, as shares of bins.

    Bins are whole numbers, or for a wide range multiples of 2, 5, 10 and so on. The last bin
    includes all values beyond the 98th percentile.
    """
    every = np.concatenate(list(values.values()))
    ends = np.quantile(every, [0, 0.98], method="inverted_cdf")
    low, top = (int(end) for end in np.floor(ends + 0.5))
    steps = (size * unit for size in (1, 10, 100, 1000, 10_000) for unit in (1, 2, 5))
    step = next(
        (candidate_step for candidate_step in steps if (top - low) / candidate_step <= _MAX_BINS),
        top,
    )
    last = max((top - low) // step, 1)
    edges = low + step * np.arange(last + 1)
    with open_figure(_WIDTH, _HEIGHT) as (figure, (axis,)):
        for side, candidate_step in values.items():
            place = np.minimum(np.floor((candidate_step + 0.5 - low) / step), last).astype(np.int64)
            heights = np.bincount(place, minlength=len(edges)) / max(len(candidate_step), 1)
            axis.plot(edges, heights, **_line_style(side))
        ticks = edges[:: max(1, round(len(edges) / 7))]
        axis.set_xticks(ticks, [f"{tick}+" if tick == edges[-1] else str(tick) for tick in ticks])
        axis.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axis.set_ylim(bottom=0)
        _finish_panel(axis, title)
        return to_svg(figure, f"{title}: how simulated, real and earlier values are spread")


def draw_shares(rows: Mapping[str, Mapping[str, float | None]], title: str) -> Markup:
    """Draw a row for each item, with a mark for each side's share.

    Args:
        rows: Shares by side, by item; from the top.
    """
    with open_figure(_WIDTH * 1.1, 0.3 * len(rows) + 0.8) as (figure, (axis,)):
        place = np.arange(len(rows), 0, -1)
        for side in SIDES:
            side_shares = [row.get(side) for row in rows.values()]
            if any(value is not None for value in side_shares):
                drawn = _line_style(side) | {"linestyle": "none", "markersize": 6}
                axis.plot(
                    [np.nan if value is None else value for value in side_shares], place, **drawn
                )
        axis.set_yticks(place, [fill(name, _LABEL_WIDTH) for name in rows], fontsize=7)
        axis.grid(axis="y", color=FAINT_COLOUR, alpha=0.3)
        axis.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axis.set_xlim(left=0)
        _finish_panel(axis, title)
        return to_svg(figure, f"{title}: shares of the simulated, real and earlier papers")


def draw_changes(rows: Mapping[str, tuple[float, float]], title: str, limit: float) -> Markup:
    """Draw a bar for each measure: to the right where simulated science is narrower.

    Args:
        rows: By measure, the relative narrowing, 0.1 for a tenth, and the usual variation from year
            to year, drawn as a grey band.
        limit: Largest change that the axis shows.
    """
    with open_figure(_WIDTH, 0.24 * len(rows) + 0.75) as (figure, (axis,)):
        place = np.arange(len(rows), 0, -1)
        change = np.array([min(max(value, -limit), limit) for value, _ in rows.values()])
        usual = np.array([min(value, limit) for _, value in rows.values()])
        axis.barh(place, 2 * usual, left=-usual, color=FAINT_COLOUR, alpha=0.3, height=0.86)
        colours = [
            (SECOND_COLOUR if value > 0 else MAIN_COLOUR) if abs(value) > band else FAINT_COLOUR
            for value, band in rows.values()
        ]
        axis.barh(place, change, color=colours, height=0.5)
        axis.axvline(0, color=INK_COLOUR, linewidth=0.8)
        axis.set_yticks(place, list(rows), fontsize=7)
        axis.set_xlim(-limit * 1.05, limit * 1.05)
        axis.xaxis.set_major_locator(MaxNLocator(4))
        axis.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        figure.suptitle(title, x=0.01, ha="left", fontsize=8.5, color=INK_COLOUR, fontweight="bold")
        axis.set_xlabel("broader \u2190    \u2192 narrower", fontsize=7)
        return to_svg(figure, f"{title}: how much narrower simulated science is, by measure")


def _line_style(side: str) -> dict[str, Any]:
    return {
        "color": _COLOURS[side],
        "marker": _MARKS[side],
        "markersize": 3.5,
        "linewidth": 1.6 if side != "year before" else 1.1,
        "linestyle": "--" if side == "year before" else "-",
        "label": side,
        "zorder": 4 - SIDES.index(side),
    }


def _finish_panel(axis: Axes, title: str) -> None:
    """Set the title, with a coloured legend of the sides below it."""
    axis.set_title(title, loc="left", fontsize=8.5, color=INK_COLOUR, fontweight="bold", pad=17)
    axis.legend(
        loc="lower left",
        bbox_to_anchor=(-0.02, 0.985),
        ncols=3,
        frameon=False,
        fontsize=7.5,
        labelcolor="linecolor",
        handlelength=1.6,
        columnspacing=1.2,
        borderaxespad=0,
    )


def _axis_limits(lines: Mapping[str, Sequence[float | None]]) -> tuple[float, float]:
    """Limit the axis to the values: intervals of few runs are wide and may leave the panel."""
    defined = [value for values in lines.values() for value in values if value is not None] or [0.0]
    room = 0.3 * ((max(defined) - min(defined)) or abs(max(defined)) or 1.0)
    low = min(defined) - room
    return (max(low, 0.0) if min(defined) >= 0 else low), max(defined) + room


def _month_label(month: str) -> str:
    names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    name = names[int(month[5:]) - 1]
    return f"{name}\n{month[:4]}" if month[5:] == "01" else name
