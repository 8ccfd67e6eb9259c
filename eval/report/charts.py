"""Charts of the report, as SVG inside the page."""

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from math import pi
from typing import Any, Final

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

INK_COLOUR: Final = "#1f2933"
FAINT_COLOUR: Final = "#9aa5b1"
MAIN_COLOUR: Final = "#0b7285"
SECOND_COLOUR: Final = "#c2410c"


@dataclass(frozen=True, slots=True)
class Stop:
    """Paper on a path: its title, date and citations."""

    title: str
    date: date
    citations: int


def draw_years(counts: Sequence[tuple[int, int, int]]) -> Markup:
    """Draw papers and citations per year, one above the other.

    ``counts``: year, papers of the year, citations made by them; in order.
    """
    with open_figure(7.2, 3.2, rows=2) as (figure, axes):
        when = [row[0] for row in counts]
        for axis, column, colour, name in zip(
            axes, (1, 2), (MAIN_COLOUR, SECOND_COLOUR), ("papers", "citations made"), strict=True
        ):
            axis.bar(when, [row[column] for row in counts], color=colour, width=0.8)
            axis.set_title(name, loc="left", fontsize=9, color=colour)
            axis.yaxis.set_major_locator(MaxNLocator(4, integer=True))
            axis.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
            axis.xaxis.set_major_locator(MaxNLocator(10, integer=True))
        axes[0].tick_params(labelbottom=False)
        return to_svg(figure, "Papers and citations per year")


def draw_path(stops: Sequence[Stop]) -> Markup:
    """Draw a chain of papers on a time axis, each dot's area proportional to its citations."""
    with open_figure(7.2, 0.62 * len(stops) + 0.7) as (figure, axes):
        axis = axes[0]
        when = [stop.date.year + stop.date.timetuple().tm_yday / 366 for stop in stops]
        rows = list(range(len(stops), 0, -1))
        axis.plot(when, rows, color=FAINT_COLOUR, linewidth=1.2, zorder=1)
        largest = max(1, *(stop.citations for stop in stops))
        sizes = [30 + 320 * stop.citations / largest for stop in stops]
        axis.scatter(when, rows, s=sizes, color=MAIN_COLOUR, zorder=2)
        middle = (when[0] + when[-1]) / 2
        for year, row, stop in zip(when, rows, stops, strict=True):
            before = year > middle
            axis.annotate(
                f"{_shorten(stop.title, 62)}\n{stop.date:%Y}, {stop.citations:,} citations",
                (year, row),
                xytext=(-12, -3) if before else (12, 3),  # away from the falling line
                textcoords="offset points",
                ha="right" if before else "left",
                va="top" if before else "bottom",
                fontsize=8,
                color=INK_COLOUR,
            )
        span = max(when[-1] - when[0], 1.0)
        axis.set_xlim(when[0] - 0.45 * span, when[-1] + 0.45 * span)
        axis.set_ylim(0.4, len(stops) + 0.6)
        axis.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axis.yaxis.set_visible(False)
        axis.spines["left"].set_visible(False)
        return to_svg(figure, "A path of citations on a time axis")


def draw_bars(rows: Mapping[str, Sequence[float]], name: str, best: Collection[str]) -> Markup:
    """Draw means of systems with their intervals, the best ones in the second colour."""
    with open_figure(7.2, 0.27 * len(rows) + 0.55) as (figure, axes):
        axis = axes[0]
        places = list(range(len(rows), 0, -1))
        axis.barh(
            places,
            [mean for mean, _, _ in rows.values()],
            xerr=[
                [max(0.0, mean - low) for mean, low, _ in rows.values()],
                [max(0.0, high - mean) for mean, _, high in rows.values()],
            ],
            color=[SECOND_COLOUR if label in best else MAIN_COLOUR for label in rows],
            ecolor=INK_COLOUR,
            height=0.62,
            error_kw={"linewidth": 0.9},
        )
        axis.set_yticks(places, list(rows), fontsize=8)
        axis.set_title(name, loc="left", fontsize=9, color=INK_COLOUR)
        axis.set_xlim(left=0)
        return to_svg(figure, name)


def draw_radar(axes: Sequence[str], rows: Mapping[str, Sequence[float]]) -> Markup:
    """Draw a radar chart: one line each, on axes that go out from one point."""
    angles = [2 * pi * place / len(axes) for place in range(len(axes))]
    with open_figure(6.0, 4.6, projection="polar") as (figure, (axis,)):
        for name, values in rows.items():
            closed = [*values, values[0]]
            axis.plot([*angles, angles[0]], closed, linewidth=1.4, marker=".", label=name)
        axis.set_xticks(angles, axes)
        axis.set_ylim(bottom=0)
        axis.legend(loc="upper left", bbox_to_anchor=(1.08, 1.0), frameon=False)
        return to_svg(figure, "A line for each of several things, by axis")


@contextmanager
def open_figure(
    width: float, height: float, *, rows: int = 1, projection: str | None = None
) -> Iterator[tuple[Figure, list[Axes]]]:
    """Open a figure, sized in inches, with its axes one above the other, in the report's style."""
    style: dict[Any, Any] = {
        "svg.fonttype": "none",  # text stays text: it can be searched and copied
        "svg.hashsalt": "scinet",
        "text.parse_math": False,  # a title may hold dollar signs
        "font.family": "sans-serif",
        "font.size": 8,
        "axes.edgecolor": FAINT_COLOUR,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "text.color": INK_COLOUR,
        "axes.labelcolor": INK_COLOUR,
        "xtick.color": INK_COLOUR,
        "ytick.color": INK_COLOUR,
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(rows, squeeze=False, subplot_kw={"projection": projection})
        yield figure, list(axes.flat)


def to_svg(figure: Figure, label: str) -> Markup:
    """Convert a figure to SVG with a label for screen readers; deterministic to the byte."""
    stream = io.StringIO()
    figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    text = stream.getvalue()
    # The XML declaration is dropped: the page has its own encoding.
    named = f'<svg role="img" aria-label="{escape(label)}" '
    text = text[text.index("<svg") :].replace("<svg ", named, 1)
    return Markup(text)  # noqa: S704 - matplotlib escapes the titles in it


def _shorten(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
