"""Three columns of things joined by bands: authors, what they write on, and where."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from scinet.explorer.charts import INK, format_coordinate, make_svg, svg_text
from scinet.explorer.formatting import format_count
from scinet.explorer.formatting import format_name as decoded
from scinet.explorer.map_layout import COLOURS
from scinet.explorer.timelines import shorten

_WIDTH: Final = 840.0
_BAR, _GAP, _TOP, _SIDE = 12.0, 9.0, 30.0, 200.0
_TALL: Final = 420.0  # all bars of the fullest column
_TITLES: Final = {"author": "Authors", "field": "Fields", "word": "Words", "venue": "Venues"}


def flow_chart(
    columns: Sequence[Sequence[Mapping[str, Any]]],
    joined: Sequence[Mapping[str, Any]],
    address: Callable[[str, str], str] | None = None,
) -> Markup | str:
    """Bars as high as the papers that join each with others, and bands between them.

    Args:
        columns: What ``Graph.three_fields`` has in ``attrs["things"]``.
        joined: Its rows.
        address: Of the page of a thing by kind and id; empty where it has none.
    """
    if not joined:
        return ""
    sums: dict[tuple[str, str], list[int]] = {}
    for row in joined:
        for place, side in ((1, "left"), (0, "right")):
            both = sums.setdefault((row[side], row[f"{side}_id"]), [0, 0])
            both[place] += row["papers"]
    shown = [[item for item in column if (item["kind"], item["id"]) in sums] for column in columns]
    unit = min(
        (_TALL - _GAP * (len(column) - 1)) / sum(_largest_sum(sums, item) for item in column)
        for column in shown
        if column
    )
    xs = (_SIDE, (_WIDTH - _BAR) / 2, _WIDTH - _SIDE - _BAR)
    at: dict[tuple[str, str], tuple[float, float]] = {}
    bottom, bars = 0.0, list[Markup]()
    for x, column, where in zip(xs, shown, (-1, 0, 1), strict=True):
        high = [max(1.5, unit * _largest_sum(sums, item)) for item in column]
        gap = (_TALL - sum(high)) / max(1, len(column) - 1) if len(column) > 1 else 0
        gap = min(gap, 4 * _GAP)
        y = _TOP + (_TALL - sum(high) - gap * (len(column) - 1)) / 2
        if column:
            bars.append(
                svg_text(x + _BAR / 2, 16, _TITLES[column[0]["kind"]], fill=INK, font_weight=600)
            )
        for place, (item, tall) in enumerate(zip(column, high, strict=True)):
            at[item["kind"], item["id"]] = x, y
            colour = COLOURS[place % len(COLOURS)] if where == 0 else INK
            bars.append(_draw_bar(item, x, y, tall, where, colour, address))
            y += tall + gap
        bottom = max(bottom, y)
    colours = {item["id"]: COLOURS[i % len(COLOURS)] for i, item in enumerate(shown[1])}
    used: dict[tuple[str, str, int], float] = {}
    bands = [_draw_band(row, at, used, unit, colours) for row in joined]
    caption = f"{sum(map(len, shown))} authors, words or fields, and venues, joined by papers"
    return make_svg(_WIDTH, _TOP + _TALL + 12, [*bands, *bars], caption)


def _largest_sum(sums: Mapping[tuple[str, str], list[int]], item: Mapping[str, Any]) -> int:
    return max(sums[item["kind"], item["id"]])


def _draw_bar(
    item: Mapping[str, Any],
    x: float,
    y: float,
    tall: float,
    side: int,
    colour: str,
    address: Callable[[str, str], str] | None,
) -> Markup:
    label, anchor = {-1: (x - 6, "end"), 0: (x + _BAR + 5, "start"), 1: (x + _BAR + 6, "start")}[
        side
    ]
    name = decoded(item["name"])
    inner = Markup(
        '<title>{}: {} papers</title><rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>{}'
    ).format(
        name,
        format_count(item["papers"]),
        *map(format_coordinate, (x, y, _BAR, tall)),
        colour,
        svg_text(
            label,
            y + tall / 2 + 4,
            shorten(name, 30),
            fill=INK,
            anchor=anchor,
            stroke="#fff",
            stroke_width=3,
            paint_order="stroke",
            font_size=11.5,
        ),
    )
    to = address(item["kind"], item["id"]) if address else ""
    return (
        Markup('<a href="{}">{}</a>').format(to, inner) if to else Markup("<g>{}</g>").format(inner)
    )


def _draw_band(
    row: Mapping[str, Any],
    at: Mapping[tuple[str, str], tuple[float, float]],
    used: dict[tuple[str, str, int], float],
    unit: float,
    colours: Mapping[str, str],
) -> Markup:
    wide = unit * row["papers"]
    ends = []
    for place, side in ((1, "left"), (0, "right")):
        key = row[side], row[f"{side}_id"], place
        x, y = at[key[:2]]
        start = used.get(key, 0.0)
        used[key] = start + wide
        ends += [x + (_BAR if place else 0), y + start + wide / 2]
    x, y, to_x, to_y = ends
    half = (x + to_x) / 2
    middle = row["right_id"] if row["right"] in {"word", "field"} else row["left_id"]
    return Markup(
        '<path d="M{} {}C{} {} {} {} {} {}" fill="none" stroke="{}" stroke-width="{}" '
        'stroke-opacity=".3"><title>{}, {}: {} papers</title></path>'
    ).format(
        *map(format_coordinate, (x, y, half, y, half, to_y, to_x, to_y)),
        colours[middle],
        format_coordinate(max(0.8, wide)),
        decoded(row["left_name"]),
        decoded(row["right_name"]),
        format_count(row["papers"]),
    )
