"""Complete lists of works from Crossref, in spite of interruptions.

The cursor of a list is the same on all its pages: Crossref itself remembers, for five minutes, how
far the list was read. A repeated request may return the page after the lost one. So a list is read
in one go, and again from its start after a failure; and a long one is split by the days on which
works were registered, which never change.

Source:
    api.crossref.org: cursors, and that a page with fewer works than rows is the last.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from scinet.errors import DataError, EndpointError, NotFoundError
from scinet.graph.fetch.access import ServiceRequest
from scinet.graph.fetch.answer_store import file_name
from scinet.graph.fetch.download import Download
from scinet.graph.fetch.response import parse_json
from scinet.graph.fetch.seeds import batch_values

_ROWS: Final = 250  # of 1,000 allowed: works with hundreds of references take 100 kB and more
_LONGEST: Final = 10_000  # works of a list that is not split
_FIRST_DAY: Final = date(2000, 1, 1)  # of the days to halve; the outer parts are open
_DAYS: Final = 2**14
_GOES: Final = 3


class CrossrefPage(NamedTuple):
    """Page of a list: total number of works, cursor of the next page, and DOIs."""

    stated: int
    cursor: str | None
    dois: list[str]

    @property
    def is_last(self) -> bool:
        """Whether the list ends here."""
        return len(self.dois) < _ROWS or self.cursor is None


class CrossrefDownload(Download[str]):
    """Download of lists of works, counted by DOI."""

    less = "fewer days from --since to --before, or the --best of a --search"

    def __init__(self, *query: Any) -> None:
        super().__init__(*query)
        self._first_pages: dict[str, CrossrefPage] = {}

    def best(self, params: Mapping[str, str], number: int) -> None:
        """Fetch the best matches of a query."""
        self.expect(number)
        request = ServiceRequest("works", {**params, "rows": str(number)})
        page = self._add_page(self.answer("best", request, _parse_page))
        self.not_sent += max(0, min(number, page.stated) - len(page.dois))

    def all(self, params: Mapping[str, str]) -> None:
        """Fetch all works of a query, once their number is allowed."""
        self.expect(self._first_page(params).stated)
        self._fetch_days(params, 0, _DAYS)

    def fetch_named(self, seeds: Mapping[str, str]) -> list[str]:
        """Fetch works by DOI; return the texts of those that Crossref does not have."""
        self.expect(len(seeds))
        received: set[str] = set()
        # A comma would end the filter's value.
        for portion in batch_values(doi for doi in seeds if "," not in doi):
            params = {"filter": ",".join(f"doi:{doi}" for doi in portion), "rows": str(_ROWS)}
            page = self.answer("works", ServiceRequest("works", params), _parse_page)
            received.update(self._add_page(page).dois)
        for doi in seeds:
            if "," in doi:
                received.update(self._fetch_single(doi))
        return [text for doi, text in seeds.items() if doi not in received]

    def _fetch_single(self, doi: str) -> list[str]:
        """Fetch a single work; return its DOI, or none if it is missing."""
        request = ServiceRequest(f"works/{quote(doi, safe='')}", {})
        try:
            dois = self.answer("work", request, _parse_work)
        except NotFoundError:
            return []
        self.add(dois)
        return dois

    def _fetch_days(self, params: Mapping[str, str], start: int, days: int) -> None:
        """Fetch the works registered in some days, by halves if they are many."""
        request_params = _registration_filter(params, start, days)
        is_dated = "-created-date:" in params.get("filter", "")  # repeated, they are alternatives
        if days == 1 or is_dated or self._first_page(request_params).stated <= _LONGEST:
            self._fetch_list(request_params)
            return
        self._fetch_days(params, start, days // 2)
        self._fetch_days(params, start + days // 2, days // 2)

    def _fetch_list(self, params: Mapping[str, str]) -> None:
        """Fetch the works of a list, unless all its pages are stored."""
        if pages := self._cached_pages(params):
            for page in pages:
                self._add_page(page)
            self.not_sent += _count_missing(pages)
            return
        for go in range(1, _GOES + 1):
            try:
                received, is_sure = self._read_pages_once(params)
            except (DataError, NotFoundError) as error:  # 400 and 404 where the cursor has expired
                if go < _GOES:
                    continue
                raise EndpointError(
                    f"{self.service.access.host} broke off a list {_GOES} times: {error}",
                    hint="Run the same command later.",
                ) from None
            if is_sure or go == _GOES or not _count_missing(received):
                self.not_sent += _count_missing(received)
                return

    def _read_pages_once(self, params: Mapping[str, str]) -> tuple[list[CrossrefPage], bool]:
        """Read the pages of a list; the flag says that no request was repeated, so none is lost."""
        first = self._first_pages.pop(self._file(params, 1), None)
        pages = [first or self._fetch_page(params, 1, "*")]
        sent = self.service.sent
        self._add_page(pages[0])
        while not pages[-1].is_last:
            pages.append(self._fetch_page(params, len(pages) + 1, pages[-1].cursor or ""))
            self._add_page(pages[-1])
        return pages, self.service.sent - sent == len(pages) - 1

    def _cached_pages(self, params: Mapping[str, str]) -> list[CrossrefPage]:
        """Return the stored pages of a completely read list, else none."""
        pages: list[CrossrefPage] = []
        while (
            page := self.read_cached(self._file(params, len(pages) + 1), _parse_page)
        ) is not None:
            pages.append(page)
            if page.is_last:
                return pages
        return []

    def _first_page(self, params: Mapping[str, str]) -> CrossrefPage:
        file = self._file(params, 1)
        if (page := self.read_cached(file, _parse_page)) is None:
            page = self._first_pages[file] = self._fetch_page(params, 1, "*")
        return page

    def _fetch_page(self, params: Mapping[str, str], number: int, cursor: str) -> CrossrefPage:
        request = ServiceRequest("works", {**params, "rows": str(_ROWS), "cursor": cursor})
        body, page = self.service.ask(request, _parse_page)
        self.keep(self._file(params, number), body)
        return page

    def _file(self, params: Mapping[str, str], number: int) -> str:
        return file_name(f"works-{number}", ServiceRequest("works", params))

    def _add_page(self, page: CrossrefPage) -> CrossrefPage:
        self.add(page.dois)
        return page


def _count_missing(pages: Sequence[CrossrefPage]) -> int:
    return max(0, pages[0].stated - len({doi for page in pages for doi in page.dois}))


def _read_page(document: Any) -> CrossrefPage:
    """Read a page; the works themselves are checked by the load."""
    message = document["message"]
    stated, cursor = message["total-results"], message.get("next-cursor")
    if type(stated) is not int or not isinstance(cursor, str | None):
        raise TypeError
    return CrossrefPage(stated, cursor, [item["DOI"].lower() for item in message["items"]])


def _read_work(document: Any) -> list[str]:
    return [document["message"]["DOI"].lower()]


_parse_page = partial(parse_json, read=_read_page, otherwise="JSON that is not a page of works")
_parse_work = partial(parse_json, read=_read_work, otherwise="JSON that is not a work")


def _registration_filter(params: Mapping[str, str], start: int, days: int) -> dict[str, str]:
    """Restrict a query to works registered in some days; the outer ends are open."""
    parts = [params["filter"]] if "filter" in params else []
    if start:
        parts.append(f"from-created-date:{_FIRST_DAY + timedelta(days=start)}")
    if start + days < _DAYS:
        parts.append(f"until-created-date:{_FIRST_DAY + timedelta(days=start + days - 1)}")
    return build_query(parts, params.get("query.bibliographic"))


def build_query(filters: Sequence[str], search: str | None) -> dict[str, str]:
    """Build the parameters of a query by filters and words."""
    made = {"filter": ",".join(filters), "query.bibliographic": search or ""}
    return {name: value for name, value in made.items() if value}
