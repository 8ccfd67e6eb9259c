"""Put the parts of the report into its page."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from scinet import saving
from scinet.eval.task import Row


def render(report: Mapping[str, Any], page: str = "report") -> str:
    """A page, ``report`` or ``simulation``, as one self-contained HTML text.

    Titles and names are escaped.
    """
    environment = Environment(
        loader=PackageLoader("scinet.eval", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        count=count, share=share, value=value, interval=interval, figures=figures
    )
    return environment.get_template(f"{page}.html").render(report=report).lstrip()


def write(report: Mapping[str, Any], file: Path, page: str = "report") -> None:
    """Write a page at once or not at all."""
    saving.write(render(report, page), file)


def count(number: float) -> str:
    """A whole number with separators."""
    return f"{number:,.0f}"


def share(number: float | None) -> str:
    """A share as a percentage; a dash when undefined."""
    if number is None or math.isnan(number):
        return "-"
    return f"{100 * number:.1f} %" if number == 0 or number >= 0.0005 else "< 0.1 %"


def value(number: float | None) -> str:
    """A value with three decimals; a dash when undefined."""
    return "-" if number is None or math.isnan(number) else f"{number:.3f}"


def figures(number: float | None) -> str:
    """A number of any size with three or four figures; a dash when undefined."""
    if number is None or math.isnan(number):
        return "-"
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}"


def interval(metric: Row) -> str:
    """The ends of a metric's interval; empty without one."""
    if metric["low"] is None or metric["high"] is None:
        return ""
    return f"{metric['low']:.3f}\u2013{metric['high']:.3f}"
