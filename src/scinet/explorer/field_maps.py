"""Fields as pictures: who cites whom among them, and centrality by density."""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from scinet.explorer.charts import GREY, INK, LINE, format_coordinate, make_svg, svg_line, svg_text
from scinet.explorer.formatting import format_count, format_decimal
from scinet.explorer.formatting import format_name as decoded

SHOWN: Final = 30  # fields of a picture
_WIDTH, _HEIGHT, _MARGIN = 840.0, 560.0, 14.0
_LABEL: Final = 19  # characters of a line of a label
_LETTER, _LINE, _ROW = 6.0, 13.0, 17.0
_LINKS: Final = 3  # that are drawn of each field at least
# From early to late, or few to many: apart in lightness too.
_SCALE: Final = ((40, 54, 110), (11, 114, 133), (64, 160, 122), (240, 186, 60))
Address = Callable[[str], str]


def field_map(
    rows: Sequence[Mapping[str, Any]],
    citations: Sequence[tuple[str, str, int]],
    values: Sequence[float],
    caption: str,
    address: Address | None = None,
) -> Markup:
    """Fields as discs, near to one another where they cite one another, coloured by a value.

    Args:
        rows: As of ``Graph.fields``, at least one.
        values: What the colours mean, one for each row.
        said: What the values are.
        address: Of the page of a field, which its disc leads to.
    """
    place = {row["field_id"]: i for i, row in enumerate(rows)}
    links = np.zeros((len(rows), len(rows)))
    for citing, cited, times in citations:
        if citing in place and cited in place:
            links[place[citing], place[cited]] += times
    links += links.T
    papers = np.array([row["papers"] for row in rows], dtype=np.float64)
    radius = 7 + 27 * (papers / papers.max()) ** 0.5
    labels = [_wrap_name(decoded(row["name"])) for row in rows]
    at = _spread_places(_initial_places(links, papers), radius, labels)
    most = max(1.0, links.max())
    parts = [
        Markup('<path d="M{} {}L{} {}" stroke="{}" stroke-width="{}" stroke-opacity=".4"/>').format(
            *map(format_coordinate, (*at[i], *at[j])),
            GREY,
            format_coordinate(0.5 + 5 * (links[i, j] / most) ** 0.5),
        )
        for i, j in _strongest_pairs(links)
    ]
    low, high = min(values), max(values)
    for i in np.argsort(-radius, kind="stable").tolist():
        row, value = rows[i], values[i]
        size = f"{format_count(row['papers'])} papers"
        tooltip = f"{decoded(row['name'])}: {size}, {caption} {_format_value(value)}"
        x, y = at[i]
        under = x, y + radius[i] + 11
        parts.append(
            _field_disc(
                row,
                x,
                y,
                radius[i],
                _scale_colour(value, low, high),
                labels[i],
                tooltip,
                address,
                under,
            )
        )
    parts.append(_legend(low, high, caption, _HEIGHT + 14))
    caption = f"{len(rows)} fields, joined by citations; colours are {caption}"
    return make_svg(_WIDTH, _HEIGHT + 34, parts, caption)


_QUADRANTS: Final = (
    # left or right, top or bottom, what such fields are called
    (0, 0, "Niche themes", "dense, by themselves"),
    (1, 0, "Motor themes", "central and dense"),
    (0, 1, "Emerging or declining", "neither central nor dense"),
    (1, 1, "Basic themes", "central, loosely knit"),
)


def thematic_map(
    rows: Sequence[Mapping[str, Any]],
    values: Sequence[float],
    caption: str,
    address: Address | None = None,
) -> Markup:
    """Fields by the ranks of their centrality, to the right, and of their density, upwards.

    Colours are those of :func:`field_map`. A field whose name has no room by its disc is numbered,
    and named under the picture.
    """
    x_min, right, top, bottom = 30.0, _WIDTH - 10, 26.0, _HEIGHT
    parts: list[Markup] = []
    for is_right, is_low, name, meaning in _QUADRANTS:
        corner = Markup('<tspan font-weight="600" fill="{}">{}</tspan> {}').format(
            INK, name, meaning
        )
        at_x, anchor = (right, "end") if is_right else (x_min, "start")
        parts.append(svg_text(at_x, bottom + 18 if is_low else top - 9, corner, anchor=anchor))
    across, down = (x_min + right) / 2, (top + bottom) / 2
    turned = svg_text(x_min - 12, down, "Density: citations inside by papers, by rank →")
    parts += [
        svg_line(x_min, bottom, right, bottom, GREY),
        svg_line(x_min, top, x_min, bottom, GREY),
        svg_line(across, top, across, bottom, LINE),
        svg_line(x_min, down, right, down, LINE),
        svg_text(across, bottom + 38, "Centrality: citations from and to other fields, by rank →"),
        Markup('<g transform="rotate(-90 {} {})">{}</g>').format(
            format_coordinate(x_min - 12), format_coordinate(down), turned
        ),
    ]
    papers = np.array([row["papers"] for row in rows], dtype=np.float64)
    radius = 6 + 18 * (papers / papers.max()) ** 0.5
    x = _ranks([row["centrality"] for row in rows])
    y = _ranks([row["density"] for row in rows])
    at = np.stack((x_min + 45 + x * (right - x_min - 90), bottom - 32 - y * (bottom - top - 64)), 1)
    labels = [_wrap_name(decoded(row["name"])) for row in rows]
    places = _free_places(at, radius, labels, (x_min + 2, top, right, bottom))
    numbered = [i for i, place in enumerate(places) if place is None]
    for mark, i in enumerate(numbered, start=1):
        labels[i], places[i] = [str(mark)], (at[i][0], at[i][1] + 4)
    low, high = min(values), max(values)
    for i in np.argsort(-radius, kind="stable").tolist():
        row = rows[i]
        tooltip = (
            f"{decoded(row['name'])}: centrality {format_count(row['centrality'])}, "
            f"density {format_decimal(row['density'])}, {format_count(row['papers'])} papers, "
            f"{caption} {_format_value(values[i])}"
        )
        colour = _scale_colour(values[i], low, high)
        across, down = at[i]
        parts.append(
            _field_disc(
                row, across, down, radius[i], colour, labels[i], tooltip, address, places[i]
            )
        )
    foot = _HEIGHT + 62
    parts += [
        svg_text(
            x_min,
            foot + _ROW * place,
            f"{place + 1}  {decoded(rows[i]['name'])}",
            fill=INK,
            anchor="start",
        )
        for place, i in enumerate(numbered)
    ]
    foot += _ROW * len(numbered)
    parts.append(_legend(low, high, caption, foot - 8))
    label = f"{len(rows)} fields by centrality and density; colours are {caption}"
    return make_svg(_WIDTH, foot + 10, parts, label)


def _free_places(
    at: NDArray[np.float64],
    radius: NDArray[np.float64],
    labels: Sequence[Sequence[str]],
    room: tuple[float, float, float, float],
) -> list[tuple[float, float] | None]:
    """Where the label of each disc has room, the larger discs' first; None where there is none.

    Args:
        room: Left, top, right and bottom.

    Returns:
        The middle and the first base line of each label.
    """
    taken = [(x - r, y - r, x + r, y + r) for (x, y), r in zip(at, radius, strict=True)]
    places: list[tuple[float, float] | None] = [None] * len(at)
    for i in np.argsort(-radius, kind="stable").tolist():
        (x, y), r = at[i], radius[i] + 3
        half, high = max(map(len, labels[i])) * _LETTER / 2, _LINE * len(labels[i])
        beside = y - high / 2
        for middle, start in (
            (x, y + r),
            (x + r + half, beside),
            (x - r - half, beside),
            (x, y - r - high),
        ):
            box = (middle - half, start, middle + half, start + high)
            inside = box[0] >= room[0] and box[1] >= room[1] and box[2] <= room[2]
            if (
                inside
                and box[3] <= room[3]
                and not any(_overlap(box, neighbour) for neighbour in taken)
            ):
                taken.append(box)
                places[i] = middle, start + 10
                break
    return places


def _overlap(first: Sequence[float], second: Sequence[float]) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def _field_disc(
    row: Mapping[str, Any],
    x: float,
    y: float,
    radius: float,
    fill: str,
    label: Sequence[str],
    tooltip: str,
    address: Address | None,
    place: tuple[float, float] | None,
) -> Markup:
    """A disc with what it is called, at a place of its own."""
    halo: dict[str, Any] = {
        "stroke": "#fff",
        "stroke_width": 3,
        "paint_order": "stroke",
        "font_size": 11,
    }
    inner = [
        Markup("<title>{}</title>").format(tooltip),
        Markup(
            '<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="#fff" stroke-width="1.5"/>'
        ).format(*map(format_coordinate, (x, y, radius)), fill),
    ]
    if place is not None:
        inner += [
            svg_text(place[0], place[1] + _LINE * i, words, fill=INK, **halo)
            for i, words in enumerate(label)
        ]
    if address is None:
        return Markup("<g>{}</g>").format(Markup("").join(inner))
    return Markup('<a href="{}">{}</a>').format(address(row["field_id"]), Markup("").join(inner))


def _initial_places(links: NDArray[np.float64], papers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places from 0 to 1, nearer the more two fields are linked for their sizes."""
    import networkx as nx

    size = len(papers)
    if size < 3:
        return np.array([[0.3, 0.5], [0.7, 0.5]])[:size] if size > 1 else np.array([[0.5, 0.5]])
    strength = links / np.sqrt(np.outer(papers, papers))
    strength /= max(strength.max(), 1e-9)
    far = 1 / np.sqrt(np.maximum(strength, 0.1))
    graph = nx.complete_graph(size)
    apart = {i: {j: float(far[i, j]) if i != j else 0.0 for j in range(size)} for i in range(size)}
    layout = nx.kamada_kawai_layout(graph, dist=apart)
    at = np.array([layout[i] for i in range(size)])
    at -= at.mean(axis=0)
    # The longest way lies across, so that a wide picture is filled; signs do not flip by chance.
    _, _, axes = np.linalg.svd(at, full_matrices=False)
    at = at @ axes.T
    at *= np.where(at[0] < 0, -1, 1)
    span = np.maximum(np.ptp(at, axis=0), 1e-9)
    places: NDArray[np.float64] = (at - at.min(axis=0)) / span
    return places


def _spread_places(
    at: NDArray[np.float64], radius: NDArray[np.float64], labels: Sequence[Sequence[str]]
) -> NDArray[np.float64]:
    """Places in the picture, so that no disc or label lies over another where there is room."""
    wide = np.array([max(len(words) for words in label) * _LETTER / 2 for label in labels])
    half = np.stack((np.maximum(radius, wide) + 3, radius + 4), axis=1)
    under = np.array([_LINE * len(label) + 3 for label in labels])
    half[:, 1] += under / 2  # boxes hold the labels, so that their middle lies below the disc
    low = half + _MARGIN
    high = np.array([_WIDTH, _HEIGHT]) - low
    place = low + at * (high - low)
    for _ in range(300):
        gap = place[:, None] - place[None]
        over = half[:, None] + half[None] - np.abs(gap)
        over[np.arange(len(at)), np.arange(len(at))] = 0
        meets = (over > 0).all(axis=2)
        if not meets.any():
            break
        across = over[..., 0] < over[..., 1]
        push = np.where(np.stack((across, ~across), axis=2) & meets[..., None], over, 0)
        sign = np.where(
            gap == 0,
            np.sign(np.arange(len(at))[:, None] - np.arange(len(at)))[..., None],
            np.sign(gap),
        )
        place = np.clip(place + (push * sign).sum(axis=1) * 0.3, low, high)
    place[:, 1] -= under / 2
    return place


def _strongest_pairs(links: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Pairs that are among the strongest of one of the two, weak ones first."""
    best = np.argsort(-links, axis=1, kind="stable")[:, :_LINKS]
    pairs = {
        (min(i, j), max(i, j))
        for i, row in enumerate(best.tolist())
        for j in row
        if links[i, j] > 0
    }
    return sorted(pairs, key=lambda pair: (links[pair], pair))


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Ranks from 0 to 1, equal ones alike."""
    from scipy.stats import rankdata

    if len(values) == 1:
        return np.array([0.5])
    ranks: NDArray[np.float64] = (rankdata(values) - 1) / (len(values) - 1)
    return ranks


def _scale_colour(value: float, low: float, high: float) -> str:
    share = (value - low) / (high - low) if high > low else 0.5
    place = min(max(share, 0.0), 1.0) * (len(_SCALE) - 1)
    i = min(int(place), len(_SCALE) - 2)
    pair = zip(_SCALE[i], _SCALE[i + 1], strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - i)):02x}" for a, b in pair)


def _legend(low: float, high: float, caption: str, y: float) -> Markup:
    """A bar of the colours with its ends, and what they mean."""
    x_start, wide = 52.0, 120.0
    parts = [
        Markup('<rect x="{}" y="{}" width="{}" height="9" fill="{}"/>').format(
            format_coordinate(x_start + i * wide / 24),
            format_coordinate(y),
            format_coordinate(wide / 24 + 0.3),
            _scale_colour(i, 0, 23),
        )
        for i in range(24)
    ]
    parts += [
        svg_text(x_start - 6, y + 9, _format_value(low), anchor="end"),
        svg_text(x_start + wide + 6, y + 9, f"{_format_value(high)}  {caption}", anchor="start"),
    ]
    return Markup("").join(parts)


def _format_value(value: float) -> str:
    """A year, or a number of any other size."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def _wrap_name(name: str) -> list[str]:
    """A name in up to three lines, broken between words; a longer word is a line of its own."""
    return textwrap.wrap(
        name,
        _LABEL,
        max_lines=3,
        placeholder=" …",
        break_on_hyphens=False,
        break_long_words=False,
    ) or [name]
