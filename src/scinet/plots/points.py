"""Papers as points."""

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from scinet.errors import DataError
from scinet.html_table import cutoff_notes
from scinet.plots.style import COLOURS, FAINT, LINE, add_title, canvas, count_noun
from scinet.session.table import Table, as_frame

_NEEDED: Final = {"n_i", "n_j", "cd"}


def disruption(table: Table | pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw disruption (CD) of papers against the papers that cite them, with its median.

    Citing papers are those in the window of the table, n_i + n_j. The median is over the papers
    with 1, 2 to 3, 4 to 7, 8 to 15 … of them, at the geometric middle of these. Papers without
    citations there have no CD and are left out.

    Args:
        table: Result of ``Graph.disruption``; of several windows the longest is drawn.
        ax: Axes to draw into; a new figure by default.

    Raises:
        DataError: If the table is another one, or no paper has a CD.

    Source:
        Funk and Owen-Smith (2017), doi:10.1287/mnsc.2015.2366, for CD.
    """
    frame = as_frame(table)
    if not set(frame.columns) >= _NEEDED:
        raise DataError("the table lacks n_i, n_j and cd", hint="Give one of graph.disruption().")
    shown = frame if "window" not in frame else frame[frame["window"] == frame["window"].max()]
    citing = shown["n_i"] + shown["n_j"]
    is_defined = shown["cd"].notna() & (citing > 0)
    if not is_defined.any():
        raise DataError("no paper has a CD", hint="Take a later day or a longer window.")
    x, y = citing[is_defined].to_numpy(dtype=float), shown["cd"][is_defined].to_numpy(dtype=float)
    with canvas(ax, 5.4, 3.6) as drawn:
        drawn.axhline(0, color=FAINT, linewidth=0.8)
        drawn.scatter(x, y, s=9, color=COLOURS[0], alpha=0.35, linewidths=0, label="a paper")
        drawn.plot(*_medians(x, y), color=COLOURS[1], marker="s", markersize=4, label="median")
        drawn.set_xscale("log")
        drawn.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        drawn.xaxis.set_minor_locator(NullLocator())
        drawn.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        drawn.set_xlim(0.8, x.max() * 1.25)
        room = 0.08 * max(float(np.ptp(y)), 0.1)
        drawn.set_ylim(max(-1.04, y.min() - room), min(1.04, y.max() + room))
        drawn.yaxis.set_major_locator(MaxNLocator(6))
        drawn.grid(axis="y", color=LINE, linewidth=0.5)
        drawn.set_axisbelow(True)
        drawn.set_xlabel("citing papers in the window (n_i + n_j, log scale)")
        drawn.set_ylabel("disruption (CD)\n← develops     disrupts →")
        drawn.legend(loc="upper right", frameon=False)
        remarks = [
            count_noun(len(x), "paper"),
            f"{len(shown) - len(x):,} without citing papers left out",
        ]
        notes = table.attrs.get("notes", ())
        add_title(
            drawn, "Disruption against citations", *remarks, *notes, *cutoff_notes(table.attrs)
        )
        return drawn


def _medians(
    x: "np.ndarray[tuple[int], np.dtype[np.float64]]",
    y: "np.ndarray[tuple[int], np.dtype[np.float64]]",
) -> tuple[list[float], list[float]]:
    """Compute medians of groups by powers of two, and their positions."""
    power = np.floor(np.log2(x)).astype(np.int64)
    powers = np.unique(power).tolist()
    at = [float(np.sqrt(2.0**exponent * (2.0 ** (exponent + 1) - 1))) for exponent in powers]
    return at, [float(np.median(y[power == exponent])) for exponent in powers]
