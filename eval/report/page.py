"""Put the parts of the report into its page."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from scinet import saving
from scinet.eval.task import Row


def render(report: Mapping[str, Any]) -> str:
    """The page as one self-contained HTML text; titles and names are escaped."""
    environment = Environment(
        loader=PackageLoader("scinet.eval", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(count=count, share=share, value=value, interval=interval)
    return environment.get_template("report.html").render(report=report).lstrip()


def write(report: Mapping[str, Any], file: Path) -> None:
    """Write the page at once or not at all."""
    saving.write(render(report), file)


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


def interval(metric: Row) -> str:
    """The ends of a metric's interval; empty without one."""
    if metric["low"] is None or metric["high"] is None:
        return ""
    return f"{metric['low']:.3f}\u2013{metric['high']:.3f}"
