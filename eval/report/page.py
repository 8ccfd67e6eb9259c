"""Put the parts of the report into its page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scinet import saving
from scinet.eval.report.network import Ranking

Options: TypeAlias = Sequence[tuple[str, Sequence[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: its text, and a smaller note below it."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row and its kind: ``best``, ``control`` or an empty string."""

    cells: Sequence[Cell]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class TaskSection:
    """One task and its table of systems, with a drawing of the headline metric or without."""

    title: str
    text: str
    svg: Markup | None
    columns: Sequence[str]
    rows: Sequence[TableRow]
    comparisons: str
    options: Options
    is_forecast: bool = False


@dataclass(frozen=True, slots=True)
class CommunityRow:
    """A community and its most cited paper."""

    name: str
    size: int
    title: str
    year: int
    citations: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the page shows; drawings are SVG text."""

    title: str
    lead: str
    simulated: bool
    when: str
    facts: Sequence[tuple[str, str]]
    years_svg: Markup
    coverage: str
    quality: Sequence[dict[str, Any]]
    ranking: Ranking
    commands: Sequence[str]
    origin: Sequence[tuple[str, str]]
    communities: Sequence[CommunityRow] = ()
    communities_note: str = ""
    path_svg: Markup | None = None
    path_text: str = ""
    path_note: str = ""
    forecasts: Sequence[TaskSection] = ()
    tasks: Sequence[TaskSection] = ()

    @property
    def clean(self) -> list[str]:
        """The checks that found nothing."""
        return [row["check"] for row in self.quality if row["count"] == 0]


def render(report: Report) -> str:
    """The page as one self-contained HTML text; titles and names are escaped."""
    environment = Environment(
        loader=PackageLoader("scinet.eval", "report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(count=count, share=share, value=value)
    return environment.get_template("report.html").render(report=report).lstrip()


def write(report: Report, file: Path) -> None:
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
