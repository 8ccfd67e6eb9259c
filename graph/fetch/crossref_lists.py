"""Lists of works that Crossref sends, whole in spite of what breaks them off.

The cursor of a list is the same on all its pages: Crossref itself remembers, for five minutes, how
far the list was read. A request that is sent again may bring the page after the one that was lost.
So a list is read in one go, and anew where that failed; and a long one is cut by the days on which
works were registered, which never change.

Source:
    api.crossref.org: cursors, and that a page with fewer works than rows is the last.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple
from urllib.parse import quote

import orjson

from scinet.errors import DataError, EndpointError, NotFoundError
from scinet.graph.fetch.access import Request
from scinet.graph.fetch.amount import Amount
from scinet.graph.fetch.answer import PassingError, parsed
from scinet.graph.fetch.pages import Pages, file_name
from scinet.graph.fetch.seeds import portions

_ROWS: Final = 250  # of 1,000 allowed: works with hundreds of references take 100 kB and more
_LONGEST: Final = 10_000  # works of a list that is not cut, where it can be
_FIRST_DAY: Final = date(2000, 1, 1)  # of those that are halved; what lies outside is not lost
_DAYS: Final = 2**14
_GOES: Final = 3


class Page(NamedTuple):
    """What a page holds: how long its list is, where it goes on, and DOIs."""

    stated: int
    cursor: str | None
    dois: list[str]

    @property
    def is_last(self) -> bool:
        """Whether the list ends here."""
        return len(self.dois) < _ROWS or self.cursor is None


class Reading:
    """Works that came, and the requests that bring more.

    Attributes:
        seen: DOIs of the works that came.
        not_sent: Works that Crossref counted, and did not send.
    """

    def __init__(self, pages: Pages, amount: Amount) -> None:
        self.seen: set[str] = set()
        self.not_sent = 0
        self._pages, self._amount = pages, amount
        self._begun: dict[str, Page] = {}

    def best(self, params: Mapping[str, str], number: int) -> None:
        """The works that match the words of a question best."""
        self._amount.expect(len(self.seen), number)
        request = Request("works", {**params, "rows": str(number)})
        page = self._take(self._pages.answer("best", request, _read))
        self.not_sent += max(0, min(number, page.stated) - len(page.dois))

    def all(self, params: Mapping[str, str]) -> None:
        """The works that a question finds, once their number is allowed."""
        self._amount.expect(len(self.seen), self._first(params).stated)
        self._part(params, 0, _DAYS)

    def named(self, seeds: Mapping[str, str]) -> list[str]:
        """Works by DOI; the texts of those that Crossref does not have."""
        self._amount.expect(len(self.seen), len(seeds))
        came: set[str] = set()
        # A comma would end the value.
        for portion in portions(one for one in seeds if "," not in one):
            asked = {"filter": ",".join(f"doi:{one}" for one in portion), "rows": str(_ROWS)}
            page = self._pages.answer("works", Request("works", asked), _read)
            came.update(self._take(page).dois)
        for one in seeds:
            if "," in one and (single := self._single(one)) is not None:
                came.update(self._take(single).dois)
        return [text for one, text in seeds.items() if one not in came]

    def _single(self, one: str) -> Page | None:
        """A work by itself, kept as a list of one, which a load reads; None if there is none."""
        request = Request(f"works/{quote(one, safe='')}", {})
        file = file_name("work", request)
        if (kept := self._pages.kept(file, _read)) is not None:
            return kept
        try:
            _, listed = self._pages.service.ask(request, _as_list)
        except NotFoundError:
            return None
        self._pages.keep(file, listed)
        return _read(listed)

    def _part(self, params: Mapping[str, str], start: int, days: int) -> None:
        """The works of a question that were registered in some days, by halves if they are many."""
        asked = _registered(params, start, days)
        is_dated = "-created-date:" in params.get("filter", "")  # given twice, either would do
        if days == 1 or is_dated or self._first(asked).stated <= _LONGEST:
            self._list(asked)
            return
        self._part(params, start, days // 2)
        self._part(params, start + days // 2, days // 2)

    def _list(self, asked: Mapping[str, str]) -> None:
        """The works of a list, unless all its pages lie there."""
        if kept := self._kept(asked):
            for page in kept:
                self._take(page)
            self._count(kept)
            return
        for go in range(1, _GOES + 1):
            try:
                came, is_sure = self._in_one_go(asked)
            except (DataError, NotFoundError) as error:  # 400 and 404 where the cursor has expired
                if go < _GOES:
                    continue
                raise EndpointError(
                    f"{self._pages.service.access.host} broke off a list {_GOES} times: {error}",
                    hint="Run the same command later.",
                ) from None
            if is_sure or go == _GOES or not _lacking(came):
                self._count(came)
                return

    def _in_one_go(self, asked: Mapping[str, str]) -> tuple[list[Page], bool]:
        """The pages of a list, and whether each was asked for once, so that none is passed over."""
        service = self._pages.service
        came = [self._begun.pop(self._file(asked, 1), None) or self._ask(asked, 1, "*")]
        sent = service.sent
        self._take(came[0])
        while not came[-1].is_last:
            came.append(self._ask(asked, len(came) + 1, came[-1].cursor or ""))
            self._take(came[-1])
        return came, service.sent - sent == len(came) - 1

    def _kept(self, asked: Mapping[str, str]) -> list[Page]:
        """The pages of a list that was read to its end; none of another."""
        found: list[Page] = []
        while (page := self._pages.kept(self._file(asked, len(found) + 1), _read)) is not None:
            found.append(page)
            if page.is_last:
                return found
        return []

    def _first(self, asked: Mapping[str, str]) -> Page:
        """The first page of a list, which tells how long it is."""
        file = self._file(asked, 1)
        if (page := self._pages.kept(file, _read)) is None:
            page = self._begun[file] = self._ask(asked, 1, "*")
        return page

    def _ask(self, asked: Mapping[str, str], number: int, cursor: str) -> Page:
        request = Request("works", {**asked, "rows": str(_ROWS), "cursor": cursor})
        body, page = self._pages.service.ask(request, _read)
        self._pages.keep(self._file(asked, number), body)
        return page

    def _file(self, asked: Mapping[str, str], number: int) -> str:
        return file_name(f"works-{number}", Request("works", asked))

    def _take(self, page: Page) -> Page:
        self.seen.update(page.dois)
        self._amount.show(len(self.seen))
        return page

    def _count(self, came: Sequence[Page]) -> None:
        self.not_sent += _lacking(came)


def _lacking(came: Sequence[Page]) -> int:
    """How many works fewer came than were counted."""
    return max(0, came[0].stated - len({one for page in came for one in page.dois}))


def _read(body: bytes) -> Page:
    """What a page holds; the works themselves are for the load to judge."""
    found = parsed(body)
    try:
        said = found["message"]
        stated, cursor = said["total-results"], said.get("next-cursor")
        dois = [one["DOI"].lower() for one in said["items"]]
        if type(stated) is int and isinstance(cursor, str | None):
            return Page(stated, cursor, dois)
    except (KeyError, TypeError, AttributeError):
        pass
    raise PassingError("JSON that is not a page of works")


def _as_list(body: bytes) -> bytes:
    """The answer about one work as a list with it."""
    found = parsed(body)
    try:
        items = [found["message"]]
    except (KeyError, TypeError):
        raise PassingError("JSON that is not a work") from None
    message = {"total-results": 1, "items": items}
    listed = orjson.dumps({"status": "ok", "message-type": "work-list", "message": message})
    _read(listed)
    return listed


def _registered(params: Mapping[str, str], start: int, days: int) -> dict[str, str]:
    """A question about works that were registered in some days; no end where there is no cut."""
    parts = [params["filter"]] if "filter" in params else []
    if start:
        parts.append(f"from-created-date:{_FIRST_DAY + timedelta(days=start)}")
    if start + days < _DAYS:
        parts.append(f"until-created-date:{_FIRST_DAY + timedelta(days=start + days - 1)}")
    return query(parts, params.get("query.bibliographic"))


def query(filters: Sequence[str], search: str | None) -> dict[str, str]:
    """What is asked of works by filters and words."""
    made = {"filter": ",".join(filters), "query.bibliographic": search or ""}
    return {name: value for name, value in made.items() if value}
