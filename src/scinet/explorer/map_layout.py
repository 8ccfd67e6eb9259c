"""Where the papers of a map are drawn: days from left to right, a lane per community."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scinet.explorer.charts import FAINT, GREY
from scinet.explorer.formatting import format_name
from scinet.explorer.timelines import Axis

Floats: TypeAlias = NDArray[np.float64]

# Apart in hue and lightness, and readable as words on white.
COLOURS: Final = (
    "#0b7285",
    "#c2410c",
    "#5f3dc4",
    "#2b7a3d",
    "#c2255c",
    "#1864ab",
    "#8f6400",
    "#7a4b2a",
    "#9c36b5",
    "#5c6b00",
    "#364fc7",
    "#8a5a6f",
)
_CELL: Final = 4  # a side of the squares that discs occupy
_LABEL: Final = 22
_NAMED: Final = 200  # papers at most, if each has room for its label
_MARGIN: Final = 30


@dataclass(frozen=True, slots=True)
class Disc:
    """A paper of a map; ``y`` of one that is pinned is the one given.

    Its label is drawn where no label of a paper that is cited more, or that the map is around, has
    taken the room.
    """

    row: Mapping[str, Any]
    x: float
    y: float
    radius: float
    colour: str
    is_named: bool = True


@dataclass(frozen=True, slots=True)
class CommunityLane:
    """A community."""

    name: str
    papers: int
    top: float
    colour: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map as it is drawn; ``marks`` are years and where they begin."""

    discs: list[Disc]
    lanes: list[CommunityLane]
    marks: list[tuple[float, int]]
    width: float
    height: float


def place_papers(rows: Sequence[Mapping[str, Any]], pins: Mapping[str, float]) -> Drawing:
    """Place papers: by day, the largest in the middle of the lane, none over another.

    A paper that is dated by its year or month only lies somewhere within it.

    Args:
        rows: As of ``Graph.map``.
        pins: Where papers are pinned by id, from the top.
    """
    width = float(np.clip(150 * len(rows) ** 0.45, 1040, 6000))
    axis = Axis([row[name] for row in rows for name in ("first_date", "date")], 20, width - 20)
    x = _spread(rows, axis)
    cited = np.array([row["citations"] for row in rows], dtype=np.float64)
    is_small = len(rows) < _NAMED
    radius = 4 + (22 if is_small else 14) * (cited / max(1.0, cited.max())) ** 0.5
    sizes = np.stack((2 * radius + 3, 2 * radius + 3), axis=1)
    if is_small:
        sizes = np.maximum(sizes, [[label_width(row), 0] for row in rows])
        sizes[:, 1] += 14
    sizes = np.ceil(sizes / _CELL).astype(np.int64)
    lanes, y = [], np.zeros(len(rows))
    top = float(_MARGIN)
    numbers = sorted({row["community"] for row in rows}, key=lambda item: (item == 0, item))
    for number in numbers:
        members = [place for place, row in enumerate(rows) if row["community"] == number]
        name = rows[members[0]]["community_name"] or "no topic"
        lanes.append(
            CommunityLane(name, len(members), top, community_colour(number) if number else FAINT)
        )
        height = stack_discs(members, x, sizes, width, y)
        y[members] += top + _LABEL + radius[members] + 1
        top += _LABEL + height + 8
    discs = [
        Disc(
            row,
            float(x[i]),
            pins.get(row["paper_id"], float(y[i])),
            float(radius[i]),
            community_colour(row["community"]),
        )
        for i, row in enumerate(rows)
    ]
    discs = _choose_labels(discs, width)
    marks = [(axis.x(date(year, 1, 1)), year) for year in axis.years(max(4, int(width / 110)))]
    return Drawing(discs, lanes, marks, width, max([top, *(item.y + 20 for item in discs)]))


def _choose_labels(discs: Sequence[Disc], width: float) -> list[Disc]:
    """Discs with whether their label has room; those that matter more take it first."""
    tall = int(max((disc.y + disc.radius for disc in discs), default=0) / _CELL) + 8
    taken = np.zeros((tall, int(width / _CELL) + 64), dtype=bool)
    result = list(discs)
    order = sorted(
        range(len(discs)),
        key=lambda i: (not discs[i].row["given"], -discs[i].row["citations"], i),
    )
    for i in order:
        disc, half = discs[i], label_width(discs[i].row) / 2
        top = max(0, int((disc.y + disc.radius + 2) / _CELL))
        first_cell, right = (max(0, int((disc.x + by) / _CELL)) for by in (-half, half))
        room = taken[top : top + 4, first_cell : right + 1]
        result[i] = replace(disc, is_named=not room.any())
        if result[i].is_named:
            room[:] = True
    return result


def label_width(row: Mapping[str, Any]) -> float:
    """How wide a label is; of the papers that a map is around it is bold."""
    return (7.2 if row["given"] else 6.5) * len(paper_label(row))


def paper_label(row: Mapping[str, Any]) -> str:
    """First author and year of a paper."""
    last = row["authors"][0].split(",")[0].split() if row["authors"] else []
    return f"{format_name(last[-1]) if last else row['paper_id']} {row['date'].year}"


def community_colour(community: int) -> str:
    """Of a community by its number; the smaller ones share the colours of the larger."""
    return COLOURS[(community - 1) % len(COLOURS)] if community else GREY


def _spread(rows: Sequence[Mapping[str, Any]], axis: Axis) -> Floats:
    """Places of papers on the axis; papers of one period are spread over it evenly."""
    periods: dict[tuple[date, date], list[int]] = {}
    for place, row in enumerate(rows):
        periods.setdefault((row["first_date"], row["date"]), []).append(place)
    x = np.zeros(len(rows))
    for (first, last), places in periods.items():
        start, end = axis.x(first), axis.x(last)
        # Neighbours of a list are of one community as often as not, so every other goes first.
        for order, place in enumerate([*places[::2], *places[1::2]]):
            x[place] = start + (end - start) * (order + 0.5) / len(places)
    return x


def stack_discs(
    members: Sequence[int], x: Floats, sizes: NDArray[np.int64], width: float, y: Floats
) -> float:
    """Give the papers of a lane places from its top, and return its height.

    Args:
        sizes: Squares that a paper takes across and down, shape ``(papers, 2)``.
        width: Of the map.
        y: Places, which are written.
    """
    across, down = sizes[members].T
    start_cells = np.clip(x[members] / _CELL - across / 2, 0, None).astype(np.int64)
    meets = (start_cells[:, None] < start_cells + across) & (
        start_cells < (start_cells + across)[:, None]
    )
    rows = int((meets * (down[:, None] + down)).sum(axis=1).max() + down.max())
    taken = np.zeros((rows, int(width / _CELL) + int(across.max()) + 2), dtype=bool)
    for index in np.lexsort((members, -down)).tolist():
        columns, size = slice(start_cells[index], start_cells[index] + across[index]), down[index]
        before = np.concatenate(([0], np.cumsum(taken[:, columns].any(axis=1))))
        free = np.flatnonzero(before[size:] == before[:-size])
        start = int(free[np.argmin(np.abs(free + size / 2 - rows / 2))])
        taken[start : start + size, columns] = True
        y[members[index]] = start * _CELL
    used = np.flatnonzero(taken.any(axis=1))
    y[list(members)] -= used[0] * _CELL
    return float((used[-1] - used[0] + 1) * _CELL)
