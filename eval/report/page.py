"""Rendering of the report's page."""

import math
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scinet import atomic_files
from scinet.eval.task import Row
from scinet.graph.schema.identifiers import web_page

_SCRIPT: Final = "\n".join(
    files("scinet.eval.report").joinpath(name).read_text("utf-8") for name in ("sort.js", "save.js")
)
_SCRIPT_HASH: Final = f"sha256-{b64encode(sha256(_SCRIPT.encode()).digest()).decode()}"
POLICY: Final = (
    f"default-src 'none'; style-src 'unsafe-inline'; script-src '{_SCRIPT_HASH}'; "
    "base-uri 'none'; form-action 'none'"
)
"""Content security policy of a report: its styles, and the script that sorts and saves tables."""
_STATIC_POLICY: Final = POLICY.replace(f" script-src '{_SCRIPT_HASH}';", "")


def render_page(
    report: Mapping[str, Any],
    page: str = "report",
    *,
    paper_at: Callable[[str], str | None] = web_page,
    home: str | None = None,
    days: Sequence[tuple[str, str]] = (),
    not_shown: Sequence[str] = (),
) -> str:
    """Render a page, ``report`` or ``simulation``, as one self-contained HTML text.

    Titles and names are escaped.

    Args:
        paper_at: URL of a paper by its id: on the web, where its id has a page, unless the page
            stands among others that show papers.
        home: URL of these other pages.
        days: URLs of the report at other cutoffs, with their labels.
        not_shown: One line for each omission.
    """
    return (
        _make_environment()
        .get_template(f"{page}.html")
        .render(
            report=report,
            paper_at=paper_at,
            home=home,
            days=days,
            not_shown=not_shown,
            script=Markup(_SCRIPT) if page == "report" else "",  # noqa: S704 - our own file
            policy=Markup(POLICY if page == "report" else _STATIC_POLICY),  # noqa: S704 - the same
        )
        .lstrip()
    )


def write_page(report: Mapping[str, Any], file: Path, page: str = "report") -> None:
    """Write a page atomically."""
    atomic_files.write_file(render_page(report, page), file)


def format_count(number: float) -> str:
    """Format a whole number with separators."""
    return f"{number:,.0f}"


def format_share(number: float | None) -> str:
    """Format a share as a percentage; a dash when undefined."""
    if number is None or math.isnan(number):
        return "-"
    return f"{100 * number:.1f} %" if number == 0 or number >= 0.0005 else "< 0.1 %"


def format_value(number: float | None) -> str:
    """Format a value with three decimals; a dash when undefined."""
    return "-" if number is None or math.isnan(number) else _use_minus_sign(f"{number:.3f}")


def format_figures(number: float | None) -> str:
    """Format a number of any size with three or four digits; a dash when undefined."""
    if number is None or math.isnan(number):
        return "-"
    return _use_minus_sign(f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}")


def _use_minus_sign(number: str) -> str:
    return number.replace("-", "\u2212")


def format_interval(metric: Row) -> str:
    """Format the ends of a metric's interval; empty without one."""
    if metric["low"] is None or metric["high"] is None:
        return ""
    return _use_minus_sign(f"{metric['low']:.3f}\u2013{metric['high']:.3f}")


@cache
def _make_environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("scinet.eval", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        count=format_count,
        share=format_share,
        value=format_value,
        interval=format_interval,
        figures=format_figures,
    )
    return environment
