"""Communities as discs in a circle, and the citations between them as lines."""

from textwrap import fill
from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from scinet.errors import DataError
from scinet.html_table import cutoff_notes
from scinet.plots.style import COLOURS, FAINT, INK, add_title, canvas, count_noun
from scinet.session.table import Table, as_frame

_MOST: Final = 16
_NAME: Final = 24
_LINE: Final = 0.1  # the height of a line, where the circle has a radius of 1


def communities(table: Table | pd.DataFrame, *, limit: int = 12, ax: Axes | None = None) -> Axes:
    """Draw communities, or other fields: areas of discs are papers, widths of lines citations.

    They stand in a circle from the largest at the top clockwise. A line counts the citations both
    ways; those inside a community are not drawn.

    Args:
        table: Result of ``Graph.fields``.
        limit: Most communities, the largest; 16 have room.
        ax: Axes to draw into; a new figure by default.

    Raises:
        DataError: If the table is another one or empty, or the limit is not 1 to 16.
    """
    frame = as_frame(table)
    if "field_id" not in frame or frame.empty or "citations" not in frame.attrs:
        raise DataError("not a table of fields", hint="Give one of graph.fields().")
    if not 0 < limit <= _MOST:
        raise DataError(f"{limit} communities in a circle", hint=f"Give 1 to {_MOST}.")
    shown = frame.head(limit)
    turn = 2 * np.pi * np.arange(len(shown)) / len(shown)
    x, y = np.sin(turn), np.cos(turn)
    joined = _citations_between(shown, table.attrs["citations"])
    most = max(joined.values(), default=1)
    with canvas(ax, 6.0, 5.0) as drawn:
        for (i, j), times in sorted(joined.items(), key=lambda item: item[1]):
            share = times / most
            drawn.plot(
                x[[i, j]],
                y[[i, j]],
                color=FAINT,
                linewidth=0.3 + 5 * share,
                alpha=0.15 + 0.45 * share,
                solid_capstyle="round",
                zorder=1,
            )
        size = shown["papers"].to_numpy(dtype=float)
        drawn.scatter(
            x,
            y,
            s=1400 * size / size.max(),
            color=COLOURS[0],
            edgecolors="white",
            linewidths=1.2,
            zorder=2,
        )
        for place, (_, row) in enumerate(shown.iterrows()):
            reach = 1.1 + 0.17 * (size[place] / size.max()) ** 0.5
            across = "center" if abs(x[place]) < 0.2 else "left" if x[place] > 0 else "right"
            name = fill(str(row["name"]), _NAME, max_lines=3, placeholder=" …")
            words = f"{name}\n{count_noun(int(row['papers']), 'paper')}"
            # Away from the circle by half its height, so that none lies over a disc.
            up = y[place] * (reach + _LINE / 2 * (words.count("\n") + 1))
            drawn.text(
                x[place] * reach,
                up,
                words,
                ha=across,
                va="center",
                color=INK,
                fontsize=7.5,
                zorder=3,
            )
        drawn.set_xlim(-1.3, 1.3)
        drawn.set_ylim(-1.45, 1.7)  # labels of three lines and a number above and below
        drawn.set_aspect("equal")
        drawn.axis("off")
        papers, all_of = int(size.sum()), table.attrs["papers"]
        notes = [
            f"{len(shown)} of {count_noun(len(table), 'community', 'communities')}",
            f"{papers:,} of {count_noun(all_of, 'paper')}",
            f"widest line: {count_noun(most, 'citation')}"
            if joined
            else "no citations between them",
        ]
        add_title(drawn, "Communities and who cites whom", *notes, *cutoff_notes(table.attrs))
        return drawn


def _citations_between(
    shown: pd.DataFrame, citations: list[tuple[str, str, int]]
) -> dict[tuple[int, int], int]:
    """Sum citations both ways between communities by their positions, the lower first."""
    place = {field_id: number for number, field_id in enumerate(shown["field_id"])}
    totals: dict[tuple[int, int], int] = {}
    for citing, cited, times in citations:
        if citing in place and cited in place and citing != cited:
            low, high = sorted((place[citing], place[cited]))
            totals[low, high] = totals.get((low, high), 0) + times
    return totals
