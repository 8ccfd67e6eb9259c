"""The REST API of Crossref as it is documented, and as it behaves: its cursors hold a place.

Works have the fields of real ones that a load reads.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, TypeAlias
from urllib.parse import unquote

from helpers.servers.served_api import Api

Work: TypeAlias = dict[str, Any]

_MOST = 1_000  # rows
_START = date(2001, 5, 17)


def parts(day: date) -> dict[str, Any]:
    return {"date-parts": [[day.year, day.month, day.day]]}


def work(number: int, *cited: int) -> Work:
    """A work with the fields of a real one; each is a day younger than the one before."""
    day = _START + timedelta(days=number)
    return {
        "DOI": f"10.1000/c{number}",
        "type": "journal-article" if number % 2 else "book-chapter",
        "title": [f"Counting number {number}"],
        "publisher": "P",
        "container-title": ["Letters"],
        "ISSN": [f"1000-{number % 3:04}"],
        "author": [{"given": "Ada", "family": "Bell", "ORCID": _orcid(number % 5)}],
        "issued": parts(day),
        "published": parts(day),
        "created": {**parts(day), "date-time": f"{day}T10:00:00Z"},
        "is-referenced-by-count": number % 4,
        "reference": [{"key": f"{item}", "DOI": f"10.1000/c{item}"} for item in cited],
    }


def network(number: int) -> list[Work]:
    """Works that each cite the one before and the one at half their number."""
    return [work(item, *sorted({item // 2, item - 1} - {item, -1})) for item in range(number)]


def _orcid(number: int) -> str:
    return f"https://orcid.org/0000-0002-1825-00{number:02}"


@dataclass
class _Place:
    found: list[Work]
    start: int
    left: int | None


@dataclass
class Crossref(Api):
    """The REST API.

    Attributes:
        lives: How many pages each of the next lists gives before its cursor expires.
        expired: What is said to a cursor that expired.
        repeated: Works that are on the page before as well.
        over: How many works more than there are a list is said to have.
    """

    works: list[Work] = field(default_factory=list)
    lives: list[int] = field(default_factory=list)
    expired: tuple[int, Any] = (404, b"Resource not found.")
    repeated: int = 0
    over: int = 0
    _places: dict[str, _Place] = field(default_factory=dict)

    sent_as = ("header", "Crossref-Plus-API-Token")
    scheme = "Bearer"

    def answer(self, asked: Mapping[str, str], body: Any) -> tuple[int, Any]:
        if asked["path"] != "/works":
            name = unquote(asked["path"].removeprefix("/works/")).lower()
            results = [item for item in self.works if item["DOI"] == name]
            return (200, _said("work", results[0])) if results else (404, b"Resource not found.")
        if (wrong := _refusal(asked)) is not None:
            problem = {"type": "filter-not-available", "value": wrong, "message": wrong}
            return 400, {**_said("validation-failure", [problem]), "status": "failed"}
        rows, cursor = int(asked.get("rows", 20)), asked.get("cursor")
        if cursor in {None, "*"}:
            place = _Place(self._found(asked), 0, self.lives.pop(0) if self.lives else None)
            name = f"DnF1ZXJ5+/{len(self._places)}=="
            if cursor:
                self._places[name] = place
        elif cursor in self._places:
            place, name = self._places[cursor], cursor
        else:
            return self.expired
        items = place.found[max(0, place.start - self.repeated) : place.start + rows]
        place.start += rows
        if place.left is not None:
            place.left -= 1
            if not place.left:
                del self._places[name]
        message = {"facets": {}, "total-results": len(place.found) + self.over, "items": items}
        message |= {"next-cursor": name} if cursor else {}
        return 200, _said("work-list", message | {"items-per-page": rows})

    def _found(self, asked: Mapping[str, str]) -> list[Work]:
        wanted: dict[str, list[str]] = {}
        for part in filter(None, asked.get("filter", "").split(",")):
            name, _, value = part.partition(":")
            wanted.setdefault(name, []).append(value.lower())
        results = [
            item
            for item in self.works
            if all(any(_FILTERS[name](item, v) for v in values) for name, values in wanted.items())
        ]
        words = set(asked.get("query.bibliographic", "").lower().split())
        if not words:
            return results
        scored = [(len(words & set(item["title"][0].lower().split())), item) for item in results]
        return [item for score, item in sorted(scored, key=lambda row: -row[0]) if score]


def _said(kind: str, message: Any) -> dict[str, Any]:
    return {"status": "ok", "message-type": kind, "message-version": "1.0.0", "message": message}


def _refusal(asked: Mapping[str, str]) -> str | None:
    if int(asked.get("rows", 20)) > _MOST:
        return "Integer specified as rows but must be an integer between 0 and 1000"
    for part in filter(None, asked.get("filter", "").split(",")):
        name, colon, _ = part.partition(":")
        if name not in _FILTERS or not colon:
            return f"Filter {name} specified but there is no such filter for this route."
    return None


def _day(item: Work, name: str) -> str:
    return str(date(*item[name]["date-parts"][0]))


_FILTERS: dict[str, Callable[[Work, str], bool]] = {
    "doi": lambda one, value: one["DOI"] == value,
    "issn": lambda one, value: value in one["ISSN"],
    "orcid": lambda one, value: one["author"][0]["ORCID"].endswith(value),
    "type": lambda one, value: one["type"] == value,
    "from-pub-date": lambda one, value: _day(one, "published") >= value,
    "until-pub-date": lambda one, value: _day(one, "published") <= value,
    "from-created-date": lambda one, value: _day(one, "created") >= value,
    "until-created-date": lambda one, value: _day(one, "created") <= value,
}
