"""Where the groups of a large map are drawn: a column per span of years, a lane per community."""

import textwrap
from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np

from scinet.explorer.formatting import count_noun, format_title
from scinet.explorer.map_layout import (
    CommunityLane,
    Disc,
    community_colour,
    label_width,
    stack_discs,
)
from scinet.graph.analysis.map_groups import Groups

# A browser without a graphics card draws this much in a second.
PAPERS: Final = 2_500
CITATIONS: Final = 25_000
LETTERS: Final = 25  # of a line of a label
LINE: Final = 13.0  # its height
_LINES: Final = 3
_COLUMN: Final = 156.0
_LABEL: Final = 30.0
_TOP: Final = 26.0
_LINKS: Final = 90  # that are drawn before a group is chosen


@dataclass(frozen=True, slots=True)
class Link:
    """Citations from one group or paper to another, by their places."""

    citing: int
    cited: int
    citations: int
    width: float
    is_drawn: bool


@dataclass(frozen=True, slots=True)
class GroupDrawing:
    """Groups as discs, and the papers that are in none.

    Attributes:
        groups: Rows of groups, with the words of the label in ``lines``.
        alone: Papers, whose places come after those of the groups.
        marks: Where columns begin, and their years.
    """

    groups: list[Disc]
    alone: list[Disc]
    lanes: list[CommunityLane]
    links: list[Link]
    marks: list[tuple[float, str]]
    width: float
    height: float


def is_large(rows: Sized, citations: Sized) -> bool:
    """Whether a map is drawn in groups, since it has too many papers or citations to draw each."""
    return len(rows) > PAPERS or len(citations) > CITATIONS


def place_groups(groups_found: Groups, pins: Mapping[str, float]) -> GroupDrawing:
    """Place groups: a column per span of years, the centres and pins in a lane above.

    Args:
        pins: Where papers are pinned by id, from the top.
    """
    spans = sorted({(row["since"], row["until"]) for row in groups_found.rows})
    width = max(1, len(spans)) * _COLUMN
    most = max((row["papers"] for row in groups_found.rows), default=1)
    lanes: list[CommunityLane] = []
    alone, top = _place_ungrouped(groups_found.alone, spans, width, pins)
    if alone:
        lanes.append(CommunityLane("centres and pins", len(alone), _TOP, "#1f2933"))
    groups: list[Disc] = []
    for number in dict.fromkeys(row["community"] for row in groups_found.rows):
        rows = [row for row in groups_found.rows if row["community"] == number]
        radius = [7 + 30 * (row["papers"] / most) ** 0.5 for row in rows]
        hue = community_colour(number)
        name = rows[0]["community_name"]
        lanes.append(CommunityLane(name, sum(row["papers"] for row in rows), top, hue))
        middle = top + _LABEL + max(radius)
        for row, size in zip(rows, radius, strict=True):
            x = _COLUMN * (spans.index((row["since"], row["until"])) + 0.5)
            groups.append(Disc(row | {"lines": group_lines(row)}, x, middle, size, hue))
        top = middle + max(radius) + _LINES * LINE + 10
    marks = [(_COLUMN * i, format_span(*span)) for i, span in enumerate(spans)]
    links = _group_links(groups_found, [*groups, *alone])
    return GroupDrawing(groups, alone, lanes, links, marks, width, max(top, _TOP))


def group_lines(row: Mapping[str, Any]) -> list[str]:
    """How many papers a group has, and the most cited of them."""
    named = textwrap.wrap(
        format_title(row["title"]), LETTERS, max_lines=_LINES - 1, placeholder=" …"
    )
    return [count_noun(row["papers"], "paper"), *named]


def format_span(since: int, until: int) -> str:
    """A span of years."""
    return str(since) if since == until else f"{since} to {until}"


def _place_ungrouped(
    rows: Sequence[Mapping[str, Any]],
    spans: Sequence[tuple[int, int]],
    width: float,
    pins: Mapping[str, float],
) -> tuple[list[Disc], float]:
    """The papers that are in no group, and where the lane under them begins."""
    if not rows:
        return [], _TOP
    x = np.array([_x(row["date"], spans) for row in rows])
    sizes = np.array([[max(label_width(row), 28), 44] for row in rows]) / 4
    y = np.zeros(len(rows))
    high = stack_discs(range(len(rows)), x, np.ceil(sizes).astype(np.int64), width, y)
    discs = [
        Disc(row, float(at), pins.get(row["paper_id"], float(down) + _TOP + _LABEL + 12), 11, hue)
        for row, at, down in zip(rows, x, y, strict=True)
        for hue in [community_colour(row["community"])]
    ]
    return discs, _TOP + _LABEL + high + 8


def _x(day: date, spans: Sequence[tuple[int, int]]) -> float:
    """Where a day lies in the columns; one outside of all at the edge of the next."""
    for place, (since, until) in enumerate(spans):
        if day.year <= until:
            into = (day.year - since + day.timetuple().tm_yday / 366) / (until - since + 1)
            return _COLUMN * (place + min(max(into, 0.05), 0.95))
    return _COLUMN * (len(spans) - 0.05)


def _group_links(groups: Groups, discs: Sequence[Disc]) -> list[Link]:
    place = {disc.row.get("group_id") or disc.row["paper_id"]: i for i, disc in enumerate(discs)}
    most = max((times for *_, times in groups.citations), default=1)
    return [
        Link(place[citing], place[cited], times, 0.8 + 8 * times / most, rank < _LINKS)
        for rank, (citing, cited, times) in enumerate(groups.citations)
    ]
