"""The Graph API of Semantic Scholar as it is documented: batches, nulls, pages, sizes.

Long ids of papers are their numbers, written with forty figures.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from helpers.servers.served_api import Api

Paper: TypeAlias = dict[str, Any]

_BATCH = 500
_PAGE = 1_000
_LAST = 10_000


def long_id(number: int) -> str:
    return f"{number:040x}"


def paper(number: int, *cited: int) -> Paper:
    """A paper with the fields of a real one; it cites others by number."""
    return {
        "paperId": long_id(number),
        "corpusId": number,
        "externalIds": {"DOI": f"10.1000/s{number}", "CorpusId": number},
        "title": f"Paper {number}",
        "abstract": None,
        "venue": "Letters",
        "publicationVenue": None,
        "year": 2001,
        "publicationDate": "2001-05-17",
        "publicationTypes": ["JournalArticle"],
        "journal": {"name": "Letters"},
        "authors": [{"authorId": "7001", "name": "Ada Bell"}],
        "s2FieldsOfStudy": [{"category": "Computer Science", "source": "external"}],
        "cites": list(cited),
    }


@dataclass
class SemanticScholar(Api):
    """The Graph API.

    Attributes:
        nested: Most references in a batch; beyond that lists come short.
        largest: Most papers in a batch before it would be larger than 10 MB.
        withheld: Papers whose publishers do not let their references be shown.
        page_size: Rows of a page, where fewer than asked for.
    """

    papers: dict[int, Paper] = field(default_factory=dict)
    nested: int = 9_999
    largest: int = 500
    withheld: set[int] = field(default_factory=set)
    page_size: int = _PAGE
    _index: tuple[Any, dict[int, list[int]]] = (None, {})

    sent_as = ("header", "x-api-key")

    def answer(self, asked: Mapping[str, str], body: Any) -> tuple[int, Any]:
        parts = asked["path"].strip("/").split("/")
        if parts == ["paper", "batch"]:
            return self._batch(body["ids"])
        number = int(parts[1], 16)
        if number not in self.papers:
            return 404, {"error": f"Paper with id {parts[1]} not found"}
        return self._page(number, parts[2], int(asked["offset"]), int(asked["limit"]))

    def citing(self, number: int) -> list[int]:
        if self._index[0] is not self.papers:
            results: dict[int, list[int]] = {}
            for other, item in self.papers.items():
                for cited in item["cites"]:
                    results.setdefault(cited, []).append(other)
            self._index = self.papers, results
        return self._index[1].get(number, [])

    def _batch(self, ids: list[str]) -> tuple[int, Any]:
        if len(ids) > _BATCH:
            return 400, {"error": f"Can only process {_BATCH} paper ids at a time"}
        if len(ids) > self.largest:
            return 400, {"error": "Response would exceed maximum size...."}
        results = [self._named(identifier) for identifier in ids]
        if not any(results):
            return 400, {"error": "No valid paper ids given"}
        left = self.nested
        answer: list[Any] = []
        for number in results:
            if number is None:
                answer.append(None)
                continue
            cited = [] if number in self.withheld else self.papers[number]["cites"][:left]
            left -= len(cited)
            answer.append(
                self._shown(number) | {"references": [_short(identifier) for identifier in cited]}
            )
        return 200, answer

    def _shown(self, number: int) -> Paper:
        item = {key: value for key, value in self.papers[number].items() if key != "cites"}
        cites = self.papers[number]["cites"]
        return item | {"referenceCount": len(cites), "citationCount": len(self.citing(number))}

    def _named(self, text: str) -> int | None:
        kind, colon, value = text.partition(":")
        if not colon:
            number = int(text, 16)
        elif kind == "DOI":
            number = int(value.rpartition("/s")[2] or -1)
        else:
            number = int(value)
        return number if number in self.papers else None

    def _page(self, number: int, kind: str, offset: int, limit: int) -> tuple[int, Any]:
        if limit > _PAGE or offset + limit >= _LAST:
            return 400, {"error": "offset + limit must be < 10000"}
        start: dict[str, Any] = {"offset": offset}
        if kind == "references":
            if number in self.withheld:
                said = {"disclaimer": "elided by the publisher: {'references'}"}
                return 200, {"citingPaperInfo": {"openAccessPdf": said}, "data": None}
            start = {"citingPaperInfo": _short(number), **start}
            others, side = self.papers[number]["cites"], "citedPaper"
        else:
            others, side = self.citing(number), "citingPaper"
        size = min(limit, self.page_size)
        rows = [_said(item) | {side: _short(item)} for item in others[offset : offset + size]]
        if offset + size < len(others):
            start["next"] = offset + size
        return 200, start | {"data": rows}


def _short(number: int) -> dict[str, Any]:
    """A paper in a list; those without a record have no id."""
    return {"paperId": long_id(number) if number >= 0 else None, "corpusId": max(number, 0) or None}


def _said(number: int) -> dict[str, Any]:
    is_odd = bool(number % 2)
    return {
        "contexts": [f"We follow {number}."],
        "intents": ["methodology"],
        "isInfluential": is_odd,
    }
