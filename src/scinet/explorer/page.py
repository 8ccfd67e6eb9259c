"""Request for a page: graph, cutoff day, and values of templates and addresses."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, Final, Self, TypeAlias, TypeVar
from urllib.parse import urlencode

from fastapi import Depends, Query, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from scinet.errors import DataError, ScinetError
from scinet.eval.report.network import count_per_year, find_reference_drop
from scinet.explorer import error_hints, formatting
from scinet.explorer.cutoff_selector import CutoffSelector, parse_day_parameter
from scinet.graph.analysis.status import is_simulated
from scinet.graph.db import fingerprint
from scinet.graph.db.query import load_query
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.identifiers import web_page
from scinet.graph.search import find, identify
from scinet.graph.search.paper_names import short_authors
from scinet.session.statements import read_statement
from scinet.single_flight import SingleFlightCache

if TYPE_CHECKING:
    from scinet.session.graph import Graph

T = TypeVar("T")
_PAGES: Final = (
    ("Search", "/"),
    ("Fields", "/field"),
    ("Map", "/map"),
    ("Path", "/path"),
    ("Evaluation", "/evaluation"),
    ("Queries", "/queries"),
)
_DATED: Final = frozenset({"", "paper", "author", "field", "map", "path", "queries", "report"})
_LONGER: Final = 5
SAVED: Final = 100_000  # rows of a file at most
Limit: TypeAlias = Annotated[int, Query(ge=1, le=SAVED)]


def row_limit(limit: int, to: str | None) -> int:
    """How many rows to ask for, of a page or of a file: one more tells that there are more."""
    return (limit if to is None else SAVED) + 1


@dataclass
class Explorer:
    """State that all requests share.

    Attributes:
        graph: Whose verbs are shown.
        results: Folders with what was evaluated.
        once: What several parts of one page need.
    """

    graph: "Graph"
    results: Sequence[Path] = ()
    once: SingleFlightCache = field(default_factory=lambda: SingleFlightCache(held=16))
    _headers: SingleFlightCache = field(
        default_factory=lambda: SingleFlightCache(held=4), repr=False
    )
    _looking: Lock = field(default_factory=Lock, repr=False)

    def find_database(self) -> None:
        """Find out where the database answers by now; one request at a time, others go on."""
        if self._looking.acquire(blocking=False):
            try:
                with suppress(ScinetError):
                    self.graph.reconnect()
            finally:
                self._looking.release()

    def preload(self) -> None:
        """Find out what the first page needs, so that it need not wait for all of it."""
        with suppress(ScinetError):
            _ = self.years, self.fall

    @property
    def years(self) -> dict[int, int]:
        """Papers by year, of all days."""
        return self._cached_per_load("years", self._years)

    @property
    def fall(self) -> dict[str, Any] | None:
        """The year from which on far fewer references are known, of all days."""
        return self._cached_per_load(
            "fall", lambda: find_reference_drop(count_per_year(self.graph.snapshot()))
        )

    @property
    def is_simulated(self) -> bool:
        """Whether a load says that its records were generated."""
        return is_simulated(self.graph.database)

    def _years(self) -> dict[int, int]:
        years = self.graph.query("lookup/years")
        return dict(zip(years["year"], years["papers"], strict=True))

    def _cached_per_load(self, name: str, make: Callable[[], T]) -> T:
        """Cache the header's facts of the graph per load; not while one is running."""
        newest = fingerprint.newest_load(self.graph.database)
        if not newest or not newest[0]["finished"]:
            return make()
        return self._headers((name, *newest[0].values()), make)


class PageRequest:
    """A request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.explorer: Explorer = request.app.state.explorer
        self.graph = self.explorer.graph

    @classmethod
    def without_cutoff(cls, request: Request) -> Self:
        """The request, as of all days where the day itself is none."""
        page = cls(request)
        try:
            parse_day_parameter(request.query_params.get("before"))
        except DataError:
            page.before = None
        return page

    @cached_property
    def before(self) -> date | None:
        """The cut-off day of the page, exclusive.

        Raises:
            DataError: If the address holds one that is none.
        """
        return parse_day_parameter(self.request.query_params.get("before"))

    @property
    def fingerprint(self) -> str:
        """That of the loaded graph."""
        return fingerprint.request_fingerprint(self.graph.database)

    def rows(self, statement: str, **params: Any) -> list[dict[str, Any]]:
        """Rows of a statement of the catalogue as of the day of the page; ids are stored ones."""
        query = load_query(statement)
        values = query.bind({**params, "before": self.before})
        return formatting.plain_rows(read_statement(self.graph.database, query, values))

    def papers(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Title, date and byline by id, of those that are known on the day of the page."""
        return find.describe_by_id(self.graph.database, "paper", ids, self.before)

    def authors(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        """Name, number of papers and first day by id, of those that are known on the day."""
        return find.describe_by_id(self.graph.database, "author", ids, self.before)

    def identified(self, kind: identify.NodeType, text: str) -> str:
        """The id of a paper or an author that is known on the day of the page.

        Raises:
            NotFoundError: If there is none, or several.
        """
        return identify.identify(self.graph.database, kind, text, before=self.before)

    def kinds(self, by: str) -> list[str]:
        """Kinds of fields that papers have, and the one that is asked for."""
        past = self.graph.snapshot(self.before)
        kinds = ["community"]
        if len(past.venue_id) or by == "venue":
            kinds.append("venue")
        return kinds + [
            level for level in LEVELS if level == by or (past.primary_field(level) >= 0).any()
        ]

    def named(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rows on papers with authors and venue, of those that lack them."""
        papers = self.papers(row["paper_id"] for row in rows)
        return [
            row | {name: papers[row["paper_id"]][name] for name in ("authors", "venue")}
            if row["paper_id"] in papers
            else row
            for row in rows
        ]

    def more(self, rows: list[Any], limit: int) -> str | None:
        """The address of a longer list, where more was found than is shown."""
        return self.here(limit=_LONGER * limit) if len(rows) > limit else None

    def href(self, path: str, **params: Any) -> str:
        """The address of a page as of the same day; what is None is left out."""
        query_params = {"before": self.before, **params}
        words = urlencode(
            {k: v for k, v in query_params.items() if v not in (None, "")}, doseq=True
        )
        return f"{path}?{words}" if words else path

    def render(self, template: str, *, status_code: int = 200, **context: Any) -> HTMLResponse:
        """A template with some values."""
        text = ENVIRONMENT.get_template(template).render(page=self, href=self.href, **context)
        return HTMLResponse(text, status_code)

    @property
    def moment(self) -> CutoffSelector:
        """The day, among the years of the network; all days where it is none."""
        return CutoffSelector(self.before, self.explorer.years)

    @property
    def has_days(self) -> bool:
        """Whether the address is that of a page that is as of a day."""
        return self.path.split("/")[1] in _DATED

    @property
    def years_known(self) -> bool:
        """Whether the database says which years there are, which a page on a fault must ask."""
        try:
            return bool(self.explorer.years)
        except ScinetError:
            return False

    @property
    def fall(self) -> dict[str, Any] | None:
        """The year from which on citations are incomplete, where the page knows all of it."""
        try:
            fall = self.explorer.fall
        except ScinetError:  # nothing is loaded yet
            return None
        is_known = fall and (self.before is None or fall["year"] < self.before.year)
        return fall if is_known else None

    @property
    def before_text(self) -> str:
        """The day as it is written; empty for all days."""
        return "" if self.before is None else self.before.isoformat()

    @property
    def path(self) -> str:
        """Where the page is."""
        return self.request.url.path

    @property
    def others(self) -> list[tuple[str, str]]:
        """Parameters of the address without the day, to be sent with another one."""
        return [(k, v) for k, v in self.request.query_params.multi_items() if k != "before"]

    def here(self, **params: Any) -> str:
        """The address of this page with some things changed."""
        query_params: dict[str, list[str]] = {}
        for name, value in self.others:
            query_params.setdefault(name, []).append(value)
        return self.href(self.path, **{**query_params, **params})


ENVIRONMENT: Final = Environment(
    loader=PackageLoader("scinet.explorer"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
ENVIRONMENT.filters |= {
    "day": formatting.format_day,
    "number": formatting.format_count,
    "counted": formatting.count_noun,
    "cell": formatting.format_cell,
    "clipped": formatting.clip,
    "decimal": formatting.format_decimal,
    "figures": formatting.format_figures,
    "json": formatting.format_json,
    "short": short_authors,
    "title": formatting.format_title,
    "name": formatting.format_name,
    "what": error_hints.error_message,
    "remedy": error_hints.error_hint,
    "coded": error_hints.format_code,
    "sentence": formatting.capitalise,
    "web_page": web_page,
}
ENVIRONMENT.globals |= {"pages": _PAGES, "partial": partial}


Asked: TypeAlias = Annotated[PageRequest, Depends(PageRequest)]
"""The request that a page answers."""
