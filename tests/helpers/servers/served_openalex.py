"""The API of OpenAlex as it is documented.

Works have the fields of real ones that a load reads.
"""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from helpers.servers.served_api import Api

Work: TypeAlias = dict[str, Any]

_SITE = "https://openalex.org/"
_MOST = 100  # values of a filter


def work(number: int, *cited: int, author: int = 1, year: int = 2001, topic: int = 1) -> Work:
    return {
        "id": f"{_SITE}W{number}",
        "doi": f"https://doi.org/10.1000/w{number}",
        "title": f"Work {number}",
        "display_name": f"Work {number}",
        "publication_year": year,
        "publication_date": f"{year}-05-17",
        "ids": {
            "openalex": f"{_SITE}W{number}",
            "pmid": f"https://pubmed.ncbi.nlm.nih.gov/{number}",
        },
        "type": "article",
        "primary_location": {"source": {"id": f"{_SITE}S77", "display_name": "Letters"}},
        "authorships": [
            {"author": {"id": f"{_SITE}A{5000 + author}", "display_name": f"Author {author}"}}
        ],
        "topics": [{"id": f"{_SITE}T{10000 + topic}", "display_name": f"Topic {topic}"}],
        "abstract_inverted_index": {"Work": [0], str(number): [1]},
        "referenced_works": [f"{_SITE}W{item}" for item in cited],
        "updated_date": "2026-01-02T03:04:05.678901",
    }


def network(number: int) -> list[Work]:
    """Works from 1000 on, each of which cites three earlier ones: a third, a half and the last."""
    made = []
    for place in range(number):
        cited = sorted({place // 3, place // 2, place - 1} - {place, -1})
        made.append(
            work(1000 + place, *(1000 + item for item in cited), author=place % 7, topic=place % 5)
        )
    return made


@dataclass
class OpenAlex(Api):
    """The API of OpenAlex."""

    works: list[Work] = field(default_factory=list)

    sent_as = ("param", "api_key")

    def answer(self, asked: Mapping[str, str], body: Any) -> tuple[int, Any]:
        if (wrong := self._refusal(asked)) is not None:
            return 400, {"error": "Invalid query parameters error.", "message": wrong}
        return 200, self.page(asked)

    def page(self, asked: Mapping[str, str]) -> dict[str, Any]:
        collected = [item for item in self.works if self._fits(item, asked)]
        size = int(asked.get("per_page", 25))
        cursor = asked["cursor"]
        start = 0 if cursor == "*" else json.loads(base64.b64decode(cursor))[0]
        after = base64.b64encode(json.dumps([start + size]).encode()).decode()
        results = collected[start : start + size]
        meta = {
            "count": len(collected),
            "per_page": size,
            "next_cursor": after if results else None,
        }
        return {"meta": meta, "results": results, "group_by": []}

    def _refusal(self, asked: Mapping[str, str]) -> str | None:
        if int(asked.get("per_page", 25)) > 100:
            return "per_page must be between 1 and 100"
        for part in filter(None, asked.get("filter", "").split(",")):
            name, _, values = part.partition(":")
            if name not in _FILTERS:
                return f"{name} is not a valid field."
            if values.count("|") >= _MOST:
                return f"Maximum number of values exceeded for {name}. Decrease values to 100."
        return None

    def _fits(self, item: Work, asked: Mapping[str, str]) -> bool:
        for part in filter(None, asked.get("filter", "").split(",")):
            name, _, values = part.partition(":")
            if not _FILTERS[name](item) & {value.lower() for value in values.split("|")}:
                return False
        return asked.get("search", "").lower() in item["title"].lower()


def _bare(text: str) -> str:
    return text.lower().removeprefix(_SITE)


_FILTERS: dict[str, Callable[[Work], set[str]]] = {
    "openalex": lambda one: {_bare(one["id"])},
    "doi": lambda one: {one["doi"].removeprefix("https://doi.org/")},
    "pmid": lambda one: {one["ids"]["pmid"].rpartition("/")[2]},
    "cites": lambda one: {_bare(cited) for cited in one["referenced_works"]},
    "topics.id": lambda one: {_bare(topic["id"]) for topic in one["topics"]},
    "authorships.author.id": lambda one: {_bare(a["author"]["id"]) for a in one["authorships"]},
    "publication_year": lambda one: {str(one["publication_year"])},
}
