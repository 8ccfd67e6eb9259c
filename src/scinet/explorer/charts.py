"""Pictures, as SVG that looks the same on a page and in a file of its own."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from math import ceil
from typing import Any, Final

from markupsafe import Markup

from scinet.explorer.formatting import format_count, format_decimal

INK: Final = "#1f2933"
FAINT: Final = "#616e7c"
LINE: Final = "#d9e0e7"
MAIN: Final = "#0b7285"
WARM: Final = "#d9480f"
GREY: Final = "#9aa5b1"
FONT: Final = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_WIDTH: Final = 640


def make_svg(width: float, height: float, inner: Sequence[Markup], label: str) -> Markup:
    """An SVG of some parts, with what it shows for those who do not see it."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" '
        'role="img" aria-label="{2}" font-family="{3}" font-size="12">{4}</svg>'
    ).format(
        format_coordinate(width), format_coordinate(height), label, FONT, Markup("").join(inner)
    )


def svg_text(
    x: float, y: float, content: Any, *, fill: str = FAINT, anchor: str = "middle", **more: Any
) -> Markup:
    """A line of text."""
    return Markup('<text x="{}" y="{}" fill="{}" text-anchor="{}"{}>{}</text>').format(
        format_coordinate(x), format_coordinate(y), fill, anchor, _extra_attributes(more), content
    )


def labelled_years(first: int, last: int, step: float) -> range:
    """Years to write under bars that are ``step`` apart, with room for the letters of a phone."""
    return range(first, last + 1, max(1, ceil(60 / step)))


def year_label(x: float, y: float, year: int, left: float, **how: Any) -> Markup:
    """A year under its bar, as far from both ends of the axis as it needs to be read."""
    return svg_text(min(max(x, left + 20), _WIDTH - 23), y, year, **how)


def citation_years(
    citing: Mapping[int, int], cited: Mapping[int, int], published: date, last: int
) -> Markup:
    """A paper in time: above the line who cites it, below what it cites, by year.

    Args:
        citing: Citations by year.
        cited: References by year.
        last: Last year of the axis.
    """
    last = max([last, published.year, *citing])
    first = min([published.year, *citing, *cited])
    above, below = max(citing.values(), default=0), max(cited.values(), default=0)
    margin, right, top, axis, foot = 36, 8, 16, 18, 8
    up = 120 if above else 14
    down = 14 + min(56, 4 + 52 * below / max(above, below)) if below else 0
    base = top + up
    step = (_WIDTH - margin - right) / (last - first + 1)
    width = min(step * 0.78, 30)

    def middle(year: int) -> float:
        return margin + (year - first + 0.5) * step

    def bar(year: int, count: int, y: float, height: float, fill: str, what: str) -> Markup:
        label_text = f"{year}: {count:,} {what}{'s' * (count != 1)}"
        place = map(format_coordinate, (middle(year) - width / 2, y, width, height))
        return Markup(
            '<rect x="{}" y="{}" width="{}" height="{}" rx="1.5" fill="{}"><title>{}</title></rect>'
        ).format(*place, fill, label_text)

    parts: list[Markup] = []
    for value in axis_ticks(above):
        y = base - up * value / max(above, 1)
        parts += [
            svg_line(margin, y, _WIDTH - right, y, LINE),
            svg_text(margin - 6, y + 4, format_count(value), anchor="end"),
        ]
    peak = max(citing, key=lambda year: (citing[year], -year), default=None)
    for year, count in citing.items():
        height = max(1.5, up * count / max(above, 1))
        fill = WARM if year == peak else MAIN
        parts.append(bar(year, count, base - height, height, fill, "citation"))
    under = base + axis
    for year, count in cited.items():
        height = max(1.5, (down - 8) * count / below)
        parts.append(bar(year, count, under, height, GREY, "reference"))
    marked = [y for y in labelled_years(first, last, step) if abs(y - published.year) * step > 60]
    label = partial(year_label, y=base + 13, left=margin)
    parts += [label(middle(year), year=year) for year in marked]
    parts += [
        svg_line(margin, base, _WIDTH - right, base, GREY),
        label(middle(published.year), year=published.year, fill=INK, font_weight=700),
        Markup('<path d="M{} {}l5 -7h-10z" fill="{}"/>').format(
            format_coordinate(middle(published.year)), format_coordinate(base), INK
        ),
    ]
    label_text = (
        f"{format_count(sum(citing.values()))} citations by year, most in {peak or 'no year'};"
        f" {format_count(sum(cited.values()))} references by year"
    )
    return make_svg(_WIDTH, under + down + foot, parts, label_text)


_GROUPS: Final = (
    # counted as, colour, what they do, height, and whether they cite the paper, and its references
    ("n_i", WARM, "cite only this paper", 46, True, False),
    ("n_j", MAIN, "cite it and its references", 118, True, True),
    ("n_k", GREY, "cite only its references", 190, False, True),
)
_FOCAL, _SOURCES, _LATER = (180, 72), (64, 164), 360


def disruption_chart(counts: Mapping[str, Any], references: int) -> Markup:
    """The three sorts of later papers as discs, linked to what they cite.

    Args:
        counts: Their numbers, and the index.
        references: How many the paper has; without one there is none to be linked to.
    """
    most = max(1, *(counts[name] for name, *_ in _GROUPS))
    parts: list[Markup] = []
    for name, colour, _, y, cites_paper, cites_sources in _GROUPS:
        if not counts[name]:
            continue
        wide = format_coordinate(1 + 7 * (counts[name] / most) ** 0.5)
        for is_cited, (x, to_y) in ((cites_paper, _FOCAL), (cites_sources, _SOURCES)):
            if is_cited:
                bend = f"M{_LATER} {y}C{_LATER - 90} {y} {x + 110} {to_y} {x} {to_y}"
                parts.append(
                    Markup(
                        '<path d="{}" fill="none" stroke="{}" stroke-width="{}" '
                        'stroke-opacity=".35"/>'
                    ).format(bend, colour, wide)
                )
    x, y = _SOURCES
    if references:
        parts.append(svg_line(*_FOCAL, *_SOURCES, INK))
    at = {0: (), 1: (0,), 2: (-8, 8)}.get(references, (-15, 0, 15))
    parts += [svg_disc(x + by, y - abs(by) / 5, 6.5, FAINT) for by in at]
    parts += [
        svg_disc(*_FOCAL, 11, INK),
        svg_text(_FOCAL[0], _FOCAL[1] - 20, "this paper", fill=INK, font_weight="600"),
        svg_text(x, y + 26, "its references")
        if references
        else svg_text(8, y + 26, "no reference is known", anchor="start"),
    ]
    big: dict[str, Any] = {"fill": INK, "anchor": "start", "font_size": 20, "font_weight": 650}
    for name, colour, does, y, *_ in _GROUPS:
        count = counts[name]
        radius = 5 + 25 * (count / most) ** 0.5 if count else 4
        parts += [
            svg_disc(_LATER, y, radius, colour if count else "#fff", colour),
            svg_text(_LATER + 44, y - 1, format_count(count), **big),
            svg_text(_LATER + 44, y + 16, does, anchor="start"),
        ]
    summary = ", ".join(f"{format_count(counts[name])} {does}" for name, _, does, *_ in _GROUPS)
    return make_svg(_WIDTH, 236, parts, f"CD {format_decimal(counts['cd'])}: {summary}")


def svg_disc(x: float, y: float, radius: float, fill: str, stroke: str = "#fff") -> Markup:
    """A disc with an edge."""
    return Markup('<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="2"/>').format(
        format_coordinate(x), format_coordinate(y), format_coordinate(radius), fill, stroke
    )


def axis_ticks(most: int) -> list[int]:
    """A few round values from zero to the largest."""
    if not most:
        return [0]
    rough = max(1.0, most / 3)
    size = 10 ** (len(str(int(rough))) - 1)
    step = next(size * n for n in (1, 2, 5, 10) if size * n >= rough)
    return list(range(0, most + 1, step))


def svg_line(x: float, y: float, to_x: float, to_y: float, colour: str) -> Markup:
    """A thin straight line."""
    return Markup('<path d="M{} {}L{} {}" stroke="{}"/>').format(
        format_coordinate(x),
        format_coordinate(y),
        format_coordinate(to_x),
        format_coordinate(to_y),
        colour,
    )


def format_coordinate(value: float) -> str:
    """A place in a picture, without needless digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _extra_attributes(attributes: dict[str, Any]) -> Markup:
    return Markup("").join(
        Markup(' {}="{}"').format(name.replace("_", "-"), value)
        for name, value in attributes.items()
    )
