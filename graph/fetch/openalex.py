"""Works of OpenAlex by its API: results of a query, and their neighbours in the network.

Source:
    developers.openalex.org: cursors, pages of 100, up to 100 values in one filter, prices.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from scinet.errors import DataError, EndpointError
from scinet.graph.fetch.access import ServiceRequest
from scinet.graph.fetch.download import Download
from scinet.graph.fetch.response import parse_json
from scinet.graph.fetch.seeds import batch_values, read_seeds
from scinet.graph.fetch.service import Service
from scinet.graph.schema.choices import Direction
from scinet.graph.schema.identifiers import parse_doi, parse_orcid, strip_site
from scinet.graph.sources.openalex_snapshot import DELETED

_ROWS: Final = 100
_ID: Final = re.compile(r"(?:openalex:)?([WAT]\d{1,18})", re.IGNORECASE)
_PMID: Final = re.compile(r"(?:https?://pubmed\.ncbi\.nlm\.nih\.gov/|pmid:)(\d{1,10})/?", re.I)


@dataclass(frozen=True, slots=True)
class OpenAlexQuery:
    """Query to OpenAlex; each part narrows the result.

    Attributes:
        topics: Ids (``T…``), any of them.
        authors: Ids (``A…``) or ORCIDs, any of them.
        cites: Ids of works (``W…``) of which any is cited.
        search: Words in titles, abstracts and full texts.
        filters: More filters in OpenAlex's syntax.
        hops: Number of times that neighbours of the results are fetched as well.
        direction: Neighbours to fetch: references, citations, or both.
    """

    topics: Sequence[str] = ()
    authors: Sequence[str] = ()
    cites: Sequence[str] = ()
    search: str | None = None
    filters: Sequence[str] = ()
    hops: int = 0
    direction: Direction = "both"

    def params(self) -> dict[str, str]:
        """Return the query parameters; empty for an empty query."""
        orcids = {text: parse_orcid(text) for text in self.authors}
        values = {
            "topics.id": [_parse_entity(text, "T") for text in self.topics],
            "authorships.author.id": [
                _parse_entity(text, "A") for text, orcid in orcids.items() if not orcid
            ],
            "authorships.author.orcid": [orcid for orcid in orcids.values() if orcid],
            "cites": [_parse_entity(text, "W") for text in self.cites],
        }
        parts = [_filter(name, listed) for name, listed in values.items() if listed]
        made = {"filter": ",".join([*parts, *self.filters]), "search": self.search or ""}
        return {name: value for name, value in made.items() if value}


class _Work(NamedTuple):
    """Work with the ids by which a seed may name it, by filter."""

    number: int
    references: list[int]
    names: set[tuple[str, str | None]]


class _Page(NamedTuple):
    stated: int
    cursor: str | None
    works: list[_Work]


def fetch(
    service: Service,
    folder: Path,
    question: OpenAlexQuery,
    ids_from: Path | None = None,
    *,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Fetch the works of a query, and those of a file, to a folder."""
    params = question.params()
    if not params and ids_from is None:
        raise DataError(
            "no query given",
            hint="Give --topic, --author, --cites, --search, --filter or --ids-from.",
        )
    seeds = {} if ids_from is None else read_seeds(ids_from, _parse_seed)
    request: dict[str, Any] = {**params, "ids": sorted(seeds.values()), "hops": question.hops}
    request["direction"] = question.direction
    with _WorkWalk(folder, service, request, limit, progress) as walk:
        ring = walk.fetch_queries([params]) if params else {}
        named, missing = walk.fetch_by_ids(seeds)
        ring |= named
        by_hop = [len(ring)]
        for _ in range(question.hops):
            ring = walk.fetch_neighbours(ring, question.direction)
            by_hop.append(len(ring))
        return walk.finish(by_hop=by_hop, not_found=missing)


class _WorkWalk(Download[int]):
    """Walk over works, by number, and their neighbours."""

    def fetch_by_ids(
        self, seeds: Mapping[tuple[str, str], str]
    ) -> tuple[dict[int, list[int]], list[str]]:
        """Fetch works by id; return references by work, and the texts of unknown ids."""
        self.expect(len(seeds))
        works = list(self.works(_filters(seeds)))
        known_names = {name for work in works for name in work.names}
        missing = [text for seed, text in seeds.items() if seed not in known_names]
        return {work.number: work.references for work in works}, missing

    def fetch_queries(self, queries: Sequence[dict[str, str]]) -> dict[int, list[int]]:
        """Fetch the works of queries, once their number is allowed; return references by work."""
        self.expect(sum(self._page(params, "*").stated for params in queries))
        return {work.number: work.references for work in self.works(queries)}

    def fetch_neighbours(
        self, ring: dict[int, list[int]], direction: Direction
    ) -> dict[int, list[int]]:
        """Fetch the new neighbours of works; return references by work."""
        before = set(self.seen)
        fetched: dict[int, list[int]] = {}
        if direction != "citations":
            cited = {number for cites in ring.values() for number in cites}
            wanted = sorted(cited - before - {DELETED})
            self.expect(len(wanted))
            queries = _filters(("openalex", f"W{number}") for number in wanted)
            fetched |= {work.number: work.references for work in self.works(queries)}
            self.not_sent += len(set(wanted) - fetched.keys())
        if direction != "references":
            queries = _filters(("cites", f"W{number}") for number in sorted(ring))
            fetched |= self.fetch_queries([*queries])
        return {number: cites for number, cites in fetched.items() if number not in before}

    def works(self, queries: Iterable[dict[str, str]]) -> Iterator[_Work]:
        for params in queries:
            for page in self._all(params):
                self.add(work.number for work in page.works)
                yield from page.works

    def _all(self, params: dict[str, str]) -> Iterator[_Page]:
        cursor: str | None = "*"
        used: set[str] = set()
        received = stated = 0
        while cursor is not None:
            if cursor in used:
                raise EndpointError(
                    "OpenAlex repeats a page without end",
                    hint="Run the same command later, with another --out.",
                )
            used.add(cursor)
            page = self._page(params, cursor)
            received, stated = received + len(page.works), page.stated
            yield page
            # Skip an empty last page, which costs as much as a full one.
            cursor = page.cursor if page.works and received < stated else None
        self.not_sent += max(0, stated - received)

    def _page(self, params: dict[str, str], cursor: str) -> _Page:
        query = {**params, "per_page": str(_ROWS), "cursor": cursor}
        return self.answer("works", ServiceRequest("works", query), _parse_page)


def _read_page(document: Any) -> _Page:
    """Read a page; the works themselves are checked by the load."""
    meta, results = document["meta"], document["results"]
    count, cursor = meta["count"], meta.get("next_cursor")
    if type(count) is not int or not isinstance(cursor, str | None) or type(results) is not list:
        raise TypeError
    return _Page(count, cursor, [_parse_work(item) for item in results])


_parse_page = partial(parse_json, read=_read_page, otherwise="JSON that is not a page of works")


def _parse_work(item: dict[str, Any]) -> _Work:
    number = _id_number(item["id"])
    names: set[tuple[str, str | None]] = {("openalex", f"W{number}")}
    if isinstance(doi := item.get("doi"), str):
        names.add(("doi", parse_doi(doi)[0]))
    if pmid := (item.get("ids") or {}).get("pmid"):
        names.add(("pmid", str(pmid).rstrip("/").rpartition("/")[2]))
    cited = item.get("referenced_works") or []
    return _Work(number, [_id_number(reference) for reference in cited], names)


def _id_number(identifier: str) -> int:
    return int(strip_site(identifier).removeprefix("W"))


def _parse_seed(text: str) -> tuple[str, str] | None:
    """Return filter name and value for a work; None for other texts."""
    if (match := _ID.fullmatch(strip_site(text))) and match[1][0] in "Ww":
        return "openalex", match[1].upper()
    if match := _PMID.fullmatch(text):
        return "pmid", match[1]
    identifier, _ = parse_doi(text)
    # A comma or a bar would end the filter's value.
    return None if identifier is None or set(identifier) & set(",|") else ("doi", identifier)


def _parse_entity(text: str, letter: str) -> str:
    match = _ID.fullmatch(strip_site(text))
    if match is None or match[1][0].upper() != letter:
        raise DataError(
            f"{text!r} is not an id of OpenAlex that begins with {letter}",
            hint="Look the name up at openalex.org: its page shows the id.",
        )
    return match[1].upper()


def _filters(values: Iterable[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Yield queries for values by filter name, with as many as one filter accepts."""
    by_name: dict[str, list[str]] = {}
    for name, value in values:
        by_name.setdefault(name, []).append(value)
    for name, listed in by_name.items():
        for portion in batch_values(listed):
            yield {"filter": _filter(name, portion)}


def _filter(name: str, values: Sequence[str]) -> str:
    return f"{name}:{'|'.join(values)}"
