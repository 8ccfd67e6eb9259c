"""Common style and titles of all figures."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from textwrap import fill
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

INK: Final = "#1f2933"
FAINT: Final = "#616e7c"
LINE: Final = "#cbd2d9"
# Okabe and Ito (2008), jfly.uni-koeln.de/color: distinct for all kinds of colour vision.
COLOURS: Final = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#000000",
)
_MARKS: Final = "osD^vPX"
_DASHES: Final = ("-", (0, (5, 1.5)), (0, (1.5, 1)), (0, (6, 1.5, 1.5, 1.5)))
_STYLE: Final[dict[Any, Any]] = {
    "text.parse_math": False,  # a title may hold dollar signs
    "font.family": "sans-serif",
    "font.size": 8,
    "svg.fonttype": "none",
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
}
_TITLE, _NOTE = 9.5, 7.0  # points
_CHARACTER_WIDTH: Final = 0.53  # of a letter, in heights of it
_MIN_CHARACTERS: Final = 24  # characters of a line


@contextmanager
def canvas(ax: Axes | None, width: float, height: float) -> Iterator[Axes]:
    """Yield the axes to draw into: those given, or new ones, sized in inches."""
    from matplotlib import pyplot

    with mpl.rc_context(_STYLE):
        if ax is None:
            _, ax = pyplot.subplots(figsize=(width, height), layout="constrained")
        ax.spines[["top", "right"]].set_visible(False)
        yield ax


def add_title(ax: Axes, title: str, *notes: str) -> None:
    """Write the title and the notes on the data below it, wrapped to the axes' width."""
    wide = ax.get_window_extent().width / ax.figure.dpi * 72
    note = fill(
        " · ".join(part for part in notes if part),
        max(_MIN_CHARACTERS, int(wide / (_NOTE * _CHARACTER_WIDTH))),
    )
    title = fill(title, max(_MIN_CHARACTERS, int(wide / (_TITLE * _CHARACTER_WIDTH * 1.06))))
    ax.annotate(
        note,
        (0, 1),
        xytext=(0, 5),
        xycoords="axes fraction",
        textcoords="offset points",
        va="bottom",
        fontsize=_NOTE,
        color=FAINT,
    )
    high = (note.count("\n") + 1) * _NOTE * 1.25 if note else 0
    ax.set_title(title, loc="left", fontsize=_TITLE, fontweight="bold", pad=9 + high)


def partial_year_note(attrs: Mapping[Any, Any]) -> str:
    """Return a note on a last year that is only partly before the day."""
    if not (day := attrs.get("before")) or day.endswith("-01-01"):
        return ""
    return f"{date.fromisoformat(day).year} only until that day"


def count_noun(number: int, noun: str, several: str | None = None) -> str:
    """Format a number with its noun."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


def line_style(number: int) -> dict[str, Any]:
    """Return colour, marker and dashes of one of several lines."""
    return {
        "color": COLOURS[number % len(COLOURS)],
        "marker": _MARKS[number % len(_MARKS)],
        "linestyle": _DASHES[number % len(_DASHES)],
        "markersize": 3.5,
        "linewidth": 1.4,
        "markeredgecolor": "white",
        "markeredgewidth": 0.4,
    }


def integer_axes(ax: Axes, *, across: int = 8) -> None:
    """Set integer ticks for years along the bottom and counts at the side."""
    ax.xaxis.set_major_locator(MaxNLocator(across, integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.yaxis.set_major_formatter("{x:,.0f}")
    ax.set_ylim(bottom=0)
    ax.grid(axis="y", color=LINE, linewidth=0.5)
    ax.set_axisbelow(True)


def add_legend(ax: Axes, names: int) -> None:
    """Add a legend at the right for several lines."""
    if names > 1:
        ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.02), frameon=False, labelspacing=0.7)
